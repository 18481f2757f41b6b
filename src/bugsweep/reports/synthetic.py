"""A made-up run to try the report itself with. It says so, and every page made of it does too."""

import json
import random
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

from bugsweep.domain.outcome import Clocks, Outcome, PatchSize, TrialResult
from bugsweep.domain.verdict import StepResult, Verdict, VerdictKind
from bugsweep.files.run_context import CONTEXT_FILE, AgentNote, RunContext, TaskNote
from bugsweep.files.run_folder import RunCard, RunFolder
from bugsweep.reports.traces import JUDGED_STAGES

_DOMAINS = ("notes", "money", "calendars", "shops", "forums", "files", "charts")
_ACTIONS = ("click", "fill", "goto", "press", "select")
_PATCH = """\
diff --git a/app/views.py b/app/views.py
--- a/app/views.py
+++ b/app/views.py
@@ -10,7 +10,7 @@ def listing(request):
     rows = load_rows(request)
-    rows = rows[:limit - 1]
+    rows = rows[:limit]
     return render("list.html", rows=rows)
"""


@dataclass(frozen=True, slots=True)
class SyntheticSize:
    """How large a made-up run is, and how it differs from its siblings."""

    tasks: int = 200
    agents: int = 15
    epochs: int = 1
    prompt: str = "open"
    browser_hint: bool = True
    minutes: float | None = None


def write_synthetic_run(
    folder: Path, *, size: SyntheticSize | None = None, seed: int = 0
) -> RunFolder:
    """Write a run of made-up agents; same size and seed, same run."""
    size = size or SyntheticSize()
    run = RunFolder(folder)
    tasks = [f"made-up-task-{number:03d}" for number in range(1, size.tasks + 1)]
    agents = [f"synthetic/agent-{number:02d}" for number in range(1, size.agents + 1)]
    run.write_card(_card(size, tasks, agents))
    context = _context(size, tasks, agents)
    (folder / CONTEXT_FILE).write_text(context.model_dump_json(indent=1), encoding="utf-8")
    picture = _picture()
    condition = (size.prompt, size.browser_hint, size.minutes)
    for number, agent in enumerate(agents):
        skill = 0.25 + 0.5 * number / max(1, len(agents) - 1)
        for task in tasks:
            for epoch in range(1, size.epochs + 1):
                dice = random.Random(f"{seed} {condition} {agent} {task} {epoch}")  # noqa: S311 (no secret)
                _write_trial(run, _Trial(agent, task, epoch, skill), dice, picture)
    return run


@dataclass(frozen=True, slots=True)
class _Trial:
    agent: str
    task: str
    epoch: int
    skill: float


def _card(size: SyntheticSize, tasks: list[str], agents: list[str]) -> RunCard:
    return RunCard(
        suite="synthetic",
        suite_version="0",
        tasks=tuple(tasks),
        agents=tuple(agents),
        prompt=size.prompt,
        epochs=size.epochs,
        started_at="2026-01-01T00:00:00+00:00",
        bugsweep_version="0",
    )


def _context(size: SyntheticSize, tasks: list[str], agents: list[str]) -> RunContext:
    return RunContext(
        browser_hint=size.browser_hint,
        minutes=size.minutes,
        is_synthetic=True,
        agents={
            agent: AgentNote(model=f"made-up-{number // 3}", harness=f"harness-{number % 3}")
            for number, agent in enumerate(agents)
        },
        tasks={
            task: TaskNote(
                app=f"app-{number:03d}", domain=_DOMAINS[number % len(_DOMAINS)], area="list"
            )
            for number, task in enumerate(tasks)
        },
    )


def _write_trial(run: RunFolder, trial: _Trial, dice: random.Random, picture: bytes) -> None:
    folder = run.trial(agent=trial.agent, task=trial.task, epoch=trial.epoch)
    result = _result(trial, folder, dice)
    for verdict in (result.target, result.preservation):
        if verdict:
            evidence = Path(verdict.evidence_dir)
            evidence.mkdir(parents=True, exist_ok=True)
            (evidence / "step-2.png").write_bytes(picture)
    run.write_result(result, epoch=trial.epoch)
    (folder / "candidate.patch").write_text(_PATCH if result.patch.size_bytes else "")
    (folder / "trajectory.json").write_text(json.dumps({"steps": _steps(dice)}))
    actions = [
        {"action": dice.choice(_ACTIONS), "target": "#row"} for _ in range(dice.randint(4, 30))
    ]
    (folder / "browser.jsonl").write_text("\n".join(map(json.dumps, actions)))
    (folder / "stages.json").write_text(json.dumps({"stages": _stages(result, dice)}))


