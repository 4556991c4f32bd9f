"""The policies by which bots answer challenges."""

from typing import ClassVar, Final

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.limits import LONGEST_TIME, SHORTEST_TIME
from games.models.personal import Deleted
from games.models.player import Player

MOST_GAMES: Final = 100
"""The maximum number of games that a bot can play at once."""


class BotPolicy(models.Model):
    """The challenges that a bot accepts, as its owner decides. A bot without an owner has no policy."""

    class Challenges(models.TextChoices):
        """The treatment of invitations that meet the policy; all others are refused at once."""

        NONE = "none", _("none")
        AT_ONCE = "at_once", _("accepted at once")
        BY_PROGRAM = "by_program", _("its program answers")

    bot = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="policy", verbose_name=_("bot"))
    challenges = models.CharField(_("challenges"), max_length=10, choices=Challenges, default=Challenges.NONE)
    rulesets = ArrayField(
        models.CharField(max_length=32), default=list, blank=True, help_text=_("Which games; if empty, all.")
    )
    shortest_time = models.DurationField(_("shortest time per move"), default=SHORTEST_TIME)
    longest_time = models.DurationField(_("longest time per move"), default=LONGEST_TIME)
    most_games = models.PositiveSmallIntegerField(_("games at once"), default=3)
    personal = (Deleted("bot"),)

    class Meta:
        verbose_name, verbose_name_plural = _("policy of a bot"), _("policies of bots")
        constraints: ClassVar = [
            models.CheckConstraint(name="bot_policy_games", condition=Q(most_games__range=(1, MOST_GAMES))),
            models.CheckConstraint(
                name="bot_policy_times",
                condition=Q(shortest_time__gte=SHORTEST_TIME)
                & Q(longest_time__lte=LONGEST_TIME)
                & Q(shortest_time__lte=F("longest_time")),
            ),
        ]

    def __str__(self) -> str:
        return str(self.bot_id)
