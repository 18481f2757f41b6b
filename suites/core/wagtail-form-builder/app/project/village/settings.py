"""Settings of the village hall's site."""

DEBUG = False
SECRET_KEY = "only for this sandbox"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "village.urls"
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "/static/"
MEDIA_URL = "/media/"
MEDIA_ROOT = "/srv/state/media"
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
WAGTAIL_SITE_NAME = "Village hall"
WAGTAILADMIN_BASE_URL = "http://127.0.0.1:13200"
WAGTAIL_ENABLE_UPDATE_CHECK = False
WAGTAIL_ENABLE_WHATS_NEW_BANNER = False
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "/srv/state/hall.sqlite"}}
INSTALLED_APPS = [
    "hall",
    "wagtail.contrib.forms",
    "wagtail.contrib.redirects",
    "wagtail.sites",
    "wagtail.users",
    "wagtail.snippets",
    "wagtail.documents",
    "wagtail.images",
    "wagtail.search",
    "wagtail.admin",
    "wagtail",
    "modelcluster",
    "taggit",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
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
        "DIRS": ["/workspace/product/templates"],
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
