"""Settings of the test bench: debug pages off, static files as they are, nothing is mailed."""

from pretalx.settings import *  # noqa: F403

ALLOWED_HOSTS = ["127.0.0.1"]
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
# Without the collected and compressed files that a release is served from.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}  # noqa: F405
WHITENOISE_USE_FINDERS = True
COMPRESS_ENABLED = COMPRESS_OFFLINE = False
VITE_IGNORE = True
