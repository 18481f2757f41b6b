import pytest


def test_the_buggy_build_fails_at_the_step_that_shows_the_bug(bugsweep):
    done = bugsweep("verify", "ihatemoney-bill-list", "--build", "buggy")

    assert done.exit_code == 1, done.stderr
    assert '✗ And the row containing "Tram tickets" does not show "Everyone but"' in done.stdout
    assert "FAIL" in done.stdout
    assert "evidence: " in done.stdout


def test_the_reference_build_passes(bugsweep):
    done = bugsweep("verify", "ihatemoney-bill-list", "--build", "reference", "--json")

    assert done.exit_code == 0, done.stderr
    assert [verdict["kind"] for verdict in done.rows] == ["PASS", "PASS"]


def test_a_patch_is_judged_on_the_buggy_app(bugsweep, tmp_path):
    patch = tmp_path / "my.diff"
    patch.write_text(
        "diff --git a/otterwiki/preferences.py b/otterwiki/preferences.py\n"
        "--- a/otterwiki/preferences.py\n"
        "+++ b/otterwiki/preferences.py\n"
        "@@ -155 +154,0 @@\n"
        '-        "git_web_server",\n'
    )

    done = bugsweep("verify", "otterwiki-preferences", "--patch", str(patch), "--json")

    # Half a repair: one of the two switches is still turned off.
    assert done.exit_code == 1, done.stderr
    assert [verdict["kind"] for verdict in done.rows] == ["FAIL", "PASS"]


@pytest.mark.parametrize(
    ("patch", "exit_code", "words"),
    [
        ("not a patch\n", 1, "cannot be read"),
        (
            "diff --git a/no.py b/no.py\n--- a/no.py\n+++ b/no.py\n@@ -1 +1 @@\n-a\n+b\n",
            1,
            "does not apply",
        ),
    ],
)
def test_a_patch_that_cannot_be_applied_is_refused_in_one_sentence(
    bugsweep, tmp_path, patch, exit_code, words
):
    (tmp_path / "my.diff").write_text(patch)

    done = bugsweep("verify", "tiddlywiki-import", "--patch", "my.diff")

    assert done.exit_code == exit_code
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_a_patch_that_breaks_the_app_is_the_patch_s_fault(bugsweep, tmp_path):
    (tmp_path / "my.diff").write_text(
        "diff --git a/tiddlywiki.js b/tiddlywiki.js\n--- a/tiddlywiki.js\n+++ b/tiddlywiki.js\n"
        "@@ -1 +1,2 @@\n #!/usr/bin/env node\n+throw new Error('broken on purpose');\n"
    )

    done = bugsweep("verify", "tiddlywiki-import", "--patch", "my.diff")

    assert done.exit_code == 1
    assert "broken on purpose" in done.stderr


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["verify", "ihatemony-bill-list", "--build", "buggy"], "did you mean"),
        (["verify", "tiddlywiki-import"], "--patch or --build"),
        (["verify", "tiddlywiki-import", "--patch", "gone.diff"], "is missing"),
        (["verify", "tiddlywiki-import", "--build", "better"], "better"),
        (["verify", "tiddlywiki-import", "--build", "buggy", "--executor", "x"], "no executor"),
        (["verify", "--feature", "x.feature"], "belong together"),
        (["verify", "--url", "http://127.0.0.1:1", "--feature", "gone.feature"], "is missing"),
        (["gate", "starter", "-n", "0"], "-n"),
        (["eval", "starter", "--agent", "nop"], "did you mean `noop`"),
        (["image", "prune", "--budget", "much"], "no size"),
        (["frobnicate"], "frobnicate"),
    ],
)
def test_wrong_use_is_told_and_ends_with_2(bugsweep, argv, words):
    done = bugsweep(*argv)

    assert done.exit_code == 2, done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr
