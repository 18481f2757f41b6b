"""Instruments of a ceramics laboratory with the changes of two years, and their two keepers."""

import datetime

import django
from django.core.management import call_command

django.setup()
call_command("migrate", run_syncdb=True, verbosity=0)

from django.contrib.auth.models import User  # noqa: E402  (models need the set-up)
from instruments.models import Instrument  # noqa: E402

INSTRUMENTS = {
    "Pyrometer": [("Cellar", "Ottilie Grau", 90), ("Glaze room", "Ottilie Grau", 60),
                  ("Kiln hall", "Sunniva Dahl", 60)],
    "Ball mill": [("Yard shed", "Marek Zelenka", 180), ("Clay store", "Marek Zelenka", 120)],
    "Analytical balance": [("Glaze room", "Sunniva Dahl", 30)],
    "Viscometer": [("Glaze room", "Ottilie Grau", 45), ("Slip room", "Marek Zelenka", 45)],
}  # fmt: skip

ottilie = User.objects.create_superuser("ottilie", "ottilie@kiln.example", "cone-ten-reduction")
User.objects.create_superuser("marek", "marek@kiln.example", "plaster-bat-12")
day = datetime.datetime(2023, 2, 6, 9, 30, tzinfo=datetime.timezone.utc)
for name, versions in INSTRUMENTS.items():
    instrument = Instrument(name=name)
    for room, keeper, days in versions:
        instrument.room, instrument.keeper, instrument.days_between_checks = room, keeper, days
        instrument._history_date = day
        instrument._history_user = ottilie
        instrument.save()
        day += datetime.timedelta(days=41, hours=2)
