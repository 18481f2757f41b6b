import os
import socket
from pathlib import Path, PurePosixPath

import pytest

import bugsweep
from bugsweep.sandboxes.api import Bind, Layer, SandboxSpec, User

pytestmark = pytest.mark.integration

PACKAGE = Path(bugsweep.__file__).resolve().parent


async def test_nothing_of_the_host_is_at_the_root(box, shell):
    done = await shell(box, "ls -A / /home /root /var /opt", User.ROOT)
    names = {line for line in done.text.split() if not line.endswith(":")}

    assert names <= {
        *("bin", "lib", "lib32", "lib64", "libx32", "sbin", "usr", "etc", "dev", "proc"),
        *("tmp", "var", "run", "root", "home", "agent", "app", "opt", "python"),
    }


@pytest.mark.parametrize("user", list(User))
async def test_host_folders_are_not_there(box, shell, user, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("x")
    places = [secret, Path.home() / ".cache", Path.home() / ".npm", Path.cwd(), PACKAGE]

    seen = [(await shell(box, f"ls -d '{place}'", user)).exit_code for place in places]
    through_process_1 = await shell(box, f"ls /proc/1/root{secret} /proc/1/cwd{secret}", user)

    assert secret.exists()
    assert 0 not in seen
    assert through_process_1.text == ""


async def test_etc_holds_three_users_and_no_accounts_of_the_host(box, shell):
    done = await shell(box, "cat /etc/passwd; cat /etc/shadow; ls /etc")

    names = [line.split(":")[0] for line in done.text.splitlines() if ":" in line]
    assert names == ["root", "agent", "app", "nobody"]
    assert not {"hosts.deny", "pip.conf", "npmrc", "ssh", "machine-id"} & set(done.text.split())


@pytest.mark.parametrize("kind", ["bind", "layer"])
async def test_the_product_itself_is_masked_below_whatever_is_bound(make, shell, kind):
    target = PurePosixPath("/opt/code")
    spec = (
        SandboxSpec(binds=(Bind(PACKAGE.parent, target),))
        if kind == "bind"
        else SandboxSpec(layers=(Layer(PACKAGE.parent, target),))
    )
    box = await make(spec)

    done = await shell(box, f"ls -A {target}; ls -A {target}/{PACKAGE.name}", User.ROOT)

    assert PACKAGE.name in done.text.split()
    assert "__init__.py" not in done.text


async def test_another_folder_beside_a_bound_one_stays_hidden(make, shell, tmp_path):
    mine, other = tmp_path / "mine", tmp_path / "other"
    for folder in (mine, other):
        folder.mkdir()
        (folder / "file").write_text("x")
    box = await make(SandboxSpec(binds=(Bind(mine, PurePosixPath("/opt/mine")),)))

    seen = await shell(box, "ls /opt/mine; ls /opt/mine/../other /opt/other")

    assert seen.text == "file\n"


async def test_credentials_of_the_callers_environment_are_nowhere(make, python, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "hunter2-of-the-host")
    box = await make()
    look = (
        "import glob\n"
        "for path in glob.glob('/proc/[0-9]*/environ'):\n"
        "    try: print(open(path, 'rb').read())\n"
        "    except OSError: pass\n"
    )

    seen = [(await python(box, look, user)).text for user in User]

    assert all("SANDBOX_COMMAND" in text for text in seen)
    assert not [text for text in seen if "hunter2" in text]


async def test_only_the_sandboxs_own_processes_are_seen(box, shell):
    done = await shell(box, "exec ls /proc", User.ROOT)
    numbers = [name for name in done.text.split() if name.isdigit()]

    assert len(numbers) <= 3
    assert str(os.getpid()) not in numbers


async def test_the_host_keeps_its_name(box, shell):
    done = await shell(box, "cat /proc/sys/kernel/hostname")

    assert done.text == "sandbox\n"
    assert socket.gethostname() != "sandbox"
