"""`bugsweep verify RUN`: the candidates of an old run, judged again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bugsweep.cli.output import print_json, print_table, results, run_async, say
from bugsweep.domain.outcome import Outcome
from bugsweep.files.run_folder import RunFolder

if TYPE_CHECKING:
    from bugsweep.evaluation.rejudging import Rejudged


def verify_run(folder: Path, executor: str, arbiter: str, *, as_json: bool) -> int:
    """Judge every candidate again, or with an arbiter what is undecided; gives the exit code."""
    found = rejudge_run(folder, arbiter or executor, only_undecided=bool(arbiter))
    if as_json:
        print_json([it.result for it in found])
    else:
        _show(found, folder.resolve())
    return 3 if any(it.result.outcome is Outcome.INFRA_ERROR for it in found) else 0


def rejudge_run(folder: Path, executor: str, *, only_undecided: bool) -> list[Rejudged]:
    """Judge the candidates of a run again, and tell how far it is."""
    if only_undecided:
        say(
            f"only verdicts that are undecided are judged again, by {executor},"
            " and none that it decided before"
        )
    return run_async(
        _rejudge_all(RunFolder(folder.resolve()), executor, only_undecided=only_undecided)
    )


async def _rejudge_all(run: RunFolder, executor: str, *, only_undecided: bool) -> list[Rejudged]:
    # Inspect takes seconds to import, so only this command pays for it.
    from bugsweep.evaluation.rejudging import rejudge  # noqa: PLC0415

    def tell(number: int, count: int) -> None:
        # Neither agent nor earlier verdict: whoever judges must not know.
        say(f"candidate {number} of {count}")

    return [
        it
        async for it in rejudge(
            run, executor=executor, only_undecided=only_undecided, on_trial=tell
        )
    ]


def _show(found: list[Rejudged], run: Path) -> None:
    rows = [
        [
            it.result.agent,
            it.result.task,
            it.earlier.outcome.value,
            it.result.outcome.value,
            it.result.reason.splitlines()[0][:160],
        ]
        for it in found
    ]
    title = f"{len(found)} candidates judged again; the results of the run stay as they are"
    print_table(title, ["agent", "task", "before", "now", "reason"], rows)
    for it in found:
        results.print(f"evidence  {it.place.relative_to(run)}", markup=False)
