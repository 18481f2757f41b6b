from django.db import models


class Walk(models.Model):
    title = models.CharField(max_length=80)
    slug = models.SlugField(unique=True)
    meeting_point = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["title"]

    def __str__(self):
        return self.title


class Stop(models.Model):
    walk = models.ForeignKey(Walk, related_name="stops", on_delete=models.CASCADE)
    name = models.CharField(max_length=80)
    minutes = models.PositiveSmallIntegerField(default=10)
    position = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["position"]

    def __str__(self):
        return self.name
