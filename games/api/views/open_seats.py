"""Seats of running games that can be taken over, and offers of them by hosts."""

from typing import ClassVar, Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors, store
from games.api.conditional import Conditional
from games.api.open_seat_shapes import offer_row, open_seat_rows
from games.api.pagination import PAGE_PARAMETERS, OpenSeatPages, page_of
from games.api.permissions import player_of
from games.api.schema import problems
from games.api.serializers import checked
from games.api.serializers.games import GameDetailSerializer
from games.api.serializers.open_seats import (
    OfferSerializer,
    OfferWishSerializer,
    OpenSeatSerializer,
    SeatChoiceSerializer,
)
from games.api.views.of_game import OfGame, detail, seen_by
from games.models import Seat
from games.services import seat_offers, takeovers

OF_WHO_SITS_DOWN: Final = ("has_held_another_seat", "put_out", "reliability_too_low")


class OpenSeatsView(Conditional):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="open_seats",
        summary="List open seats",
        tags=["open seats"],
        parameters=PAGE_PARAMETERS,
        responses=page_of(OpenSeatSerializer),
    )
    def get(self, request: Request) -> Response:
        """Seats of running games that their players have left, or that a stand-in holds, and that you could take over.

        Those of public games that anybody could join, and those that a host offers you; what became open last is first.
        """
        pages = OpenSeatPages()
        found = selectors.open_seats_for(player_of(request), timezone.now())
        rows: list[Seat] = pages.paginate_queryset(found, request, self) or []
        games = store.read_many({seat.game_id for seat in rows})
        sitting = Seat.objects.filter(game__in=games).select_related("player").order_by("game", "number")
        return pages.get_paginated_response(open_seat_rows(rows, games, store.onlookers_views(games), sitting))


class TakeOverView(OfGame):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="take_over_seat",
        summary="Take a seat over",
        tags=["open seats"],
        request=SeatChoiceSerializer,
        responses={
            200: GameDetailSerializer,
            **problems(
                "no_such_seat",
                "game_not_running",
                "seat_not_open",
                "seat_reserved",
                "not_offered",
                "has_seen_secrets",
                "account_suspended",
                *OF_WHO_SITS_DOWN,
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """An open seat, whole: routes, cards, tickets, points, and what it is asked, with a whole time for that.

        Once more changes nothing. Of two who come at the same moment one gets 409 `seat_not_open`.
        """
        player = player_of(request)
        seen_by(player, game_id)
        seat = checked(SeatChoiceSerializer, request)["seat"]
        takeovers.take_over(player=player, game_id=game_id, seat=seat, now=timezone.now())
        return detail(player, game_id)


class OffersView(OfGame):
    scopes: ClassVar = {"GET": "games:read", "POST": "games:create"}

    @extend_schema(
        operation_id="seat_offers",
        summary="Offers of open seats",
        tags=["open seats"],
        responses=OfferSerializer(many=True),
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Those that stand: the host sees all, everybody else the own one."""
        player = player_of(request)
        game = seen_by(player, game_id).game
        return Response([offer_row(offer) for offer in seat_offers.of_game(game=game, reader=player)])

    @extend_schema(
        operation_id="offer_seat",
        summary="Offer an open seat",
        tags=["open seats"],
        request=OfferWishSerializer,
        responses={
            200: OfferSerializer,
            **problems(
                "no_such_seat",
                "no_such_player",
                "only_the_host",
                "game_not_running",
                "seat_not_open",
                "seat_reserved",
                "too_many_offers",
                "too_many_invitations_today",
                "account_suspended",
                *OF_WHO_SITS_DOWN,
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """For the host: to a player by name, who gets a mail. The same once more changes nothing.

        For three days nobody else can take the seat; then it is open to all again, and the offer stands.
        """
        host = player_of(request)
        seen_by(host, game_id)
        wish = checked(OfferWishSerializer, request)
        made = seat_offers.offer(host=host, game_id=game_id, seat=wish["seat"], name=wish["player"], now=timezone.now())
        return Response(offer_row(made))


class OfferView(OfGame):
    scopes: ClassVar = {"DELETE": "games:create"}

    @extend_schema(
        operation_id="withdraw_seat_offer",
        summary="Take an offer back, or decline it",
        tags=["open seats"],
        responses={204: None, **problems("no_such_offer")},
    )
    def delete(self, request: Request, game_id: str, seat: int) -> Response:
        """The host takes it back, who got it declines; the seat is open to all again."""
        player = player_of(request)
        seen_by(player, game_id)
        seat_offers.withdraw(player=player, game_id=game_id, seat=seat, now=timezone.now())
        return Response(status=204)
