"""The members of a rowing club, and its secretary."""

import datetime

import django
from django.core.management import call_command

django.setup()
call_command("migrate", run_syncdb=True, verbosity=0)

from django.contrib.auth.models import User  # noqa: E402  (models need the set-up)
from members.models import Member  # noqa: E402

MEMBERS = [
    ("Abel Thornton", "Quad", "full"), ("Bryony Castell", "Eight", "lapsed"),
    ("Casimir Dudek", "Eight", "full"), ("Delphine Roux", "Pair", "novice"),
    ("Edwin Okafor", "Eight", "lapsed"), ("Flora Maddox", "Quad", "full"),
    ("Gethin Price", "Pair", "novice"), ("Honor Blythe", "Eight", "full"),
    ("Ishaan Kulkarni", "Quad", "lapsed"), ("Jorunn Vik", "Pair", "full"),
    ("Kasper Holm", "Eight", "novice"), ("Leonie Brandt", "Quad", "full"),
    ("Mateo Salas", "Pair", "lapsed"), ("Nerys Bowen", "Eight", "full"),
]  # fmt: skip

User.objects.create_superuser("secretary", "secretary@lindow.example", "sculls-and-sweeps")
for number, (name, squad, standing) in enumerate(MEMBERS):
    Member.objects.create(
        name=name,
        email=f"{name.split()[0].lower()}@lindow.example",
        squad=squad,
        standing=standing,
        joined=datetime.date(2021, 3, 6) + datetime.timedelta(weeks=7 * number),
    )
