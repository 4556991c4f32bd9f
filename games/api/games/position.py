"""The table as one viewer may see it."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.forms import Facts


class Kinds(serializers.ListField):
    """Kinds of train cards."""

    child = serializers.CharField()


class Counts(serializers.DictField):
    """Whole numbers by name."""

    child = serializers.IntegerField()


class TicketSerializer(Facts):
    number = serializers.IntegerField()
    to = serializers.CharField()
    points = serializers.IntegerField()
    cards = Kinds(required=False, help_text=_("The cards it takes, where tickets are completed with cards."))
    completed = serializers.BooleanField(required=False)

    def get_fields(self) -> Any:
        """`from` is a word of Python."""
        return {**super().get_fields(), "from": serializers.CharField()}


class PromptSerializer(Facts):
    """An open question. What it says beyond its type is for its seat, or open to all."""

    id = serializers.CharField()
    seat = serializers.IntegerField()
    type = serializers.CharField(help_text=_("What is asked, as take_turn; docs/playing.md lists the questions."))
    offer_count = serializers.IntegerField(required=False)
    at_least = serializers.IntegerField(required=False)
    offer = TicketSerializer(many=True, required=False, help_text=_("Tickets to choose from; for its seat only."))
    route = serializers.CharField(required=False, help_text=_("place_marker: the route just claimed."))
    suggestion = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text=_("complete_tickets: the most valuable set, which is played by default; for its seat only."),
    )


class RowSerializer(Facts):
    """A row of a rail yard, locomotives on top."""

    color = serializers.CharField()
    cards = serializers.IntegerField()
    locomotives = serializers.IntegerField()


class TableSeatSerializer(Facts):
    """What everybody may know of a seat. Members that are not required are those of some games only."""

    seat = serializers.IntegerField()
    cards = serializers.IntegerField(help_text=_("How many train cards in hand."))
    tickets = serializers.IntegerField(
        allow_null=True,
        help_text=_(
            "How many it has kept: without those that it chooses from just now, and without those that it has laid "
            "aside as completed (card game). Null while others choose their first."
        ),
    )
    points = serializers.IntegerField()
    away = serializers.CharField(allow_null=True, help_text=_("resigned, forfeited or absent"))
    tickets_shown = TicketSerializer(many=True, required=False, help_text=_("When the game has been scored."))
    trains = serializers.IntegerField(required=False, help_text=_("On a board: how many are left."))
    start = serializers.CharField(required=False, allow_null=True, help_text=_("The starting city."))
    markers = serializers.IntegerField(required=False, help_text=_("How many city markers are left."))
    yard = RowSerializer(many=True, required=False, help_text=_("The rows of the rail yard."))
    on_track = serializers.IntegerField(required=False, help_text=_("How many cards lie face down on the track."))
    completed = TicketSerializer(many=True, required=False, help_text=_("Tickets laid aside in scored rounds."))


class YouSerializer(Facts):
    """What only you may know. Members that are not required are those of some games only."""

    seat = serializers.IntegerField()
    hand = Counts(help_text=_("Train cards by kind."))
    tickets = TicketSerializer(many=True)
    on_track = Counts(
        required=False, allow_null=True, help_text=_("Your cards on the track, while you may look through them.")
    )
    chosen = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        allow_null=True,
        help_text=_("The tickets you chose to complete, while others still choose."),
    )


class AlvinSerializer(Facts):
    city = serializers.CharField()
    controlled_by = serializers.IntegerField(allow_null=True)
    caught_by = serializers.IntegerField(allow_null=True, help_text=_("Who has caught him and is to move him."))


class PositionSerializer(Facts):
    """The table as you may see it.

    Members that are not required are those of some games only; further boards may add others.
    """

    ruleset = serializers.CharField()
    options = serializers.DictField(child=serializers.BooleanField())
    entry = serializers.IntegerField(help_text=_("The log's entry that the position is as of."))
    over = serializers.BooleanField()
    outcome = serializers.CharField(allow_null=True, help_text=_("played, abandoned, adjudicated or void"))
    turn = serializers.IntegerField(allow_null=True, help_text=_("The seat whose turn it is."))
    turns_left = serializers.IntegerField(allow_null=True, help_text=_("Once the last round has begun."))
    prompts = PromptSerializer(many=True)
    market = serializers.ListField(child=serializers.CharField(allow_null=True), min_length=5, max_length=5)
    deck = serializers.IntegerField()
    discard_pile = serializers.IntegerField()
    ticket_deck = serializers.IntegerField()
    seats = TableSeatSerializer(many=True)
    you = YouSerializer(allow_null=True)
    routes = Counts(required=False, help_text=_("On a board: claimed routes, and by which seat."))
    markers = Counts(required=False, help_text=_("Cities with a city marker, and whose."))
    alvin = AlvinSerializer(required=False, help_text=_("Option “alvin”: where he is."))
    round = serializers.IntegerField(required=False, help_text=_("Where a game has rounds, from 1."))
