"""What the explorer leaves alone."""

import pytest

from bugsweep.browser.looking import EMPTY_LOOK
from bugsweep.exploration.login import Account
from bugsweep.exploration.safety import Safety
from bugsweep.exploration.views import url_template
from unit.exploration.trails import control


@pytest.mark.parametrize(
    ("name", "href", "allowed"),
    [
        ("Next", "http://app:80/x", True),
        ("Next", "http://other/x", False),
        ("Log out", "http://app:80/out", False),
        ("Sign off", "", False),
        ("x", "http://app:80/logout", False),
        ("Delete", "", False),
        ("Shut down", "", False),
    ],
)
def test_a_live_app_is_not_left_signed_out_of_or_emptied(name, href, allowed):
    safety = Safety("http://app:80")

    assert safety.allows(EMPTY_LOOK, control(name, kind="link", href=href)) is allowed


def test_an_app_of_our_own_may_be_emptied():
    safety = Safety("http://app", may_destroy=True)

    assert safety.allows(EMPTY_LOOK, control("Delete"))
    assert not safety.allows(EMPTY_LOOK, control("Delete"), gently=True)
    assert not safety.allows(EMPTY_LOOK, control("Log out"))


def test_what_the_explorer_made_may_be_deleted():
    assert Safety("http://app").allows_change("Zqbcdfg thing")
    assert not Safety("http://app").allows_change("Milk")


@pytest.mark.parametrize(
    ("url", "template"),
    [
        ("http://app/items/12/edit", "/items/*/edit"),
        ("http://app/items?id=3&page=2", "/items?id&page"),
        ("http://app/b/0a1b2c3d4e5f60718293", "/b/*"),
        ("http://app/#/notes/7", "/#/notes/*"),
        ("http://app/about", "/about"),
    ],
)
def test_addresses_of_the_same_kind_have_one_template(url, template):
    assert url_template(url) == template


def test_a_password_may_hold_colons():
    assert Account.parse("ann:a:b") == Account("ann", "a:b")
    assert Account.parse(":code") == Account("", "code")
