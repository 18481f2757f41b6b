import os

from bugsweep.sandboxes.cgroups import ControlGroups, remove_stale_groups


def test_groups_of_dead_makers_go_and_those_of_living_ones_stay(tmp_path):
    dead, living, other = (
        tmp_path / f"bugsweep-{it}" for it in ("4194999-0", f"{os.getpid()}-0", "x")
    )
    for folder in (dead, living, other):
        folder.mkdir()

    remove_stale_groups(tmp_path)

    assert sorted(tmp_path.iterdir()) == sorted([living, other])


def test_removing_groups_that_are_gone_already_is_no_error(tmp_path):
    folder = tmp_path / "group"
    folder.mkdir()
    groups = ControlGroups((folder,))

    groups.remove()
    groups.remove()

    assert not folder.exists()
    assert groups.is_enforced
    assert not ControlGroups().is_enforced
