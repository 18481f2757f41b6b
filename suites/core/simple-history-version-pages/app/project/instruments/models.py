from django.db import models
from simple_history.models import HistoricalRecords


class Instrument(models.Model):
    name = models.CharField(max_length=80)
    room = models.CharField(max_length=40)
    keeper = models.CharField(max_length=80)
    days_between_checks = models.PositiveSmallIntegerField(default=90)
    history = HistoricalRecords()

    class Meta:
        ordering = ["name"]

    def __str__(self):
        return self.name
