"""Games, as the API takes wishes for them and describes what it shows."""

from datetime import timedelta
from typing import Any, ClassVar, Final

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers.accounts import PlayerSerializer
from games.api.serializers.clocks import ClockField, ClockSerializer
from games.api.serializers.fields import GameNameField
from games.api.serializers.players import ReliabilitySerializer
from games.models import Game

Facts = serializers.Serializer[dict[str, Any]]
FEWEST_HOURS, MOST_HOURS = 12, 336


class Kinds(serializers.ListField):
    """Kinds of train cards."""

    child = serializers.CharField()


class Counts(serializers.DictField):
    """Whole numbers by name."""

    child = serializers.IntegerField()


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


class ContributionSerializer(Facts):
    contribution = ContributionField()


class InviteSerializer(Facts):
    players = serializers.ListField(child=serializers.CharField(max_length=30), min_length=1, max_length=10)


class TurnSerializer(Facts):
    """An open question and when it must be answered."""

    prompt = serializers.CharField(help_text=_("“41.2” was opened by entry 41 and asks seat 2."))
    seat = serializers.IntegerField()
    type = serializers.CharField(help_text=_("What is asked, as take_turn; docs/playing.md lists the questions."))
    opened_at = serializers.DateTimeField()
    deadline_at = serializers.DateTimeField(help_text=_("When time and bank are over."))
    expires_at = serializers.DateTimeField(help_text=_("When grace is over, too, and what was agreed happens."))


class SeatSerializer(Facts):
    seat = serializers.IntegerField(help_text=_("Counted from 0; before the start the order of joining."))
    player = PlayerSerializer()
    status = serializers.CharField(help_text=_("playing, absent, resigned, forfeited"))
    open_since = serializers.DateTimeField(
        allow_null=True, help_text=_("It was left, or a stand-in holds it: it can be taken over.")
    )
    wants_pause = serializers.BooleanField(help_text=_("The game is paused when all who play want it."))
    bank = serializers.CharField(allow_null=True, help_text=_("Time in store, as PT50H; null where there is no bank."))
    points = serializers.IntegerField(allow_null=True, help_text=_("At the end."))
    rank = serializers.IntegerField(allow_null=True, help_text=_("At the end; as in the standings."))
    reliability = ReliabilitySerializer(allow_null=True, help_text=_("Before the game begins; null afterwards."))


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
    clock = ClockSerializer(help_text=_("What was agreed about it."))
    minimum_reliability = serializers.IntegerField(
        allow_null=True, help_text=_("So many percent of moves in time has whoever joins, if not new; null: any.")
    )
    pause_on_dispute = serializers.BooleanField(help_text=_("The clocks stand still while a dispute is open."))
    paused = serializers.BooleanField(help_text=_("The clocks stand still, and nobody can move."))
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(
        allow_null=True, help_text=_("It has not begun, or all have left it: if nobody plays it, it is closed then.")
    )
    deadline_at = serializers.DateTimeField(required=False, help_text=_("When your answer is due (waiting games)."))


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


REASONS: Final = _(
    "route: a claimed route. marker: a route that was claimed, with a marker of the seat in an end of it. "
    "ticket: a ticket's number, completed or (minus) not. longest_path: its length in trains. "
    "globetrotter: how many tickets were completed. alvin_caught: the city where he was caught. "
    "alvin: the city where he is at the end. big_city: the city with most completed tickets. "
    "correction: an admin's, by the number of its entry. "
    "correction: the entry of an admin's ruling. Further boards may have others."
)


class LineSerializer(Facts):
    """A line of the ledger; all lines of a seat add up to its points."""

    points = serializers.IntegerField()
    reason = serializers.CharField(help_text=REASONS)
    subject = serializers.CharField(help_text=_("What it is for, as the reason says."))


RANK: Final = _(
    "From 1. Seats that are equal share a rank, and the ranks that they take up are left out: 1, 2, 2, 4. Null where a "
    "game has ended without ranks."
)


class StandingSerializer(Facts):
    seat = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True, help_text=RANK)
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
