import pytest
from playwright.async_api import Error as PlaywrightError

from bugsweep.browser.failures import BrowserGoneError, translated


@pytest.mark.parametrize(
    "said",
    [
        "Page.goto: Page crashed",
        "Page.wait_for_load_state: Navigation failed because page crashed!",
        "Locator.click: Target crashed",
        "Page.goto: Target page, context or browser has been closed",
    ],
)
def test_whatever_died_is_told_from_what_did_not_work(said):
    with pytest.raises(BrowserGoneError), translated("opening `/`"):
        raise PlaywrightError(said)
