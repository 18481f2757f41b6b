"""Two agents, two queues and three tickets of a town council."""

import django

django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.core.management import call_command  # noqa: E402
from helpdesk.models import Queue, Ticket  # noqa: E402

call_command("migrate", verbosity=0)
User = get_user_model()
rosa = User.objects.create_superuser(
    "rosa", "rosa@council.example", "lamp-post-5", first_name="Rosa", last_name="Meijer"
)
tariq = User.objects.create_user(
    "tariq", "tariq@council.example", "bus-stop-8", is_staff=True, first_name="Tariq"
)
lighting = Queue.objects.create(title="Street lighting", slug="lighting")
parks = Queue.objects.create(title="Parks", slug="parks")
for title, queue, owner, text, priority in [
    ("Lamp on Mill Lane flickers", lighting, rosa, "Every evening from eight o'clock.", 3),
    ("Bench in the rose garden is broken", parks, tariq, "Two slats are missing.", 4),
    ("Dark path behind the library", lighting, None, "All three lamps are out.", 2),
]:
    Ticket.objects.create(
        title=title,
        queue=queue,
        submitter_email="neighbour@town.example",
        description=text,
        assigned_to=owner,
        priority=priority,
    )
