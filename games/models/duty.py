"""Records for reliable service: answers to repeated requests, outages, and heartbeats."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.instants import to_the_minute
from games.models.game import Game
from games.models.personal import Deleted, Exported
from games.models.sealed import SealedJSONField


class IdempotencyKey(models.Model):
    """A request that a client may repeat; the answer is rebuilt from these facts. It is kept for 14 days."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    game = models.ForeignKey(Game, models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=80)
    request_hash = models.CharField(max_length=64, help_text=_("SHA-256 of the request, in hex."))
    answer = models.JSONField(help_text=_("Entry numbers and codes; never anything that only one seat may know."))
    created_at = models.DateTimeField()
    personal = (Exported("idempotency_keys", "game_id key created_at"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("idempotency key"), _("idempotency keys")
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "player", "key"], name="idempotency_key_once")]
        indexes: ClassVar = [
            models.Index("player", name="idempotency_key_player"),
            models.Index("created_at", name="idempotency_key_age"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.pk}"


class AnsweredRequest(models.Model):
    """A request by API that made something, with its answer for whoever repeats it. It is kept for 14 days.

    The answer is sealed: it may have a secret that nobody can show again, or what only one seat may know.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    target = models.CharField(max_length=200, help_text=_("The path, with the app or token that sent it."))
    key = models.CharField(max_length=80)
    request_hash = models.CharField(max_length=64, help_text=_("A keyed hash of the request, in hex."))
    answer = SealedJSONField(help_text=_("Its status, Location and body."))
    created_at = models.DateTimeField()
    personal = (Exported("answered_requests", "target key created_at"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("answered request"), _("answered requests")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "target", "key"], name="answered_request_once")
        ]
        indexes: ClassVar = [models.Index("created_at", name="answered_request_age")]

    def __str__(self) -> str:
        return f"{self.target} {self.pk}"


class Outage(models.Model):
    """A period in which the server or its sweep was down, by which deadlines are extended."""

    started_at = models.DateTimeField(_("started"))
    ended_at = models.DateTimeField(_("ended"))

    class Meta:
        verbose_name, verbose_name_plural = _("outage"), _("outages")
        constraints: ClassVar = [
            models.CheckConstraint(name="outage_lasts", condition=Q(ended_at__gt=F("started_at"))),
            models.UniqueConstraint(fields=["started_at"], name="outage_once"),
        ]
        indexes: ClassVar = [models.Index("ended_at", name="outage_ended")]

    def __str__(self) -> str:
        return to_the_minute(self.started_at)


class Heartbeat(models.Model):
    """The instant at which a part of the server was last alive."""

    source = models.CharField(_("source"), max_length=32, primary_key=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name, verbose_name_plural = _("heartbeat"), _("heartbeats")

    def __str__(self) -> str:
        return self.source
