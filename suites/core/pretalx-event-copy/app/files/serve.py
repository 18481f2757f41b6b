"""Serve the application and its static files on one port."""

from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.servers.basehttp import run
from django.core.wsgi import get_wsgi_application

run("127.0.0.1", 13200, StaticFilesHandler(get_wsgi_application()), threading=True)
