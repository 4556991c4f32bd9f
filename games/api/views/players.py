"""Players, looked at by others."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import shapes
from games.api.conditional import Conditional
from games.api.schema import problems
from games.api.serializers.players import KnownPlayerSerializer
from games.errors import NotFound
from games.models import Player
from games.services import reliability


class PlayerView(Conditional):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="player",
        summary="Look at a player",
        tags=["games"],
        responses={200: KnownPlayerSerializer, **problems("no_such_player")},
    )
    def get(self, request: Request, player_id: str) -> Response:
        """Name and kind, and how reliable somebody is: never more than the sum of a year."""
        player = Player.objects.filter(pk=player_id, erased_at=None).first()
        if player is None:
            raise NotFound("no_such_player", names=[player_id])
        known = reliability.of([player.pk], timezone.now())[player.pk]
        return Response({**(shapes.player_row(player) or {}), "reliability": shapes.reliability_row(known)})
