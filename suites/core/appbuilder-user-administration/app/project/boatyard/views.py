from flask_appbuilder import ModelView
from flask_appbuilder.models.sqla.interface import SQLAInterface

from boatyard.models import Job


class JobView(ModelView):
    datamodel = SQLAInterface(Job)
    list_title = "Jobs in the yard"
    list_columns = ["boat", "work", "hours"]
    add_columns = ["boat", "work", "hours"]
    edit_columns = ["boat", "work", "hours"]
    show_columns = ["boat", "work", "hours"]
