"""Names of erased players in texts by others; admins decide which of them mean the person."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.admin.at_the_desk import AtTheDesk
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.schema import problems
from games.models import Mention
from games.people import mentions

DECISIONS: Final = ("take_out", "leave")


class MentionSerializer(Facts):
    id = serializers.CharField()
    game = serializers.CharField(allow_null=True)
    player = serializers.CharField(help_text=_("The id of the player who was erased."))
    written_in = serializers.CharField(help_text=_("Where it is: dispute, comment, ruling, reason, game ..."))
    before = serializers.CharField(allow_blank=True, help_text=_("The text before it."))
    word = serializers.CharField(allow_blank=True, help_text=_("Empty if the text has changed since."))
    after = serializers.CharField(allow_blank=True)
    found_at = serializers.DateTimeField()


class DecisionSerializer(Facts):
    decision = serializers.ChoiceField(
        choices=DECISIONS, help_text=_("take_out: it names the person. leave: it only looks like the name.")
    )


SHOWN: Final = 100


class MentionsView(AtTheDesk):
    scopes: ClassVar = {"GET": "admin:read"}

    @extend_schema(
        operation_id="list_mentions",
        summary="Names of erased players in what others wrote",
        tags=["admin"],
        responses={
            200: page_of(MentionSerializer, waiting=serializers.IntegerField(help_text=_("How many there are."))),
            **problems("right_missing", "second_factor_not_shown"),
        },
    )
    def get(self, request: Request) -> Response:
        """Each in its sentence, the oldest first, without those in games that you play or have played in."""
        waiting = mentions.to_decide(player_of(request))
        return only_page([_mention_row(mention) for mention in waiting[:SHOWN]], waiting=waiting.count())


class MentionView(AtTheDesk):
    scopes: ClassVar = {"POST": "admin:rule"}

    @extend_schema(
        operation_id="decide_mention",
        summary="Take a name out, or leave it",
        tags=["admin"],
        request=DecisionSerializer,
        responses={
            204: None,
            **problems(
                "right_missing", "second_factor_not_shown", "plays_in_this_game", "no_such_mention", "mention_decided"
            ),
        },
    )
    def post(self, request: Request, mention_id: int) -> Response:
        """Either way, your decision is recorded in the list of admins' acts."""
        decision = checked(DecisionSerializer, request)["decision"]
        decide = mentions.take_out if decision == "take_out" else mentions.leave
        decide(admin=player_of(request), mention_id=mention_id, now=timezone.now())
        return Response(status=204)


def _mention_row(mention: Mention) -> Json:
    place = mentions.place(mention)
    return {
        "id": str(mention.pk),
        "game": mention.game_id,
        "player": mention.player_id,
        "written_in": mention.source,
        "before": place.before if place else "",
        "word": place.word if place else "",
        "after": place.after if place else "",
        "found_at": instant(mention.found_at),
    }
