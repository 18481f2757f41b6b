"""An organiser with one conference, whose call for papers asks two questions."""

import datetime as dt

import django
from django.db.backends.signals import connection_created


def _hurry(connection, **_):
    # Hundreds of migrations, each waiting for the disk, take minutes.
    connection.cursor().execute("PRAGMA synchronous=OFF")


connection_created.connect(_hurry)
django.setup()

from django.core.management import call_command  # noqa: E402
from django_scopes import scopes_disabled  # noqa: E402

call_command("migrate", verbosity=0)

from pretalx.event.models import Event, Organiser, Team  # noqa: E402
from pretalx.person.models import User  # noqa: E402
from pretalx.submission.models import AnswerOption, Question, Track  # noqa: E402

with scopes_disabled():
    ines = User.objects.create_superuser(
        email="ines@harbour.example", password="lantern-fish-4", name="Ines Duarte"
    )
    organiser = Organiser.objects.create(name="Harbour Talks", slug="harbour")
    team = Team.objects.create(
        organiser=organiser,
        name="Programme",
        all_events=True,
        can_create_events=True,
        can_change_teams=True,
        can_change_organiser_settings=True,
        can_change_event_settings=True,
        can_change_submissions=True,
    )
    team.members.add(ines)
    event = Event.objects.create(
        name="Tide Days 2027",
        slug="tide27",
        organiser=organiser,
        date_from=dt.date(2027, 5, 1),
        date_to=dt.date(2027, 5, 2),
        timezone="UTC",
        email="talks@harbour.example",
        locale_array="en",
        content_locale_array="en",
        locale="en",
        is_public=True,
    )
    event.build_initial_data()
    event.feature_flags["use_tracks"] = True
    event.save()
    Track.objects.create(event=event, name="Lighthouses", color="#003366")
    shirt = Question.objects.create(
        event=event, variant="choices", target="speaker", question="Shirt size", position=0
    )
    for size in ("Narrow", "Roomy", "Oilskin"):
        AnswerOption.objects.create(question=shirt, answer=size)
    Question.objects.create(
        event=event,
        variant="string",
        target="speaker",
        question="Ferry you arrive with",
        position=1,
    )
