"""Players' notices of absence."""

from datetime import timedelta
from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.forms import Facts
from games.api.games.of_game import OfGame
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer
from games.api.schema import problems
from games.errors import NotFound
from games.lobby import selectors
from games.models import Game, Player
from notifications import absences
from notifications.absences import LONGEST
from notifications.models import LONGEST_NOTICE, Absence


class AbsenceSerializer(Facts):
    """What you tell the other players about being away. It doesn't stop any clock."""

    text = serializers.CharField(max_length=LONGEST_NOTICE, allow_blank=True, default="")
    begin = serializers.DateField(help_text=_("The first day."))
    end = serializers.DateField(help_text=_("The last day."))

    def validate(self, attrs: Json) -> Json:
        if not timedelta() <= attrs["end"] - attrs["begin"] <= LONGEST:
            raise serializers.ValidationError(_("It can't end before it begins, or last longer than a year."))
        return attrs


class TableAbsenceSerializer(AbsenceSerializer):
    """What a player of the game says about being away."""

    player = PlayerSerializer()


def own_game(player: Player, game_id: str) -> Game:
    """Return a game in which the player has a seat. Raises NotFound."""
    game: Game | None = selectors.games_of(player).filter(pk=game_id).first()
    if game is None:
        raise NotFound("no_such_game")
    return game


def absence_row(absence: Absence) -> dict[str, str]:
    """Return an absence as the API shows it."""
    return {"text": absence.text, "begin": absence.starts_on.isoformat(), "end": absence.ends_on.isoformat()}


class AbsencesView(OfGame):
    """The notices of absence of players at a table."""

    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="list_absences",
        summary="Who at the table is away",
        tags=["games"],
        responses={200: page_of(TableAbsenceSerializer), **problems("no_such_game")},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """What players in one of your games say about being away, from two weeks before until they are back."""
        game = own_game(player_of(request), game_id)
        shown_absences = absences.at_table(game, timezone.now())
        return only_page(
            [{"player": PlayerSerializer(absence.player).data, **absence_row(absence)} for absence in shown_absences]
        )
