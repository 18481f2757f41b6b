"""A site with a front page, a request form of three questions and two editors."""

import django

django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.core.management import call_command  # noqa: E402

call_command("migrate", verbosity=0)

from hall.models import Question, RequestPage, WelcomePage  # noqa: E402
from wagtail.models import Page, Site  # noqa: E402

User = get_user_model()
User.objects.create_superuser("greta", "greta@hall.example", "stage-curtain-3")
User.objects.create_superuser("luis", "luis@hall.example", "tea-urn-12")
root = Page.objects.get(depth=1)
Page.objects.filter(depth=2).delete()
root.refresh_from_db()
welcome = root.add_child(
    instance=WelcomePage(title="Village hall", slug="hall", news="New curtains since May.")
)
Site.objects.all().delete()
Site.objects.create(hostname="127.0.0.1", port=13200, root_page=welcome, is_default_site=True)
form = RequestPage(title="Book the hall", slug="book", hint="Tell us what you plan.")
form.form_fields = [
    Question(label="Your name", field_type="singleline", required=True, sort_order=0),
    Question(label="Day", field_type="singleline", required=True, sort_order=1),
    Question(label="Guests", field_type="number", required=False, sort_order=2),
]
welcome.add_child(instance=form)
form.save_revision().publish()
