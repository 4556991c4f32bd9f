"""Which tables a player would join, to be told when one opens, for programs."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games import rulesets
from games.api.conditional import Conditional
from games.api.fields import RulesetField
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.permissions import player_of
from games.api.schema import problems
from games.table.clocks.terms import PRESETS
from notifications import table_wishes
from notifications.models import TableWish

SCOPE = "mail:write"
FEWEST, MOST = 2, 6


class TableWishSerializer(Facts):
    """Which tables you would join; null means any."""

    ruleset = RulesetField(allow_null=True, max_length=40, default=None)
    pace = serializers.ChoiceField(
        list(PRESETS), allow_null=True, default=None, help_text=_("A clock with the time per move of this one.")
    )
    seats = serializers.IntegerField(allow_null=True, min_value=FEWEST, max_value=MOST, default=None)


class OwnTableWishSerializer(TableWishSerializer):
    """The wish, and since when you have it."""

    created_at = serializers.DateTimeField(allow_null=True, help_text=_("Null while you have none."))


class TableWishView(Conditional):
    scopes: ClassVar = {"GET": "account:read", "PUT": SCOPE, "DELETE": SCOPE}

    @extend_schema(
        operation_id="get_table_wish",
        summary="Which new tables you hear of",
        tags=["me"],
        responses={200: OwnTableWishSerializer},
    )
    def get(self, request: Request) -> Response:
        """You hear of them by email, once a day at most, and not in your quiet hours."""
        return Response(_wish_row(table_wishes.find(player_of(request))))

    @extend_schema(
        operation_id="put_table_wish",
        summary="Hear of new tables",
        tags=["me"],
        request=TableWishSerializer,
        responses={200: OwnTableWishSerializer, **problems("address_needed", "unknown_ruleset")},
    )
    def put(self, request: Request) -> Response:
        """Of tables that anyone may join, from now on; not of hosts whom you block, or who block you."""
        facts = checked(TableWishSerializer, request)
        if facts["ruleset"] is not None:
            rulesets.find_offered(facts["ruleset"])
        wish = table_wishes.put(
            player_of(request),
            ruleset=facts["ruleset"] or "",
            pace=facts["pace"] or "",
            seats=facts["seats"],
            now=timezone.now(),
        )
        return Response(_wish_row(wish))

    @extend_schema(
        operation_id="delete_table_wish", summary="Hear of no new tables", tags=["me"], responses={204: None}
    )
    def delete(self, request: Request) -> Response:
        """Repeating this changes nothing."""
        TableWish.objects.filter(player=player_of(request)).delete()
        return Response(status=204)


def _wish_row(wish: TableWish | None) -> Json:
    if wish is None:
        return {"ruleset": None, "pace": None, "seats": None, "created_at": None}
    return {
        "ruleset": wish.ruleset or None,
        "pace": wish.pace or None,
        "seats": wish.seats,
        "created_at": instant(wish.created_at),
    }
