"""What a game is to be like, and how to start it."""

from datetime import timedelta
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.clocks import ClockField
from games.api.fields import GameNameField
from games.api.forms import Facts
from games.models import Game

FEWEST_HOURS, MOST_HOURS = 12, 336


@extend_schema_field({"type": "integer", "minimum": FEWEST_HOURS, "maximum": MOST_HOURS})
class HoursField(serializers.Field[timedelta, int, int, timedelta]):
    """A duration in whole hours."""

    default_error_messages: ClassVar = {"not_hours": _("A whole number of hours from 12 to 336 (14 days).")}

    def to_internal_value(self, data: Any) -> timedelta:
        if type(data) is not int or not FEWEST_HOURS <= data <= MOST_HOURS:
            self.fail("not_hours")
        return timedelta(hours=data)

    def to_representation(self, value: timedelta) -> int:
        return int(value / timedelta(hours=1))


class WishesSerializer(Facts):
    """A game to be."""

    ruleset = serializers.CharField(max_length=32, help_text=_("As “usa@1”; GET /rulesets lists them."))
    seats = serializers.IntegerField(min_value=2, max_value=6)
    hours_per_move = HoursField(
        source="time_per_move", required=False, help_text=_("All there is to say of a plain clock; or else “clock”.")
    )
    clock = ClockField(required=False, help_text=_("brisk, daily, relaxed, slow, or one of your own."))
    name = GameNameField(allow_blank=True, default="", help_text=_("Everybody sees it."))
    access = serializers.ChoiceField(choices=Game.Access.choices, default=Game.Access.OPEN)
    public = serializers.BooleanField(default=True, help_text=_("Spectators may watch."))
    order = serializers.ChoiceField(
        choices=Game.Order.choices, default=Game.Order.DRAWN, help_text=_("Who sits where: drawn, or as joined.")
    )
    pause_on_dispute = serializers.BooleanField(
        default=False, help_text=_("The clocks stand still while a dispute is open.")
    )
    minimum_reliability = serializers.IntegerField(
        min_value=1,
        max_value=100,
        allow_null=True,
        default=None,
        help_text=_("So many percent of moves in time has whoever joins; who is new is let in."),
    )
    options = serializers.DictField(
        child=serializers.BooleanField(), default=dict, help_text=_("As {“alvin”: true}; the ruleset lists them.")
    )
    stand_ins = serializers.IntegerField(
        min_value=0,
        max_value=5,
        default=0,
        help_text=_("So many of the seats are for stand-ins of the house; with all but yours the game starts at once."),
    )


class StartSerializer(Facts):
    """How to start."""

    stand_ins = serializers.BooleanField(
        default=False, help_text=_("Stand-ins of the house take the seats that are free; else the game has fewer.")
    )
