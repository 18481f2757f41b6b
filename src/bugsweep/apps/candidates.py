"""Carry a candidate out of one sandbox and into another."""

from bugsweep.apps.image import BASELINE, PRODUCT
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import CandidateRejectedError, SandboxError
from bugsweep.files.patch import MAX_PATCH_BYTES, check_patch
from bugsweep.sandboxes.api import Command, Sandbox, User

_MAX_CHANGED_BYTES = 4 * MAX_PATCH_BYTES
_TOO_LARGE = 77

_GIT_ENV = {
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_SYSTEM": "/dev/null",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
}

# The agent's own .git is not asked: it may hold anything. A private copy of the pristine
# repository is, with its objects read in place; ignore files of the product hide no work.
_COLLECT = r"""
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/objects/info"
for part in HEAD config refs packed-refs info; do
    if [ -e "$BASELINE/$part" ]; then cp -r "$BASELINE/$part" "$work/"; fi
done
echo "$BASELINE/objects" > "$work/objects/info/alternates"
if [ -n "$ALL_BINARY" ]; then echo '* binary' >> "$work/info/attributes"; fi
export GIT_DIR="$work" GIT_WORK_TREE=.
git read-tree HEAD
git ls-files -z --others --modified --deleted \
    --exclude-from="$work/info/exclude" > "$work/changed"
if [ -s "$work/changed" ]; then
    size=$(xargs -0 -a "$work/changed" stat -c %s 2>/dev/null |
        awk '{ n += $1 } END { print n + 0 }')
    if [ "$size" -gt "$MAX_CHANGED_BYTES" ]; then exit "$TOO_LARGE"; fi
fi
git update-index -z --add --remove --stdin < "$work/changed"
git diff --cached --binary --no-ext-diff --no-textconv --no-color HEAD --
"""


async def collect_patch(sandbox: Sandbox) -> PatchCandidate:
    """What was changed in the product, new files included, whatever git says there.

    Raises:
        SandboxError: the product cannot be read any more.
        CandidateRejectedError: the change is larger than a patch may be.
    """
    diff = await _collect(sandbox, all_binary=False)
    try:
        return PatchCandidate(diff=diff.decode())
    except UnicodeDecodeError:
        # Text in another encoding; as binary the diff is plain ASCII.
        return PatchCandidate(diff=(await _collect(sandbox, all_binary=True)).decode())


async def _collect(sandbox: Sandbox, *, all_binary: bool) -> bytes:
    done = await sandbox.exec(
        Command(
            ["sh", "-c", _COLLECT],
            user=User.AGENT,
            cwd=PRODUCT,
            env={**_GIT_ENV, "BASELINE": BASELINE, "ALL_BINARY": "1" if all_binary else ""},
        ),
        timeout_s=300,
        output_limit_bytes=MAX_PATCH_BYTES,
    )
    if done.is_truncated or done.exit_code == _TOO_LARGE:
        raise CandidateRejectedError(
            f"the change of the product is larger than {MAX_PATCH_BYTES} bytes",
            hint="leave generated and downloaded files out of the product",
        )
    if done.exit_code:
        raise SandboxError(
            f"the change of the product cannot be collected: {done.stderr.decode(errors='replace')}"
        )
    return done.stdout


async def apply_patch(candidate: PatchCandidate, sandbox: Sandbox) -> None:
    """Apply a candidate to the pristine product, all of it or nothing.

    Raises:
        CandidateRejectedError: it leaves the product, or does not apply.
    """
    check_patch(candidate)
    for mode in ("--check", "--whitespace=nowarn"):
        done = await sandbox.exec(
            Command(
                ["git", "apply", mode, "--unidiff-zero", "-"],
                user=User.AGENT,
                cwd=PRODUCT,
                env=_GIT_ENV,
                stdin=candidate.diff.encode(),
            ),
            timeout_s=120,
        )
        if done.exit_code:
            problem = done.stderr.decode(errors="replace").strip().removeprefix("error: ")
            raise CandidateRejectedError(f"the patch does not apply: {problem}")
