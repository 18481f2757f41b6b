"""A toy app whose Image gives its repair away in every way, and its healthy twin."""

import shutil

import pytest

from bugsweep.apps.build import build_image
from bugsweep.apps.leaks import collect_secrets, search
from bugsweep.domain.app import App
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.gate import LeakKind
from bugsweep.domain.task import Task

REPAIRED = 'TEXT = "hello"\nKIND = "a greeting that is repaired"\n'
PATCH = (
    "diff --git a/greeting.py b/greeting.py\n--- a/greeting.py\n+++ b/greeting.py\n"
    '@@ -1 +1,2 @@\n TEXT = "hello"\n+KIND = "a greeting that is repaired"\n'
)
FEATURE = 'Feature: f\n  Scenario: s\n    Then I see "hello"\n'


@pytest.fixture
def task(tmp_path, toy_app):
    folder = tmp_path / "toy-greeting"
    folder.mkdir()
    (folder / "target.feature").write_text(FEATURE)
    source = {
        "kind": "local",
        "project": "project",
        "registry": "npm",
        "package": "toy",
        "version": "1.9.0",
    }
    return Task.model_validate(
        {
            "folder": folder,
            "card": {
                "id": "toy-greeting",
                "domain": "toys",
                "area": "greeting",
                "open_prompt": "Find and fix issues in Toy's greeting.",
                "detailed_prompt": "It is no greeting.",
                "interaction_note": "It must be read.",
                "upstream": {"reference": "issue 1"},
            },
            "app": toy_app.model_copy(
                update={
                    "source": App.model_validate({**toy_app.model_dump(), "source": source}).source
                }
            ),
            "reference": {"build": {"version": "1.10.0"}},
            "features": {"target": FEATURE, "preservation": FEATURE},
            "diagnosis": "d",
            "digest": "0",
        }
    )


async def _leaks_of(task, toy_app, folder, store, spoil):
    """What is found in the Image of the toy app after `spoil` has changed its project."""
    buggy, repaired = folder, folder.parent / "repaired"
    shutil.copytree(buggy, repaired)
    (repaired / "project/greeting.py").write_text(REPAIRED)
    spoil(buggy / "project")
    image = await build_image(toy_app, buggy, store=store)
    release = await build_image(toy_app, repaired, store=store)
    secrets = collect_secrets(task, image, release, PatchCandidate(diff=PATCH))
    return search(image, secrets)


async def test_every_way_to_see_the_repair_is_found(task, toy_app, toy_folder, store):
    def spoil(project):
        (project / "greeting.py.orig").write_text(REPAIRED)
        (project / "notes.txt").write_text("once\n    KIND = 'x'\n" + REPAIRED.splitlines()[1])
        (project / "CHANGELOG.md").write_text("# Toy\n\n## v1.10.0 (May)\n\n- it greets\n")
        (project / "node_modules/toy").mkdir(parents=True)
        (project / "node_modules/toy/package.json").write_text('{"name":"toy","version":"1.10.0"}')
        (project / "_cacache").mkdir()
        (project / "_cacache/index").write_text("x")
        (project / "hidden.feature").write_text(FEATURE)

    leaks = await _leaks_of(task, toy_app, toy_folder, store, spoil)

    assert {(leak.kind, leak.path.removeprefix("workspace/product/")) for leak in leaks} == {
        (LeakKind.FILE, "greeting.py.orig"),
        (LeakKind.LINES, "greeting.py.orig"),
        (LeakKind.LINES, "notes.txt"),
        (LeakKind.NOTES, "CHANGELOG.md"),
        (LeakKind.RELEASE, "node_modules/toy/package.json"),
        (LeakKind.CACHE, "_cacache"),
        (LeakKind.TASK_FILE, "hidden.feature"),
    }


async def test_what_is_like_it_gives_nothing_away(task, toy_app, toy_folder, store):
    def spoil(project):
        (project / "copy.py").write_text('TEXT = "hello"\n')
        (project / "CHANGELOG.md").write_text("# Toy\n\n## v1.9.0\n\n- not before 1.10.0\n")
        (project / "vendor").mkdir()
        (project / "vendor/CHANGES").write_text("1.10.0\n")
        (project / "other").mkdir()
        (project / "other/package.json").write_text('{"name":"other","version":"2.0.0"}')
        (project / "other/http-v2.txt").write_text("no cache\n")

    assert await _leaks_of(task, toy_app, toy_folder, store, spoil) == ()
