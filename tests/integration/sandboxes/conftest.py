"""Sandboxes of the machine's own mode: three users for root, one for anybody else."""

import os
import sys
from contextlib import AsyncExitStack, aclosing
from pathlib import Path, PurePosixPath

import pytest

from bugsweep.sandboxes.api import Bind, Command, SandboxSpec, User
from bugsweep.sandboxes.bubblewrap import BubblewrapSandbox
from bugsweep.sandboxes.identities import find_identities

PYTHON = "/opt/python/bin/python3"
PYTHON_BIND = Bind(Path(sys.base_prefix), PurePosixPath("/opt/python"))

WITH_PYTHON = SandboxSpec(binds=(PYTHON_BIND,))


@pytest.fixture
async def make():
    """Make sandboxes that end with the test; without a spec one with Python in it."""
    async with AsyncExitStack() as stack:

        async def create(spec=WITH_PYTHON):
            return await stack.enter_async_context(aclosing(await BubblewrapSandbox.create(spec)))

        yield create


@pytest.fixture
async def box(make):
    return await make()


@pytest.fixture
def shell():
    """Run a shell line inside."""

    async def run(box, line, user=User.AGENT, timeout_s=60):
        return await box.exec(Command(("sh", "-c", line), user=user), timeout_s=timeout_s)

    return run


@pytest.fixture
def python():
    """Run Python text inside."""

    async def run(box, text, user=User.AGENT, timeout_s=60):
        command = Command((PYTHON, "-I", "-c", text), user=user)
        return await box.exec(command, timeout_s=timeout_s)

    return run


@pytest.fixture
def give():
    """Hand a host file to a user inside, as far as the mode allows."""

    def chown(path, user):
        identities = find_identities()
        if not identities.is_single:
            os.chown(path, identities.outside(user), identities.outside(user))

    return chown


@pytest.fixture
def needs_three_users():
    if find_identities().is_single:
        pytest.skip("an unprivileged caller has one user inside, not three")
