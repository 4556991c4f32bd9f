"""Plans: a player's orders for coming questions. They are as secret as a hand, which they reveal."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.game import Game
from games.models.personal import Deleted, Exported
from games.models.sealed import SealedJSONField


class Plan(models.Model):
    """The plan of a seat's holder, one per seat. Only services read these rows; the admin never shows them.

    `orders` are the lines still to be carried out, `done` those that were. `as_of` is the log's last entry when the
    plan was given: later events count. `acts_at` is set while the plan has yet to look at a question to the seat, which
    it does not do before this instant, whatever its answer. `hours_left`: the plan leaves its player the time until
    only this many hours are left, so the player is asked as well.
    """

    class State(models.TextChoices):
        """The state of a plan. `STOPPED`: it does nothing more; `reason` says why."""

        ACTIVE = "active"
        STOPPED = "stopped"

    game = models.ForeignKey(Game, models.CASCADE, related_name="+", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    orders = SealedJSONField()
    done = SealedJSONField(default=list)
    state = models.CharField(max_length=8, choices=State, default=State.ACTIVE)
    reason = SealedJSONField(default=dict)
    made_at = models.DateTimeField()
    as_of = models.PositiveIntegerField()
    played = models.PositiveIntegerField(default=0)
    hours_left = models.PositiveSmallIntegerField(null=True)
    acts_at = models.DateTimeField(null=True)
    personal = (Exported("plans", "game_id seat orders done state made_at"), Deleted())

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "seat"], name="plan_once"),
            models.CheckConstraint(name="plan_stopped_rests", condition=Q(state="active") | Q(acts_at=None)),
        ]
        indexes: ClassVar = [models.Index("acts_at", name="plan_due", condition=Q(acts_at__isnull=False))]

    def __str__(self) -> str:
        return f"{self.game_id}.{self.seat}"
