"""Games, as the API takes wishes for them and describes what it shows."""

from datetime import timedelta
from typing import Any, ClassVar

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers.accounts import PlayerSerializer
from games.models import Game

Facts = serializers.Serializer[dict[str, Any]]
FEWEST_HOURS, MOST_HOURS = 12, 336


class ContributionField(serializers.CharField):
    """Free text would end up in the log for ever, so it is digits only."""

    def __init__(self, **kwargs: Any) -> None:
        about = _("Up to 64 hexadecimal digits of your own, which go into the key of all chance of this game.")
        super().__init__(max_length=64, allow_blank=True, required=False, default="", help_text=about, **kwargs)
        self.validators.append(RegexValidator(r"\A[0-9a-f]*\Z", _("Digits and a to f.")))


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
    hours_per_move = HoursField(source="time_per_move")
    name = serializers.CharField(max_length=80, allow_blank=True, default="", help_text=_("Everybody sees it."))
    access = serializers.ChoiceField(choices=Game.Access.choices, default=Game.Access.OPEN)
    public = serializers.BooleanField(default=True, help_text=_("Spectators may watch."))
    order = serializers.ChoiceField(
        choices=Game.Order.choices, default=Game.Order.DRAWN, help_text=_("Who sits where: drawn, or as joined.")
    )
    options = serializers.DictField(child=serializers.BooleanField(), default=dict)


class ContributionSerializer(Facts):
    contribution = ContributionField()


class InviteSerializer(Facts):
    players = serializers.ListField(child=serializers.CharField(max_length=30), min_length=1, max_length=10)


class TurnSerializer(Facts):
    """An open question and when it must be answered."""

    prompt = serializers.CharField(help_text=_("“41.2” was opened by entry 41 and asks seat 2."))
    seat = serializers.IntegerField()
    type = serializers.CharField(help_text=_("take_turn, draw_again, keep_tickets, keep_first_tickets"))
    opened_at = serializers.DateTimeField()
    deadline_at = serializers.DateTimeField()


class SeatSerializer(Facts):
    seat = serializers.IntegerField(help_text=_("Counted from 0; before the start the order of joining."))
    player = PlayerSerializer()
    status = serializers.CharField(help_text=_("playing, absent, resigned, forfeited"))
    points = serializers.IntegerField(allow_null=True, help_text=_("At the end."))
    rank = serializers.IntegerField(allow_null=True, help_text=_("At the end."))


class GameSerializer(Facts):
    """What a list shows of a game."""

    id = serializers.CharField()
    name = serializers.CharField()
    ruleset = serializers.CharField()
    options = serializers.DictField(child=serializers.BooleanField())
    status = serializers.ChoiceField(choices=Game.Status.choices)
    host = PlayerSerializer()
    seats_wanted = serializers.IntegerField()
    access = serializers.ChoiceField(choices=Game.Access.choices)
    public = serializers.BooleanField()
    order = serializers.ChoiceField(choices=Game.Order.choices)
    hours_per_move = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    deadline_at = serializers.DateTimeField(required=False, help_text=_("When your answer is due (waiting games)."))


class PromptSerializer(Facts):
    id = serializers.CharField()
    seat = serializers.IntegerField()
    type = serializers.CharField()
    offer_count = serializers.IntegerField(required=False)
    at_least = serializers.IntegerField(required=False)
    offer = serializers.ListField(child=serializers.DictField(), required=False, help_text=_("For its seat only."))


class TicketSerializer(Facts):
    number = serializers.IntegerField()
    to = serializers.CharField()
    points = serializers.IntegerField()
    completed = serializers.BooleanField(required=False)

    def get_fields(self) -> Any:
        """`from` is a word of Python."""
        return {**super().get_fields(), "from": serializers.CharField()}


class TableSeatSerializer(Facts):
    """What everybody may know of a seat."""

    seat = serializers.IntegerField()
    cards = serializers.IntegerField(help_text=_("How many train cards in hand."))
    tickets = serializers.IntegerField(allow_null=True, help_text=_("How many; null while others choose their first."))
    trains = serializers.IntegerField()
    points = serializers.IntegerField()
    away = serializers.CharField(allow_null=True, help_text=_("resigned, forfeited or absent"))
    tickets_shown = TicketSerializer(many=True, required=False, help_text=_("When the game has been scored."))


class YouSerializer(Facts):
    """What only you may know."""

    seat = serializers.IntegerField()
    hand = serializers.DictField(child=serializers.IntegerField(), help_text=_("Train cards by kind."))
    tickets = TicketSerializer(many=True)


class PositionSerializer(Facts):
    """The table as you may see it."""

    ruleset = serializers.CharField()
    options = serializers.DictField(child=serializers.BooleanField())
    entry = serializers.IntegerField(help_text=_("The log's entry that the position is as of."))
    over = serializers.BooleanField()
    outcome = serializers.CharField(allow_null=True, help_text=_("played or abandoned"))
    turn = serializers.IntegerField(allow_null=True, help_text=_("The seat whose turn it is."))
    turns_left = serializers.IntegerField(allow_null=True, help_text=_("Once the last round has begun."))
    prompts = PromptSerializer(many=True)
    market = serializers.ListField(child=serializers.CharField(allow_null=True), min_length=5, max_length=5)
    deck = serializers.IntegerField()
    discard_pile = serializers.IntegerField()
    ticket_deck = serializers.IntegerField()
    routes = serializers.DictField(child=serializers.IntegerField(), help_text=_("Claimed routes, and by whom."))
    seats = TableSeatSerializer(many=True)
    you = YouSerializer(allow_null=True)


class LineSerializer(Facts):
    points = serializers.IntegerField()
    reason = serializers.CharField(help_text=_("route, ticket, longest_path"))
    subject = serializers.CharField(help_text=_("A route, a ticket's number, a length."))


class StandingSerializer(Facts):
    seat = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField()
    completed = serializers.IntegerField(help_text=_("Tickets completed."))
    ledger = LineSerializer(many=True)


class GameDetailSerializer(GameSerializer):
    """A game and all that you may know of it."""

    commitment = serializers.CharField(help_text=_("SHA-256 of the secret seed."))
    chain = serializers.CharField(allow_blank=True, help_text=_("Hash of the log's last entry."))
    head = serializers.IntegerField(help_text=_("Number of the log's last entry."))
    secrets_open_at = serializers.DateTimeField(allow_null=True)
    your_seat = serializers.IntegerField(allow_null=True)
    seats = SeatSerializer(many=True)
    turns = TurnSerializer(many=True)
    position = PositionSerializer(allow_null=True)
    standings = StandingSerializer(many=True, allow_null=True)
