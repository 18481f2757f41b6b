import pytest

from bugsweep.browser.observation import PageState, has_reacted

BEFORE = PageState(changes=4, reactions=2, age_ms=200, born_ms=1000)


@pytest.mark.parametrize(
    ("now", "reacted"),
    [
        (PageState(changes=6, reactions=2, age_ms=700, born_ms=1000), False),
        (PageState(changes=6, reactions=3, age_ms=300, born_ms=1000), True),
        (PageState(changes=1, reactions=0, age_ms=50, born_ms=1300), True),
        # The page after a click may by now be older than the one before it was then.
        (PageState(changes=1, reactions=0, age_ms=300, born_ms=1300), True),
        (PageState(changes=-1), True),
    ],
    ids=["input alone", "a change", "a young page", "an older page", "a page on the move"],
)
def test_a_click_has_an_answer_when_the_app_stirs_or_another_page_is_there(now, reacted):
    assert has_reacted(BEFORE, now) is reacted
