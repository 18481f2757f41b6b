"""The whole path from an Image to a verdict, for somebody who is not root."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NOBODY = 65534

PROGRAM = """
import asyncio, pathlib, sys
from bugsweep.apps.build import build_image
from bugsweep.apps.store import ImageStore
from bugsweep.behaviour import parse_feature
from bugsweep.domain.app import App
from bugsweep.verification.executors import open_executor
from bugsweep.verification.judging import Subject, judge_behaviour

folder = pathlib.Path(sys.argv[1])
app = App.model_validate({
    "name": "Toy",
    "source": {"kind": "local", "project": "project"},
    "start": {"command": ["python", "-m", "http.server", "13200", "--bind", "127.0.0.1"]},
})
text = 'Feature: f\\n  Scenario: s\\n    Given I open "/"\\n    Then I see the heading "Hello"\\n'

async def main():
    image = await build_image(app, folder / "app", store=ImageStore(folder / "images"))
    behaviour = parse_feature(text, source="toy")
    async with open_executor("scripted") as executor:
        verdict = await judge_behaviour(
            behaviour, Subject(image), executor, evidence_dir=folder / "evidence"
        )
    print(verdict.kind, verdict.reason)

asyncio.run(main())
"""


AS_NOBODY = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]


def can_read(path):
    return subprocess.run([*AS_NOBODY, "test", "-r", path], check=False).returncode == 0


def test_a_behaviour_test_is_judged_without_root(tmp_path_factory, require):
    require(os.geteuid() == 0, "only root can become somebody else")
    python = shutil.which("python3", path="/usr/bin:/bin")
    require(python, "the system has no Python that everybody may run")
    version = subprocess.run(
        [
            python,
            "-c",
            "import sys; print(sys.version_info[:2] == tuple(map(int, sys.argv[1:])))",
            *map(str, sys.version_info[:2]),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    require(version.stdout.strip() == "True", "the system's Python cannot load these packages")
    folder = tmp_path_factory.mktemp("nobody")
    (folder / "app/project").mkdir(parents=True)
    (folder / "app/project/index.html").write_text("<h1>Hello</h1>")
    venv, source = Path(sys.prefix), Path(__file__).parents[2] / "src"
    if not can_read(source / "bugsweep/__init__.py"):
        # A checkout in a closed folder: take what is needed along.
        venv = shutil.copytree(venv, folder / "venv", symlinks=True)
        source = shutil.copytree(source, folder / "src")
    packages = next((venv / "lib").glob("python*/site-packages"))
    subprocess.run(["chown", "-R", f"{NOBODY}:{NOBODY}", folder], check=True)
    for parent in folder.parents:
        if parent.stat().st_uid == 0 and str(parent).startswith("/tmp/"):
            parent.chmod(parent.stat().st_mode | 0o055)

    done = subprocess.run(
        [*AS_NOBODY, python, "-c", PROGRAM, folder],
        env={
            **os.environ,
            "HOME": str(folder),
            "PYTHONPATH": f"{source}:{packages}",
            "PATH": "/usr/bin:/bin:/usr/sbin:/sbin",
            "BUGSWEEP_HOME": str(folder / "home"),
        },
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )

    assert done.stdout == "PASS every step holds\n", done.stderr
