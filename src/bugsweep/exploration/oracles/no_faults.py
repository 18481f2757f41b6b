"""O01."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from bugsweep.exploration.action import Op
from bugsweep.exploration.markers import find_markers
from bugsweep.exploration.oracles.api import not_seen
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.trail import Step, Trail
from bugsweep.exploration.views import url_template

_LEAKED = re.compile(
    r"\[object Object\]|(?<!\{)\{\{\s*\w[^{}]*\}\}|\bundefined\b|\bNaN\b"
    r"|_\(\"|Traceback \(most recent|%\(\w+\)s"
)
_SERVER_FAULT = 500
_NO_SERVER_ERROR = Claim(sentence="the page has no server error")
_LONGEST_PATH = 80
_LONGEST = 200
_MOST_LEAKS = 2
_NOISE = re.compile(r"ResizeObserver|Script error\.?$|AbortError|NetworkError when", re.IGNORECASE)


class NoFaultsOracle:
    """No action may end in a server fault, a dead link, an exception or a page with leaked code.

    Traps: refusals that are meant (only links that the app itself offers count as dead), faults
    of other origins, text that a user typed, and pages that explain code: they show much of it, or
    mark it as code.
    """

    name = "no-faults"

    def judge(self, trail: Trail) -> Iterator[Suspicion]:
        """Look at every step."""
        for step in trail.steps[trail.setup :]:
            yield from self._of_step(trail, step)

    def _of_step(self, trail: Trail, step: Step) -> Iterator[Suspicion]:
        what = str(step.action)
        place = url_template(step.before.url if step.action.op is Op.CLICK else step.after.url)
        faults = list(self._bad_answer(step, what))
        yield from faults
        errors = [error for error in step.errors if not _NOISE.search(error)]
        # What a script makes of a server's fault follows from it.
        if errors and not faults:
            yield Suspicion(
                oracle=self.name,
                title=f"An exception that nobody caught: {errors[0][:80]}",
                expected=f"{what} raises no exception",
                seen=errors[0],
                at=step.index + 1,
                subject=f"exception|{re.sub(r'[0-9]+', '#', errors[0])[:80]}",
                claims=(Claim(sentence="the page has no script error"),),
                weight=0.7,
            )
        new = set(step.after.lines) - set(step.before.lines)
        typed = " ".join(action.value for action in trail.actions)
        if len({line for line in new if _LEAKED.search(line)}) > _MOST_LEAKS:
            return
        for line in sorted(new):
            leak = _LEAKED.search(line)
            is_typed = leak and (leak[0] in typed or find_markers(line))
            if leak and any(leak[0] in code for code in step.after.codes):
                continue
            if leak and not is_typed and len(line) < _LONGEST:
                yield Suspicion(
                    oracle=self.name,
                    title=f"Code is shown to the user: {line[:60]}",
                    expected="text for people",
                    seen=line[:160],
                    at=step.index + 1,
                    subject=f"leak|{place}|{leak[0]}",
                    claims=(not_seen(line[:80].strip()),),
                    weight=0.6,
                )
                return

    def _bad_answer(self, step: Step, what: str) -> Iterator[Suspicion]:
        own = urlsplit(step.after.url).netloc
        for call in step.calls:
            if urlsplit(call.url).netloc != own:
                continue
            is_dead_link = (
                call.kind == "document"
                and not call.writes
                and call.status in {404, 410}
                and step.action.op is Op.CLICK
            )
            if call.status < _SERVER_FAULT and not is_dead_link:
                continue
            new = [line for line in step.after.lines if line not in step.before.lines]
            if is_dead_link and not new:
                continue
            claim = not_seen(new[0][:80].strip()) if is_dead_link else _NO_SERVER_ERROR
            yield Suspicion(
                oracle=self.name,
                title=f"{call.method} {_short(urlsplit(call.url).path)} answers {call.status}",
                expected=f"{what} is answered",
                seen=f"{call.status}: {'; '.join(new[:3])[:160]}",
                at=step.index + 1,
                subject=f"answer|{call.method} {url_template(call.url)}|{call.status}",
                claims=(claim,),
                weight=0.8,
                severity=2,
            )
            return


def _short(path: str) -> str:
    return path if len(path) <= _LONGEST_PATH else f"{path[: _LONGEST_PATH - 1]}…"
