"""What Inspect finds under the name `bugsweep`: the task and the sandbox."""

from bugsweep.evaluation.web import web
from bugsweep.sandboxes.inspect_provider import BugsweepSandboxEnvironment

__all__ = ["BugsweepSandboxEnvironment", "web"]
