from django.db import models


class Member(models.Model):
    class Standing(models.TextChoices):
        FULL = "full", "Full"
        NOVICE = "novice", "Novice"
        LAPSED = "lapsed", "Lapsed"

    name = models.CharField(max_length=80)
    email = models.EmailField()
    squad = models.CharField(max_length=40)
    standing = models.CharField(
        max_length=10, choices=Standing.choices, default=Standing.FULL
    )
    joined = models.DateField()

    class Meta:
        ordering = ["name"]

    def __str__(self):
        return self.name
