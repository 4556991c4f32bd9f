"""The players whom a player likes to play with, and suggestions for invitations."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
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
from games.lobby import company
from games.people import friends


class FriendSerializer(Facts):
    player = PlayerSerializer()
    since = serializers.DateTimeField()


class AcquaintanceSerializer(Facts):
    player = PlayerSerializer()
    friend = serializers.BooleanField(help_text=_("Whether you have marked this player as a friend."))
    games = serializers.IntegerField(help_text=_("How many games you have played together."))


class FriendsView(Conditional):
    scopes: ClassVar = {"GET": "account:read"}

    @extend_schema(
        operation_id="list_friends", summary="List your friends", tags=["me"], responses=page_of(FriendSerializer)
    )
    def get(self, request: Request) -> Response:
        """The players you have marked, by name. Nobody but you learns of it."""
        rows = friends.friends_by_name(player_of(request))
        return only_page([{"player": player_row(row.friend), "since": instant(row.created_at)} for row in rows])


class FriendView(Conditional):
    scopes: ClassVar = {"PUT": "account:write", "DELETE": "account:write"}

    @extend_schema(
        operation_id="befriend_player",
        summary="Mark a player as a friend",
        tags=["me"],
        request=None,
        responses={204: None, **problems("no_such_player", "cannot_befriend_yourself", "too_many_friends")},
    )
    def put(self, request: Request, player_id: str) -> Response:
        """The player comes first when you invite. Nobody else learns of it."""
        friends.befriend(player=player_of(request), friend_id=player_id, now=timezone.now())
        return Response(status=204)

    @extend_schema(operation_id="unfriend_player", summary="Unmark a friend", tags=["me"], responses={204: None})
    def delete(self, request: Request, player_id: str) -> Response:
        """Takes the mark away. If there was none, nothing changes."""
        friends.unfriend(player=player_of(request), friend_id=player_id)
        return Response(status=204)


class CompanyView(Conditional):
    scopes: ClassVar = {"GET": "account:read"}

    @extend_schema(
        operation_id="list_company",
        summary="List whom you may want to invite",
        tags=["me"],
        responses=page_of(AcquaintanceSerializer),
    )
    def get(self, request: Request) -> Response:
        """Your friends, then the people you have played with, the latest first; nobody you have blocked. At most 50."""
        rows = company.acquaintances(player_of(request))
        return only_page([{"player": player_row(row.player), "friend": row.friend, "games": row.games} for row in rows])
