"""The script that lays out what a sandbox sees, inside a mount namespace of its own.

All mounts live in that namespace: when its last process ends, nothing is left on the host.
"""

import shlex
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import bugsweep
from bugsweep.domain.errors import SandboxError
from bugsweep.sandboxes.api import Network, SandboxSpec, User
from bugsweep.sandboxes.identities import Identities

# No bind needs /sys, and it exists everywhere: a stage there hides no source.
_STAGE = "/sys"
_DISK = f"{_STAGE}/disk"

_PRIVATE_FOLDERS: dict[str, tuple[str, User]] = {
    "/tmp": ("1777", User.ROOT),  # noqa: S108 (a folder inside)
    "/var/tmp": ("1777", User.ROOT),  # noqa: S108
    "/dev/shm": ("1777", User.ROOT),  # noqa: S108
    "/run": ("0755", User.ROOT),
    "/root": ("0700", User.ROOT),
    "/home/agent": ("0755", User.AGENT),
    "/home/app": ("0755", User.APP),
}
_HOST_ETC = (
    "alternatives",
    "fonts",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "magic",
    "mime.types",
    "protocols",
    "services",
    "ssl",
)
_HOST_ETC_WITH_NETWORK = ("hosts", "npmrc", "pip.conf", "resolv.conf", "uv", "ca-certificates")
_SYSTEM_FOLDERS = ("/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin")

HOLDER = (
    # Programs inside need no further user namespaces; an attacker does.
    "{ echo 0 >/proc/sys/user/max_user_namespaces; } 2>/dev/null; "
    # Orphans end with process 1 as their parent: ignoring the signal reaps them.
    'echo "ready $1"; exec env --ignore-signal=CHLD cat >/dev/null 2>&1'
)


@dataclass(frozen=True, slots=True)
class StageFds:
    """The file descriptors over which bubblewrap and its maker agree on the id map."""

    info: int
    block: int


def render_stage(spec: SandboxSpec, identities: Identities, fds: StageFds) -> str:
    """Render a shell script that becomes process 1 of the sandbox.

    Raises:
        SandboxError: a source does not exist.
    """
    return "\n".join(
        [
            "set -eu",
            f"mount -t tmpfs -o mode=0755,size=64m stage {_STAGE}",
            *_folders(spec, identities),
            *_etc(spec),
            *_sources(spec),
            *_layers(spec, identities),
            _bwrap(spec, identities, fds),
        ]
    )


def _quoted(*words: object) -> str:
    return shlex.join(str(word) for word in words)


def _folders(spec: SandboxSpec, identities: Identities) -> list[str]:
    lines = [
        _quoted("mkdir", _DISK, f"{_STAGE}/etc"),
        f"mount -t tmpfs -o mode=0755,size={spec.limits.disk_mb}m disk {_DISK}",
    ]
    groups: dict[tuple[str, User], list[str]] = {}
    for folder, rights in _PRIVATE_FOLDERS.items():
        groups.setdefault(rights, []).append(_private(folder))
    for (mode, user), folders in groups.items():
        lines.append(_install(mode, identities.outside(user), identities, folders))
    return lines


def _private(folder: str) -> str:
    return f"{_DISK}/private-{folder.strip('/').replace('/', '-')}"


def _install(mode: str, owner: int, identities: Identities, folders: list[str]) -> str:
    owned = [] if identities.is_single else ["-o", owner, "-g", owner]
    return _quoted("install", "-d", "-m", mode, *owned, *folders)


def _etc(spec: SandboxSpec) -> list[str]:
    files = {
        "passwd": "root:x:0:0:root:/root:/bin/bash\n"
        "agent:x:1000:1000:agent:/home/agent:/bin/bash\n"
        "app:x:1001:1001:app:/home/app:/bin/bash\n"
        "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n",
        "group": "root:x:0:\nagent:x:1000:\napp:x:1001:\nnogroup:x:65534:\n",
        "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
        "hostname": "sandbox\n",
    }
    if spec.network is Network.LOOPBACK:
        files["hosts"] = "127.0.0.1 localhost sandbox\n::1 localhost\n"
    return [f"printf %s {_quoted(text)} >{_STAGE}/etc/{name}" for name, text in files.items()]


def _sources(spec: SandboxSpec) -> list[str]:
    """Bind every source to a place that the unprivileged ids can reach."""
    folders: list[str] = []
    files: list[str] = []
    table: list[str] = []
    for kind, sources in (
        ("bind", [bind.source for bind in spec.binds]),
        ("lower", [layer.source for layer in spec.layers]),
    ):
        for index, source in enumerate(sources):
            if not source.exists():
                raise SandboxError(f"the {kind} source `{source}` does not exist")
            place = f"{_STAGE}/{kind}{index}"
            (folders if source.is_dir() else files).append(place)
            table.append(f"{_fstab_word(source.absolute())} {place} none rbind 0 0")
    lines = []
    if folders:
        lines.append(_quoted("mkdir", *folders))
    lines += [f": >{place}" for place in files]
    if table:
        text = "\n".join(table) + "\n"
        lines.append(f"printf %s {_quoted(text)} >{_STAGE}/fstab")
        lines.append(f"mount -a -T {_STAGE}/fstab")
    return lines


