"""Packets put together into requests, whatever way they were cut."""

import struct

import pytest

from bugsweep.recording.traffic import Traffic

APP, CLIENT = 13200, 40000
SYN, ACK, FIN = 0x02, 0x10, 0x11
BROWSER = b"User-Agent: Mozilla/5.0\r\nSec-Fetch-Mode: navigate\r\n"


def packet(payload=b"", *, source=CLIENT, target=APP, sequence=0, flags=ACK, is_v6=False):
    segment = struct.pack(">HHIIBBHHH", source, target, sequence, 0, 5 << 4, flags, 0, 0, 0)
    segment += payload
    if is_v6:
        return struct.pack(">IHBB", 6 << 28, len(segment), 6, 64) + bytes(32) + segment
    return struct.pack(">BBHIBBH", 0x45, 0, 20 + len(segment), 0, 64, 6, 0) + bytes(8) + segment


class Wire:
    """One client's connection to the app."""

    def __init__(self, *, is_v6=False):
        self.requests = []
        self.traffic = Traffic(APP, self.requests.append)
        self.is_v6 = is_v6
        self.sequence = 1
        self.traffic.feed(packet(sequence=0, flags=SYN, is_v6=is_v6))

    def send(self, *pieces):
        for piece in pieces:
            self.traffic.feed(packet(piece, sequence=self.sequence, is_v6=self.is_v6))
            self.sequence += len(piece)

    def answer(self, status):
        head = b"HTTP/1.1 %d Said\r\n\r\n" % status
        self.traffic.feed(packet(head, source=APP, target=CLIENT, is_v6=self.is_v6))

    @property
    def seen(self):
        return [(it.method, it.path, it.status, it.is_browser) for it in self.requests]


@pytest.mark.parametrize("is_v6", [False, True])
def test_requests_of_one_connection_are_told_with_their_answers(is_v6):
    wire = Wire(is_v6=is_v6)

    wire.send(b"GET /a HTTP/1.1\r\n" + BROWSER + b"\r\n")
    assert wire.traffic.is_busy
    wire.answer(200)
    wire.send(b"POST /b HTTP/1.1\r\nContent-Length: 10\r\n", b"\r\nGET /", b"no HT")
    wire.answer(404)
    wire.send(b"GET /c HTTP/1.1\r\n\r\n")
    wire.traffic.feed(packet(sequence=wire.sequence, flags=FIN, is_v6=is_v6))

    assert not wire.traffic.is_busy
    assert wire.seen == [
        ("GET", "/a", 200, True),
        ("POST", "/b", 404, False),
        ("GET", "/c", 0, False),
    ]


def test_what_is_sent_once_more_or_was_missed_does_no_harm():
    wire = Wire()

    wire.send(b"GET /a HTTP/1.1\r\n\r\n")
    wire.traffic.feed(packet(b"GET /a HTTP/1.1\r\n\r\n", sequence=1))
    wire.answer(200)
    wire.sequence += 5000
    wire.send(b"GET /b HTTP/1.1\r\n\r\n")
    wire.answer(200)

    assert wire.seen == [("GET", "/a", 200, False), ("GET", "/b", 200, False)]


@pytest.mark.parametrize(
    "noise",
    [
        b"",
        b"\x45",
        bytes(64),
        packet(b"\x16\x03\x01 no HTTP\r\n\r\n"),
        packet(b"x" * 60_000)[:500],
    ],
)
def test_what_is_no_request_is_passed_over(noise):
    wire = Wire()

    wire.traffic.feed(noise)
    wire.traffic.aclose()

    assert wire.requests == []
