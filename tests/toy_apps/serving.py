"""Serves a toy app on the loopback address: pages by path, or functions of the request."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Request:
    path: str
    query: Mapping[str, str]
    body: bytes
    cookie: str

    @property
    def form(self) -> dict[str, str]:
        """What was sent by a form; of several values of one name the first."""
        sent = parse_qs(self.body.decode(), keep_blank_values=True)
        return {name: values[0] for name, values in sent.items()}


@dataclass(frozen=True)
class Answer:
    body: str | bytes
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)


Page = str | Callable[[Request], Answer | None]
"""None hangs up without an answer."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object):
        # A browser hangs up on requests it no longer needs.
        return


@contextmanager
def serve(pages: Mapping[str, Page]) -> Iterator[str]:
    """Serve `pages` for the length of the block; gives the base address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            address = urlsplit(self.path)
            length = int(self.headers.get("Content-Length") or 0)
            query = {key: values[0] for key, values in parse_qs(address.query).items()}
            request = Request(
                address.path, query, self.rfile.read(length), self.headers.get("Cookie") or ""
            )
            page = pages.get(address.path, "")
            answer = page(request) if callable(page) else Answer(page, 200 if page else 404)
            if answer is None:
                self.close_connection = True
                return
            body = answer.body.encode() if isinstance(answer.body, str) else answer.body
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.kind)
            self.send_header("Content-Length", str(len(body)))
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815 - the name that http.server calls

        def log_message(self, *_: object):
            return

    server = _Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
