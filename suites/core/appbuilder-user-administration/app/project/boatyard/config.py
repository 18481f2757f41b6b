from flask_appbuilder.const import AUTH_DB

APP_NAME = "Boatyard Desk"
SECRET_KEY = "only for this sandbox 0123456789"
SQLALCHEMY_DATABASE_URI = "sqlite:////srv/state/boatyard.sqlite"
SQLALCHEMY_TRACK_MODIFICATIONS = False
AUTH_TYPE = AUTH_DB
WTF_CSRF_ENABLED = True
