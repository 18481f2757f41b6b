import asyncio

import pytest

from bugsweep.domain.errors import SandboxError
from bugsweep.sandboxes.api import Command, SandboxSpec, User

pytestmark = pytest.mark.integration

# A child in a session of its own, which no signal to a process group reaches.
ESCAPEE = "setsid sh -c 'echo $$ >/tmp/escapee; exec sleep 1000' & "
UNTIL_ESCAPED = "until [ -s /tmp/escapee ]; do sleep 0.01; done"
ESCAPEE_RUNS = "kill -0 $(cat /tmp/escapee)"


@pytest.mark.parametrize(
    ("line", "code"),
    [("true", 0), ("exit 70", 70), ("no-such-command", 127), ("kill -TERM $$", 143)],
)
async def test_exit_codes_are_those_of_a_shell(box, shell, line, code):
    done = await shell(box, line)

    assert done.exit_code == code


async def test_outputs_are_kept_apart_and_input_arrives_whole(box):
    data = bytes(range(256)) * 20_000

    done = await box.exec(Command(("sh", "-c", "cat; echo said >&2"), stdin=data))

    assert done.stdout == data
    assert done.stderr == b"said\n"


async def test_a_command_may_ignore_its_input(box):
    done = await box.exec(Command(("true",), stdin=b"x" * 1_000_000))

    assert done.exit_code == 0


async def test_output_beyond_the_limit_is_dropped_and_told(box, shell):
    done = await box.exec(
        Command(("sh", "-c", "head -c 3000000 /dev/zero; echo end >&2")), output_limit_bytes=1000
    )

    assert (len(done.stdout), done.stderr, done.is_truncated) == (1000, b"end\n", True)


async def test_the_environment_is_exactly_what_the_spec_and_the_command_say(
    make, shell, monkeypatch
):
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "hunter2")
    box = await make(SandboxSpec(env={"A": "spec", "B": "spec"}, path=("/opt/x/bin",)))

    done = await box.exec(Command(("env",), env={"B": "with = and\nnew line"}, user=User.APP))
    names = {line.partition("=")[0] for line in done.text.splitlines() if "=" in line}

    assert names == {"PATH", "HOME", "USER", "LANG", "TMPDIR", "A", "B", "SANDBOX_COMMAND"}
    assert "A=spec\n" in done.text
    assert "B=with = and\nnew line\n" in done.text
    assert "PATH=/opt/x/bin:/usr/local/bin:" in done.text
    assert "HOME=/home/app\n" in done.text


async def test_an_environment_never_reaches_the_host_programs_that_enter(box, tmp_path):
    # Loaded by the wrappers outside, this would be reported by the host's linker.
    done = await box.exec(Command(("/bin/true",), env={"LD_DEBUG": "libs"}))

    assert b"calling init" in done.stderr
    assert b"nsenter" not in done.stderr


async def test_a_command_starts_in_the_home_or_where_it_is_told(box, shell):
    home = await shell(box, "pwd")
    elsewhere = await box.exec(Command(("pwd",), cwd="/usr/bin"))
    nowhere = await box.exec(Command(("pwd",), cwd="/nowhere"))

    assert home.text == "/home/agent\n"
    assert elsewhere.text == "/usr/bin\n"
    assert nowhere.exit_code != 0


async def test_three_users_hold_no_capabilities_but_root_those_over_files(
    box, shell, needs_three_users
):
    seen = {}
    for user in User:
        done = await shell(
            box, "id -u; grep -E '^Cap(Prm|Bnd)|^NoNewPrivs' /proc/self/status", user
        )
        number, *status = done.text.splitlines()
        seen[user] = number, [int(line.split()[1], 16) for line in status]

    assert seen[User.AGENT] == ("1000", [0, 0, 1])
    assert seen[User.APP] == ("1001", [0, 0, 1])
    # chown, dac_override, fowner, fsetid, kill, setgid, setuid
    assert seen[User.ROOT] == ("0", [0xFB, 0xFB, 1])


async def test_users_cannot_reach_each_others_processes_and_files(box, shell, needs_three_users):
    await shell(
        box, "echo secret >~/secret; chmod 600 ~/secret; sleep 1000 & echo $! >/tmp/pid", User.APP
    )

    read = await shell(box, "cat /home/app/secret")
    kill = await shell(box, "kill -9 $(cat /tmp/pid)")
    kill_as_owner = await shell(box, "kill -9 $(cat /tmp/pid)", User.APP)

    assert (read.exit_code, kill.exit_code, kill_as_owner.exit_code) == (1, 1, 0)


async def test_a_timeout_ends_children_in_sessions_of_their_own(box, shell):
    # The shell ends its own wait by the time-out alone; the child has long escaped by then.
    with pytest.raises(TimeoutError, match="longer than 1 s"):
        await shell(box, ESCAPEE + "sleep 1000", timeout_s=1)

    assert (await shell(box, "[ -s /tmp/escapee ]")).exit_code == 0
    assert (await shell(box, ESCAPEE_RUNS)).exit_code == 1


async def test_cancelling_ends_the_command_and_its_children(box, shell):
    running = asyncio.ensure_future(shell(box, ESCAPEE + "sleep 1000"))
    await shell(box, UNTIL_ESCAPED)

    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    assert (await shell(box, ESCAPEE_RUNS)).exit_code == 1


