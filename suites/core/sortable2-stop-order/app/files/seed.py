"""Two guided walks with their stops, and the guide who plans them."""

import django
from django.core.management import call_command

django.setup()
call_command("migrate", run_syncdb=True, verbosity=0)

from django.contrib.auth.models import User  # noqa: E402  (models need the set-up)
from walks.models import Stop, Walk  # noqa: E402

WALKS = {
    ("Bridges and mills", "bridges-and-mills", "Ferry stairs"):
        ["Weir house", "Fuller's bridge", "Paper mill"],
    ("Lanes after dark", "lanes-after-dark", "Lamp post at Saddler Row"):
        ["Saddler Row", "Bell yard", "Watch tower", "Cooper's arch"],
}  # fmt: skip

User.objects.create_superuser("benedikta", "benedikta@walks.example", "cobbles-and-lamps")
for (title, slug, meeting_point), stops in WALKS.items():
    walk = Walk.objects.create(title=title, slug=slug, meeting_point=meeting_point)
    for position, name in enumerate(stops, 1):
        Stop.objects.create(walk=walk, name=name, minutes=5 + 5 * position, position=position)
