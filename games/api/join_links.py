"""The join link of a table: its host creates and revokes it, and anyone who has it can use it."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.games.of_game import OfGame
from games.api.permissions import player_of
from games.api.schema import problems
from games.errors import Forbidden, NotFound
from games.lobby import join_links
from games.lobby.visible import seen_by
from games.models import JoinLink


class JoinLinkSerializer(serializers.ModelSerializer[JoinLink]):
    """Lets anyone who has it take a free seat."""

    link = serializers.SerializerMethodField(help_text=_("Pass it on by any messenger, or as a QR code."))
    token = serializers.SerializerMethodField(help_text=_("What it ends with, for programs."))
    created_at = serializers.DateTimeField(source="made_at")

    class Meta:
        model = JoinLink
        fields = ("link", "token", "created_at")
        read_only_fields = fields

    def get_link(self, link: JoinLink) -> str:
        return join_links.address(link)

    def get_token(self, link: JoinLink) -> str:
        return join_links.token(link)


class JoinLinkView(OfGame):
    scopes: ClassVar = {"GET": "games:read", "PUT": "games:create", "DELETE": "games:create"}

    @extend_schema(
        operation_id="get_join_link",
        summary="The join link of your table",
        tags=["games"],
        responses={200: JoinLinkSerializer, **problems("only_the_host", "no_such_link")},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """For its host, while there is one and the game has not begun."""
        visible_game = seen_by(player_of(request), game_id)
        if visible_game.game.host_id != player_of(request).pk:
            raise Forbidden("only_the_host")
        link = join_links.working_link(visible_game.game)
        if link is None:
            raise NotFound("no_such_link")
        return Response(JoinLinkSerializer(link).data)

    @extend_schema(
        operation_id="put_join_link",
        summary="Make a join link",
        tags=["games"],
        request=None,
        responses={
            200: JoinLinkSerializer,
            **problems("only_the_host", "game_not_open", "for_members_only", "account_suspended"),
        },
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Anyone who has it can take a free seat, invited or not. A new one ends the old one."""
        link = join_links.make(host=player_of(request), game_id=game_id, now=timezone.now())
        return Response(JoinLinkSerializer(link).data)

    @extend_schema(
        operation_id="delete_join_link",
        summary="Take the join link back",
        tags=["games"],
        responses={204: None, **problems("only_the_host", "game_not_open")},
    )
    def delete(self, request: Request, game_id: str) -> Response:
        """Withdraw the join link: it stops working."""
        join_links.take_back(host=player_of(request), game_id=game_id)
        return Response(status=204)