async def test_what_a_command_leaves_running_runs_on_and_holds_nobody_up(box, shell):
    done = await shell(box, ESCAPEE + UNTIL_ESCAPED + "; echo done", timeout_s=30)

    assert done.text == "done\n"
    assert (await shell(box, ESCAPEE_RUNS)).exit_code == 0


async def test_children_left_behind_can_go_on_talking(box, shell):
    talk = "(until [ -e /tmp/go ]; do sleep 0.01; done; seq 100000; echo >/tmp/said) & exit"
    await shell(box, talk)

    await shell(box, "touch /tmp/go; until [ -e /tmp/said ]; do sleep 0.01; done", timeout_s=30)

    assert (await shell(box, "[ -s /tmp/said ]")).exit_code == 0


async def test_started_processes_log_to_the_host_and_stop_with_their_children(box, shell, tmp_path):
    log = tmp_path / "log"
    line = f"echo out; echo err >&2; {ESCAPEE} sleep 1000"

    process = await box.start(Command(("sh", "-c", line), user=User.APP), log=log)
    await shell(box, UNTIL_ESCAPED)
    code_before = process.exit_code
    await process.stop()

    assert code_before is None
    assert process.exit_code == 143
    assert log.read_text() == "out\nerr\n"
    assert (await shell(box, ESCAPEE_RUNS, User.ROOT)).exit_code == 1


async def test_stopping_ends_what_outlived_its_parent(box, shell, tmp_path):
    line = ESCAPEE + UNTIL_ESCAPED
    process = await box.start(Command(("sh", "-c", line)), log=tmp_path / "log")
    assert await process.wait() == 0
    assert (await shell(box, ESCAPEE_RUNS)).exit_code == 0

    await process.stop()

    assert (await shell(box, ESCAPEE_RUNS)).exit_code == 1


async def test_a_process_that_ignores_the_request_is_made_to_end(box, shell, tmp_path):
    line = "trap '' TERM; touch /tmp/deaf; while :; do sleep 1000; done"
    process = await box.start(Command(("sh", "-c", line)), log=tmp_path / "log")
    await shell(box, "until [ -e /tmp/deaf ]; do sleep 0.01; done")

    await process.stop(grace_s=0.1)

    assert process.exit_code == 137


async def test_kill_all_leaves_an_empty_sandbox_that_still_works(box, shell, tmp_path):
    process = await box.start(Command(("sh", "-c", ESCAPEE + "wait")), log=tmp_path / "log")
    await shell(box, UNTIL_ESCAPED)

    await box.kill_all()
    await process.wait()
    names = await shell(box, "exec cat /proc/[0-9]*/comm")

    assert set(names.text.split()) == {"cat"}


async def test_a_command_that_stopped_itself_ends_with_the_sandbox(box, shell, tmp_path):
    line = "touch /tmp/stopping; kill -STOP $$"
    process = await box.start(Command(("sh", "-c", line)), log=tmp_path / "log")
    await shell(box, "until grep -q '^State:.T' /proc/[0-9]*/status; do sleep 0.01; done")

    await box.aclose()

    assert await process.wait() == 137


async def test_orphans_do_not_pile_up_as_zombies(box, shell):
    await shell(box, "for n in 1 2 3 4 5; do (sleep 0.01 & ); done; sleep 0.1")

    states = await shell(box, "cat /proc/[0-9]*/status | grep ^State")

    assert "zombie" not in states.text


async def test_a_closed_sandbox_says_so(box):
    await box.aclose()
    await box.aclose()

    with pytest.raises(SandboxError, match="gone"):
        await box.exec(Command(("true",)))


async def test_a_command_running_at_the_end_learns_that_the_sandbox_is_gone(box, shell):
    running = asyncio.ensure_future(shell(box, "touch /tmp/here; sleep 1000"))
    await shell(box, "until [ -e /tmp/here ]; do sleep 0.01; done")

    await box.aclose()

    with pytest.raises(SandboxError, match="ended"):
        await running


async def test_files_come_back_as_they_were_written(box):
    data = bytes(range(256)) * 1000

    await box.write_file("/tmp/new folder/it's", data)
    await box.write_file("relative/file", b"", user=User.APP)

    assert await box.read_file("/tmp/new folder/it's") == data
    assert await box.read_file("/home/app/relative/file") == b""


@pytest.mark.parametrize(
    ("path", "error"),
    [
        ("/nowhere/file", FileNotFoundError),
        ("/tmp", IsADirectoryError),
        ("/tmp/closed", PermissionError),
    ],
)
async def test_reading_fails_as_python_does(box, shell, path, error):
    await shell(box, "echo x >/tmp/closed; chmod 000 /tmp/closed", User.APP)

    with pytest.raises(error, match=path):
        await box.read_file(path)


@pytest.mark.parametrize(
    ("path", "error"), [("/usr/new/file", PermissionError), ("/tmp", IsADirectoryError)]
)
async def test_writing_fails_as_python_does(box, path, error):
    with pytest.raises(error, match=path):
        await box.write_file(path, b"x")
