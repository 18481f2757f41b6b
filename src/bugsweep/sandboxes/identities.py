"""Who the three users inside are outside: unprivileged ids, or the caller itself."""

import os
from dataclasses import dataclass
from pathlib import Path

from bugsweep.sandboxes.api import User

INSIDE_IDS = {User.ROOT: 0, User.AGENT: 1000, User.APP: 1001}
FIRST_ID = 100_000
MAPPED_IDS = 65_536

# CAP_CHOWN, CAP_SETGID, CAP_SETUID, CAP_SYS_ADMIN: <linux/capability.h>
_NEEDED_CAPABILITIES = (0, 6, 7, 21)


@dataclass(frozen=True, slots=True)
class Identities:
    """How ids inside translate to ids of the host; uid and gid are always alike."""

    first_id: int
    """The host's id of root inside."""
    is_single: bool
    """Whether all three users are one, shown as root: all that an unprivileged caller can have."""

    def inside(self, user: User) -> int:
        """The id that programs inside see."""
        return 0 if self.is_single else INSIDE_IDS[user]

    def outside(self, user: User) -> int:
        """The id that the host's files must have to belong to `user` inside."""
        return self.first_id + self.inside(user)

    def map_process(self, pid: int) -> None:
        """Give the user namespace of `pid` its ids; possible once, and for several users only."""
        for name in ("uid_map", "gid_map"):
            Path(f"/proc/{pid}/{name}").write_text(f"0 {self.first_id} {MAPPED_IDS}")


def find_identities() -> Identities:
    """Three users where the caller may map ids, else one."""
    if _has_capabilities() and _is_mapped(FIRST_ID, MAPPED_IDS):
        return Identities(FIRST_ID, is_single=False)
    return Identities(os.geteuid(), is_single=True)


def _has_capabilities() -> bool:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("CapEff:"):
            effective = int(line.split()[1], 16)
            return all(effective >> bit & 1 for bit in _NEEDED_CAPABILITIES)
    return False


def _is_mapped(first: int, count: int) -> bool:
    """Whether the caller's own user namespace holds the range; nested ones often do not."""
    rows = (line.split() for line in Path("/proc/self/uid_map").read_text().splitlines())
    return any(
        int(start) <= first and first + count <= int(start) + int(size) for start, _, size in rows
    )
