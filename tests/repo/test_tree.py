"""What must not be in the tree, and what must."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def tracked():
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [ROOT / name for name in listing.stdout.split("\0") if name and (ROOT / name).is_file()]


def texts():
    for path in tracked():
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


REGISTRY = re.compile(r"https?://[a-z0-9.-]*(?:py" r"pi|python" r"hosted|npm" r"js|deb" r"ian)\b")
HOME = re.compile(r"(?:^|[\s\"'(=])/(?:root|home/[a-z]+)/\.pyenv|(?:^|[\s\"'(=])/wo" r"rk/")


@pytest.mark.parametrize("pattern", [REGISTRY, HOME], ids=["registry", "machine"])
def test_no_file_names_a_registry_s_address_or_a_place_of_one_machine(pattern):
    found = [str(path.relative_to(ROOT)) for path, text in texts() if pattern.search(text)]

    assert found == []


@pytest.mark.parametrize(
    "name", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "run", "test"]
)
def test_what_a_newcomer_looks_for_is_there(name):
    assert (ROOT / name).is_file()


def test_no_lock_file_is_kept():
    names = {path.name for path in tracked()}

    assert names.isdisjoint({"uv.lock", "package-lock.json", "yarn.lock", "pnpm-lock.yaml"})
