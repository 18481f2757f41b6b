from django.db import models


class Grower(models.Model):
    name = models.CharField(max_length=80)
    plot = models.CharField(max_length=20)

    class Meta:
        ordering = ["name"]

    def __str__(self):
        return self.name


class Packet(models.Model):
    """Seeds of one variety from one harvest, lent to gardeners until they are too old."""

    class Status(models.TextChoices):
        ON_SHELF = "shelf", "on the shelf"
        WITHDRAWN = "withdrawn", "withdrawn"

    variety = models.CharField(max_length=80)
    grower = models.ForeignKey(Grower, on_delete=models.PROTECT)
    harvest = models.PositiveSmallIntegerField()
    grams = models.PositiveSmallIntegerField(default=5)
    status = models.CharField(
        max_length=10, choices=Status.choices, default=Status.ON_SHELF
    )

    class Meta:
        ordering = ["variety"]

    def __str__(self):
        return self.variety
