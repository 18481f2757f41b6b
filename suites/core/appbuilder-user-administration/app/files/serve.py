"""Serve the desk on the sandbox's port, with debug pages off."""

from boatyard import create_app
from werkzeug.serving import run_simple

run_simple("127.0.0.1", 13200, create_app(), threaded=True)
