import pytest

from bugsweep.files.run_folder import RunFolder, begin_attempt


@pytest.fixture
def run(tmp_path):
    return RunFolder(tmp_path)


def folder(run, agent):
    return run.trial(agent=agent, task="toy", epoch=1)


def test_a_plain_name_is_the_folders_name(run):
    assert folder(run, "claude-code") == run.path / "trials/claude-code/toy/1"


def test_two_commands_never_share_a_folder(run):
    names = ["command:./a b", "command:./a_b", "command:./a/b", "command_._a_b", "c" * 500]

    folders = {folder(run, name) for name in names}

    assert len(folders) == len(names)
    assert all(len(it.parts[-3]) < 80 for it in folders)
    assert all(it.parent.parent.parent == run.path / "trials" for it in folders)


def test_each_attempt_begins_with_an_empty_folder_and_keeps_those_before(run):
    trial = folder(run, "codex")
    numbers = []

    for text in ("first", "second", "third"):
        numbers.append(begin_attempt(trial))
        assert [it.name for it in trial.iterdir() if it.name != "attempts"] == []
        (trial / "app.log").write_text(text)

    assert numbers == [1, 2, 3]
    assert (trial / "attempts/1/app.log").read_text() == "first"
    assert (trial / "attempts/2/app.log").read_text() == "second"


def test_what_is_to_be_kept_stays(run):
    trial = folder(run, "codex")
    trial.mkdir(parents=True)
    (trial / "candidate.patch").write_text("patch")
    (trial / "result.json").write_text("{}")

    begin_attempt(trial, keep={"candidate.patch"})

    assert (trial / "candidate.patch").exists()
    assert (trial / "attempts/1/result.json").exists()
