"""Write a task as a folder that Harbor runs: instruction, environment, verifier, solution.

The verifier has an environment of its own, with our task folder and this program in it; the
agent's environment gets the app's files only.
"""

import shlex
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import tomli_w
from jinja2 import Environment, PackageLoader, StrictUndefined
from packaging.specifiers import SpecifierSet

from bugsweep import __version__
from bugsweep.domain.app import INSTANCE_URL, App, Registry
from bugsweep.domain.candidate import PatchCandidate
from bugsweep.domain.errors import UsageError
from bugsweep.domain.task import Task

_SCHEMA: Final = "1.4"
_PYTHONS: Final = ("3.13", "3.12", "3.11", "3.10", "3.9", "3.8")
_IGNORED: Final = ("__pycache__/", "*.pyc", "node_modules/", "*.log", "*.sock", "*.pid")
_SCRIPTS: Final = ("task-shell", "start-app", "run-app", "with-app", "commit-product", "collect")
_LEFT_OUT: Final = shutil.ignore_patterns("__pycache__")


def export_harbor(
    task: Task, target: Path, *, instruction: str, repair: PatchCandidate, minutes: float
) -> Path:
    """Write the folder of one task below `target`.

    Args:
        task: the task.
        target: gets a folder of the task's name.
        instruction: what the agent is told, word for word.
        repair: the known repair.
        minutes: how long the agent may work.

    Raises:
        UsageError: the folder is there already, or its app needs what no image offers.
    """
    folder = target / task.id
    if folder.exists():
        raise UsageError(f"`{folder}` is there already", hint="remove it or export elsewhere")
    environment, tests, solution = folder / "environment", folder / "tests", folder / "solution"
    for path in (environment / "scripts", tests, solution):
        path.mkdir(parents=True)
    _write(folder / "instruction.md", instruction.rstrip() + "\n")
    _write(folder / "task.toml", tomli_w.dumps(_card(task, minutes)))
    _write_environment(task, environment)
    shutil.copytree(task.folder, tests / task.id, ignore=_LEFT_OUT)
    _write(tests / "Dockerfile", _render("Dockerfile.verifier.j2", _verifier(task.app)))
    _write(tests / "test.sh", _render("test.sh.j2", {"task": task.id}), is_program=True)
    _write(solution / "solve.sh", _render("solve.sh.j2", {}), is_program=True)
    _write(solution / "repair.patch", repair.diff)
    return folder


def _card(task: Task, minutes: float) -> dict[str, object]:
    app = task.app
    memory_mb = app.resources.memory_mb
    return {
        "schema_version": _SCHEMA,
        "task": {
            "name": f"bugsweep/{task.id}",
            "description": task.card.open_prompt.strip(),
            "keywords": [task.card.family.value, task.card.domain],
        },
        "metadata": {
            "app": app.name,
            "area": task.card.area,
            "task_digest": task.digest,
            "bugsweep_version": __version__,
        },
        # Without network, as every trial: a model's address is the reader's own to allow.
        "agent": {
            "timeout_sec": minutes * 60,
            "user": "agent",
            "network_mode": "no-network",
        },
        "verifier": {
            "timeout_sec": 1800.0,
            "environment_mode": "separate",
            "collect": [{"command": "/opt/bugsweep/collect", "user": "root"}],
            # The verifier installs the app by itself.
            "environment": {"network_mode": "public", "memory_mb": memory_mb + 2048},
        },
        "environment": {
            "build_timeout_sec": 1800.0,
            "memory_mb": memory_mb + 1024,
            "storage_mb": app.resources.disk_mb + 4096,
            "workdir": "/workspace/product",
            "healthcheck": {
                "command": "/opt/bugsweep/start-app",
                "interval_sec": 2.0,
                "start_period_sec": app.ready.timeout_s,
                "start_interval_sec": 1.0,
                "retries": 5,
            },
        },
    }


