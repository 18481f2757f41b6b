"""O30."""

from collections.abc import Iterator

from bugsweep.browser.looking import ControlSeen, Look
from bugsweep.exploration.action import Action, Op, spot_of_control
from bugsweep.exploration.oracles.api import not_seen
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Step, Trail
from bugsweep.exploration.views import url_template

_FEWEST = 4


class LinksLeadSomewhereOracle:
    """A link must lead somewhere: an empty address only loads the same page again.

    Traps: links that a script listens to, which may well have no address, menus, and the last link
    of a trail of links, which names the page itself.
    """

    name = "links-lead-somewhere"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Look at the links of every page that was come to."""
        for step in trail.steps[trail.setup :]:
            look = step.after
            empty = [
                control
                for control in look.controls
                if control.leads_nowhere
                and control.name
                and not control.has_popup
                and not _names_the_page(look, control)
            ]
            heading = _telling(step)
            if not empty or not heading:
                continue
            for control in empty:
                spot = spot_of_control(look, control)
                yield Suspicion(
                    oracle=self.name,
                    title=f"The {spot} has an empty address",
                    expected="another page",
                    seen=f"the same page again: “{heading}”",
                    at=step.index + 1,
                    subject=f"{url_template(look.url)}|{control.name}",
                    then=(Action(op=Op.CLICK, spot=spot),),
                    claims=(not_seen(heading),),
                    weight=0.7,
                )


def _names_the_page(look: Look, control: ControlSeen) -> bool:
    return control.name.casefold() in {text.casefold() for text in (look.title, *look.headings)}


def _telling(step: Step) -> str:
    """A heading that stands on this page and did not stand on the one before."""
    look: Look = step.after
    fresh = [text for text in look.headings if text not in step.before.text]
    fresh = [text for text in fresh if len(text) >= _FEWEST and text in look.lines]
    return fresh[0] if fresh else ""
