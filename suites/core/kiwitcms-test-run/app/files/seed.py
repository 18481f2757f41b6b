"""A tester, a product of a booking office, and a run of five test cases, none executed yet."""

import django
from django.db.backends.signals import connection_created


def _hurry(connection, **_):
    # Hundreds of migrations, each waiting for the disk, take minutes.
    connection.cursor().execute("PRAGMA synchronous=OFF")


connection_created.connect(_hurry)
django.setup()

from django.contrib.auth import get_user_model  # noqa: E402
from django.contrib.sites.models import Site  # noqa: E402
from django.core.management import call_command  # noqa: E402

call_command("migrate", verbosity=0)

from tcms.management.models import (  # noqa: E402
    Build,
    Classification,
    Priority,
    Product,
    Version,
)
from tcms.testcases.models import Category, TestCase, TestCaseStatus  # noqa: E402
from tcms.testplans.models import PlanType, TestPlan  # noqa: E402
from tcms.testruns.models import TestRun  # noqa: E402

SUMMARIES = [
    "Refund of a single ticket",
    "Refund of a group booking",
    "Seat plan shows free seats",
    "Seat plan on a narrow screen",
    "Confirmation names the train",
]

Site.objects.update(domain="127.0.0.1:13200")
marta = get_user_model().objects.create_superuser(
    "marta", "marta@railway.example", "ticket-punch-9"
)
product = Product.objects.create(
    name="Booking office", classification=Classification.objects.create(name="Railway")
)
version = Version.objects.filter(product=product).first()
build = Build.objects.filter(version=version).first()
category = Category.objects.filter(product=product).first()
plan = TestPlan.objects.create(
    name="Summer timetable",
    author=marta,
    product=product,
    product_version=version,
    type=PlanType.objects.first(),
    text="What must work before the summer timetable.",
)
run = TestRun.objects.create(
    summary="Evening run", plan=plan, build=build, manager=marta, default_tester=marta
)
confirmed = TestCaseStatus.objects.filter(is_confirmed=True).first()
for summary in SUMMARIES:
    case = TestCase.objects.create(
        summary=summary,
        author=marta,
        case_status=confirmed,
        category=category,
        priority=Priority.objects.first(),
    )
    plan.add_case(case)
    run.create_execution(case)
