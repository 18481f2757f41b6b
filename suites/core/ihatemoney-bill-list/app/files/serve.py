"""Serve the application on the sandbox's port, with debug pages off."""

from ihatemoney.wsgi import application
from werkzeug.serving import run_simple

run_simple("127.0.0.1", 13200, application, threaded=True)
