"""A program of its own, inside a sandbox in the place of the browser: lets one be watched.

It tells the recorder of the launch, lets it have the pipe that commands come over, and becomes
the browser. Without a recorder it only becomes the browser. It imports the standard library
only, so that starting it costs little. Its first argument is the browser.
"""

import contextlib
import json
import os
import socket
import sys

NAME = "bugsweep/browser"
"""The recorder's abstract name in the sandbox's network."""

_PIPE = "--remote-debugging-pipe"
_COMMANDS_FD = 3
_TIMEOUT_S = 10
_ANSWER_BYTES = 1024 * 1024


def announced(arguments: list[str]) -> list[str]:
    """Tell of the launch; the arguments that the browser is to be started with."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as channel:
        channel.settimeout(_TIMEOUT_S)
        channel.connect("\0" + NAME)
        message = json.dumps({"arguments": arguments}).encode()
        if _PIPE not in arguments:
            channel.send(message)
            return answered(channel)
        reading, writing = os.pipe()
        try:
            socket.send_fds(channel, [message], [_COMMANDS_FD, writing])
            arguments = answered(channel)
            os.dup2(reading, _COMMANDS_FD)
        finally:
            os.close(reading)
            os.close(writing)
        return arguments


def answered(channel: socket.socket) -> list[str]:
    """What the recorder says."""
    answer = json.loads(channel.recv(_ANSWER_BYTES))
    return [str(argument) for argument in answer["arguments"]]


def main() -> None:
    """Become the browser."""
    browser, *arguments = sys.argv[1:]
    # A browser that nobody sees is better than none.
    with contextlib.suppress(OSError, ValueError, KeyError):
        arguments = announced(arguments)
    library = os.environ.pop("BUGSWEEP_LIBRARY_PATH", "")
    os.environ.pop("LD_LIBRARY_PATH", None)
    if library:
        os.environ["LD_LIBRARY_PATH"] = library
    # The sandbox is the browser's sandbox: inside, it could not make another.
    os.execv(browser, [browser, "--no-sandbox", *arguments])  # noqa: S606 - no shell is wanted


if __name__ == "__main__":
    main()
