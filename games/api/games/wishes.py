"""The properties of a new game, and how to start it."""

from typing import Final

from django.core.validators import MinValueValidator
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.clocks import ClockField
from games.api.fields import GameNameField, LargestNumber, RulesetField, SeatsField
from games.api.forms import Facts
from games.models import Game
from games.models.series import MOST_GAMES

CHOSEN_ORDERS: Final = [(order.value, order.label) for order in (Game.Order.FIXED, Game.Order.DRAWN)]
"""The orders that a host can choose; only tables of people who play again continue one."""


class WishesSerializer(Facts):
    """A game to be."""

    ruleset = RulesetField(max_length=32, help_text=_("`list_rulesets` says more about each."))
    seats = SeatsField()
    clock = ClockField(help_text=_("The name of a clock, or one of your own."))
    name = GameNameField(allow_blank=True, default="", help_text=_("Everybody sees it."))
    access = serializers.ChoiceField(
        choices=Game.Access.choices,
        allow_null=True,
        default=None,
        help_text=_("If null: members of the club, where “club” names one, and otherwise anyone."),
    )
    club = serializers.CharField(
        max_length=12,
        allow_null=True,
        default=None,
        help_text=_("The id of a club of yours, whose members see the table, and may join unless it is by invitation."),
    )
    public = serializers.BooleanField(
        allow_null=True, default=None, help_text=_("Spectators may watch. If null: they may where anyone can join.")
    )
    bots = serializers.ChoiceField(
        choices=Game.Bots.choices,
        default=Game.Bots.NONE,
        help_text=_("Whether bots, programs that is, may take seats."),
    )
    order = serializers.ChoiceField(
        choices=CHOSEN_ORDERS, default=Game.Order.DRAWN, help_text=_("Who sits where: drawn, or as joined.")
    )
    pause_on_dispute = serializers.BooleanField(
        default=False, help_text=_("The clocks stand still while a dispute is open.")
    )
    rated = serializers.BooleanField(
        default=True, help_text=_("The result changes ratings, if people play it to the end. Private games never do.")
    )
    minimum_rating = serializers.IntegerField(
        min_value=1,
        max_value=4000,
        allow_null=True,
        default=None,
        help_text=_("Of anyone but you; newcomers have 1500."),
    )
    maximum_rating = serializers.IntegerField(
        min_value=1, max_value=4000, allow_null=True, default=None, help_text=_("Of anyone but you.")
    )
    minimum_reliability = serializers.IntegerField(
        min_value=1,
        max_value=100,
        allow_null=True,
        default=None,
        help_text=_("The percentage of moves in time that you need to join; new players are let in."),
    )
    options = serializers.DictField(
        child=serializers.BooleanField(), default=dict, help_text=_("Such as {“alvin”: true}; the ruleset lists them.")
    )
    stand_ins = serializers.IntegerField(
        min_value=0,
        max_value=5,
        default=0,
        help_text=_("How many seats go to stand-ins; if they have all seats but yours, the game starts at once."),
    )
    games = serializers.IntegerField(
        default=1,
        validators=[MinValueValidator(1), LargestNumber(MOST_GAMES, "series_too_long")],
        help_text=_("If more than one, a series: the same people play so many, one after the other."),
    )

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """Decide who may join and watch, where the host has not."""
        if attrs.get("access", "") is None:
            attrs["access"] = Game.Access.OPEN if attrs["club"] is None else Game.Access.CLUB
        if attrs["public"] is None:
            attrs["public"] = attrs["access"] == Game.Access.OPEN
        return attrs


class StartSerializer(Facts):
    """How to start."""

    stand_ins = serializers.BooleanField(
        default=False, help_text=_("Stand-ins take the free seats; otherwise the game has fewer seats.")
    )
