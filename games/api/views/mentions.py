"""Names of erased players in what others wrote: admins decide what names the person."""

from typing import Any, ClassVar, Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.permissions import player_of
from games.api.schema import problems
from games.api.serializers import checked
from games.api.serializers.mentions import DecisionSerializer, MentionsSerializer
from games.api.shapes import instant
from games.api.views.at_the_desk import AtTheDesk
from games.models import Mention
from games.services import mentions

SHOWN: Final = 100


class MentionsView(AtTheDesk):
    """Those that wait."""

    scopes: ClassVar = {"GET": "admin:read"}

    @extend_schema(
        operation_id="admin_mentions",
        summary="Names of erased players in what others wrote",
        tags=["admin"],
        responses={200: MentionsSerializer, **problems("right_missing")},
    )
    def get(self, request: Request) -> Response:
        """Each in its sentence, the oldest first; those of games that you have to do with are another admin's."""
        waiting = mentions.to_decide(player_of(request))
        return Response({"mentions": [_row(one) for one in waiting[:SHOWN]], "waiting": waiting.count()})


class MentionView(AtTheDesk):
    """One of them."""

    scopes: ClassVar = {"POST": "admin:rule"}

    @extend_schema(
        operation_id="admin_decide_mention",
        summary="Take a name out, or leave it",
        tags=["admin"],
        request=DecisionSerializer,
        responses={
            204: None,
            **problems("right_missing", "plays_in_this_game", "no_such_mention", "mention_decided"),
        },
    )
    def post(self, request: Request, mention_id: int) -> Response:
        """It is noted in the list of admins' acts, whichever way you decide."""
        wanted = checked(DecisionSerializer, request)["decision"]
        decide = mentions.take_out if wanted == "take_out" else mentions.leave
        decide(admin=player_of(request), mention_id=mention_id, now=timezone.now())
        return Response(status=204)


def _row(mention: Mention) -> dict[str, Any]:
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