def _write_environment(task: Task, environment: Path) -> None:
    app, origin = task.app, task.folder / "app"
    is_node = app.source.package_registry is Registry.NPM
    dockerfile = "Dockerfile.node.j2" if is_node else "Dockerfile.python.j2"
    _write(environment / "Dockerfile", _render(dockerfile, _build(app)))
    for name, folder in (("files", app.files), ("project", app.source.project)):
        if folder:
            shutil.copytree(origin / folder, environment / name, ignore=_LEFT_OUT)
    values = _script_values(app)
    for name in _SCRIPTS:
        text = _render(f"{name}.j2", values)
        _write(environment / "scripts" / name, text, is_program=True)
    if not is_node:
        _write(environment / "scripts/part_off.py", _render("part_off.py.j2", {}))


def _build(app: App) -> dict[str, object]:
    source = app.source
    is_node = source.package_registry is Registry.NPM
    at = "@" if is_node else "=="
    requirements = [f"{source.package}{at}{source.version}"] if source.package else []
    newest = "--before" if is_node else "--exclude-newer"
    return {
        "python": "" if is_node else _python(source.interpreter),
        "tools": _words(app.tools),
        "requirements": shlex.join([*requirements, *source.also]),
        "newest": _words((newest, source.exclude_newer) if source.exclude_newer else ()),
        "scripts": "" if source.install_scripts else " --ignore-scripts",
        "package": shlex.quote(source.package) if source.package else "",
        "modules": _words(source.modules),
        "files": app.files,
        "project": source.project,
        "prepare": [shlex.join(command) for command in app.prepare],
        "seed": _seed(app),
        "seed_while_running": bool(app.seed and app.seed.while_running),
    }


def _seed(app: App) -> str:
    if not app.seed:
        return ""
    env = [f"{name}={value}" for name, value in app.seed.env.items()]
    return shlex.join([*(["env", *env] if env else []), *app.seed.command])


def _script_values(app: App) -> dict[str, object]:
    return {
        "cwd": shlex.quote(app.start.cwd),
        "env": {name: shlex.quote(value) for name, value in app.start.env.items()},
        "command": shlex.join(app.start.command),
        "reloads": app.start.reloads,
        "url": shlex.quote(f"{INSTANCE_URL}{app.ready.path}"),
        "status": app.ready.status,
        "text": shlex.quote(app.ready.text) if app.ready.text else "",
        "timeout_s": int(app.ready.timeout_s),
        "ignored": shlex.join(_IGNORED),
        "not_ignored": shlex.join(f":(exclude,glob)**/{name.rstrip('/')}" for name in _IGNORED),
    }


def _verifier(app: App) -> dict[str, object]:
    node = ("nodejs", "npm") if app.source.package_registry is Registry.NPM else ()
    return {"version": __version__, "node": _words(node), "tools": _words(app.tools)}


def _python(interpreter: str) -> str:
    wanted = SpecifierSet(interpreter)
    # A late patch release stands for the series: `>=3.11.4` means the newest 3.11 as well.
    found = next((it for it in _PYTHONS if wanted.contains(f"{it}.99")), None)
    exact = next((it.version for it in wanted if it.operator == "=="), None)
    version = found or (exact.removesuffix(".*") if exact else None)
    if version is None:
        raise UsageError(f"no image of Python fits `{interpreter}`")
    return version


def _words(words: Iterable[str]) -> str:
    return "".join(f" {shlex.quote(word)}" for word in words)


def _render(name: str, values: Mapping[str, object]) -> str:
    loader = PackageLoader("bugsweep.files.foreign", "templates/harbor")
    templates = Environment(
        loader=loader,
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701  # scripts, no markup
        keep_trailing_newline=True,
        trim_blocks=False,
    )
    return templates.get_template(name).render(values)


def _write(path: Path, text: str, *, is_program: bool = False) -> None:
    path.write_text(text, encoding="utf-8")
    if is_program:
        path.chmod(0o755)
