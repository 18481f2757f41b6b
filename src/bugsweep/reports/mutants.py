"""What became of planted faults: by operator, and by the app they were planted in."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from bugsweep.reports.tables.table import Table, count, words
from bugsweep.reports.tables.writing import to_markdown
from bugsweep.verification.machine import Machine
from bugsweep.verification.mutating import Attempt, Fate, count_fates


def mutants_table(attempts: Sequence[Attempt], kind: str, *, of: Callable[[Attempt], str]) -> Table:
    """How many came to each fate, by what `of` says of them; the last row sums up."""
    groups = count_fates(attempts, of=of)
    rows = [
        (
            words(name),
            count(sum(fates.values())),
            *(count(fates[fate]) for fate in Fate),
            count(sum(_is_open(it) for it in attempts if of(it) == name)),
        )
        for name, fates in groups.items()
    ]
    totals = [sum(fates[fate] for fates in groups.values()) for fate in Fate]
    opened = sum(map(_is_open, attempts))
    rows.append((words("all"), count(len(attempts)), *map(count, totals), count(opened)))
    return Table(
        name=f"mutants-by-{kind}",
        title=f"Planted faults by {kind}, and what became of them",
        columns=(kind, "planted", *(fate.value for fate in Fate), "gate open"),
        rows=tuple(rows),
        note=(
            "Kept: exactly one behaviour test of the task fails and the app starts. Gate open: the"
            " new task, its app built from the start, meets its gate; only these stay."
        ),
    )


def render_mutants(attempts: Sequence[Attempt], command: str, machine: Machine) -> str:
    """The whole page as Markdown."""
    by_operator = mutants_table(attempts, "operator", of=lambda it: it.fault.operator.value)
    by_app = mutants_table(attempts, "task", of=lambda it: it.origin)
    parts = [
        "# Planted faults",
        f"Made by `{command} --page FILE`; do not edit by hand.",
        f"{datetime.now(UTC):%Y-%m-%d}; {machine.text}.",
        to_markdown(by_operator).strip(),
        to_markdown(by_app).strip(),
    ]
    return "\n\n".join(parts) + "\n"


def _is_open(attempt: Attempt) -> bool:
    return attempt.gate is not None and attempt.gate.is_open
