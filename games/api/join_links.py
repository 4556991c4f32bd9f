"""The join link of a table: its host creates and revokes it, and anyone who has it can use it."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.forms import Facts, checked
from games.api.games.game import GameDetailSerializer, GameSummarySerializer, game_summary
from games.api.games.of_game import OfGame, detail
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.api.seats import ContributionSerializer
from games.errors import Forbidden, NotFound
from games.lobby import join_links
from games.lobby.visible import name_clubs, seen_by
from games.models import Game, JoinLink, Seat


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


class LinkedTableSerializer(Facts):
    """What anyone with the link may know of the table."""

    game = GameSummarySerializer()
    players = PlayerSerializer(many=True, help_text=_("The player in the seat."))
    seats_free = serializers.IntegerField(help_text=_("0 once the game has begun, or was called off."))


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


class LinkedTableView(Conditional):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="get_linked_table",
        summary="Look at a table by its join link",
        tags=["games"],
        responses={200: LinkedTableSerializer, **problems("link_over")},
    )
    def get(self, request: Request, link_token: str) -> Response:
        """The table, for anyone who has the link; it takes no account."""
        link = join_links.read(link_token)
        if link is None:
            raise NotFound("link_over")
        return Response(table_row(link.game))


def table_row(game: Game) -> Json:
    """Return a table as anyone with a link to it may see it."""
    name_clubs(None, [game])
    sitting = list(Seat.objects.filter(game=game).select_related("player").order_by("number"))
    free = game.seats_wanted - len(sitting) if game.status == Game.Status.OPEN else 0
    players = [player_row(seat.player) for seat in sitting]
    return {"game": game_summary(game), "players": players, "seats_free": free}


class JoinByLinkView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="join_by_link",
        summary="Take a seat by a join link",
        tags=["games"],
        request=ContributionSerializer,
        responses={
            200: GameDetailSerializer,
            **problems(
                "link_over",
                "game_not_open",
                "address_needed",
                "reliability_too_low",
                "rating_out_of_range",
                "bots_not_allowed",
                "same_hands",
                "account_suspended",
            ),
        },
    )
    def post(self, request: Request, link_token: str) -> Response:
        """A free seat, invited or not; the last one taken starts the game. Joining again changes nothing."""
        wishes = checked(ContributionSerializer, request)
        link, player = join_links.read(link_token), player_of(request)
        if link is None:
            raise NotFound("link_over")
        game = join_links.join(player=player, link=link.pk, now=timezone.now(), **wishes)
        return detail(player, game.pk)
