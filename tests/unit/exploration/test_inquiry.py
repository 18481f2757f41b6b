"""What is suspected, before anything is confirmed."""

from pathlib import Path

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
