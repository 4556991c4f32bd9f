"""Orders for many games at once."""

from collections.abc import Mapping
from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.admin.at_the_desk import READ, RULE, AtTheDesk
from games.api.admin.orders import BulkOrderSerializer, WrittenOrderField
from games.api.admin.rulings import RulingWordsSerializer
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.models import BulkItem, BulkRuling
from games.people import rights
from games.table.rulings import bulk


class BulkWishSerializer(RulingWordsSerializer):
    """An order for many games: extended, paused or resumed."""

    order = BulkOrderSerializer()
    games = serializers.ListField(
        child=serializers.CharField(max_length=12),
        min_length=1,
        max_length=1000,
        allow_null=True,
        default=None,
        help_text=_("Null for every game where it makes sense."),
    )


class NotDoneSerializer(Facts):
    game = serializers.CharField()
    state = serializers.CharField()
    code = serializers.CharField()


class BulkSerializer(Facts):
    """An order for many games, and its progress."""

    id = serializers.CharField()
    order = WrittenOrderField()
    by = PlayerSerializer()
    text = serializers.CharField()
    note = serializers.CharField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    total = serializers.IntegerField()
    pending = serializers.IntegerField()
    done = serializers.IntegerField()
    refused = serializers.IntegerField()
    failed = serializers.IntegerField()
    not_done = NotDoneSerializer(many=True, help_text=_("The first 200 games where it could not be done, and why."))


NOT_DONE: Final = (BulkItem.State.REFUSED, BulkItem.State.FAILED)


MOST_SHOWN: Final = 200


def bulk_row(bulk: BulkRuling) -> Json:
    """Return a bulk ruling and its progress, counted by `bulk.progress`."""
    counts: Mapping[str, object] = vars(bulk)
    return {
        "id": bulk.pk,
        "order": bulk.asked,
        "by": player_row(bulk.by),
        "text": bulk.public_text,
        "note": bulk.staff_note,
        "created_at": instant(bulk.created_at),
        "finished_at": instant(bulk.finished_at),
        "total": counts["total"],
        **{state.value: counts[state.value] for state in BulkItem.State},
        "not_done": [
            {"game": item.game_id, "state": item.state, "code": item.code}
            for item in bulk.items.filter(state__in=NOT_DONE).order_by("id")[:MOST_SHOWN]
        ],
    }


class BulkView(AtTheDesk):
    scopes: ClassVar = RULE

    @extend_schema(
        operation_id="create_bulk_ruling",
        summary="Rule on many games at once",
        tags=["admin"],
        request=BulkWishSerializer,
        responses={
            202: BulkSerializer,
            **problems("right_missing", "second_factor_not_shown", "not_in_bulk", "no_such_game", "no_games"),
        },
    )
    def post(self, request: Request) -> Response:
        """After an outage: more time, a pause, or the end of one. “Location” has the address of its progress.

        Games that you play or have played in are refused, and so are games where it makes no sense.
        """
        wish = checked(BulkWishSerializer, request)
        wish["game_ids"] = wish.pop("games")
        bulk_ruling = bulk.start(admin=player_of(request), now=timezone.now(), **wish)
        answer = Response(bulk_row(bulk.progress(bulk_ruling.pk)), status=202)
        answer.headers["Location"] = f"{request.path}/{bulk_ruling.pk}"
        return answer


class ProgressView(AtTheDesk):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="get_bulk_ruling",
        summary="See the progress of a bulk ruling",
        tags=["admin"],
        responses={200: BulkSerializer, **problems("right_missing", "second_factor_not_shown", "no_such_bulk_ruling")},
    )
    def get(self, request: Request, bulk_id: str) -> Response:
        """How many games are done, and why some could not be."""
        rights.check(player_of(request), "view_bulkruling")
        return Response(bulk_row(bulk.progress(bulk_id)))
