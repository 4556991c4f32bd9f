"""The log of a game."""

import json
from typing import ClassVar, Final

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from games.api.clocks import ClockSerializer
from games.api.conditional import not_modified
from games.api.fields import EventField, LoggedMoveField, PromptIdField, RulesetField, SeatField
from games.api.forms import Facts
from games.api.games.of_game import OfGame
from games.api.games.position import AWAY
from games.api.pagination import page_of
from games.api.permissions import AnyoneReads, reader_of
from games.etags import etag, headers, is_fresh, weak
from games.kinds import RulingKind
from games.lobby.visible import glanced_at
from games.models import Rule
from games.table import store

KINDS: Final = [
    ("started", _("The game began.")),
    ("move", _("A move that the player posted.")),
    ("planned", _("A move by the player's plan.")),
    ("stand_in", _("A move by the stand-in that holds the seat.")),
    ("timeout", _("The time ran out: the default was played, or a move that a stand-in chose.")),
    ("resigned", _("The player left for good.")),
    ("forfeited", _("The seat's time ran out, and the players had agreed that it then leaves.")),
    ("absent", _("The player is away for now.")),
    ("returned", _("The player is back.")),
    ("taken_over", _("Another player has the seat.")),
    ("clock", _("A deadline has moved, for a reason that is the player's.")),
    ("ruled", _("An admin ruled, or the table agreed.")),
]
"""Kinds of entries; docs/log.md says more."""


ENDS: Final = [
    ("void", _("It does not count.")),
    ("adjudicated", _("The points so far decide the ranks.")),
    ("forfeit", _("Some seats forfeited it.")),
]
RULING_KINDS: Final = [(kind.value, kind.about) for kind in RulingKind]
"""Kinds of rulings; docs/log.md says more."""


class RulingFactsSerializer(Facts):
    """What an entry of kind “ruled” says of the ruling; what comes with a player who sits down stands here, too."""

    ruling = serializers.ChoiceField(RULING_KINDS, required=False, help_text=_("What the admin, or the table, did."))
    by = serializers.CharField(
        required=False, help_text=_("The admin, by id; or the player who proposed what the table agreed on.")
    )
    confirmed_by = serializers.CharField(required=False, help_text=_("The second admin, if it took one."))
    agreed = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text=_("The seats that decided it by agreement, without an admin; “by” is the player who proposed it."),
    )
    asked_by = serializers.IntegerField(
        required=False, help_text=_("Decided by agreement: the seat that the player who proposed it had then.")
    )
    rule = serializers.ChoiceField(
        Rule.choices,
        required=False,
        help_text=_("The announced rule that did it by itself, without an admin; “by” is the competition's host."),
    )
    is_open = serializers.BooleanField(
        required=False, help_text=_("talk_opened: whether spectators can read the talk and join in.")
    )
    undoes = serializers.IntegerField(required=False, help_text=_("The entry of the ruling that this one undoes."))
    as_of = serializers.IntegerField(
        required=False, help_text=_("taken_back, reopened: the table is again as it was after this entry.")
    )
    away = serializers.DictField(
        child=serializers.CharField(),
        required=False,
        help_text=_("taken_back, reopened: seats that are away now, as “0”, and why; people do not go back (P5)."),
    )
    how = serializers.ChoiceField(ENDS, required=False, help_text=_("ended: in which way."))
    unread = serializers.BooleanField(
        required=False, help_text=_("ended: true if the log could not be read when the game was declared void.")
    )
    seats = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text=_("ended by forfeit: which ones forfeit.")
    )
    points = serializers.IntegerField(required=False, help_text=_("corrected: points added, or taken away."))
    pauses = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text=_("paused, resumed: the reasons why the clocks stand still now."),
    )
    reasons = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        help_text=_("paused, resumed: the reasons that were added or ended."),
    )
    was = serializers.ChoiceField(AWAY, required=False, help_text=_("reinstated: how the seat had left."))
    deadlines_before = serializers.DictField(
        child=serializers.DateTimeField(), required=False, help_text=_("The earlier deadlines, by question.")
    )
    player = serializers.CharField(required=False, help_text=_("taken_over, replaced: the seat's player now, by id."))
    before = serializers.CharField(
        required=False, allow_null=True, help_text=_("taken_over, replaced: the seat's player before, by id.")
    )
    stand_in = serializers.BooleanField(
        required=False, help_text=_("taken_over, replaced: whether the new player is a stand-in.")
    )
    idle = serializers.BooleanField(
        required=False, help_text=_("replaced: true if the player before had not moved in time.")
    )
    handed_over = serializers.BooleanField(
        required=False, help_text=_("taken_over: true if the player asked for the stand-in.")
    )
    came_back = serializers.BooleanField(
        required=False, help_text=_("taken_over: true if a stand-in had held the seat for this player.")
    )
    rated = serializers.BooleanField(
        required=False, help_text=_("taken_over: true if the game counts for the new player's rating.")
    )