def _fstab_word(path: Path) -> str:
    escapes = {" ": "\\040", "\t": "\\011", "\n": "\\012", "\\": "\\134"}
    return "".join(escapes.get(letter, letter) for letter in str(path))


def _layers(spec: SandboxSpec, identities: Identities) -> list[str]:
    lines = ["how=overlay"]
    option = ",userxattr" if identities.is_single else ""
    for index, layer in enumerate(spec.layers):
        status = layer.source.stat()
        lower, place = f"{_STAGE}/lower{index}", f"{_STAGE}/layer{index}"
        upper, work = f"{_DISK}/upper{index}", f"{_DISK}/work{index}"
        mode = f"{status.st_mode & 0o7777:o}"
        lines += [
            _install(mode, status.st_uid, identities, [upper]),
            _quoted("mkdir", work, place),
            f"options=lowerdir={lower},upperdir={upper},workdir={work}{option}",
            f'mount -t overlay -o "$options" layer {place} 2>/dev/null || {{',
            "how=copy",
            _quoted("cp", "-a", f"{lower}/.", f"{upper}/"),
            _quoted("mount", "--bind", upper, place),
            "}",
        ]
    return lines


def _bwrap(spec: SandboxSpec, identities: Identities, fds: StageFds) -> str:
    drop = (
        []
        if identities.is_single
        else [
            "setpriv",
            f"--reuid={identities.first_id}",
            f"--regid={identities.first_id}",
            "--clear-groups",
        ]
    )
    block = [] if identities.is_single else ["--userns-block-fd", fds.block]
    network = ["--unshare-net"] if spec.network is Network.LOOPBACK else []
    words = [
        *drop,
        "bwrap",
        *("--unshare-user", "--uid", "0", "--gid", "0", "--info-fd", fds.info, *block),
        *("--unshare-pid", "--as-pid-1", "--unshare-ipc", "--unshare-uts"),
        *("--unshare-cgroup", *network, "--hostname", "sandbox"),
        # For the limit on user namespaces, in the holder alone.
        *("--cap-add", "CAP_SYS_RESOURCE"),
        *_root(spec),
        *("--chdir", "/", "--", "/bin/sh", "-c", HOLDER, "sh"),
    ]
    return f'exec {_quoted(*words)} "$how"'


def _root(spec: SandboxSpec) -> list[object]:
    words: list[object] = ["--perms", "0755", "--tmpfs", "/", "--ro-bind", "/usr", "/usr"]
    for folder in _SYSTEM_FOLDERS:
        path = Path(folder)
        if path.is_symlink():
            words += ["--symlink", path.readlink(), folder]
        elif path.is_dir():
            words += ["--ro-bind", folder, folder]
    words += ["--proc", "/proc", "--dev", "/dev"]
    for folder in _PRIVATE_FOLDERS:
        words += [*_parents(PurePosixPath(folder)), "--bind", _private(folder), folder]
    words += _etc_mounts(spec)
    for index, bind in enumerate(spec.binds):
        option = "--bind" if bind.is_writable else "--ro-bind"
        words += [*_parents(bind.target), option, f"{_STAGE}/bind{index}", bind.target]
        words += _mask(bind.source, bind.target)
    for index, layer in enumerate(spec.layers):
        words += [*_parents(layer.target), "--bind", f"{_STAGE}/layer{index}", layer.target]
        words += _mask(layer.source, layer.target)
    words += _mask(Path("/usr"), PurePosixPath("/usr"))
    return [*words, "--remount-ro", "/dev", "--remount-ro", "/"]


def _parents(target: PurePosixPath) -> list[object]:
    """Bubblewrap makes missing parents 0700, closed to the users inside."""
    words: list[object] = []
    for parent in reversed(target.parents[:-1]):
        words += ["--perms", "0755", "--dir", parent]
    return words


def _etc_mounts(spec: SandboxSpec) -> list[object]:
    words: list[object] = ["--perms", "0755", "--dir", "/etc"]
    made = ["passwd", "group", "nsswitch.conf", "hostname"]
    hosts = list(_HOST_ETC)
    if spec.network is Network.LOOPBACK:
        made.append("hosts")
    else:
        hosts += _HOST_ETC_WITH_NETWORK
    for name in made:
        words += ["--ro-bind", f"{_STAGE}/etc/{name}", f"/etc/{name}"]
    for name in hosts:
        words += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    return words


def _mask(source: Path, target: PurePosixPath) -> list[object]:
    """Hide this product's own tree, which may lie beneath a bound interpreter."""
    product = Path(bugsweep.__file__).resolve().parent
    root = source.resolve()
    if not product.is_relative_to(root):
        return []
    place = target / product.relative_to(root)
    return ["--perms", "0555", "--tmpfs", place, "--remount-ro", place]
