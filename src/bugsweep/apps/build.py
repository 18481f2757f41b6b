"""Build an Image: install, part the product off, prepare, seed, stop, measure."""

import asyncio
import os
import shutil
import time
from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from bugsweep.apps.image import (
    APP_PATH,
    PRODUCT,
    STATE,
    Image,
    Manifest,
    toolchain_binds,
    toolchain_environment,
)
from bugsweep.apps.installers import Installed, NpmInstaller, PypiInstaller, run
from bugsweep.apps.interpreters import Interpreter, find_interpreter
from bugsweep.apps.ownership import give_to_sandbox
from bugsweep.apps.running import AppProcess
from bugsweep.apps.store import ImageStore, home
from bugsweep.domain.app import App, Registry
from bugsweep.domain.errors import ImageBuildError, MissingToolError
from bugsweep.files.digest import folder_digest, join_digests, record_digest
from bugsweep.sandboxes.api import Bind, Command, Limits, Network, Sandbox, SandboxSpec, User
from bugsweep.sandboxes.bubblewrap import BubblewrapSandbox
from bugsweep.sandboxes.identities import find_identities

_RECIPES = {Registry.PYPI: "3", Registry.NPM: "4", None: "3"}
"""By registry; raised when the same App would be built into something else."""

_NEARLY_FULL_BYTES = 1024 * 1024

_BUILD_LIMITS = Limits(memory_mb=8192, processes=4096, disk_mb=4096)

IGNORED_IN_PRODUCT = ("__pycache__/", "*.pyc", "node_modules/", "*.log", "*.sock", "*.pid")
"""What running a product leaves in it; never part of a candidate."""

_ATTRIBUTES = "* -text -ident -filter -working-tree-encoding !diff !merge"
"""Bytes are compared as they are, whatever the product's own attributes say."""


async def build_image(app: App, folder: Path, *, store: ImageStore | None = None) -> Image:
    """Find or build the Image of `app`, whose own files lie in `folder`.

    Raises:
        ImageBuildError: it cannot be installed or seeded; nothing half-built is left.
        MissingToolError: a program it needs is not on this machine.
    """
    store = store or ImageStore()
    toolchain = await _toolchain(app)
    digest = _digest(app, folder, toolchain)
    image = store.find(digest)
    if image:
        return image
    async with store.locked(digest):
        image = store.find(digest)
        if image:
            return image
        with store.workshop(digest) as workshop:
            try:
                manifest = await _build(app, folder, workshop, toolchain, digest)
            except ImageBuildError as error:
                # What a package client says of a full disk is often about something else.
                if shutil.disk_usage(workshop).free < _NEARLY_FULL_BYTES:
                    raise _without_space(store.folder, error) from error
                raise
            return store.admit(workshop, manifest)


def _without_space(folder: Path, error: ImageBuildError) -> ImageBuildError:
    return ImageBuildError(
        f"no space is left for Images in `{folder}`: {error.message}",
        hint="make room with `bugsweep image prune --budget 5G`, or set BUGSWEEP_HOME",
    )


async def find_image(app: App, folder: Path, *, store: ImageStore | None = None) -> Image | None:
    """Find the Image of `app` without building it."""
    store = store or ImageStore()
    return store.find(_digest(app, folder, await _toolchain(app)))


class Toolchain:
    """The interpreters of the host that an App runs on."""

    def __init__(self, interpreter: Interpreter | None, node: Path | None) -> None:
        self.interpreter = interpreter
        self.node = node

    @property
    def interpreter_prefix(self) -> str:
        """Host folder to bind; empty when the sandbox has it anyway."""
        own = self.interpreter and not self.interpreter.is_of_the_system
        return str(self.interpreter.prefix) if self.interpreter and own else ""

    @property
    def node_prefix(self) -> str:
        """Host folder to bind; empty when the sandbox has it anyway."""
        return str(self.node) if self.node and self.node != Path("/usr") else ""

    @property
    def description(self) -> str:
        """Versions, for the digest."""
        return f"python {self.interpreter.version}" if self.interpreter else f"node {self.node}"


