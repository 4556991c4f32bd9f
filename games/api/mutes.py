"""The players whose talk a player does not want to read."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.conditional import Conditional
from games.api.forms import Facts
from games.api.instants import instant
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.table.talk import mutes


class MuteSerializer(Facts):
    player = PlayerSerializer()
    since = serializers.DateTimeField()


class MutesView(Conditional):
    scopes: ClassVar = {"GET": "account:read"}

    @extend_schema(
        operation_id="list_mutes",
        summary="List the players you have muted",
        tags=["me"],
        responses=page_of(MuteSerializer),
    )
    def get(self, request: Request) -> Response:
        """Players of whom you read nothing in the talk of your tables."""
        rows = mutes.mutes_by(player_of(request))
        return only_page([{"player": player_row(row.muted), "since": instant(row.created_at)} for row in rows])


class MuteView(Conditional):
    scopes: ClassVar = {"PUT": "account:write", "DELETE": "account:write"}

    @extend_schema(
        operation_id="mute_player",
        summary="Mute a player for yourself",
        tags=["me"],
        request=None,
        responses={204: None, **problems("no_such_player", "cannot_mute_yourself", "too_many_mutes")},
    )
    def put(self, request: Request, player_id: str) -> Response:
        """You no longer read what this player says at any table. The player does not find out."""
        mutes.mute(player=player_of(request), muted_id=player_id, now=timezone.now())
        return Response(status=204)

    @extend_schema(operation_id="unmute_player", summary="Unmute a player", tags=["me"], responses={204: None})
    def delete(self, request: Request, player_id: str) -> Response:
        """You read this player again, also what was said meanwhile. If there was no mute, nothing changes."""
        mutes.unmute(player=player_of(request), muted_id=player_id)
        return Response(status=204)
