"""Small runs written by hand, for tests that need to know every trial."""

from pathlib import Path

from bugsweep.domain.outcome import Clocks, Outcome, PatchSize, TrialResult
from bugsweep.domain.verdict import StepResult, Verdict, VerdictKind
from bugsweep.files.run_context import CONTEXT_FILE, RunContext
from bugsweep.files.run_folder import RunCard, RunFolder

ENDS = {
    "P": Outcome.PASS,
    "F": Outcome.FAIL,
    "N": Outcome.NO_PATCH,
    "B": Outcome.APP_BROKEN,
    "U": Outcome.UNDECIDED,
    "I": Outcome.INFRA_ERROR,
}
_KINDS = {
    Outcome.PASS: VerdictKind.PASS,
    Outcome.FAIL: VerdictKind.FAIL,
    Outcome.UNDECIDED: VerdictKind.SETUP,
}


def verdict(kind, folder="", **step):
    seen = StepResult(text='Then I see "x"', line=2, kind=kind, elapsed_s=0.1, **step)
    return Verdict(
        behaviour="a behaviour",
        kind=kind,
        reason="a reason",
        steps=(seen,),
        elapsed_s=0.1,
        evidence_dir=str(folder),
    )


def result(task, agent, outcome, **changes):
    kind = _KINDS.get(outcome)
    values = {
        "task": task,
        "agent": agent,
        "outcome": outcome,
        "reason": f"it was {outcome}",
        "target": verdict(kind) if kind else None,
        "preservation": verdict(VerdictKind.PASS) if kind else None,
        "patch": PatchSize(size_bytes=10, files=1, added_lines=2, removed_lines=1),
        "clocks": Clocks(work_s=120),
        "agent_cost_usd": 0.5,
    }
    return TrialResult(**(values | changes))


def write_run(folder, ends, *, context=None, tasks=None, epochs=1, **card):
    """Write a run; `ends` gives every agent one letter per task, epoch after epoch.

    `write_run(path, {"a": ["PFU"]})` is one agent on three tasks, once. A dot is a missing trial.
    """
    run = RunFolder(Path(folder))
    width = len(next(iter(ends.values()))[0])
    names = tasks or [f"task-{number}" for number in range(1, width + 1)]
    values = {
        "suite": "toy",
        "tasks": tuple(names),
        "agents": tuple(ends),
        "prompt": "open",
        "epochs": epochs,
        "started_at": "2026-01-01T00:00:00+00:00",
        "bugsweep_version": "0",
    }
    run.write_card(RunCard(**(values | card)))
    if context:
        text = RunContext.model_validate(context).model_dump_json()
        (run.path / CONTEXT_FILE).write_text(text)
    for agent, rows in ends.items():
        for epoch, row in enumerate(rows, start=1):
            for task, letter in zip(names, row, strict=True):
                if letter != ".":
                    run.write_result(result(task, agent, ENDS[letter]), epoch=epoch)
    return run


def cells(table, row=0):
    """One row as words by column."""
    return dict(zip(table.columns, (cell.text for cell in table.rows[row]), strict=True))
