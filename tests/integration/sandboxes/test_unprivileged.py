"""The whole folder again, run by a user without any privilege."""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.integration

NOBODY = 65534


@pytest.fixture
def home():
    """A folder of the user's own; pytest's are closed to others."""
    with tempfile.TemporaryDirectory() as folder:
        os.chown(folder, NOBODY, NOBODY)
        yield Path(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="these tests already run unprivileged")
def test_all_that_holds_for_root_holds_for_nobody(home):
    suite = [
        *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--color=no", "-rf"),
        *("--basetemp", home / "pytest", Path(__file__).parent),
    ]
    env = [
        *(f"HOME={home}", "PATH=/usr/bin:/bin:/usr/sbin:/sbin", "LANG=C.UTF-8"),
        "PYTHONDONTWRITEBYTECODE=1",
    ]
    user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    words = shlex.join(map(str, [*user, "env", "-i", *env, *suite]))
    script = "\n".join([*_reachable(Path(sys.base_prefix)), f"exec {words}"])

    done = subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "sh", "-euc", script],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def _reachable(prefix):
    """Mounts that let anybody reach an interpreter below a closed home."""
    closed = next((it for it in reversed(prefix.parents) if not it.stat().st_mode & 0o001), None)
    if closed is None:
        return []
    inner, outer = shlex.quote(str(prefix)), shlex.quote(str(closed))
    return [
        "mount -t tmpfs -o mode=0755 stage /sys",
        "mkdir /sys/prefix",
        f"mount --rbind {inner} /sys/prefix",
        f"mount -t tmpfs -o mode=0755 cover {outer}",
        f"mkdir -p {inner}",
        f"mount --move /sys/prefix {inner}",
        "umount /sys",
    ]
