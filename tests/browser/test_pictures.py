"""What is drawn, against a picture beside the behaviour test."""

import pytest
from PIL import Image, ImageDraw

from bugsweep.behaviour import parse_feature, run_behaviour
from toy_apps import flag
from toy_apps.serving import serve

pytestmark = pytest.mark.asyncio(loop_scope="session")

ENLARGED = """Feature: flag
Scenario: it stays as it is
  Given I open "/"
  When I click the button "Enlarge"
  Then the canvas "Flag" looks like "enlarged.png"
"""


def _paint(path):
    """By another program than the browser: edges are never the same to the last bit."""
    picture = Image.new("RGB", (180, 120), "#c00")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((90, 0, 180, 120), fill="#00c")
    draw.ellipse((81, 51, 99, 69), outline="white")
    picture.save(path)


async def _verdict(browser, folder, variant):
    behaviour = parse_feature(ENLARGED, source=str(folder / "target.feature"))
    with serve(flag.pages(variant)) as url:
        return await run_behaviour(
            behaviour, base_url=url, browser=browser, evidence_dir=folder / "evidence"
        )


@pytest.mark.parametrize(("variant", "kind"), [("buggy", "FAIL"), ("healthy", "PASS")])
async def test_a_flag_the_wrong_way_round_is_not_alike(browser, tmp_path, variant, kind):
    _paint(tmp_path / "enlarged.png")

    verdict = await _verdict(browser, tmp_path, variant)

    assert verdict.kind == kind
    assert "of it differs from `enlarged.png`" in verdict.steps[-1].seen


async def test_a_picture_that_is_missing_is_made_for_its_author(browser, tmp_path):
    verdict = await _verdict(browser, tmp_path, "healthy")

    assert verdict.kind == "SETUP"
    with Image.open(tmp_path / "evidence/enlarged.png") as kept:
        assert kept.height == 120
