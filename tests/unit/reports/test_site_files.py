import pytest

from bugsweep.reports.addresses import slug
from bugsweep.reports.site.evidence import Taker, find_evidence
from bugsweep.reports.site.shelf import Shelf
from bugsweep.reports.site.text import code_in_text, highlight_patch, shorten, visible
from unit.reports.runs import verdict


@pytest.fixture
def trial(tmp_path):
    folder = tmp_path / "trial"
    (folder / "target").mkdir(parents=True)
    (folder / "target" / "a.png").write_bytes(b"picture")
    (tmp_path / "secret.png").write_bytes(b"secret")
    return folder


def test_a_screenshot_is_copied_to_the_same_place(trial, tmp_path):
    taker = Taker(Shelf(tmp_path / "site"), "trials").below("target")

    assert taker.take(trial / "target", "a.png") == "a.png"
    assert (tmp_path / "site/trials/target/a.png").read_bytes() == b"picture"


@pytest.mark.parametrize("name", ["../../secret.png", "link.png", "gone.png", "page.html", ""])
def test_nothing_else_is_copied(trial, tmp_path, name):
    (trial / "target" / "link.png").symlink_to(tmp_path / "secret.png")
    (trial / "target" / "page.html").write_text("<script>alert(1)</script>")

    assert Taker(Shelf(tmp_path / "site"), "trials").take(trial / "target", name) == ""
    assert not (tmp_path / "site").exists()


def test_evidence_is_found_after_the_run_was_moved(trial):
    found = find_evidence(trial, "target", verdict("PASS", folder="/long/gone"))

    assert found == trial / "target"


def test_evidence_outside_of_the_trial_is_none(trial, tmp_path):
    assert find_evidence(trial, "preservation", verdict("PASS", folder=tmp_path)) is None


@pytest.mark.parametrize("name", ["a/b", "..", "", "a b", "ä", "x" * 200, "-", "a\x00"])
def test_every_name_has_a_safe_file_name_of_its_own(name):
    made = slug(name)

    assert made not in {"", ".", ".."}
    assert "/" not in made
    assert len(made) < 100
    assert made != slug(name + "!")


def test_a_plain_name_is_kept():
    assert slug("ihatemoney-bill-list") == "ihatemoney-bill-list"


def test_characters_that_hide_others_are_spelled_out():
    assert visible("a\u202eb\x1b[31m\n") == "a⟦U+202E⟧b⟦U+001B⟧[31m\n"


def test_a_long_text_tells_how_much_is_left_out():
    assert shorten("abcdef", 4) == "abcd\n… 2 more characters"


def test_a_patch_is_coloured_and_escaped():
    html = highlight_patch("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-<old>\n+<script>alert(1)</script>\n")

    assert '<span class="gd">-&lt;old&gt;</span>' in html
    assert "<script" not in html


def test_what_an_earlier_build_left_goes_and_what_others_put_there_stays(tmp_path):
    earlier = Shelf(tmp_path / "site")
    for path in ("old/page.html", "kept/page.html", "page.html"):
        earlier.write(path, "earlier")
    earlier.finish()
    (tmp_path / "site/notes.txt").write_text("of somebody else")

    later = Shelf(tmp_path / "site")
    later.write("page.html", "later")
    later.keep("kept")
    later.finish()

    left = {path.relative_to(tmp_path / "site").as_posix() for path in tmp_path.rglob("*.*")}
    assert left == {"notes.txt", "page.html", "kept/page.html", "data/files.json"}
    assert (tmp_path / "site/page.html").read_text() == "later"


def test_a_list_of_files_cannot_lead_out_of_the_site(tmp_path):
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "site/data").mkdir(parents=True)
    (tmp_path / "site/data/files.json").write_text('["../precious", 1]')

    Shelf(tmp_path / "site").finish()

    assert (tmp_path / "precious").exists()


def test_what_stands_between_backticks_is_code_and_nothing_else_is():
    assert code_in_text("`<a>` & b") == "<code>&lt;a&gt;</code> &amp; b"
    assert code_in_text("an odd ` one") == "an odd ` one"