async def _toolchain(app: App) -> Toolchain:
    for tool in app.tools:
        if not shutil.which(tool):
            raise MissingToolError(
                f"`{app.name}` needs the program `{tool}`", hint=f"`apt-get install {tool}`"
            )
    interpreter = node = None
    if app.source.package_registry is Registry.NPM:
        found = shutil.which("node")
        if not found or not shutil.which("npm"):
            raise MissingToolError(
                f"`{app.name}` needs Node.js with npm", hint="`apt-get install nodejs npm`"
            )
        node = _prefix(found)
    else:
        interpreter = await find_interpreter(app.source.interpreter)
    return Toolchain(interpreter, node)


def _prefix(program: str) -> Path:
    return Path(program).resolve().parent.parent


def _digest(app: App, folder: Path, toolchain: Toolchain) -> str:
    # How an Instance is limited and probed does not change what is on disk.
    built = app.model_copy(update={"ready": None, "resources": None, "start": None})
    starts = record_digest(app.start) if app.seed and app.seed.while_running else ""
    folders = [folder_digest(folder / name) for name in (app.files, app.source.project) if name]
    # The owners on disk suit one way of mapping users.
    mapping = ["one user"] if find_identities().is_single else []
    recipe = _RECIPES[app.source.package_registry]
    parts = (recipe, record_digest(built), starts, toolchain.description, *folders, *mapping)
    return join_digests(*parts)[:16]


async def _build(
    app: App, folder: Path, workshop: Path, toolchain: Toolchain, digest: str
) -> Manifest:
    began = time.monotonic()
    tree = workshop / "tree"
    for name in ("opt/app", "opt/files", PRODUCT.lstrip("/"), STATE.lstrip("/")):
        (tree / name).mkdir(parents=True)
    if app.files:
        shutil.copytree(folder / app.files, tree / "opt/files", dirs_exist_ok=True)
    installed = await _install(app, folder, tree, toolchain)
    await _prepare(app, workshop, toolchain)
    content_digest, size = await asyncio.to_thread(_measure, tree)
    return Manifest(
        digest=digest,
        content_digest=content_digest,
        app=app,
        interpreter=toolchain.interpreter_prefix,
        interpreter_version=str(toolchain.interpreter.version) if toolchain.interpreter else "",
        node=toolchain.node_prefix,
        packages=installed.packages,
        built_at=datetime.now(UTC).isoformat(timespec="seconds"),
        build_s=round(time.monotonic() - began, 2),
        size_bytes=size,
    )


async def _install(app: App, folder: Path, tree: Path, toolchain: Toolchain) -> Installed:
    cache = _package_cache()
    installer = PypiInstaller(toolchain.interpreter) if toolchain.interpreter else NpmInstaller()
    for path in (tree / "opt/app", tree / PRODUCT.lstrip("/"), cache):
        give_to_sandbox(path)
    spec = replace(
        _writable_spec(tree, toolchain),
        network=Network.HOST,
        binds=(*_writable_spec(tree, toolchain).binds, *installer.binds(cache)),
    )
    async with aclosing(await BubblewrapSandbox.create(spec)) as sandbox:
        installed = await installer.install(app.source, sandbox, tree)
    if app.source.project:
        shutil.copytree(folder / app.source.project, tree / PRODUCT.lstrip("/"), dirs_exist_ok=True)
    return installed


def _package_cache() -> Path:
    cache = home() / "packages"
    cache.mkdir(parents=True, exist_ok=True)
    return cache


