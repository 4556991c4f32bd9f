"""Seats: taken, given up before the start, left for good or to a stand-in, and taken again by their own players."""

from typing import ClassVar

from django.core.validators import RegexValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.fields import Preset
from games.api.forms import Facts, checked
from games.api.games.game import GameDetailSerializer
from games.api.games.of_game import OfGame, detail
from games.api.permissions import player_of
from games.api.schema import problems
from games.lobby import departures, lobby
from games.lobby.visible import seen_by
from games.models import Player


class ContributionField(Preset, serializers.CharField):
    """Digits for the key of chance: free text would stay in the log forever."""

    arguments: ClassVar = {
        "max_length": 64,
        "allow_blank": True,
        "required": False,
        "default": "",
        "help_text": _("Up to 64 hexadecimal digits of your own, which go into the key of all chance of this game."),
        "validators": [RegexValidator(r"\A[0-9a-f]*\Z", _("Digits and a to f."))],
    }


class ContributionSerializer(Facts):
    contribution = ContributionField()


class JoinView(OfGame):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="join_game",
        summary="Take a seat",
        tags=["games"],
        request=ContributionSerializer,
        responses={
            200: GameDetailSerializer,
            **problems(
                "game_not_open",
                "not_invited",
                "reliability_too_low",
                "rating_out_of_range",
                "bots_not_allowed",
                "same_hands",
                "account_suspended",
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """When the last seat is taken, the game starts. Joining again changes nothing."""
        lobby.join_game(
            player=player_of(request),
            game_id=game_id,
            contribution=checked(ContributionSerializer, request)["contribution"],
            now=timezone.now(),
        )
        return detail(player_of(request), game_id)


class LeaveView(OfGame):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="leave_game",
        summary="Give your seat back",
        tags=["games"],
        request=None,
        responses={204: None, **problems("game_not_open")},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Only before the start. It also declines an invitation. If the host leaves, the game is called off."""
        seen_by(player_of(request), game_id)
        lobby.leave_game(player=player_of(request), game_id=game_id, now=timezone.now())
        return Response(status=204)


class ContributionView(OfGame):
    scopes: ClassVar = {"PUT": "games:create"}

    @extend_schema(
        operation_id="put_contribution",
        summary="Contribute to the key of chance",
        tags=["games"],
        request=ContributionSerializer,
        responses={200: GameDetailSerializer, **problems("game_not_open", "not_in_this_game")},
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Before the start, add digits of your own, so that nobody can have chosen the cards."""
        contribution = checked(ContributionSerializer, request)["contribution"]
        lobby.contribute(player=player_of(request), game_id=game_id, contribution=contribution)
        return detail(player_of(request), game_id)


class ResignView(OfGame):
    scopes: ClassVar = {"POST": "games:play"}

    @extend_schema(
        operation_id="resign_seat",
        summary="Resign",
        tags=["play"],
        request=None,
        responses={200: GameDetailSerializer, **problems("game_not_running", "not_in_this_game", "illegal_move")},
    )
    def post(self, request: Request, game_id: str) -> Response:
        """You leave the game for good and cannot come back. Your routes stay, your turns are skipped, and you rank
        below all who stayed. Another player may take the seat over."""
        departures.resign(player=player_of(request), game_id=game_id, now=timezone.now())
        return detail(player_of(request), game_id)


class StandInView(OfGame):
    scopes: ClassVar = {"POST": "games:play"}

    @extend_schema(
        operation_id="hand_seat_to_stand_in",
        summary="Let a stand-in play for you",
        tags=["play"],
        request=None,
        responses={
            204: None,
            **problems(
                "game_not_running",
                "game_paused",
                "not_in_this_game",
                "practice_table",
                "game_of_competition",
                "seat_not_active",
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """It plays on with everything your seat holds. You can come back until another player takes the seat over."""
        departures.hand_to_stand_in(player=player_of(request), game_id=game_id, now=timezone.now())
        return Response(status=204)


class ReturnView(OfGame):
    scopes: ClassVar = {"POST": "games:play"}

    def may_know(self, reader: Player | None, game_id: str) -> bool:
        """Check whether the reader may know of the game, or has sat there."""
        return super().may_know(reader, game_id) or departures.has_departed(game_id, reader)

    @extend_schema(
        operation_id="reclaim_seat",
        summary="Come back to your seat",
        tags=["play"],
        request=None,
        responses={
            200: GameDetailSerializer,
            **problems(
                "game_not_running",
                "not_in_this_game",
                "illegal_move",
                "account_suspended",
                "left_for_good",
                "put_out",
                "out_of_competition",
                "has_held_another_seat",
                "has_seen_secrets",
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """You come back if you were absent, have lost the game on time, or a stand-in has your seat, unless somebody
        else has taken it. Who resigned has left for good."""
        departures.come_back(player=player_of(request), game_id=game_id, now=timezone.now())
        return detail(player_of(request), game_id)
