"""The desk of a boatyard: what is to be done on which boat."""

from flask import Flask
from flask_appbuilder import SQLA, AppBuilder

db = SQLA()


def create_app():
    app = Flask(__name__)
    app.config.from_object("boatyard.config")
    db.init_app(app)
    with app.app_context():
        from boatyard.views import JobView

        appbuilder = AppBuilder(app, db.session)
        appbuilder.add_view(JobView, "Jobs", icon="fa-wrench", category="Yard")
        app.appbuilder = appbuilder
    return app
