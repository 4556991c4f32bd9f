"""The plan of one's own seat."""

from typing import ClassVar, Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.permissions import player_of
from games.api.plan_shapes import plan_row
from games.api.schema import problems
from games.api.serializers import checked
from games.api.serializers.plans import OrdersSerializer, PlanSerializer
from games.api.views.of_game import OfGame, seen_by
from games.services import plans

MISSING: Final = ("no_plan", "not_in_this_game")


class PlanView(OfGame):
    scopes: ClassVar = {"GET": "games:read", "PUT": "games:play", "DELETE": "games:play"}

    @extend_schema(
        operation_id="plan",
        summary="Your plan",
        tags=["play"],
        responses={200: PlanSerializer, **problems(*MISSING)},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """The orders that you have left for questions to come, and what they would do now. Nobody else sees them."""
        player = player_of(request)
        seen_by(player, game_id)
        return Response(plan_row(plans.look(player=player, game_id=game_id, now=timezone.now())))

    @extend_schema(
        operation_id="leave_plan",
        summary="Leave orders",
        tags=["play"],
        request=OrdersSerializer,
        responses={
            200: PlanSerializer,
            **problems("malformed_plan", "game_not_running", "seat_has_left", "not_in_this_game", "account_suspended"),
        },
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Orders for questions to come, in place of any before. Each line is checked, and all mistakes are told.

        When you are asked something the first order that can be carried out is, some minutes later, at random.
        """
        player, wish = player_of(request), checked(OrdersSerializer, request)
        seen_by(player, game_id)
        shown = plans.give(player=player, game_id=game_id, lines=wish["orders"], now=timezone.now())
        return Response(plan_row(shown))

    @extend_schema(
        operation_id="cancel_plan",
        summary="Cancel your plan",
        tags=["play"],
        responses={204: None, **problems(*MISSING)},
    )
    def delete(self, request: Request, game_id: str) -> Response:
        """What you are asked from now on you answer yourself."""
        player = player_of(request)
        seen_by(player, game_id)
        plans.cancel(player=player, game_id=game_id)
        return Response(status=204)
