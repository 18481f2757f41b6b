import pytest

from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import CandidateRejectedError
from bugsweep.files.patch import MAX_PATCH_BYTES, check_patch, measure_patch

CHANGE = """\
diff --git a/app/list.py b/app/list.py
--- a/app/list.py
+++ b/app/list.py
@@ -1,2 +1,3 @@
 first
-second
+third
+fourth
"""


def made(path, mode="100644", content="x"):
    return f"""\
diff --git a/{path} b/{path}
new file mode {mode}
--- /dev/null
+++ b/{path}
@@ -0,0 +1 @@
+{content}
"""


def test_counts_files_and_lines():
    size = measure_patch(PatchCandidate(diff=CHANGE + made("app/new.py")))

    assert (size.files, size.added_lines, size.removed_lines) == (2, 3, 1)


def test_a_plain_change_may_pass():
    check_patch(PatchCandidate(diff=CHANGE + made("new.py")))


def test_an_empty_patch_has_no_size():
    assert measure_patch(PatchCandidate(diff=" \n")).files == 0


@pytest.mark.parametrize(
    ("diff", "words"),
    [
        (made("link", mode="120000", content="/etc/passwd"), "symbolic link"),
        (made("sub", mode="160000"), "nested repository"),
        (made(".git/hooks/pre-commit"), "repository's own"),
        (made("sub/.git/config"), "repository's own"),
        (made("../outside.py"), "outside"),
        ("this is no patch\n", "cannot be read"),
        (made("big", content="x" * MAX_PATCH_BYTES), "more than"),
    ],
)
def test_rejects_what_reaches_out_of_the_product(diff, words):
    with pytest.raises(CandidateRejectedError, match=words):
        check_patch(PatchCandidate(diff=diff))


def test_a_line_that_looks_like_a_mode_is_content():
    check_patch(PatchCandidate(diff=made("new.py", content="new file mode 120000")))
