"""`bugsweep verify --feature FILE --url URL`: a behaviour test on an app that runs anywhere."""

from pathlib import Path

from bugsweep.behaviour import parse_feature, run_behaviour
from bugsweep.browser import open_browser
from bugsweep.domain.verdict import Verdict
from bugsweep.files.toml import read_text


async def verify_feature(feature: Path, url: str, *, evidence_dir: Path) -> Verdict:
    """Execute the behaviour test of a file on the app at `url`.

    Raises:
        FeatureError: the file holds no behaviour test.
    """
    behaviour = parse_feature(read_text(feature), source=str(feature))
    async with open_browser() as browser:
        return await run_behaviour(
            behaviour, base_url=url, browser=browser, evidence_dir=evidence_dir
        )
