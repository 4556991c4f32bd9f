"""Offers of open seats by hosts."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.fields import KnownNameField, SeatField
from games.api.forms import Facts, checked
from games.api.games.of_game import OfGame
from games.api.instants import instant
from games.api.open_seats import OF_WHO_SITS_DOWN, SeatChoiceSerializer
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.lobby import offers
from games.lobby.visible import seen_by
from games.models import SeatOffer


class OfferWishSerializer(SeatChoiceSerializer):
    player = KnownNameField(help_text=_("The player's name."))


class OfferSerializer(Facts):
    """An open seat that the host offers to a player."""

    seat = SeatField()
    player = PlayerSerializer()
    created_at = serializers.DateTimeField()
    reserved_until = serializers.DateTimeField(help_text=_("Until then nobody else can take it."))


def offer_row(offer: SeatOffer) -> Json:
    """Return an open seat that is offered to a player."""
    return {
        "seat": offer.seat,
        "player": player_row(offer.player),
        "created_at": instant(offer.created_at),
        "reserved_until": instant(offer.reserved_until),
    }


class OffersView(OfGame):
    scopes: ClassVar = {"GET": "games:read", "POST": "games:create"}

    @extend_schema(
        operation_id="list_seat_offers",
        summary="Offers of open seats",
        tags=["open seats"],
        responses=page_of(OfferSerializer),
    )
    def get(self, request: Request, game_id: str) -> Response:
        """The open offers: the host sees all of them, everybody else only their own."""
        player = player_of(request)
        game = seen_by(player, game_id).game
        return only_page([offer_row(offer) for offer in offers.of_game(game=game, reader=player)])

    @extend_schema(
        operation_id="offer_seat",
        summary="Offer an open seat",
        tags=["open seats"],
        request=OfferWishSerializer,
        responses={
            201: OfferSerializer,
            **problems(
                "no_such_seat",
                "no_such_player",
                "only_the_host",
                "game_not_running",
                "seat_not_open",
                "seat_reserved",
                "too_many_offers",
                "too_many_invitations_today",
                "too_many_invitations_to_one",
                "you_blocked",
                "for_members_only",
                "not_in_the_club",
                "account_suspended",
                *OF_WHO_SITS_DOWN,
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """For the host: to a player by name, who gets an email.

        Sending it again changes nothing. For three days nobody else can take the seat; then anyone can, but the offer
        still stands.
        """
        host = player_of(request)
        seen_by(host, game_id)
        wish = checked(OfferWishSerializer, request)
        seat_offer = offers.offer(
            host=host, game_id=game_id, seat=wish["seat"], name=wish["player"], now=timezone.now()
        )
        return Response(offer_row(seat_offer), status=201)


class OfferView(OfGame):
    scopes: ClassVar = {"DELETE": "games:create"}

    @extend_schema(
        operation_id="withdraw_seat_offer",
        summary="Withdraw an offer, or decline it",
        tags=["open seats"],
        responses={204: None, **problems("no_such_offer")},
    )
    def delete(self, request: Request, game_id: str, seat: int) -> Response:
        """The host withdraws it, or its recipient declines; then anyone can take the seat."""
        player = player_of(request)
        seen_by(player, game_id)
        offers.withdraw(player=player, game_id=game_id, seat=seat, now=timezone.now())
        return Response(status=204)
