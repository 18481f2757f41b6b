"""When the app beside a working agent is restarted."""

AGENT = """\
#!/bin/bash
app() { pgrep -f "python server.py" | tr '\\n' ' '; }
begun=$(app)
echo 'import guests' > scratch.py
mkdir pictures && echo picture > pictures/1.txt
sleep 4
noted=$(app)
sed -i 's/return .*/return f"[{name}]"/' guests.py
for turn in $(seq 60); do sleep 0.5; [ -n "$(app)" ] && [ "$(app)" != "$noted" ] && break; done
edited=$(app)
sleep 2
echo 'import guests, os' > scratch.py
for turn in $(seq 60); do sleep 0.5; [ -n "$(app)" ] && [ "$(app)" != "$edited" ] && break; done
exec > report.txt
echo "noted: $begun- $noted"
echo "edited: $noted- $edited"
echo "used: $edited- $(app)"
"""


def test_scratch_files_restart_nothing_and_edits_do(evaluate, tmp_path):
    folder = tmp_path / "my-agent"
    folder.mkdir()
    (folder / "agent").write_text(AGENT)
    (folder / "agent").chmod(0o755)

    ran = evaluate(f"command:{folder}")

    lines = [line[1:] for line in ran.patch.splitlines() if line.startswith("+")]
    told = dict(line.split(": ", 1) for line in lines if ": " in line)
    pids = {
        name: [pid.strip() for pid in told[name].split("-")] for name in ("noted", "edited", "used")
    }
    assert pids["noted"][0] == pids["noted"][1] != ""
    assert pids["edited"][0] != pids["edited"][1] != ""
    # Who started with the file may have read it.
    assert pids["used"][0] != pids["used"][1] != ""


USE_FIRST = """\
#!/bin/bash
answers() { curl -s -o /dev/null http://127.0.0.1:13200/; }
sed -i '1i import extra' guests.py
for turn in $(seq 60); do sleep 0.5; answers || break; done
sleep 3
echo 'WORD = 1' > extra.py
for turn in $(seq 120); do sleep 0.5; answers && break; done
answers && echo "it runs again" > report.txt
"""


def test_a_file_that_was_used_before_it_was_written_brings_the_app_back(evaluate, tmp_path):
    folder = tmp_path / "my-agent"
    folder.mkdir()
    (folder / "agent").write_text(USE_FIRST)
    (folder / "agent").chmod(0o755)

    ran = evaluate(f"command:{folder}")

    assert "+it runs again" in ran.patch.splitlines()
