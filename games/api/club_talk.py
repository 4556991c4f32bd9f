"""What the members of a club say to each other, and reporting a line of it."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.fields import SpokenField
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.api.talk import SHUT_OUT, read_since
from games.competitions.clubs import reports, selectors, talk
from games.errors import Forbidden
from games.models import ClubLine


class ClubLineSerializer(Facts):
    """What a member has said."""

    number = serializers.IntegerField(help_text=_("Counted from 1 in each club."))
    by = PlayerSerializer()
    text = serializers.CharField(help_text=_("Plain text; empty once an admin removed it, or its author was erased."))
    said_at = serializers.DateTimeField()


class ClubLineWishSerializer(Facts):
    """What you want to say."""

    text = SpokenField(help_text=_("Plain text, in one line, for all members."))


class ClubReportWishSerializer(Facts):
    """What is wrong with the line."""

    text = serializers.CharField(max_length=2000, allow_blank=True, default="", help_text=_("Only admins read it."))


class ClubTalkView(Conditional):
    scopes: ClassVar = {"GET": "games:read", "POST": "talk:write"}

    @extend_schema(
        operation_id="get_club_talk",
        summary="Read what is said in a club",
        tags=["clubs"],
        parameters=[
            OpenApiParameter(
                "since",
                {"type": "integer", "minimum": 0, "maximum": 999_999_999, "default": 0},
                description="Lines with a higher number than this; 0 from the start.",
            )
        ],
        responses={
            200: page_of(
                ClubLineSerializer, last=serializers.IntegerField(help_text=_("The number of the last line."))
            ),
            **problems("no_such_club", "only_members"),
        },
    )
    def get(self, request: Request, club_id: str) -> Response:
        """For members: lines by number, the oldest first, at most 200 at a time. Poll with If-None-Match.

        Those of players whom you have muted or blocked are left out.
        """
        reader, since = player_of(request), read_since(request)
        seen_club = selectors.get_seen(reader, club_id)
        if not seen_club.is_member:
            raise Forbidden("only_members")
        rows = talk.read_by(reader, seen_club.club).filter(number__gt=since).order_by("number")
        lines = list(rows[: talk.PAGE])
        answer = only_page([_line_row(line) for line in lines], last=seen_club.club.lines)
        if len(lines) == talk.PAGE and lines[-1].number < seen_club.club.lines:
            answer.data["next"] = request.build_absolute_uri(f"{request.path}?since={lines[-1].number}")
        return answer

    @extend_schema(
        operation_id="say_in_club",
        summary="Say something in a club",
        tags=["clubs"],
        request=ClubLineWishSerializer,
        responses={
            201: ClubLineSerializer,
            **problems("no_such_club", "only_members", "nothing_said", "line_too_long", "too_many_lines", *SHUT_OUT),
        },
    )
    def post(self, request: Request, club_id: str) -> Response:
        """A line of at most 500 characters for all members; 30 an hour and 120 a day in each club.

        The same words again within a minute are the same line, unless somebody else has said something since.
        """
        text = checked(ClubLineWishSerializer, request)["text"]
        line = talk.say(player=player_of(request), club_id=club_id, text=text, now=timezone.now())
        return Response(_line_row(line), status=201)


class ClubLineReportView(Conditional):
    scopes: ClassVar = {"POST": "talk:write"}

    @extend_schema(
        operation_id="report_club_line",
        summary="Report a line to the admins",
        tags=["clubs"],
        request=ClubReportWishSerializer,
        responses={
            204: None,
            **problems("no_such_club", "only_members", "no_such_line", "own_line", "too_many_disputes", *SHUT_OUT),
        },
    )
    def post(self, request: Request, club_id: str, line: int) -> Response:
        """Nobody but the admins learns of it. You get an email about what comes of it. Repeating it changes nothing."""
        text = checked(ClubReportWishSerializer, request)["text"]
        reports.report(player=player_of(request), club_id=club_id, number=line, text=text, now=timezone.now())
        return Response(status=204)


def _line_row(line: ClubLine) -> Json:
    return {"number": line.number, "by": player_row(line.by), "text": line.text, "said_at": instant(line.said_at)}
