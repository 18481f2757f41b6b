"""A program of its own: makes sockets in a sandbox's network, and hands them out.

It is started inside the network namespace with one argument, the number of the socket that it is
asked through. It imports the standard library only, so that starting it costs little. An order
is one JSON object; the answer carries the socket, or says what went wrong.
"""

import json
import socket
import sys

_ALL_PROTOCOLS = 3
_BACKLOG = 64
_PACKET_BUFFER_BYTES = 16 * 1024 * 1024
_SOL_PACKET, _IGNORE_OUTGOING = 263, 23


def make(order: dict[str, object]) -> socket.socket:
    """The socket that `order` names."""
    kind, number = order["kind"], int(str(order.get("port", 0)))
    if kind == "name":
        made = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        made.bind("\0" + str(order["name"]))
        made.listen(_BACKLOG)
    elif kind == "port":
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(("127.0.0.1", number))
        made.listen(_BACKLOG)
    elif kind == "connection":
        made = socket.create_connection(("127.0.0.1", number), timeout=5)
    else:
        made = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(_ALL_PROTOCOLS))
        # On this device whatever goes out comes in as well.
        made.setsockopt(_SOL_PACKET, _IGNORE_OUTGOING, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _PACKET_BUFFER_BYTES)
        made.bind(("lo", _ALL_PROTOCOLS))
    return made


def main() -> None:
    """Serve orders until nobody is there to give them."""
    with socket.socket(fileno=int(sys.argv[1])) as channel:
        while data := channel.recv(65536):
            try:
                made = make(json.loads(data))
            except OSError as error:
                channel.send(json.dumps({"error": str(error)}).encode())
                continue
            with made:
                socket.send_fds(channel, [b"{}"], [made.fileno()])


if __name__ == "__main__":
    main()
