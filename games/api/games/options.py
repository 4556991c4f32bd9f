"""The legal moves of a seat."""

from itertools import islice
from typing import ClassVar, Final

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from engine.codec import Json
from games.api.conditional import not_modified
from games.api.fields import OfferedMoveField, PromptIdField
from games.api.forms import Facts
from games.api.games.of_game import OfGame
from games.api.permissions import player_of
from games.api.schema import problems
from games.errors import Forbidden, Refused
from games.etags import etag, headers, is_fresh
from games.lobby.visible import seen_by
from games.models import Game
from games.table import store
from games.table.play import moves


class OptionSerializer(Facts):
    notation = serializers.CharField(help_text=_("The move on one line."))
    move = OfferedMoveField(help_text=_("The same as an object."))


class SummarySerializer(Facts):
    """What legal moves are made of, where there may be too many to list. Further games may add members."""

    rule = serializers.CharField(help_text=_("The number of the rule that makes them legal."))
    tickets = serializers.ListField(
        child=serializers.DictField(), required=False, help_text=_("Tickets to choose from, and the cards they take.")
    )
    on_track = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text=_("The cards that pay, by kind.")
    )


class OptionsSerializer(Facts):
    """Your legal moves now, and nothing else."""

    prompt = PromptIdField(allow_null=True, help_text=_("Null if you are not asked anything."))
    count = serializers.IntegerField(help_text=_("How many there are."))
    moves = OptionSerializer(
        many=True, help_text=_("All of them; or 1,000, the sensible ones of payments that are too many.")
    )
    summary = SummarySerializer(
        allow_null=True, help_text=_("If there may be too many to list: what they are all made of.")
    )


LEGAL_MOVES: Final = "legal_moves"
MOST_OPTIONS: Final = 1000
"""The maximum number of legal moves listed; there may be millions."""


def legal_moves_of(game: Game, seat: int | None) -> Json | None:
    """Return the legal moves of the reader's seat; None without a seat, or if the game is not being played."""
    return None if seat is None or game.status != Game.Status.RUNNING else options_of(game, seat)


def options_of(game: Game, seat: int) -> Json:
    """Return the seat's legal moves, in notation and as objects: all of them, or the first of very many.

    While the game is paused nobody can move, so there are none.
    """
    if game.paused_at is not None:
        return {"prompt": None, "count": 0, "moves": [], "summary": None}
    table = store.load(game)
    prompt = moves.asked_of(table, seat)
    options = engine.options(table.state, seat)
    return {
        "prompt": prompt and prompt.id,
        "count": len(options),
        "moves": [_option(table, move) for move in islice(_listed(options), MOST_OPTIONS)],
        "summary": options.summary,
    }


def _listed(options: engine.Options) -> engine.Options:
    """Return the moves to list: all, or if they are too many, the sensible ones among them."""
    return options if len(options) <= MOST_OPTIONS else options.suggested


def _option(table: store.LoadedGame, move: engine.Move) -> Json:
    parts = table.codec.move(move)
    return {"notation": engine.notation.write(table.codec.rules, move), "move": {**parts.public, **parts.own}}


class OptionsView(OfGame):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="list_moves",
        summary="Your legal moves",
        tags=["play"],
        responses={200: OptionsSerializer, **problems("game_not_running", "not_in_this_game")},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Every move that you may make now, and nothing else, in notation and as an object. In a paused game: none.

        If there are more than 1,000, only the first are listed, and of payments in which cards may stand for others,
        only sensible ones; you may still pay otherwise. If “summary” is given, it says what they are all made of.
        """
        game, _, _, own = seen_by(player_of(request), game_id)
        if own is None:
            raise Forbidden("not_in_this_game")
        if game.status != Game.Status.RUNNING:
            raise Refused("game_not_running", game_status=game.status)
        tag = etag(game.id, own, game.head, "options")
        if is_fresh(request.headers, tag):
            return not_modified(tag)
        return Response(options_of(game, own), headers=headers(tag))
