"""Hand files of the host to the users inside a sandbox."""

import os
from pathlib import Path

from bugsweep.sandboxes.api import User
from bugsweep.sandboxes.identities import find_identities


def give_to_sandbox(path: Path) -> None:
    """Make root inside the owner of a file or of a whole folder; links are not followed."""
    identities = find_identities()
    if identities.is_single:
        return
    owner = identities.outside(User.ROOT)
    os.chown(path, owner, owner, follow_symlinks=False)
    for root, folders, names in os.walk(path):
        for name in (*folders, *names):
            os.chown(Path(root, name), owner, owner, follow_symlinks=False)
