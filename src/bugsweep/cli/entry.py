"""Where the program begins: an interrupt is quiet even while it is still loading."""

import signal
import sys


def main() -> None:
    """Load the commands and run one."""
    # A terminated program has to give back its sandboxes like an interrupted one.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        from bugsweep.cli.main import run  # noqa: PLC0415  # loading is what may be interrupted

        code = run()
    except KeyboardInterrupt:
        sys.stderr.write("error: interrupted\n")
        code = 130
    sys.exit(code)
