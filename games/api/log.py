"""The log of a game."""

from typing import ClassVar, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from games import store
from games.api.clocks import ClockSerializer
from games.api.conditional import etag, headers, is_fresh, not_modified
from games.api.forms import Facts
from games.api.games.of_game import OfGame, seen_by
from games.api.permissions import player_of

KINDS: Final = (
    "started, move, planned, stand_in, timeout, resigned, forfeited, absent, returned, taken_over, clock, ruled"
)


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


class LogSerializer(Facts):
    head = serializers.IntegerField(help_text=_("The number of the log's last entry."))
    entries = EntrySerializer(many=True)


LOG_PAGE: Final = 200


class LogView(OfGame):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="log",
        summary="Read the log",
        tags=["play"],
        parameters=[
            OpenApiParameter("after", int, description="Entries with a higher number than this; 0 from the start.")
        ],
        responses=LogSerializer,
    )
    def get(self, request: Request, game_id: str) -> Response:
        """What happened, as you may know it, at most 200 entries at a time."""
        game, _, _, own = seen_by(player_of(request), game_id)
        after = _after(request)
        tag = etag(game.id, own, game.head, after)
        if is_fresh(request, tag):
            return not_modified(tag)
        entries = store.log_for(game, own, after, LOG_PAGE)
        return Response({"head": game.head, "entries": entries}, headers=headers(tag))


def _after(request: Request) -> int:
    text = request.query_params.get("after", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValidationError({"after": _("A whole number, 0 or more.")})
    return int(text)
