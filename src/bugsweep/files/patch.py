"""Read a patch: what it touches and how much, without applying it."""

import re
import subprocess
from pathlib import PurePosixPath

from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import CandidateRejectedError
from bugsweep.domain.outcome import PatchSize

MAX_PATCH_BYTES = 16 * 1024 * 1024

_LINK_MODES = {"120000": "a symbolic link", "160000": "a nested repository"}


def measure_patch(candidate: PatchCandidate) -> PatchSize:
    """Count files and lines; an unreadable patch counts its bytes only."""
    size = PatchSize(size_bytes=candidate.size_bytes)
    try:
        rows = _numstat(candidate)
    except CandidateRejectedError:
        return size
    return size.model_copy(
        update={
            "files": len(rows),
            "added_lines": sum(int(added) for added, _, _ in rows if added.isdigit()),
            "removed_lines": sum(int(removed) for _, removed, _ in rows if removed.isdigit()),
        }
    )


def check_patch(candidate: PatchCandidate) -> None:
    """See that a patch can be read and stays within the product.

    Raises:
        CandidateRejectedError: it is too large, is no patch, leaves the product, touches the
            repository's own folder, or makes a link or a nested repository.
    """
    if candidate.size_bytes > MAX_PATCH_BYTES:
        raise CandidateRejectedError(
            f"the patch has {candidate.size_bytes} bytes, more than {MAX_PATCH_BYTES}",
            hint="leave generated and downloaded files out of the product",
        )
    for _, _, name in _numstat(candidate):
        parts = PurePosixPath(name).parts
        if name.startswith("/") or ".." in parts:
            raise CandidateRejectedError(f"the patch touches `{name}`, outside the product")
        if ".git" in parts:
            raise CandidateRejectedError(f"the patch touches the repository's own `{name}`")
    # Header lines only: content lines of a diff begin with a blank, `+`, `-` or `\`.
    modes = re.findall(
        r"^(?:new file mode|new mode|index \S+) (\d{6})$", candidate.diff, re.MULTILINE
    )
    for mode in modes:
        if mode in _LINK_MODES:
            raise CandidateRejectedError(
                f"the patch makes {_LINK_MODES[mode]}", hint="only plain files can be judged"
            )


def added_lines(candidate: PatchCandidate) -> dict[str, tuple[str, ...]]:
    """Path → the lines that a patch brings into it, binary files left out."""
    found: dict[str, list[str]] = {}
    path = ""
    in_hunk = False
    # Other line ends than this one belong to a line.
    for line in candidate.diff.split("\n"):
        if line.startswith("diff --git "):
            in_hunk = False
        elif line.startswith("@@ "):
            in_hunk = True
        elif not in_hunk and line.startswith("+++ "):
            path = line.removeprefix("+++ ").removeprefix("b/").rstrip("\t")
        elif in_hunk and line.startswith("+"):
            found.setdefault(path, []).append(line[1:])
    return {path: tuple(lines) for path, lines in found.items()}


def _numstat(candidate: PatchCandidate) -> list[tuple[str, str, str]]:
    """Rows of added lines, removed lines and path; `-` stands for binary."""
    if candidate.is_empty:
        return []
    run = subprocess.run(
        ["git", "apply", "--numstat", "-z", "--unidiff-zero", "-"],
        input=candidate.diff.encode(),
        capture_output=True,
        check=False,
    )
    if run.returncode:
        problem = run.stderr.decode(errors="replace").strip().removeprefix("error: ")
        raise CandidateRejectedError(f"the patch cannot be read: {problem}")
    rows = []
    for row in run.stdout.decode(errors="replace").split("\0"):
        if row:
            added, removed, name = row.split("\t", 2)
            rows.append((added, removed, name))
    return rows
