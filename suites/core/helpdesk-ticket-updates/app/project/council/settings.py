"""Settings of the council's help desk."""

DEBUG = False
SECRET_KEY = "only for this sandbox"
ALLOWED_HOSTS = ["127.0.0.1"]
SITE_ID = 1
ROOT_URLCONF = "council.urls"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "/static/"
MEDIA_URL = "/media/"
MEDIA_ROOT = "/srv/state/media"
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
HELPDESK_TEAMS_MODE_ENABLED = False
DATABASES = {
    "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "/srv/state/helpdesk.sqlite"}
}
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sites",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "bootstrap4form",
    "rest_framework",
    "helpdesk",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
