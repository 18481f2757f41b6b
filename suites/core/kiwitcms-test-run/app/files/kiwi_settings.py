"""Settings of the test bench: a database in one file, debug pages off."""

from tcms.settings.common import *  # noqa: F403

DEBUG = False
SECRET_KEY = "only for this sandbox"
ALLOWED_HOSTS = ["127.0.0.1"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "/srv/state/kiwi.sqlite"}}
MEDIA_ROOT = "/srv/state/uploads"
SESSION_COOKIE_SECURE = False
CSRF_COOKIE_SECURE = False
STATICFILES_STORAGE = "django.contrib.staticfiles.storage.StaticFilesStorage"
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
