"""The players' talk at a table."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.fields import SpokenField
from games.api.forms import Facts, checked
from games.api.games.of_game import OfGame
from games.api.instants import instant
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.errors import Forbidden
from games.lobby.visible import seen_by
from games.models import TalkLine
from games.table.talk import new_lines, rights, talk_lines

SHUT_OUT: Final = ("account_muted", "account_suspended", "address_needed")


class TalkLineWishSerializer(Facts):
    """What you want to say."""

    text = SpokenField(help_text=_("Plain text, in one line. Everyone at the table can read it."))


class TalkLineSerializer(Facts):
    """A line of the talk: what somebody said."""

    number = serializers.IntegerField(help_text=_("Counted from 1 in each game."))
    by = PlayerSerializer()
    text = serializers.CharField(help_text=_("Plain text; empty once its author's account is erased."))
    said_at = serializers.DateTimeField()


class TalkReadSerializer(Facts):
    """How far you have read."""

    number = serializers.IntegerField(min_value=0, max_value=999_999_999, help_text=_("The last line you have read."))


class TalkOpenSerializer(Facts):
    """Whether spectators can read the talk, and join in."""

    open = serializers.BooleanField()


def line_row(line: TalkLine) -> Json:
    return {
        "number": line.number,
        "by": player_row(line.by),
        "text": line.text,
        "said_at": instant(line.said_at),
    }


class TalkView(OfGame):
    scopes: ClassVar = {"GET": "games:read", "POST": "talk:write"}

    @extend_schema(
        operation_id="get_talk",
        summary="Read what is said at the table",
        tags=["talk"],
        parameters=[
            OpenApiParameter(
                "since",
                {"type": "integer", "minimum": 0, "maximum": 999_999_999, "default": 0},
                description="Lines with a higher number than this; 0 from the start.",
            )
        ],
        responses={
            200: page_of(
                TalkLineSerializer,
                last=serializers.IntegerField(help_text=_("The number of the last line.")),
                read=serializers.IntegerField(
                    allow_null=True, help_text=_("The last line you have read; null if you only watch.")
                ),
                open=serializers.BooleanField(help_text=_("Spectators can read the talk, and join in.")),
            ),
            **problems("talk_not_open"),
        },
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Lines by number, the oldest first, at most 200 at a time; those of players you have muted are left out.

        For the players, before the game, too; for others all of it after the game, and if the host has opened the talk,
        what was said since then. Poll with If-None-Match.
        """
        player = player_of(request)
        game, seats, _turns, own = seen_by(player, game_id)
        since = read_since(request)
        if not rights.may_read(game, own):
            raise Forbidden("talk_not_open")
        lines = talk_lines.after(game, player, own, since)
        read = next((seat.lines_read for seat in seats if seat.number == own), None)
        answer = only_page([line_row(line) for line in lines], last=game.lines, read=read, open=game.talk_open)
        if len(lines) == talk_lines.MOST and lines[-1].number < game.lines:
            answer.data["next"] = request.build_absolute_uri(f"{request.path}?since={lines[-1].number}")
        return answer

    @extend_schema(
        operation_id="say",
        summary="Say something at the table",
        tags=["talk"],
        request=TalkLineWishSerializer,
        responses={
            201: TalkLineSerializer,
            **problems("talk_not_open", "nothing_said", "line_too_long", "too_many_lines", *SHUT_OUT),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """A line of at most 500 characters, beside the log and not in it; 30 an hour and 120 a day at each table."""
        player, text = player_of(request), checked(TalkLineWishSerializer, request)["text"]
        line = new_lines.say(player=player, game_id=game_id, text=text, now=timezone.now())
        return Response(line_row(line), status=201)


class TalkReadView(OfGame):
    scopes: ClassVar = {"PUT": "talk:write"}

    @extend_schema(
        operation_id="mark_talk_read",
        summary="Say how far you have read",
        tags=["talk"],
        request=TalkReadSerializer,
        responses={204: None, **problems("not_in_this_game")},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Your seat's mark moves up to this line, and never back. Nobody else learns of it."""
        player, wish = player_of(request), checked(TalkReadSerializer, request)
        game, _seats, _turns, own = seen_by(player, game_id)
        if own is None:
            raise Forbidden("not_in_this_game")
        talk_lines.mark(player=player, game=game, number=wish["number"])
        return Response(status=204)


class TalkOpenView(OfGame):
    scopes: ClassVar = {"PUT": "games:create"}

    @extend_schema(
        operation_id="open_talk",
        summary="Open the talk to spectators",
        tags=["talk"],
        request=TalkOpenSerializer,
        responses={200: TalkOpenSerializer, **problems("only_the_host", "account_suspended")},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """For the host: whether spectators can read what is said from now on and join in, or no longer.

        What was said before stays among the players until the game is over. Opening it again after closing it begins
        anew.
        """
        player, wish = player_of(request), checked(TalkOpenSerializer, request)
        seen_by(player, game_id)
        game = rights.open_talk(host=player, game_id=game_id, is_open=wish["open"], now=timezone.now())
        return Response({"open": game.talk_open})


def read_since(request: Request) -> int:
    """Return the query's `since`. Raises ValidationError."""
    text = request.query_params.get("since", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValidationError({"since": _("A whole number, 0 or more.")})
    return int(text)
