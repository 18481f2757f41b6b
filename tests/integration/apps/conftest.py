"""A toy app of our own, installed from nowhere: local files, started with plain Python."""

import asyncio
from pathlib import Path

import pytest

from bugsweep.apps.build import build_image
from bugsweep.apps.store import ImageStore
from bugsweep.domain.app import App

SERVER = """\
import http.server, os, pathlib, sys

import greeting

STATE = pathlib.Path("/srv/state/count")


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        count = int(STATE.read_text() or 0) + 1
        STATE.write_text(str(count))
        body = f"{greeting.TEXT} {count}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


print("serving", flush=True)
http.server.ThreadingHTTPServer(("127.0.0.1", 13200), Handler).serve_forever()
"""


def write_project(folder: Path) -> Path:
    project = folder / "app" / "project"
    project.mkdir(parents=True)
    (project / "server.py").write_text(SERVER)
    (project / "greeting.py").write_text('TEXT = "hello"\n')
    return folder / "app"


TOY_APP = App.model_validate(
    {
        "name": "Toy",
        "source": {"kind": "local", "project": "project"},
        "start": {"command": ["python", "server.py"]},
        "ready": {"text": "hello", "timeout_s": 10},
        "seed": {"command": ["sh", "-c", "echo 5 > /srv/state/count"]},
        "resources": {"memory_mb": 256, "disk_mb": 32},
    }
)


@pytest.fixture
def toy_folder(tmp_path):
    return write_project(tmp_path)


@pytest.fixture
def toy_app():
    return TOY_APP


@pytest.fixture
def store(tmp_path):
    return ImageStore(tmp_path / "images")


@pytest.fixture(scope="session")
def toy_image(tmp_path_factory):
    """An Image that is only read: built once for all tests."""
    folder = tmp_path_factory.mktemp("toy")
    store = ImageStore(folder / "images")
    return asyncio.run(build_image(TOY_APP, write_project(folder), store=store))
