"""The reference page of this package, made from its docstrings."""

import ast
import importlib
import inspect
import itertools
import re
import sys
import textwrap
from collections.abc import Iterator
from types import ModuleType

MODULES = (
    "rates",
    "summaries",
    "paired",
    "comparison",
    "bootstrap",
    "sample_size",
    "agreement",
    "correlation",
    "repeats",
    "funnel",
    "scores",
    "coefficient",
)

_INTRODUCTION = """\
# Statistics

What `bugsweep.stats` computes, made from its docstrings by `python -m bugsweep.stats.reference`.
All functions are pure. Rates are 0..1 unless a unit is named; intervals are two-sided.
What is undefined is None, never 0 and never not-a-number.
"""
_SECTIONS = re.compile(r"^(Args|Returns|Raises|Source):(.*)$", re.MULTILINE)


def render_reference() -> str:
    """Render the whole page as Markdown."""
    modules = [importlib.import_module(f"bugsweep.stats.{name}") for name in MODULES]
    return "\n".join([_INTRODUCTION, *(part for module in modules for part in _render(module))])


def public_names(module: ModuleType) -> list[str]:
    """List the functions and classes that a module defines for others, in order."""
    return [
        name
        for name, thing in vars(module).items()
        if not name.startswith("_")
        and (inspect.isfunction(thing) or inspect.isclass(thing))
        and thing.__module__ == module.__name__
    ]


def _render(module: ModuleType) -> Iterator[str]:
    yield f"## `{module.__name__}`\n\n{inspect.getdoc(module)}\n"
    for name in public_names(module):
        thing = getattr(module, name)
        yield f"### `{name}`\n\n{_entry(name, thing)}"
        if inspect.isclass(thing):
            yield from _members(thing)


def _members(thing: type) -> Iterator[str]:
    for name, explanation in _explained_fields(thing):
        yield f"- `{name}`: {explanation}\n"
    for name, member in vars(thing).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            yield f"- `{name}`: {' '.join((inspect.getdoc(member) or '').split())}\n"
        elif inspect.isroutine(member):
            yield f"#### `{thing.__name__}.{name}`\n\n{_entry(name, getattr(thing, name))}"


def _explained_fields(thing: type) -> Iterator[tuple[str, str]]:
    """Find the fields with a string below them; Python itself forgets those strings."""
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(thing))).body
    body = definition.body if isinstance(definition, ast.ClassDef) else []
    for field, below in itertools.pairwise(body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, " ".join(text.split())


def _entry(name: str, thing: object) -> str:
    signature = str(inspect.signature(thing)) if callable(thing) else ""
    shown = re.sub(r"(bugsweep\.stats\.\w+|collections\.abc|fractions|typing)\.", "", signature)
    return f"```python\n{name}{shown}\n```\n\n{_markdown(inspect.getdoc(thing) or '')}\n"


def _markdown(docstring: str) -> str:
    """Turn the sections of a docstring into bold heads, and their entries into a list."""
    lines = []
    for line in _SECTIONS.sub(r"**\1:**\2", docstring).splitlines():
        indent = len(line) - len(line.lstrip())
        if line.startswith("**"):
            lines.append(line if line[-1] != "*" else f"{line}\n")
        elif indent == 4 and ": " in line:  # noqa: PLR2004 (an entry of a section)
            lines.append(f"- {line.strip()}")
        else:
            lines.append(f"  {line.strip()}" if indent else line)
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(render_reference())
