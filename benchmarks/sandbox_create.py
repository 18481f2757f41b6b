"""How long a sandbox takes to make, enter and end; prints a Markdown table.

Run it from the checkout: `python benchmarks/sandbox_create.py [ROUNDS]`.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Coroutine
from pathlib import Path, PurePosixPath
from typing import TypeVar

from bugsweep.sandboxes.api import Bind, Command, Layer, SandboxSpec
from bugsweep.sandboxes.bubblewrap import BubblewrapSandbox

AT_ONCE = 8
GOAL_MS = {"create + destroy": 100.0}


T = TypeVar("T")


class Stopwatch:
    def __init__(self) -> None:
        self.elapsed_ms: dict[str, list[float]] = {}

    async def __call__(self, name: str, doing: Coroutine[object, object, T]) -> T:
        began = time.perf_counter()
        result = await doing
        self.elapsed_ms.setdefault(name, []).append((time.perf_counter() - began) * 1000)
        return result


async def once(spec: SandboxSpec) -> None:
    box = await BubblewrapSandbox.create(spec)
    await box.aclose()


async def many(spec: SandboxSpec) -> None:
    await asyncio.gather(*(once(spec) for _ in range(AT_ONCE)))


async def measure(rounds: int) -> dict[str, list[float]]:
    timed = Stopwatch()
    with tempfile.TemporaryDirectory() as folder:
        spec = SandboxSpec(
            binds=(Bind(Path(sys.base_prefix), PurePosixPath("/opt/python")),),
            layers=(Layer(Path(folder), PurePosixPath("/workspace")),),
        )
        await once(spec)
        for _ in range(rounds):
            await timed("create + destroy", once(spec))
            await timed(f"create + destroy, {AT_ONCE} at once", many(spec))
            box = await timed("create", BubblewrapSandbox.create(spec))
            done = await timed("exec `true`", box.exec(Command(("true",))))
            assert done.exit_code == 0
            await timed("write a file", box.write_file("/tmp/file", b"x"))
            assert await timed("read a file", box.read_file("/tmp/file")) == b"x"
            await timed("destroy", box.aclose())
    return timed.elapsed_ms


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    elapsed = asyncio.run(measure(rounds))
    print("| what | median, ms | 95th percentile, ms | goal, ms |\n|---|---:|---:|---:|")
    for name, values in sorted(elapsed.items()):
        high = statistics.quantiles(values, n=20)[-1]
        goal = f"{GOAL_MS[name]:.0f}" if name in GOAL_MS else "–"
        print(f"| {name} | {statistics.median(values):.1f} | {high:.1f} | {goal} |")


if __name__ == "__main__":
    main()
