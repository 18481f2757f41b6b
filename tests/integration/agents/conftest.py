"""Runs of agents on a task of our own, judged like any other."""

import gc
import json
import shutil
import sys
import warnings
from pathlib import Path

import pytest

from bugsweep.domain.errors import ImageBuildError, MissingToolError
from bugsweep.evaluation.running import Plan, run_plan
from bugsweep.files.run_folder import new_run_folder
from bugsweep.files.suite import select_tasks

sys.path.insert(0, str(Path(__file__).parent))

from toy_task import write_toy_task


def pytest_collection_modifyitems(items):
    # Inspect leaves streams to the garbage collector.
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.filterwarnings("ignore:Unclosed:ResourceWarning"))


class Ran:
    """One run of one agent on the toy task."""

    def __init__(self, run, results):
        self.run = run
        self.results = results

    @property
    def result(self):
        (result,) = self.results
        return result

    @property
    def folder(self):
        (folder,) = self.run.path.glob("trials/*/*/1")
        return folder

    @property
    def patch(self):
        return (self.folder / "candidate.patch").read_text()

    @property
    def steps(self):
        return json.loads((self.folder / "trajectory.json").read_text())["steps"]

    @property
    def seen(self):
        """What the agent's commands printed."""
        return "\n".join(step.get("observation") or "" for step in self.steps)

    @property
    def said(self):
        """What was said instead of a result, for a failing test."""
        return self.result.reason, self.result.work.error


@pytest.fixture(scope="session")
def toy_task(tmp_path_factory):
    return write_toy_task(tmp_path_factory.mktemp("tasks"))


@pytest.fixture
def evaluate(toy_task, tmp_path, require):
    """Run one agent on the toy task."""
    require(shutil.which("bwrap"), "bubblewrap is not installed")
    require(shutil.which("npm"), "npm is not installed")

    def run(agent, *, into=None, **conditions):
        names = (str(toy_task),)
        folder = into or new_run_folder(tmp_path / "runs", "toy")
        plan = Plan(names=names, tasks=tuple(select_tasks(names)), agents=(agent,), **conditions)
        try:
            with warnings.catch_warnings():
                # Inspect and what it stands on warn of each other.
                warnings.simplefilter("ignore")
                results = run_plan(plan, folder, say=lambda _: None)
        except (ImageBuildError, MissingToolError) as error:
            require(None, f"what the agent needs cannot be had: {error}")
        gc.collect()
        return Ran(folder, results)

    return run
