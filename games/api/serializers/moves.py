"""Moves, as the API takes and answers them."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers.clocks import ClockSerializer

Facts = serializers.Serializer[dict[str, Any]]
MOST_MOVES: Final = 4
LONGEST_TEXT: Final = 200
KINDS: Final = (
    "started, move, planned, stand_in, timeout, resigned, forfeited, absent, returned, taken_over, clock, ruled"
)

MOVE_SCHEMA: Final = {
    "oneOf": [
        {"type": "string", "maxLength": LONGEST_TEXT, "examples": ["draw deck", "claim denver-omaha purple 3 loco 1"]},
        {
            "type": "object",
            "properties": {"type": {"type": "string"}},
            "required": ["type"],
            "additionalProperties": True,
            "examples": [{"type": "take_card", "place": 3}],
        },
    ]
}


@extend_schema_field(MOVE_SCHEMA)
class MoveField(serializers.Field[Any, Any, Any, Any]):
    """A move: one line of notation, or an object with its type and fields."""

    default_error_messages = {"not_a_move": _("A line of notation, or an object with a type.")}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str | dict) or len(data) > LONGEST_TEXT:
            self.fail("not_a_move")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class PostSerializer(Facts):
    """One move, or several to be played one after the other (a draw of two cards)."""

    prompt = serializers.CharField(max_length=20, help_text=_("The open question that is answered, as “41.2”."))
    move = MoveField(required=False)
    moves = serializers.ListField(child=MoveField(), min_length=1, max_length=MOST_MOVES, required=False)

    def validate(self, attrs: Any) -> Any:
        if ("move" in attrs) == ("moves" in attrs):
            raise serializers.ValidationError(_("Give either “move” or “moves”."), code="move_or_moves")
        return {"prompt": attrs["prompt"], "moves": attrs.get("moves") or [attrs["move"]]}


class RulingFactsSerializer(Facts):
    """What an entry of kind “ruled” says of the ruling; what comes with a player who sits down stands here, too."""

    ruling = serializers.CharField(required=False, help_text=_("Its kind, as docs/log.md lists them."))
    by = serializers.CharField(required=False, help_text=_("The admin, by id."))
    confirmed_by = serializers.CharField(required=False, help_text=_("The second admin, where it took one."))
    undoes = serializers.IntegerField(required=False, help_text=_("The entry of the ruling that this one undoes."))
    as_of = serializers.IntegerField(
        required=False, help_text=_("taken_back, reopened: the entry after which the table is again as it was.")
    )
    away = serializers.DictField(
        child=serializers.CharField(),
        required=False,
        help_text=_("taken_back, reopened: seats that are away now, as “0”, and why; people do not go back (P5)."),
    )
    how = serializers.CharField(required=False, help_text=_("ended: void, adjudicated or forfeit."))
    seats = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text=_("ended by forfeit: which ones forfeit.")
    )
    points = serializers.IntegerField(required=False, help_text=_("corrected: so many more, or fewer."))
    pauses = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text=_("paused, resumed: for which reasons the clocks stand still now."),
    )
    reasons = serializers.ListField(
        child=serializers.CharField(), required=False, help_text=_("paused, resumed: which of them came or went.")
    )
    was = serializers.CharField(required=False, help_text=_("reinstated: resigned, forfeited or absent."))
    deadlines_before = serializers.DictField(
        child=serializers.DateTimeField(), required=False, help_text=_("What the deadlines were, by question.")
    )
    player = serializers.CharField(required=False, help_text=_("taken_over, replaced: who sits there now, by id."))
    before = serializers.CharField(
        required=False, allow_null=True, help_text=_("taken_over, replaced: who sat there, by id.")
    )
    stand_in = serializers.BooleanField(
        required=False, help_text=_("taken_over, replaced: whether that is a stand-in of the house.")
    )


class PublicSerializer(RulingFactsSerializer):
    """What everybody may read of an entry. There may be more than is listed here."""

    number = serializers.IntegerField()
    kind = serializers.CharField(help_text=KINDS)
    seat = serializers.IntegerField(allow_null=True, help_text=_("Whose deed it was."))
    at = serializers.DateTimeField()
    prompt = serializers.CharField(required=False, help_text=_("Which question it answered."))
    played_by = serializers.CharField(required=False, help_text=_("timeout: “stand_in” where one chose the move."))
    goes_on = serializers.BooleanField(
        required=False, help_text=_("timeout: true where it belongs to the move that the entry before it began.")
    )
    reason = serializers.CharField(required=False, help_text=_("clock: “player”, for something of the player's."))
    move = serializers.DictField(required=False)
    events = serializers.ListField(
        child=serializers.DictField(), help_text=_("What it caused: each has a type, docs/events.md lists them.")
    )
    ruleset = serializers.CharField(required=False, help_text=_("First entry."))
    options = serializers.DictField(
        child=serializers.BooleanField(), required=False, help_text=_("First entry: those of the ruleset.")
    )
    board = serializers.CharField(required=False, help_text=_("First entry: SHA-256 of the board's facts."))
    players = serializers.ListField(
        child=serializers.CharField(), required=False, help_text=_("First entry: who sits where, by id.")
    )
    contributions = serializers.ListField(
        child=serializers.CharField(), required=False, help_text=_("First entry: in the order of joining.")
    )
    clock = ClockSerializer(required=False, help_text=_("First entry: what was agreed about the clock."))
    deadlines = serializers.DictField(
        child=serializers.DateTimeField(), required=False, help_text=_("When answers are due, by question.")
    )
    expires = serializers.DictField(
        child=serializers.DateTimeField(), required=False, help_text=_("When grace is over, where it is later.")
    )
    banks = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text=_("Seconds in the bank, by seat, if changed.")
    )
    stopped = serializers.DictField(
        child=serializers.IntegerField(),
        required=False,
        help_text=_("For how many seconds quiet hours and days off have stopped the clock, by seat, if changed."),
    )


class EntrySerializer(PublicSerializer):
    """An entry of the log, as you may read it."""

    hash = serializers.CharField(help_text=_("The chain's hash up to here."))


class RefusedSerializer(Facts):
    """The move that was refused after others had been played. Further members are parameters, as of a problem."""

    index = serializers.IntegerField(help_text=_("Its place among the moves posted, from 0."))
    code = serializers.CharField(help_text=_("As of a problem; “turn_ended”: the move before it ended your turn."))
    detail = serializers.CharField(required=False, help_text=_("A sentence for people."))
    rule = serializers.CharField(required=False, help_text=_("The number of the rule, docs/rules.md explains it."))


class PostedSerializer(Facts):
    entries = EntrySerializer(many=True)
    refused = RefusedSerializer(allow_null=True)
    prompt = serializers.CharField(allow_null=True, help_text=_("What you are asked next within this turn."))


class LogSerializer(Facts):
    head = serializers.IntegerField(help_text=_("The number of the log's last entry."))
    entries = EntrySerializer(many=True)


class OptionSerializer(Facts):
    notation = serializers.CharField()
    move = serializers.DictField()


class SummarySerializer(Facts):
    """What legal moves are made of, where there may be too many to list. Further games may add members."""

    rule = serializers.CharField(help_text=_("The number of the rule that says which are legal."))
    tickets = serializers.ListField(
        child=serializers.DictField(), required=False, help_text=_("Tickets to choose from, and the cards they take.")
    )
    on_track = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text=_("The cards that pay, by kind.")
    )


class OptionsSerializer(Facts):
    """Your legal moves now, and nothing else."""

    prompt = serializers.CharField(allow_null=True, help_text=_("Null where nothing is asked of you."))
    count = serializers.IntegerField(help_text=_("How many there are."))
    moves = OptionSerializer(many=True, help_text=_("All of them where they are at most 1,000, else the first 1,000."))
    summary = SummarySerializer(
        allow_null=True, help_text=_("Where there may be too many to list: what every one of them is made of.")
    )


class LegalSerializer(Facts):
    legal = serializers.BooleanField()
