"""The program `bugsweep`: its commands, and how errors become exit codes."""

import errno
import os
import sys
import traceback
from typing import Annotated, Any

import typer

from bugsweep import __version__
from bugsweep.cli.agreement import agreement_command
from bugsweep.cli.behaviour import behaviour_app
from bugsweep.cli.compare import compare_command
from bugsweep.cli.doctor import doctor_command
from bugsweep.cli.evaluate import eval_command
from bugsweep.cli.explore import explore_command
from bugsweep.cli.gate import gate_command
from bugsweep.cli.image import image_app
from bugsweep.cli.mcp import mcp_command
from bugsweep.cli.output import say_error
from bugsweep.cli.reliability import reliability_command
from bugsweep.cli.report import report_command
from bugsweep.cli.stages import stages_command
from bugsweep.cli.suite import suite_app
from bugsweep.cli.task import task_app
from bugsweep.cli.verify import verify_command
from bugsweep.domain.errors import BugsweepError, explain, find_cause

app = typer.Typer(
    name="bugsweep",
    help=__doc__,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("eval")(eval_command)
app.command("verify")(verify_command)
app.command("explore")(explore_command)
app.command("gate")(gate_command)
app.command("reliability")(reliability_command)
app.command("report")(report_command)
app.command("compare")(compare_command)
app.command("stages")(stages_command)
app.command("agreement")(agreement_command)
app.command("mcp")(mcp_command)
app.command("doctor")(doctor_command)
app.add_typer(task_app, name="task")
app.add_typer(suite_app, name="suite")
app.add_typer(image_app, name="image")
app.add_typer(behaviour_app, name="behaviour")


def _print_version(value: bool) -> None:  # noqa: FBT001  # typer's signature
    if value:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Finds the bugs in a running web application, and measures how well agents do the same."""
    del version


# Typer carries a click of its own, whose general error it does not show under a public name.
_WRONG_USE: Any = next(
    cls for cls in typer.BadParameter.__mro__ if cls.__name__ == "ClickException"
)


_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}


def run() -> int:
    """Run a command; the exit code says whose turn it is.

    0 good, 1 a failed verdict or a finding, 2 wrong use, 3 the world around, 70 our fault,
    130 interrupted.
    """
    try:
        return _run()
    except Exception as error:  # noqa: BLE001  # the last place that can say whose fault it is
        cause = find_cause(error)
        if isinstance(cause, BugsweepError):
            say_error(cause.message, cause.hint)
            return cause.exit_code
        say_error(
            explain(error),
            "this is a fault of bugsweep; with BUGSWEEP_DEBUG=1 it shows where",
        )
        if os.environ.get("BUGSWEEP_DEBUG"):
            traceback.print_exc()
        return 70


def _run() -> int:
    try:
        code = app(standalone_mode=False)
    except BugsweepError as error:
        say_error(error.message, error.hint)
        return error.exit_code
    except typer.Exit as ended:
        return int(ended.exit_code)
    except _WRONG_USE as error:
        error.show()
        return 2
    except typer.Abort:
        raise KeyboardInterrupt from None
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        if error.errno not in _FULL:
            raise
        say_error(
            f"no space is left for `{error.filename or 'a file'}`",
            "make room, `bugsweep image prune --budget 5G` say; BUGSWEEP_HOME and --runs name"
            " other disks",
        )
        return 3
    return code if isinstance(code, int) else 0
