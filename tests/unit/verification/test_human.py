import pytest

from bugsweep.browser.window import find_display
from bugsweep.domain.errors import UsageError
from bugsweep.verification.executors import open_executor


@pytest.mark.parametrize("argument", ["ann,bo", "url,browser"])
async def test_a_person_has_one_name_and_one_way_to_look(argument):
    with pytest.raises(UsageError, match=argument):
        async with open_executor(f"human:{argument}"):
            pass


@pytest.mark.parametrize("name", ["", "localhost:10.0", ":98765", "elsewhere:0"])
def test_a_display_that_files_do_not_lead_to_is_none(name):
    assert find_display({"DISPLAY": name, "WAYLAND_DISPLAY": "wayland-98765"}) is None
