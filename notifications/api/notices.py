"""What has happened while a player was away, for programs."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.pagination import PAGE_PARAMETERS, Pages, page_of
from games.api.permissions import player_of
from games.api.view import ApiView
from notifications import noticeboard
from notifications.models import Notification


class NoticeSerializer(Facts):
    """Something that has happened. It is about a game, a club, a cup, or a season of a league."""

    id = serializers.CharField()
    kind = serializers.CharField(help_text=_("As in emails and webhooks; new kinds may come."))
    sentence = serializers.CharField(help_text=_("In your language."))
    at = serializers.DateTimeField()
    read = serializers.BooleanField(help_text=_("Whether you have seen it, on any device."))
    game = serializers.CharField(allow_null=True)
    club = serializers.CharField(
        allow_null=True, help_text=_("The id of the club that it is about; null if it is about none.")
    )
    cup = serializers.CharField(allow_null=True)
    league = serializers.CharField(allow_null=True)
    season = serializers.IntegerField(allow_null=True, help_text=_("Its number in the league."))


class ReadSerializer(Facts):
    """How far you have read."""

    until = serializers.RegexField(r"^[0-9]{1,18}$", help_text=_("The `id` of the newest notice that you have seen."))


class NoticesView(Conditional):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="list_notices",
        summary="List what has happened",
        tags=["me"],
        parameters=PAGE_PARAMETERS,
        responses={200: page_of(NoticeSerializer)},
    )
    def get(self, request: Request) -> Response:
        """Of the last 30 days, the newest first, whether you get emails about it or not.

        A question that was answered is not listed: a turn that was played, an invitation that was accepted.
        """
        player, pages = player_of(request), Pages()
        notices = noticeboard.list_notices(player, timezone.now()).select_related("season")
        last = noticeboard.last_read(player)
        page = pages.paginate_queryset(notices, request)
        return pages.get_paginated_response([_notice_row(notice, last) for notice in page])


class NoticesReadView(ApiView):
    scopes: ClassVar = {"POST": "mail:write"}

    @extend_schema(
        operation_id="mark_notices_read",
        summary="Mark what has happened as read",
        tags=["me"],
        request=ReadSerializer,
        responses={204: None},
    )
    def post(self, request: Request) -> Response:
        """On every device, all notices up to this one. Repeating it changes nothing; nothing becomes unread again."""
        until = checked(ReadSerializer, request)["until"]
        noticeboard.mark_read(player_of(request), int(until), now=timezone.now())
        return Response(status=204)


def _notice_row(notice: Notification, last: int) -> Json:
    season = notice.season
    return {
        "id": str(notice.pk),
        "kind": notice.kind,
        "sentence": noticeboard.tell(notice),
        "at": instant(notice.created_at),
        "read": notice.pk <= last,
        "game": notice.game_id,
        "club": notice.club_id,
        "cup": notice.cup_id,
        "league": None if season is None else season.league_id,
        "season": None if season is None else season.number,
    }