def _result(trial: _Trial, folder: Path, dice: random.Random) -> TrialResult:
    roll = dice.random()
    outcome = Outcome.PASS if roll < trial.skill else Outcome.FAIL
    if roll > 0.97:  # noqa: PLR2004 (a few of the rare ends)
        rare = (Outcome.NO_PATCH, Outcome.APP_BROKEN, Outcome.UNDECIDED, Outcome.INFRA_ERROR)
        outcome = dice.choice(rare)
    kinds = {
        Outcome.PASS: (VerdictKind.PASS, VerdictKind.PASS),
        Outcome.FAIL: (VerdictKind.FAIL, VerdictKind.PASS),
        Outcome.UNDECIDED: (VerdictKind.SETUP, VerdictKind.PASS),
        Outcome.NO_PATCH: (VerdictKind.FAIL, VerdictKind.PASS),
    }.get(outcome)
    has_patch = outcome is not Outcome.NO_PATCH
    return TrialResult(
        task=trial.task,
        agent=trial.agent,
        outcome=outcome,
        reason=f"made up: {outcome.value}",
        target=_verdict("target", kinds[0], folder) if kinds else None,
        preservation=_verdict("preservation", kinds[1], folder) if kinds else None,
        patch=PatchSize(size_bytes=len(_PATCH), files=1, added_lines=1, removed_lines=1)
        if has_patch
        else PatchSize(),
        clocks=Clocks(
            queue_s=1, start_s=2, work_s=dice.lognormvariate(6.5, 0.6), verify_s=dice.uniform(3, 9)
        ),
        agent_cost_usd=dice.lognormvariate(0, 0.5) * (0.2 + 4 * trial.skill),
    )


def _verdict(role: str, kind: VerdictKind, folder: Path) -> Verdict:
    passed = StepResult(
        text='Given I open "/"', line=3, kind=VerdictKind.PASS, elapsed_s=0.2, url="/"
    )
    last = StepResult(
        text='Then I see "ten rows"',
        line=4,
        kind=kind,
        expected="ten rows",
        seen="ten rows" if kind is VerdictKind.PASS else "nine rows",
        elapsed_s=0.1,
        url="/",
        screenshot="step-2.png",
        snapshot='- list:\n  - listitem: "row 1"',
    )
    return Verdict(
        behaviour=f"made-up {role} behaviour",
        kind=kind,
        reason="made up",
        steps=(passed, last),
        elapsed_s=0.3,
        evidence_dir=str(folder / role),
    )


def _steps(dice: random.Random) -> list[dict[str, object]]:
    turns: list[dict[str, object]] = [{"source": "user", "message": "Made-up request."}]
    for number in range(dice.randint(4, 10)):
        name = "browser_click" if dice.random() < 0.4 else "shell"  # noqa: PLR2004
        turns.append(
            {
                "source": "agent",
                "message": f"Made-up thought {number}.",
                "tool_calls": [{"name": name, "arguments": {"target": f"row {number}"}}],
                "observation": "made-up answer",
                "time": f"00:{number:02d}",
            }
        )
    return turns


def _stages(result: TrialResult, dice: random.Random) -> dict[str, object]:
    reached = 3 if result.outcome is Outcome.PASS and dice.random() < 0.9 else dice.randint(0, 3)  # noqa: PLR2004
    return {
        stage: {"met": number < reached, "reason": "made up"}
        for number, stage in enumerate(JUDGED_STAGES)
    }


def _picture(width: int = 48, height: int = 27) -> bytes:
    """A small grey PNG."""
    rows = b"".join(b"\0" + bytes([120 + 3 * row]) * width for row in range(height))
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    )
    body = b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body
