"""Which lines of which scripts were run, as V8 counts them: in pages, and in Node alike."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import CDPSession, Page
from playwright.async_api import Error as PlaywrightError

Ranges = Sequence[Mapping[str, Any]]
"""Of one function: `startOffset`, `endOffset` and `count`; the first is the whole function."""


def lines_run(source: str, functions: Iterable[Mapping[str, Any]]) -> frozenset[int]:
    """The lines, from 1, of which anything was run."""
    # V8 counts in code units of UTF-16.
    units = source.encode("utf-16-le", "surrogatepass")
    ran = bytearray(len(units) // 2)
    for function in functions:
        for part in function["ranges"]:
            begin, end = int(part["startOffset"]), int(part["endOffset"])
            ran[begin:end] = (b"\1" if part["count"] else b"\0") * (end - begin)
    found = set()
    begin = 0
    for number, line in enumerate(source.split("\n"), start=1):
        length = len(line.encode("utf-16-le", "surrogatepass")) // 2
        blanks = len(line) - len(line.lstrip())
        if line.strip() and any(ran[begin + blanks : begin + length]):
            found.add(number)
        begin += length + 1
    return frozenset(found)


@dataclass
class ScriptCoverage:
    """Collects what is run in the pages of a browser, from before their first script."""

    lines: dict[str, set[int]] = field(default_factory=dict)
    """Source of a script, word for word → the lines of it that were run."""

    async def watch(self, page: Page) -> CDPSession:
        """Count in this page from now on; what is given back is to be collected from."""
        protocol = await page.context.new_cdp_session(page)
        await protocol.send("Profiler.enable")
        await protocol.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": True})
        await protocol.send("Debugger.enable")
        await protocol.send("Debugger.setSkipAllPauses", {"skip": True})
        return protocol

    async def collect(self, watched: CDPSession) -> None:
        """Read the counts of a page before it is closed."""
        # A page that is gone has taken its counts along.
        with suppress(PlaywrightError):
            taken = await watched.send("Profiler.takePreciseCoverage")
            for script in taken["result"]:
                await self._note(watched, script)

    async def _note(self, protocol: CDPSession, script: Mapping[str, Any]) -> None:
        if not script["url"].startswith("http"):
            return
        with suppress(PlaywrightError):
            told = await protocol.send("Debugger.getScriptSource", {"scriptId": script["scriptId"]})
            source = str(told["scriptSource"])
            self.lines.setdefault(source, set()).update(lines_run(source, script["functions"]))
