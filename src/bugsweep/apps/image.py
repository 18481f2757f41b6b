"""What an Image is: an App prepared once, a read-only tree named by what went into it."""

from pathlib import Path, PurePosixPath

from pydantic import Field

from bugsweep.domain.app import App
from bugsweep.domain.record import Record
from bugsweep.sandboxes.api import Bind, Layer, Limits, SandboxSpec

PRODUCT = "/workspace/product"
"""The editable tree inside, a git repository with one commit."""

STATE = "/srv/state"
"""The app's data inside."""

BASELINE = "/opt/baseline"
"""A bare copy of the product's repository inside, out of the agent's hands."""

MANIFEST = "image.json"


class Manifest(Record):
    """What stands beside an Image's tree."""

    format_version: int = Field(default=1, ge=1, le=1)
    digest: str
    """Over all that went in; the Image's name."""
    content_digest: str
    """Over all that came out: product, installed packages and state."""
    app: App
    interpreter: str = ""
    """Host folder of the Python that runs the app; empty when the system's does."""
    interpreter_version: str = ""
    node: str = ""
    """Host folder of the Node that runs the app; empty when the system's does."""
    packages: tuple[str, ...] = ()
    """Everything installed, as `name==version`."""
    built_at: str
    """UTC, ISO 8601."""
    build_s: float
    size_bytes: int


class Image:
    """A prepared App on disk."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest

    @property
    def digest(self) -> str:
        """Its name."""
        return self.manifest.digest

    @property
    def app(self) -> App:
        """What was prepared."""
        return self.manifest.app

    @property
    def tree(self) -> Path:
        """The part of a file system that the App brings."""
        return self.folder / "tree"

    @property
    def product(self) -> Path:
        """The pristine product on the host."""
        return self.tree / PRODUCT.lstrip("/")

    @property
    def baseline(self) -> Path:
        """The pristine repository on the host."""
        return self.folder / "baseline.git"

    def sandbox_spec(self) -> SandboxSpec:
        """A sandbox over this Image: packages read-only, product and state on a fresh layer."""
        resources = self.app.resources
        return SandboxSpec(
            binds=(
                Bind(self.tree / "opt/app", PurePosixPath("/opt/app")),
                Bind(self.tree / "opt/files", PurePosixPath("/opt/files")),
                Bind(self.baseline, PurePosixPath(BASELINE)),
                *toolchain_binds(self.manifest.interpreter, self.manifest.node),
            ),
            layers=(
                Layer(self.tree / "workspace", PurePosixPath("/workspace")),
                Layer(self.tree / "srv", PurePosixPath("/srv")),
            ),
            limits=Limits(
                memory_mb=resources.memory_mb,
                processes=resources.processes,
                disk_mb=resources.disk_mb,
            ),
            env=toolchain_environment(self.manifest.interpreter),
            path=APP_PATH,
        )


APP_PATH = (
    "/opt/app/venv/bin",
    "/opt/app/node_modules/.bin",
    "/opt/python/bin",
    "/opt/node/bin",
)
"""Where the App's own commands lie inside."""


def toolchain_binds(interpreter: str, node: str) -> tuple[Bind, ...]:
    """Interpreters that do not belong to the system, at fixed places inside."""
    pairs = ((interpreter, "/opt/python"), (node, "/opt/node"))
    return tuple(Bind(Path(source), PurePosixPath(target)) for source, target in pairs if source)


def toolchain_environment(interpreter: str) -> dict[str, str]:
    """An interpreter that was built for another place looks for its own library there."""
    return {"LD_LIBRARY_PATH": "/opt/python/lib"} if interpreter else {}