class PublicSerializer(RulingFactsSerializer):
    """An entry's public part, which everybody may read. New members may be added."""

    number = serializers.IntegerField()
    kind = serializers.ChoiceField(KINDS)
    seat = SeatField(allow_null=True, help_text=_("The seat that acted."))
    at = serializers.DateTimeField()
    prompt = PromptIdField(required=False, help_text=_("The question that it answered."))
    played_by = serializers.ChoiceField(
        ["stand_in"], required=False, help_text=_("timeout: a stand-in chose the move.")
    )
    goes_on = serializers.BooleanField(
        required=False, help_text=_("timeout: true if it continues the move that the entry before it began.")
    )
    reason = serializers.CharField(required=False, help_text=_("clock: “player”, for a reason that is the player's."))
    move = LoggedMoveField(required=False, help_text=_("The move, as far as you may know it."))
    events = serializers.ListField(child=EventField(), help_text=_("What it caused, as far as you may know it."))
    ruleset = RulesetField(required=False, help_text=_("First entry."))
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
    clock = ClockSerializer(required=False, help_text=_("First entry: the agreed clock."))
    deadlines = serializers.DictField(
        child=serializers.DateTimeField(), required=False, help_text=_("When answers are due, by question.")
    )
    expires = serializers.DictField(
        child=serializers.DateTimeField(), required=False, help_text=_("When grace runs out, if that is later.")
    )
    banks = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text=_("Seconds in the bank, by seat, if changed.")
    )
    stopped = serializers.DictField(
        child=serializers.IntegerField(),
        required=False,
        help_text=_("How many seconds quiet hours and days off have stopped the clock, by seat, if changed."),
    )


class EntrySerializer(PublicSerializer):
    """An entry of the log, as you may read it."""

    hash = serializers.CharField(help_text=_("The hash of the chain up to here."))


LOG_PAGE: Final = 200


class LogView(OfGame):
    permission_classes = (AnyoneReads,)
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="get_log",
        summary="Read the log",
        tags=["play"],
        parameters=[
            OpenApiParameter(
                "after",
                {"type": "integer", "minimum": 0, "maximum": 999_999_999, "default": 0},
                description="Entries with a higher number than this; 0 from the start.",
            )
        ],
        responses=page_of(
            EntrySerializer, head=serializers.IntegerField(help_text=_("The number of the log's last entry."))
        ),
    )
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        """What happened, as far as you may know it, at most 200 entries at a time."""
        head, own = glanced_at(reader_of(request), game_id)
        after = _read_after(request)
        tag = etag(game_id, own, head, after)
        if is_fresh(request.headers, tag):
            return not_modified(weak(tag))
        entries = store.log_texts_for(game_id, own, after, min(LOG_PAGE, max(0, head - after)))
        last = entries[-1][0] if entries else head
        next_address = request.build_absolute_uri(f"{request.path}?after={last}") if last < head else None
        page = _write_page([text for _, text in entries], next_address, head)
        return HttpResponse(page, content_type="application/json", headers=headers(weak(tag)))


def _write_page(entries: list[str], next_address: str | None, head: int) -> str:
    """Return the same as `only_page`, for entries that are already JSON.

    Parsing and writing them would take longer than everything else.
    """
    return f'{{"next":{json.dumps(next_address)},"previous":null,"results":[{",".join(entries)}],"head":{head}}}'


def _read_after(request: Request) -> int:
    text = request.query_params.get("after", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValidationError({"after": _("A whole number, 0 or more.")})
    return int(text)
