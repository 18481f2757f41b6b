"""Serve the site and its static files on the sandbox's port, with debug pages off."""

from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.servers.basehttp import run
from django.core.wsgi import get_wsgi_application

run("127.0.0.1", 13200, StaticFilesHandler(get_wsgi_application()), threading=True)
