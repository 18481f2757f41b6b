"""What a run says about its conditions, tasks and agents beyond its card; all of it optional.

RUN/context.json
  browser_hint, minutes, is_synthetic      how it was run
  agents   name → model, harness, effort
  tasks    id → app, domain, area
"""

from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from bugsweep.domain.errors import TaskFileError

CONTEXT_FILE = "context.json"


class _Tolerant(BaseModel):
    # Later writers may say more; a report still shows what it knows.
    model_config = ConfigDict(frozen=True, extra="ignore")


class AgentNote(_Tolerant):
    """What an agent is made of."""

    model: str = ""
    harness: str = ""
    effort: str = ""


class TaskNote(_Tolerant):
    """Where a task belongs."""

    app: str = ""
    domain: str = ""
    area: str = ""


class RunContext(_Tolerant):
    """What context.json says."""

    format_version: int = 1
    browser_hint: bool | None = None
    """Whether the prompt said to use the browser; None when nobody noted it."""
    minutes: float | None = None
    """The time budget of a trial."""
    is_synthetic: bool = False
    """Whether the run was made up to try the report itself; every page then says so."""
    agents: dict[str, AgentNote] = {}
    tasks: dict[str, TaskNote] = {}


def load_context(run: Path) -> RunContext:
    """Read what is there; without the file nothing is known.

    Raises:
        TaskFileError: the file is there and cannot be read.
    """
    path = run / CONTEXT_FILE
    if not path.exists():
        return RunContext()
    try:
        return RunContext.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise TaskFileError(path, f"is no context of a run: {error}") from None


def write_context(run: Path, context: RunContext) -> None:
    """Say under which conditions a run goes on."""
    run.mkdir(parents=True, exist_ok=True)
    (run / CONTEXT_FILE).write_text(context.model_dump_json(indent=2) + "\n", encoding="utf-8")
