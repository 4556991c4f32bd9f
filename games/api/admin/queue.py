"""The admins' queue: everything that waits for one of them."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.admin.at_the_desk import READ, AtTheDesk
from games.api.forms import Facts
from games.api.instants import instant
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.people import desk_work, rights
from games.people.desk_work import DeskWork
from games.table.disputes.desk_queue import KINDS, Item, queue


class QueuedSerializer(Facts):
    """Something that waits for an admin."""

    kind = serializers.ChoiceField(choices=list(KINDS.items()))
    id = serializers.CharField(
        allow_null=True, help_text=_("Of the dispute or the ruling that waits; null where the kind says enough.")
    )
    game = serializers.CharField(allow_null=True, help_text=_("The game it is about, if any."))
    about = serializers.CharField(help_text=_("What it is, in words."))
    text = serializers.CharField(help_text=_("What somebody wrote about it; may be empty."))
    by = PlayerSerializer(allow_null=True, help_text=_("Who wrote it."))
    players = PlayerSerializer(many=True, help_text=_("Whom it is about."))
    since = serializers.DateTimeField()
    waiting = serializers.IntegerField(help_text=_("How many players are waiting."))
    waiting_since = serializers.DateTimeField(allow_null=True)
    urgency = serializers.FloatField(help_text=_("The hours it has cost, weighted by kind."))
    claimed_by = PlayerSerializer(allow_null=True, help_text=_("The admin who is at it."))


class QueueView(AtTheDesk):
    scopes: ClassVar = READ

    @extend_schema(
        operation_id="list_admin_queue",
        summary="Everything that waits for an admin, by urgency",
        tags=["admin"],
        responses={200: page_of(QueuedSerializer), **problems("right_missing", "second_factor_not_shown")},
    )
    def get(self, request: Request) -> Response:
        """The most urgent first, as at the desk. Disputes and rulings of games that you have played in are left out."""
        admin, now = player_of(request), timezone.now()
        rights.check(admin, "view_dispute")
        items = queue(admin, now)
        work = desk_work.work_on([item.key for item in items], now)
        return only_page([_item_row(item, work.get(item.key)) for item in items])


def _item_row(item: Item, work: DeskWork | None) -> Json:
    return {
        "kind": item.kind,
        "id": item.ref or None,
        "game": item.game.pk if item.game else None,
        "about": str(item.what),
        "text": item.said,
        "by": player_row(item.by),
        "players": [player_row(player) for player in item.about],
        "since": instant(item.since),
        "waiting": item.people,
        "waiting_since": instant(item.waiting_since),
        "urgency": round(item.hours or 0, 1),
        "claimed_by": player_row(work.by if work else None),
    }
