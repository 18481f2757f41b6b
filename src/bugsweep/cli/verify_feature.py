"""`bugsweep verify --feature FILE --url URL`: a behaviour test on an app that runs anywhere."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bugsweep.behaviour import parse_feature
from bugsweep.domain.verdict import Verdict
from bugsweep.files.toml import read_text
from bugsweep.verification.executors import AppAt, RunningApp, open_executor


async def verify_feature(feature: Path, url: str, executor: str, *, evidence_dir: Path) -> Verdict:
    """Execute the behaviour test of a file on the app at `url`.

    Raises:
        FeatureError: the file holds no behaviour test.
    """
    behaviour = parse_feature(read_text(feature), source=str(feature))

    @asynccontextmanager
    async def open_app() -> AsyncIterator[RunningApp]:
        yield AppAt(url)

    async with open_executor(executor) as judge:
        verdict = await judge.execute(behaviour, open_app, evidence_dir=evidence_dir, reruns=False)
    return verdict.model_copy(update={"executor": judge.name})
