"""Rulings, as everybody may read them."""

from typing import ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.fields import SeatField
from games.api.forms import Facts
from games.api.games.of_game import OfGame
from games.api.instants import instant
from games.api.log import RULING_KINDS
from games.api.pagination import PAGE_PARAMETERS, Pages, page_of
from games.api.permissions import player_of
from games.lobby.visible import seen_by
from games.models import Ruling


class RulingSerializer(Facts):
    """A ruling, as everybody may read it; the log's entry with this number says what it did."""

    entry = serializers.IntegerField()
    kind = serializers.ChoiceField(RULING_KINDS)
    text = serializers.CharField(help_text=_("The admin's words."))
    agreed = serializers.ListField(
        child=SeatField(), help_text=_("The seats that decided it by agreement; empty if an admin did.")
    )
    rule = serializers.CharField(
        help_text=_("The announced rule that did it by itself, such as “season_over”; empty if people did.")
    )
    created_at = serializers.DateTimeField()


def public_ruling_row(ruling: Ruling) -> Json:
    """Return a ruling's public facts."""
    return {
        "entry": ruling.entry,
        "kind": ruling.kind,
        "text": ruling.public_text,
        "agreed": ruling.agreed,
        "rule": ruling.rule,
        "created_at": instant(ruling.created_at),
    }


class RulingsView(OfGame):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="list_rulings",
        summary="Read what admins, or the table, decided",
        tags=["disputes"],
        parameters=PAGE_PARAMETERS,
        responses=page_of(RulingSerializer),
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Every ruling on the game, the newest first, with the admin's words; the log says what each did."""
        game = seen_by(player_of(request), game_id).game
        pages = Pages()
        rows = Ruling.objects.filter(game=game, state=Ruling.State.DONE).order_by("-created_at", "-id")
        page = pages.paginate_queryset(rows, request)
        return pages.get_paginated_response([public_ruling_row(ruling) for ruling in page or []])
