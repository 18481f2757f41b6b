"""Serve the application, and beside it the pages that it watches."""

import http.server
import sys
import threading

import changedetectionio

PAGES = {
    "/concerts": "<h1>Riverside concerts</h1><p>Evening of strings: sold out</p><p>Row F: 24</p>",
    "/allotments": "<h1>Allotments</h1><p>Plot 9: taken</p><p>Plot 12: free</p>",
}


class Pages(http.server.BaseHTTPRequestHandler):
    """Pages without news, apart from one whose count goes up with every visit."""

    visits = 0

    def do_GET(self) -> None:
        text = PAGES.get(self.path)
        if self.path == "/ferry":
            Pages.visits += 1
            text = f"<h1>Ferry</h1><p>Bookings so far: {Pages.visits}</p>"
        body = f"<html><body>{text or 'Nothing here'}</body></html>".encode()
        self.send_response(200 if text else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing: the log is the application's."""


pages = http.server.ThreadingHTTPServer(("127.0.0.1", 13201), Pages)
threading.Thread(target=pages.serve_forever, daemon=True).start()
sys.argv = ["changedetection.io", "-d", "/srv/state/data", "-p", "13200", "-h", "127.0.0.1"]
changedetectionio.main()
