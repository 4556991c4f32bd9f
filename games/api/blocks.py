"""The players whom a player has blocked."""

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
from games.people import blocks


class BlockSerializer(Facts):
    player = PlayerSerializer()
    since = serializers.DateTimeField()


class BlocksView(Conditional):
    scopes: ClassVar = {"GET": "account:read"}

    @extend_schema(
        operation_id="list_blocks",
        summary="List the players you have blocked",
        tags=["me"],
        responses=page_of(BlockSerializer),
    )
    def get(self, request: Request) -> Response:
        """Players whose invitations and offers of seats you do not get."""
        rows = blocks.blocks_by(player_of(request))
        block_rows = [{"player": player_row(row.blocked), "since": instant(row.created_at)} for row in rows]
        return only_page(block_rows)


class BlockView(Conditional):
    scopes: ClassVar = {"PUT": "account:write", "DELETE": "account:write"}

    @extend_schema(
        operation_id="block_player",
        summary="Block a player",
        tags=["me"],
        request=None,
        responses={204: None, **problems("no_such_player", "cannot_block_yourself", "too_many_blocks")},
    )
    def put(self, request: Request, player_id: str) -> Response:
        """You no longer get this player's invitations and offers of seats. The player does not find out."""
        blocks.block(player=player_of(request), blocked_id=player_id, now=timezone.now())
        return Response(status=204)

    @extend_schema(operation_id="unblock_player", summary="Unblock a player", tags=["me"], responses={204: None})
    def delete(self, request: Request, player_id: str) -> Response:
        """You get this player's invitations again. If there was no block, nothing changes."""
        blocks.unblock(player=player_of(request), blocked_id=player_id)
        return Response(status=204)
