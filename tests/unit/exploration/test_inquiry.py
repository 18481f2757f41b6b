"""What is suspected, and what becomes of it."""

import asyncio
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bugsweep.domain.errors import SetupError
from bugsweep.exploration.inquiry import Inquiry
from bugsweep.exploration.suspicion import Claim, Suspicion
from bugsweep.exploration.trail import Trail
from bugsweep.exploration.walker import Budget
from toy_apps.exploration.fresh import ToyTarget


def test_what_is_not_replayed_and_stands_on_every_page_is_told_once():
    target = ToyTarget(dict, None)
    inquiry = Inquiry(target, Budget(60), folder=Path(), seed=0, tell=lambda _: None)

    for page in ("/", "/items", "/users"):
        suspicion = Suspicion(
            oracle="controls-have-effect",
            title="The button “Menu” does nothing",
            expected="something happens",
            seen="nothing",
            at=1,
            subject=f"dead|{page}|Menu",
            claims=(Claim(sentence="the app reacts to the click"),),
            weight=0,
        )
        inquiry.suspect(Trail("clicking"), suspicion)

    assert [suspect.title for suspect in inquiry.suspects] == ["The button “Menu” does nothing"]


class NeverFresh(ToyTarget):
    """An app that takes for ever to start."""

    @asynccontextmanager
    async def fresh(self):
        await asyncio.sleep(60)
        yield


class Broken(ToyTarget):
    """An app that does not start."""

    @asynccontextmanager
    async def fresh(self):
        raise SetupError("it does not start")
        yield


def suspecting(target, folder):
    """An inquiry that holds one suspicion."""
    inquiry = Inquiry(target, Budget(0), folder=folder, seed=0, tell=lambda _: None)
    inquiry.suspect(
        Trail("life"),
        Suspicion(
            oracle="created-is-listed",
            title="What was made is nowhere",
            expected="it is listed",
            seen="it is not",
            at=0,
            subject="things|name",
            claims=(Claim(sentence='I see "Tea"'),),
        ),
    )
    return inquiry


@pytest.mark.asyncio
async def test_what_is_being_confirmed_at_the_end_is_told(tmp_path):
    inquiry = suspecting(NeverFresh(dict, None), tmp_path)

    attending = asyncio.create_task(inquiry.attend())
    await asyncio.sleep(0.05)
    attending.cancel()
    await asyncio.gather(attending, return_exceptions=True)

    assert [suspect.title for suspect in inquiry.suspects] == ["What was made is nowhere"]


@pytest.mark.asyncio
async def test_what_waits_at_the_end_is_tried_though_nobody_attends(tmp_path):
    inquiry = suspecting(Broken(dict, None), tmp_path)

    await inquiry.finish()

    assert [suspect.why for suspect in inquiry.suspects] == ["it does not start"]
