"""The common base of all rows that wait in a queue."""

from django.db import models


class Leased(models.Model):
    """A row in a queue (`notifications.leases`); its state says whether it is still waiting."""

    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
