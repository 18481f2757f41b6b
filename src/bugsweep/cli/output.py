"""Results on standard output, talk on standard error; JSON on demand."""

import asyncio
import json
import signal
import sys
from collections.abc import Coroutine, Mapping, Sequence
from typing import Annotated, Any, TypeVar

import typer
from pydantic import BaseModel
from rich.console import Console
from rich.markup import escape
from rich.table import Table

T = TypeVar("T")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]

_FILE_WIDTH = 160
"""Columns of a table that goes to a file or a pipe, where no terminal sets them."""

results = Console(
    highlight=False, soft_wrap=True, width=None if sys.stdout.isatty() else _FILE_WIDTH
)
talk = Console(stderr=True, highlight=False, soft_wrap=True)


def say(message: str) -> None:
    """Progress, for whoever waits."""
    talk.print(f"[dim]{escape(message)}[/dim]")


def say_error(message: str, hint: str) -> None:
    """What went wrong, and what to do next."""
    talk.print(f"[bold red]error:[/] {escape(message)}", soft_wrap=True)
    if hint:
        talk.print(f"[bold]hint:[/] {escape(hint)}", soft_wrap=True)


def print_json(value: BaseModel | Sequence[BaseModel]) -> None:
    """One JSON document on standard output."""
    if isinstance(value, BaseModel):
        sys.stdout.write(value.model_dump_json(indent=2) + "\n")
    else:
        print_rows([item.model_dump(mode="json") for item in value])


def print_rows(rows: Sequence[Mapping[str, object]]) -> None:
    """A JSON list on standard output."""
    sys.stdout.write(json.dumps(rows, indent=2, ensure_ascii=False) + "\n")


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table for a person."""
    table = Table(title=title, title_justify="left", title_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*map(escape, row))
    results.print(table)


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end; an interrupt cancels it first, so that it can give back what it holds."""

    async def guarded() -> T:
        task = asyncio.ensure_future(work)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, task.cancel)
        return await task

    try:
        return asyncio.run(guarded())
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
