"""Stable addresses of a site's pages: they follow from names alone."""

import hashlib
import re

from bugsweep.reports.reading import Entrant, Trial

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


def slug(name: str) -> str:
    """A file name for any name; different names stay different."""
    safe = _UNSAFE.sub("-", name).strip("-.")
    if safe and safe == name and len(name) <= 80:  # noqa: PLR2004 (leaves room for a file's ending)
        return safe
    return f"{safe[:60]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def agent_page(entrant: Entrant) -> str:
    """Where an agent's page stands, seen from the folder of the site."""
    return f"agents/{slug(entrant.name)}.html"


def task_page(task: str) -> str:
    """Where a task's page stands."""
    return f"tasks/{slug(task)}.html"


def trial_folder(trial: Trial) -> str:
    """Where a trial's page and evidence stand."""
    parts = (trial.run, trial.result.agent, trial.task, str(trial.epoch))
    return "trials/" + "/".join(map(slug, parts))


def trial_page(trial: Trial) -> str:
    """Where a trial's page stands."""
    return f"{trial_folder(trial)}/index.html"
