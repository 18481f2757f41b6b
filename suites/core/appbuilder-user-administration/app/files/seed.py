"""The jobs of one week, the yard's owner and three foremen."""

from boatyard import create_app, db
from boatyard.models import Job

JOBS = [
    ("Marsh Hen", "Sand and varnish the tiller", 6),
    ("Tern Hollow", "New seal on the stern tube", 9),
    ("Saltwife", "Two coats of antifouling", 14),
    ("Grey Lag", "Rewire the masthead light", 4),
    ("Quick Sprat", "Patch the port chine", 11),
]
PEOPLE = [
    ("hedda", "Hedda", "Strand", "slipway-keel-1"),
    ("joost", "Joost", "Verbeek", "bow-thruster-2"),
    ("amina", "Amina", "Yusuf", "spinnaker-pole-3"),
    ("callum", "Callum", "Rae", "bilge-pump-4"),
]

app = create_app()
with app.app_context():
    db.create_all()
    security = app.appbuilder.sm
    admin = security.find_role("Admin")
    for username, first, last, password in PEOPLE:
        security.add_user(username, first, last, f"{username}@yard.example", admin, password)
    db.session.add_all(Job(boat=boat, work=work, hours=hours) for boat, work, hours in JOBS)
    db.session.commit()
