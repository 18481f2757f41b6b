import os
import platform
import sys

from bugsweep.apps.interpreters import find_interpreter


async def test_a_shim_is_passed_over_for_the_program_that_it_calls(tmp_path, monkeypatch):
    version = platform.python_version()
    shim = tmp_path / f"python3.{sys.version_info.minor}"
    shim.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    found = await find_interpreter(f"=={version}")

    assert found.executable != shim
    assert found.executable.read_bytes()[:4] == b"\x7fELF"
