"""The executor `browser-use`: that program's own agent at a browser in the app's network.

It pins what it stands on so tightly that it cannot share an environment with Inspect: uv gives it
one of its own.
"""

import asyncio
import contextlib
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ValidationError
from uv import find_uv_bin

from bugsweep.behaviour import Behaviour, Exhibit
from bugsweep.browser import open_debuggable
from bugsweep.domain.errors import UsageError
from bugsweep.domain.usage import Usage
from bugsweep.domain.verdict import Verdict, VerdictKind
from bugsweep.verification.executors import AppAt, Executor, OpenApp, RunningApp
from bugsweep.verification.reporting import Claimed, Reports, render_rules, render_steps
from bugsweep.verification.way_in import open_way_in

_PACKAGE: Final = "browser-use==0.13.14"
_PROGRAM: Final = Path(__file__).with_name("foreign") / "browser_use_run.py"
_PROVIDERS: Final = ("anthropic", "google", "openai")
_REQUEST: Final = "request.json"
_RESULT: Final = "result.json"
_TIME_S: Final = 1800.0
_STEPS_EACH: Final = 4
_MORE_STEPS: Final = 10
_QUIET: Final = {"ANONYMIZED_TELEMETRY": "false", "BROWSER_USE_CLOUD_SYNC": "false"}
_TASK: Final = """\
{rules}
The application runs at {url}; addresses in the steps that begin with `/` belong to it.

{steps}

When the test has ended, be done: report every step that you carried out, and your verdict.
"""


class _StepTold(BaseModel):
    number: int
    result: Literal["PASS", "FAIL", "SETUP", "UNCLEAR"]
    seen: str


class _Told(BaseModel):
    steps: list[_StepTold]
    verdict: Literal["PASS", "FAIL", "SETUP", "UNCLEAR"]
    reason: str


class _Answer(BaseModel):
    told: _Told | None
    errors: list[str]
    usage: Usage


class BrowserUseExecutor:
    """Another program's agent at the browser."""

    def __init__(self, provider: str, model: str) -> None:
        self.name = f"browser-use:{provider}/{model}"
        self._provider = provider
        self._model = model

    async def execute(
        self, behaviour: Behaviour, open_app: OpenApp, *, evidence_dir: Path, reruns: bool
    ) -> Verdict:
        """Nothing is carried out twice: it would cost as much again."""
        del reruns
        began = time.monotonic()
        async with open_app() as app:
            answer, problem = await self._asked(behaviour, app, evidence_dir)
        reports = Reports(behaviour)
        told = _conclude(reports, answer) if answer else Claimed(VerdictKind.CRASH, problem)
        return Verdict(
            behaviour=behaviour.name,
            kind=told.kind,
            reason=told.reason,
            steps=tuple(reports.results),
            elapsed_s=time.monotonic() - began,
            evidence_dir=str(evidence_dir),
            usage=answer.usage if answer else None,
            note=answer.told.reason if answer and answer.told else "",
        )

    async def _asked(
        self, behaviour: Behaviour, app: RunningApp, evidence_dir: Path
    ) -> tuple[_Answer | None, str]:
        await asyncio.to_thread(evidence_dir.mkdir, parents=True, exist_ok=True)
        async with (
            open_debuggable(app.door) as inner,
            open_way_in(AppAt(inner, app.door)) as cdp_url,
        ):
            request = {
                "task": _TASK.format(
                    rules=render_rules(behaviour), url=app.url, steps=render_steps(behaviour)
                ),
                "provider": self._provider,
                "model": self._model,
                "cdp_url": cdp_url,
                "host": urlsplit(app.url).hostname,
                "vision": "auto",
                "max_steps": _MORE_STEPS + _STEPS_EACH * len(behaviour.steps),
                "history": str(evidence_dir / "history.json"),
            }
            return await _run(request, evidence_dir / "browser-use.log")


def _conclude(reports: Reports, answer: _Answer) -> Claimed:
    """What it reports in the end is held to the same rules as a step-by-step report."""
    if answer.told is None and not answer.usage.calls:
        return Claimed(VerdictKind.CRASH, f"the model failed: {'; '.join(answer.errors[:1])}")
    if answer.told is None:
        return reports.conclude(None, otherwise="; ".join(answer.errors) or "nothing was reported")
    for told in answer.told.steps:
        if reports.next_step is None or told.number != reports.next_number:
            break
        reports.add(VerdictKind(told.result), told.seen, exhibit=Exhibit(), elapsed_s=0)
    claimed = Claimed(VerdictKind(answer.told.verdict), answer.told.reason)
    return reports.conclude(claimed, otherwise="")


async def _run(request: Mapping[str, object], log: Path) -> tuple[_Answer | None, str]:
    """The program's answer, or why there is none."""
    with tempfile.TemporaryDirectory(prefix="bugsweep-") as name:
        folder = Path(name)
        _write(folder / _REQUEST, request)
        with log.open("wb") as out:
            process = await asyncio.create_subprocess_exec(
                *_argv(folder),
                cwd=folder,
                env={**os.environ, **_QUIET, "BROWSER_USE_CONFIG_DIR": name},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
            try:
                async with asyncio.timeout(_TIME_S):
                    await process.wait()
            except TimeoutError:
                return None, f"browser-use did not end within {_TIME_S:g} s"
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                await process.wait()
        return _read(folder / _RESULT, log)


def _argv(folder: Path) -> list[str]:
    environment = ["--no-project", "--isolated", "--python", sys.executable, "--with", _PACKAGE]
    program = ["python", str(_PROGRAM), str(folder / _REQUEST), str(folder / _RESULT)]
    return [find_uv_bin(), "run", "--quiet", *environment, *program]


def _write(path: Path, request: Mapping[str, object]) -> None:
    path.write_text(json.dumps(request), encoding="utf-8")


def _read(path: Path, log: Path) -> tuple[_Answer | None, str]:
    try:
        return _Answer.model_validate_json(path.read_bytes()), ""
    except (OSError, ValidationError):
        last = log.read_text(errors="replace").strip().splitlines()[-1:] or ["(nothing)"]
        return None, f"browser-use failed; the end of its log: {last[0]}"


@asynccontextmanager
async def open_named(argument: str) -> AsyncIterator[Executor]:
    """The model that `argument` names, as `PROVIDER/MODEL`.

    Raises:
        UsageError: it names none, or one of a provider that is not known here.
    """
    provider, _, model = argument.partition("/")
    if provider not in _PROVIDERS or not model:
        raise UsageError(
            f"the executor `browser-use` needs a model of {', '.join(_PROVIDERS)}",
            hint="name it behind a colon: `--executor browser-use:openai/gpt-5.5`",
        )
    yield BrowserUseExecutor(provider, model)