async def _prepare(app: App, workshop: Path, toolchain: Toolchain) -> None:
    """Everything after installing happens without network, as in an Instance."""
    tree = workshop / "tree"
    for path in (tree / "workspace", tree / "srv", tree / "opt/files"):
        give_to_sandbox(path)
    async with aclosing(await BubblewrapSandbox.create(_writable_spec(tree, toolchain))) as sandbox:
        await _own(sandbox)
        if toolchain.interpreter:
            python = "/opt/app/venv/bin/python"
            # A file that does not compile is the package's affair, so the exit code does not count.
            compiling = Command([python, "-m", "compileall", "-q", PRODUCT], cwd=PRODUCT)
            await sandbox.exec(compiling, timeout_s=600)
        await _commit(sandbox)
        for argv in app.prepare:
            await _run_as_app(sandbox, app, list(argv), timeout_s=600)
        if app.seed:
            log = workshop / "seed.log"
            process = AppProcess(app, sandbox, log)
            if app.seed.while_running:
                await process.start()
            try:
                await _run_as_app(
                    sandbox, app, list(app.seed.command), timeout_s=app.seed.timeout_s
                )
            finally:
                await process.stop()
        await run(sandbox, ["chmod", "-R", "a+rX", "/workspace", "/opt/files"], doing="opening up")
    shutil.copytree(tree / PRODUCT.lstrip("/") / ".git", workshop / "baseline.git", symlinks=True)
    give_to_sandbox(workshop / "baseline.git")


def _writable_spec(tree: Path, toolchain: Toolchain) -> SandboxSpec:
    places = ("opt/app", "opt/files", "workspace", "srv")
    return SandboxSpec(
        binds=(
            *(Bind(tree / place, PurePosixPath("/", place), is_writable=True) for place in places),
            *toolchain_binds(toolchain.interpreter_prefix, toolchain.node_prefix),
        ),
        limits=_BUILD_LIMITS,
        env=toolchain_environment(toolchain.interpreter_prefix),
        path=APP_PATH,
    )


async def _own(sandbox: Sandbox) -> None:
    """Give the product to the agent and the data to the app, where they are two."""
    if find_identities().is_single:
        return
    await run(
        sandbox, ["chown", "-R", "agent:agent", "/workspace"], doing="giving the product away"
    )
    await run(sandbox, ["chown", "-R", "app:app", "/srv"], doing="giving the data away")


async def _commit(sandbox: Sandbox) -> None:
    """Make the product a repository with exactly one commit that tells nothing."""
    script = """
        set -e
        git init --quiet --initial-branch=main .
        printf '%s\\n' "$@" > .git/info/exclude
        echo "$ATTRIBUTES" > .git/info/attributes
        git ls-files -z --others --exclude-from=.git/info/exclude \\
            | git update-index -z --add --stdin
        git config gc.auto 0
        git -c user.name=product -c user.email=product@localhost commit --quiet --allow-empty \\
            --message 'The product' --date '2000-01-01T00:00:00Z'
        git repack -adq
        rm -rf .git/logs .git/hooks
    """
    done = await sandbox.exec(
        Command(
            ["sh", "-c", script, "sh", *IGNORED_IN_PRODUCT],
            cwd=PRODUCT,
            env={"GIT_COMMITTER_DATE": "2000-01-01T00:00:00Z", "ATTRIBUTES": _ATTRIBUTES},
        ),
        timeout_s=600,
    )
    if done.exit_code:
        raise ImageBuildError(f"the product cannot be committed:\n{done.output.strip()}")


async def _run_as_app(sandbox: Sandbox, app: App, argv: list[str], *, timeout_s: float) -> None:
    env = {**app.start.env, **(app.seed.env if app.seed else {})}
    done = await sandbox.exec(
        Command(argv, user=User.APP, cwd=app.start.cwd, env=env), timeout_s=timeout_s
    )
    if done.exit_code:
        tail = "\n".join(done.output.strip().splitlines()[-15:])
        raise ImageBuildError(
            f"`{' '.join(argv)}` of `{app.name}` failed with exit code {done.exit_code}:\n{tail}",
            hint="look at `prepare` and `[seed]` of its app.toml",
        )


def _measure(tree: Path) -> tuple[str, int]:
    size = 0
    for root, _, names in os.walk(tree):
        size += sum(Path(root, name).lstat().st_size for name in names)
    return folder_digest(tree), size
