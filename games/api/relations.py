"""The players whom a player has blocked, marked as friends, or muted: `games.people.relations`."""

from functools import partial
from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
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
from games.models import Block, Friend, TalkMute
from games.models.relations import Relation
from games.people import relations


class RelationSerializer(Facts):
    player = PlayerSerializer()
    since = serializers.DateTimeField()


class BlockSerializer(RelationSerializer):
    pass


class FriendSerializer(RelationSerializer):
    pass


class MuteSerializer(RelationSerializer):
    pass


class RelationsView(Conditional):
    kind: ClassVar[type[Relation]]
    scopes: ClassVar = {"GET": "account:read"}

    def get(self, request: Request) -> Response:
        rows = relations.list_all(self.kind, player_of(request))
        return only_page([{"player": player_row(row.other), "since": instant(row.created_at)} for row in rows])


class RelationView(Conditional):
    kind: ClassVar[type[Relation]]
    scopes: ClassVar = {"PUT": "account:write", "DELETE": "account:write"}

    def put(self, request: Request, player_id: str) -> Response:
        relations.add(self.kind, player=player_of(request), other_id=player_id, now=timezone.now())
        return Response(status=204)

    def delete(self, request: Request, player_id: str) -> Response:
        relations.remove(self.kind, player=player_of(request), other_id=player_id)
        return Response(status=204)


_documented = partial(extend_schema, tags=["me"], request=None)


@extend_schema_view(
    get=_documented(
        operation_id="list_blocks",
        summary="List the players you have blocked",
        description="Players whose invitations and offers of seats you do not get.",
        responses=page_of(BlockSerializer),
    )
)
class BlocksView(RelationsView):
    kind = Block


@extend_schema_view(
    put=_documented(
        operation_id="block_player",
        summary="Block a player",
        description="You no longer get this player's invitations and offers of seats. The player does not find out.",
        responses={204: None, **problems("no_such_player", Block.to_oneself, Block.too_many)},
    ),
    delete=_documented(
        operation_id="unblock_player",
        summary="Unblock a player",
        description="You get this player's invitations again. If there was no block, nothing changes.",
        responses={204: None},
    ),
)
class BlockView(RelationView):
    kind = Block


@extend_schema_view(
    get=_documented(
        operation_id="list_friends",
        summary="List your friends",
        description="The players you have marked, by name. Nobody but you learns of it.",
        responses=page_of(FriendSerializer),
    )
)
class FriendsView(RelationsView):
    kind = Friend


@extend_schema_view(
    put=_documented(
        operation_id="befriend_player",
        summary="Mark a player as a friend",
        description="The player comes first when you invite. Nobody else learns of it.",
        responses={204: None, **problems("no_such_player", Friend.to_oneself, Friend.too_many)},
    ),
    delete=_documented(
        operation_id="unfriend_player",
        summary="Unmark a friend",
        description="Takes the mark away. If there was none, nothing changes.",
        responses={204: None},
    ),
)
class FriendView(RelationView):
    kind = Friend


@extend_schema_view(
    get=_documented(
        operation_id="list_mutes",
        summary="List the players you have muted",
        description="Players of whom you read nothing in the talk of your tables.",
        responses=page_of(MuteSerializer),
    )
)
class MutesView(RelationsView):
    kind = TalkMute


@extend_schema_view(
    put=_documented(
        operation_id="mute_player",
        summary="Mute a player for yourself",
        description="You no longer read what this player says at any table. The player does not find out.",
        responses={204: None, **problems("no_such_player", TalkMute.to_oneself, TalkMute.too_many)},
    ),
    delete=_documented(
        operation_id="unmute_player",
        summary="Unmute a player",
        description="You read this player again, also what was said meanwhile. If there was no mute, nothing changes.",
        responses={204: None},
    ),
)
class MuteView(RelationView):
    kind = TalkMute
