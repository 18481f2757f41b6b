"""The words that run a command inside a sandbox, as one of its users."""

from collections.abc import Sequence
from dataclasses import dataclass

from bugsweep.sandboxes.api import Command, Network, SandboxSpec, User
from bugsweep.sandboxes.cgroups import ControlGroups
from bugsweep.sandboxes.holder import NAMESPACES, Holder
from bugsweep.sandboxes.identities import Identities
from bugsweep.sandboxes.processes import MARK

USUAL_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"
HOMES = {User.APP: "/home/app", User.AGENT: "/home/agent", User.ROOT: "/root"}

# What root inside may do to files and processes inside: an Image's build needs `chown`.
_ROOT_CAPABILITIES = "-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid"

# Takes control groups as its first arguments, up to `--`.
_JOIN = """
while [ "$1" != -- ]; do echo 0 >"$1/cgroup.procs"; shift; done
shift
exec "$@"
"""

# Only children enter a PID namespace, so this has to fork. `nsenter` would fork too, but stops
# when its child stops; its dead child would then stay, and with it the whole namespace. What
# the shell itself says about a child that a signal ended is not the command's output.
_FORK = """
exec 3<&0 4>&2 2>/dev/null
"$@" <&3 2>&4 3<&- 4>&- &
wait $!
exit $?
"""


@dataclass(frozen=True, slots=True)
class Entrance:
    """The way into one sandbox."""

    spec: SandboxSpec
    holder: Holder
    identities: Identities
    groups: ControlGroups

    def words(self, command: Command, mark: str) -> list[str]:
        """A host command that runs `command` inside; its processes carry `mark`."""
        home = HOMES[command.user]
        env = {
            "PATH": ":".join((*self.spec.path, USUAL_PATH)),
            "HOME": home,
            "USER": command.user.value,
            "LANG": "C.UTF-8",
            "TMPDIR": "/tmp",  # noqa: S108 (a private one)
            **self.spec.env,
            **command.env,
            MARK: mark,
        }
        return [
            *self._join(),
            *rlimits(self.spec, self.groups),
            *self._nsenter(self._namespaces()),
            # The signal must be set inside: entering a user namespace forgets it.
            *("--no-fork", "--", "setpriv", "--pdeathsig", "KILL", "/bin/sh", "-c", _FORK, "sh"),
            *self._setpriv(command.user),
            # The wrappers before it never see an environment that an agent may have chosen.
            # A shell makes its background commands deaf to the first two signals.
            *("env", "--default-signal=INT,QUIT", "-i", "-C", command.cwd or home),
            *(f"{name}={value}" for name, value in env.items()),
            *command.argv,
        ]

    def network_words(self) -> list[str]:
        """What to put before a host command so that it gets the network inside, and only that."""
        if self.identities.is_single:
            return [*self._nsenter(["user", "net"]), "--"]
        return ["nsenter", *self.holder.door(["net"]), "--"]

    def _join(self) -> list[str]:
        if not self.groups.folders:
            return []
        return ["sh", "-c", _JOIN, "sh", *map(str, self.groups.folders), "--"]

    def _namespaces(self) -> list[str]:
        """All but the machine's own network, which only root could enter, and everybody is in."""
        shared = {"net"} if self.spec.network is Network.HOST else set()
        return [name for name in NAMESPACES if name not in shared]

    def _nsenter(self, names: Sequence[str]) -> list[str]:
        """Enter as root inside; where only one group is mapped, groups cannot be set."""
        become = (
            ["--preserve-credentials"]
            if self.identities.is_single
            else ["--setuid", "0", "--setgid", "0"]
        )
        return ["nsenter", *self.holder.door(names), *become]

    def _setpriv(self, user: User) -> list[str]:
        words = ["setpriv", "--no-new-privs", "--inh-caps", "-all", "--bounding-set"]
        if self.identities.is_single:
            return [*words, "-all"]
        number = str(self.identities.inside(user))
        capabilities = _ROOT_CAPABILITIES if user is User.ROOT else "-all"
        return [*words, capabilities, "--reuid", number, "--regid", number, "--clear-groups"]


def rlimits(spec: SandboxSpec, groups: ControlGroups) -> list[str]:
    """Limits on each process, and on all of the user, where nothing better can be had."""
    if groups.is_enforced:
        return []
    # The data segment: programs like Chromium reserve far more address space than they use.
    memory_bytes = spec.limits.memory_mb * 1024 * 1024
    return ["prlimit", f"--nproc={spec.limits.processes}", f"--data={memory_bytes}"]
