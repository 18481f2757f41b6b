"""O15."""

import re
from collections.abc import Iterator

from bugsweep.exploration.oracles.api import not_seen, squeezed
from bugsweep.exploration.suspicion import Suspicion
from bugsweep.exploration.trail import Sense, Trail

_ESCAPED = re.compile(r"&(?:amp;)?(?:lt|gt|amp|quot|#39|#x27|#34|nbsp);")
_EVALUATED = re.compile(r"\b49\b")


class TextAsTypedOracle:
    """Text must be shown as it was typed: not escaped twice, not taken for code.

    Traps: markdown and HTML editors, where signs have a meaning; only signs of an escape that was
    shown, or of a template that was evaluated, count.
    """

    name = "text-as-typed"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Look at the line that shows what was typed."""
        for moment in trail.of(Sense.LISTED, Sense.OPENED, Sense.RESAVED):
            if not moment.marker:
                continue
            typed = next((h.value for h in moment.wanted if moment.marker in h.value), "")
            rest = squeezed(typed).partition(moment.marker)[2]
            for line in moment.look.lines:
                if moment.marker not in line or typed in line:
                    continue
                shown = line.partition(moment.marker)[2]
                sign = _ESCAPED.search(shown) if "&" in rest else None
                if sign is None and "7*7" in rest:
                    sign = _EVALUATED.search(shown)
                if sign is None:
                    continue
                yield Suspicion(
                    oracle=self.name,
                    title=f"Text is shown with `{sign[0]}` in it, which nobody typed",
                    expected=squeezed(typed),
                    seen=line[:160],
                    at=moment.at,
                    subject=trail.form,
                    claims=(not_seen(f"{moment.marker}{shown[: sign.end()]}"),),
                    weight=0.8,
                )
                return
