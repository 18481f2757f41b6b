from flask_appbuilder import Model
from sqlalchemy import Column, Integer, String


class Job(Model):
    __tablename__ = "job"

    id = Column(Integer, primary_key=True)
    boat = Column(String(60), nullable=False)
    work = Column(String(120), nullable=False)
    hours = Column(Integer, nullable=False)

    def __repr__(self):
        return f"{self.boat}: {self.work}"
