"""The reference page of the oracles, made from their docstrings."""

import inspect
import sys

from bugsweep.exploration.oracles import ORACLES

_INTRODUCTION = """\
# Oracles

The properties that `bugsweep explore` holds an app to, made from their docstrings by
`python -m bugsweep.exploration.reference`. The number is that of the taxonomy of real bugs in
[how the explorer works](../explanation/explorer.md). `--oracle NAME` asks for one of them alone.
"""


def render_reference() -> str:
    """Render the whole page as Markdown."""
    parts = [_INTRODUCTION]
    for name, oracle in ORACLES.items():
        module = inspect.getmodule(oracle)
        number = (module.__doc__ or "").strip().rstrip(".") if module else ""
        first, _, rest = inspect.cleandoc(oracle.__doc__ or "").partition("\n")
        parts.append(f"## `{name}`\n\n{number}. **{first}**\n")
        if rest.strip():
            parts.append(f"{rest.strip()}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    sys.stdout.write(render_reference())
