"""Three pages of seed packets from four growers, and one librarian."""

import django
from django.core.management import call_command

django.setup()
call_command("migrate", run_syncdb=True, verbosity=0)

from django.contrib.auth.models import User  # noqa: E402  (models need the set-up)
from packets.models import Grower, Packet  # noqa: E402

VARIETIES = [
    "Amber Dwarf bean", "Ashford kale", "Blue Lantern pea", "Brindle squash", "Candle chard",
    "Carmine radish", "Coalpit leek", "Copper Fennel", "Dovecote lettuce", "Early Marrowby",
    "Fennimore beet", "Ferry Lane onion", "Foxglove tomato", "Gilded parsnip", "Green Drover cabbage",
    "Harrow White turnip", "Heron spinach", "Ivory Quill leek", "Jubilee runner", "Kestrel sorrel",
    "Lantern pepper", "Long Meadow carrot", "Mallow Gate pea", "Nettlebed rocket", "Old Parson swede",
    "Painted Lady chicory", "Quarry beetroot", "Russet Globe onion", "Saltmarsh samphire",
    "Thimble cucumber", "Velvet aubergine", "Winter Bishop sprout", "Yarrow broad bean", "Zinnia mix",
]  # fmt: skip
GROWERS = {"Wilma Oakes": "plot 3", "Idris Bakare": "plot 11", "Petra Lindqvist": "plot 7",
           "Rafael Nunes": "plot 20"}  # fmt: skip

User.objects.create_superuser("marguerite", "marguerite@seeds.example", "trowel-and-twine")
growers = [Grower.objects.create(name=name, plot=plot) for name, plot in GROWERS.items()]
Packet.objects.bulk_create(
    Packet(
        variety=variety,
        grower=growers[number % len(growers)],
        harvest=2019 + number % 3,
        grams=4 + number % 5,
    )
    for number, variety in enumerate(VARIETIES)
)
