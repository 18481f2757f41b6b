"""A program of its own: polls a URL until it answers as wanted. Run inside a network namespace.

It imports the standard library only, so that starting it costs little.
Arguments: port, path, status, text, timeout in seconds. Prints what was seen last. Whoever wants to
know holds the other end of the standard input: when that closes, nobody does any more.
"""

import http.client
import select
import sys
import time


def probe(port: int, path: str, status: int, text: str) -> str:
    """Ask once; an empty answer means ready, any other says what was seen."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path, headers={"Host": f"127.0.0.1:{port}"})
        response = connection.getresponse()
        body = response.read().decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        return f"no answer ({error})"
    finally:
        connection.close()
    if response.status != status:
        return f"status {response.status}"
    if text and text not in body:
        return f"status {response.status} without the text `{text}`"
    return ""


def main() -> int:
    """Poll until ready or too late."""
    port, path, status, text, timeout_s = sys.argv[1:]
    deadline = time.monotonic() + float(timeout_s)
    pause_s = 0.02
    while seen := probe(int(port), path, int(status), text):
        if time.monotonic() > deadline:
            sys.stdout.write(seen)
            return 1
        if select.select([sys.stdin], [], [], pause_s)[0]:
            return 1
        pause_s = min(pause_s * 1.2, 0.25)
    return 0


if __name__ == "__main__":
    sys.exit(main())
