"""Serve the application on the sandbox's port, with debug pages off."""

from otterwiki.server import app
from werkzeug.serving import run_simple

run_simple("127.0.0.1", 13200, app, threaded=True)
