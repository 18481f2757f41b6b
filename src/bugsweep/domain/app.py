"""A web application pinned at a version: how to install, seed, start and know it."""

from enum import StrEnum
from typing import Self

from pydantic import Field, field_validator, model_validator

from bugsweep.domain.record import Record

INSTANCE_PORT = 13200
"""Where an App listens inside its sandbox, on the loopback address."""

INSTANCE_URL = f"http://127.0.0.1:{INSTANCE_PORT}"


class SourceKind(StrEnum):
    """Where the product's tree comes from."""

    PYPI = "pypi"
    NPM = "npm"
    LOCAL = "local"
    """Project files of ours around installed packages."""


class Registry(StrEnum):
    """A registry of packages, by the client that speaks to it."""

    PYPI = "pypi"
    NPM = "npm"


class Source(Record):
    """The package under test, at its version, and what it needs."""

    kind: SourceKind
    package: str = ""
    """The package whose own tree is the product, under its registry's name."""
    version: str = ""
    registry: Registry | None = None
    """Only for `local`: where `package` comes from; for the others the kind says it."""
    modules: tuple[str, ...] = ()
    """Top-level import packages of a PyPI package; found by themselves when left out."""
    also: tuple[str, ...] = ()
    """Further requirements, in the registry's own notation."""
    interpreter: str = ">=3.11"
    """Python version, PEP 440, for Python apps."""
    exclude_newer: str = ""
    """Date (YYYY-MM-DD): no release of any dependency after it is considered."""
    install_scripts: bool = Field(default=False, exclude_if=lambda is_run: not is_run)
    """Only for npm: whether packages may run programs of theirs, with network, when installed."""
    project: str = ""
    """Only for `local`: the folder beside app.toml that holds our files."""

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Self:
        if self.kind is SourceKind.LOCAL:
            if not self.project:
                raise ValueError("a `local` source needs `project`, the folder of its files")
            if self.package and self.registry is None:
                raise ValueError("a `local` source with a package needs `registry`")
        else:
            if self.project or self.registry:
                raise ValueError("`project` and `registry` belong to `local` sources only")
            if not self.package:
                raise ValueError(f"a `{self.kind}` source needs `package`")
        if self.install_scripts and self.package_registry is not Registry.NPM:
            raise ValueError("`install_scripts` belongs to npm packages only")
        if self.package and not self.version:
            raise ValueError("`package` needs `version`")
        return self

    @property
    def package_registry(self) -> Registry | None:
        """Which registry `package` comes from."""
        return self.registry if self.kind is SourceKind.LOCAL else Registry(self.kind.value)


class Start(Record):
    """How to run the App."""

    command: tuple[str, ...] = Field(min_length=1)
    """Program and arguments; it listens on 127.0.0.1:13200."""
    env: dict[str, str] = Field(default_factory=dict)
    cwd: str = "/workspace/product"
    """Where it runs."""
    reloads: bool = False
    """Whether the App itself takes up changed files; else it is restarted when they change."""


class Ready(Record):
    """When the App counts as ready: `path` answers `status`, and its body holds `text`."""

    path: str = "/"
    status: int = Field(default=200, ge=100, le=599)
    text: str = ""
    timeout_s: float = Field(default=60, gt=0, le=1800)

    @field_validator("path")
    @classmethod
    def _is_a_path(cls, path: str) -> str:
        if not path.startswith("/"):
            raise ValueError("must begin with `/`")
        return path


class Seed(Record):
    """How the App's data is made, once, when its Image is built."""

    command: tuple[str, ...] = Field(min_length=1)
    env: dict[str, str] = Field(default_factory=dict)
    while_running: bool = False
    """Whether the App must be running for it: then the seed speaks to its port."""
    timeout_s: float = Field(default=300, gt=0)


class Resources(Record):
    """What one Instance may use."""

    memory_mb: int = Field(default=2048, ge=64)
    processes: int = Field(default=512, ge=16)
    disk_mb: int = Field(default=1024, ge=16)


class App(Record):
    """What app.toml says."""

    format_version: int = Field(default=1, ge=1, le=1)
    name: str = Field(min_length=1)
    source: Source
    files: str = ""
    """A folder beside app.toml that appears at /opt/files: configuration and seeds of ours."""
    tools: tuple[str, ...] = ()
    """Programs of the distribution the App calls, such as `git`."""
    prepare: tuple[tuple[str, ...], ...] = ()
    """Commands run after installing and before seeding, as the app's user."""
    start: Start
    ready: Ready = Ready()
    seed: Seed | None = None
    resources: Resources = Resources()
