import asyncio
import os
import signal
import socket
import subprocess
import uuid
from dataclasses import replace
from pathlib import Path

import pytest

from bugsweep.sandboxes.api import Command, Network, User

from .conftest import WITH_PYTHON

pytestmark = pytest.mark.integration

CONNECT = """
import socket, sys
family, kind, address, port = sys.argv[1:]
place = address if family == "AF_UNIX" else (address, int(port))
with socket.socket(getattr(socket, family), getattr(socket, kind)) as it:
    it.settimeout(5)
    it.connect(place.replace("@", chr(0)) if family == "AF_UNIX" else place)
print("reached")
"""


async def connect(box, *where):
    argv = ("/opt/python/bin/python3", "-I", "-c", CONNECT, *map(str, where))
    return await box.exec(Command(argv), timeout_s=30)


@pytest.fixture
async def listener():
    """A server on the host's loopback; the sandbox with the host's network proves it is there."""
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()


@pytest.mark.parametrize(("network", "reaches"), [(Network.LOOPBACK, False), (Network.HOST, True)])
async def test_ports_of_the_hosts_loopback_are_out_of_reach(make, listener, network, reaches):
    box = await make(replace(WITH_PYTHON, network=network))

    done = await connect(box, "AF_INET", "SOCK_STREAM", *listener)

    assert ("reached" in done.text) is reaches
    assert reaches or "Connection refused" in done.output


@pytest.mark.parametrize(("network", "reaches"), [(Network.LOOPBACK, False), (Network.HOST, True)])
async def test_abstract_sockets_of_the_host_are_out_of_reach(make, network, reaches):
    name = f"@sandbox-test-{uuid.uuid4().hex}"
    box = await make(replace(WITH_PYTHON, network=network))

    with socket.socket(socket.AF_UNIX) as server:
        server.bind(name.replace("@", "\0"))
        server.listen()
        done = await connect(box, "AF_UNIX", "SOCK_STREAM", name, 0)

    assert ("reached" in done.text) is reaches


# Connecting a datagram socket sends nothing: it only asks whether there is a way.
@pytest.mark.parametrize(
    ("family", "address"), [("AF_INET", "192.0.2.1"), ("AF_INET6", "2001:db8::1")]
)
async def test_there_is_no_way_out(box, family, address):
    done = await connect(box, family, "SOCK_DGRAM", address, 53)
    loopback = await connect(box, "AF_INET", "SOCK_DGRAM", "127.0.0.1", 53)

    assert "unreachable" in done.output or "Cannot assign" in done.output
    assert loopback.text == "reached\n"


async def test_loopback_is_the_only_device_and_names_resolve_to_nothing(box, python):
    done = await python(
        box,
        "import socket\n"
        "print(*(name for _, name in socket.if_nameindex()))\n"
        "print(socket.gethostbyname('localhost'))\n"
        "try: print(socket.getaddrinfo('example.org', 80))\n"
        "except OSError: print('unknown')\n",
    )

    assert done.text == "lo\n127.0.0.1\nunknown\n"


async def test_the_network_door_leads_to_the_loopback_inside_and_nowhere_else(box, tmp_path):
    serve = Command(("/opt/python/bin/python3", "-u", "-m", "http.server", "13200"), cwd="/usr")
    await box.start(serve, log=tmp_path / "log")
    ask = (
        "import http.client, os, sys\n"
        "while True:\n"
        "    try:\n"
        "        it = http.client.HTTPConnection('127.0.0.1', 13200); it.request('GET', '/')\n"
        "        break\n"
        "    except ConnectionRefusedError: os.sched_yield()\n"
        "print(it.getresponse().status, os.path.exists(sys.argv[1]))\n"
    )
    words = box.network_door([os.sys.executable, "-I", "-c", ask, str(tmp_path)])
    process = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)

    async with asyncio.timeout(60):
        answer, _ = await process.communicate()

    assert answer == b"200 True\n"


@pytest.mark.parametrize("user", list(User))
async def test_host_processes_cannot_be_signalled_or_traced(box, python, user):
    with subprocess.Popen(["sleep", "1000"]) as victim:
        try:
            done = await python(
                box,
                "import ctypes, os\n"
                "libc = ctypes.CDLL(None, use_errno=True)\n"
                f"print(libc.kill({victim.pid}, 9), libc.ptrace(16, {victim.pid}, 0, 0))\n",
                user,
            )
            is_running = victim.poll() is None
        finally:
            victim.kill()

    assert done.text == "-1 -1\n"
    assert is_running
    assert victim.returncode == -signal.SIGKILL


ATTACKS = {
    "write to /usr": "echo x >/usr/bin/planted",
    "write to /etc": "echo x >/etc/planted",
    "write to /": "mkdir /planted",
    "remount /usr": "mount -o remount,rw /usr",
    "mount a file system": "mount -t tmpfs x /tmp",
    "unmount": "umount /usr",
    "a user namespace": "unshare --user true",
    "a mount namespace": "unshare --mount true",
    "a chroot": "chroot / true",
    "make a device": "mknod /tmp/disk b 254 0",
    "read kernel memory": "head -c 1 /proc/kcore",
    "read the kernel's log": "dmesg",
    "change the kernel": "echo x >/proc/sys/kernel/core_pattern",
    "allow user namespaces": "echo 9 >/proc/sys/user/max_user_namespaces",
    "the magic key": "echo h >/proc/sysrq-trigger",
    "set the clock": "date -s 2001-01-01",
    "rename the sandbox": "hostname planted",
    "protect from the memory limit": "echo -1000 >/proc/self/oom_score_adj",
    "join process 1": "nsenter --target 1 --all true",
    "kill process 1": "kill -9 1; sleep 0.1; [ -d /proc/1 ] && exit 1; true",
    "hold the lifeline": "echo x >/proc/1/fd/0",
}


@pytest.mark.parametrize("attack", list(ATTACKS))
@pytest.mark.parametrize("user", list(User))
async def test_attacks_fail_for_every_user(box, shell, attack, user):
    before = Path("/proc/sys/kernel/core_pattern").read_text()

    done = await shell(box, ATTACKS[attack], user)

    assert done.exit_code not in {0, 127}
    assert (await shell(box, "true", user)).exit_code == 0
    assert Path("/proc/sys/kernel/core_pattern").read_text() == before


async def test_setuid_programs_give_nothing(box, shell, needs_three_users):
    made = await shell(box, "cp /usr/bin/id /tmp/id && chmod 4755 /tmp/id", User.ROOT)
    done = await shell(box, "/tmp/id -u")

    assert made.exit_code == 0
    assert done.text == "1000\n"
