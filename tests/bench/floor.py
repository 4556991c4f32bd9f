"""The floor: the smallest views that do the same row work, under the same server, middleware and tokens.

`post` does to the rows, in one transaction, what a recorded move does: it locks the game and makes as many inserts with
equally large bodies and the same updates (the request says how many), without any rules. `read` sends as many bytes as
the game's answer has, after reading the rows that hold them.
"""

import secrets
from typing import Any, ClassVar

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.permissions import player_of
from games.models import Entry, EntrySecret, Game, Player, Turn
from notifications.models import Notification
from ttr_site.urls import urlpatterns as site

SIZES: dict[str, int] = {}


def prepare(request: HttpRequest) -> HttpResponse:
    """Store the body sizes of a usual move, which the benchmark sends once."""
    SIZES.update({name: int(str(size)) for name, size in request.GET.items()})
    return JsonResponse(SIZES)


class FloorPost(APIView):
    """The same inserts and updates as a move, with equally large bodies."""

    scopes: ClassVar = {"POST": "games:play"}
    throttle_classes = ()

    def post(self, request: Request, game_id: str) -> Response:
        with transaction.atomic():
            game = Game.objects.select_related("secret").select_for_update(no_key=True, of=("self",)).get(id=game_id)
            work: dict[str, int] = dict(request.data)["work"]
            entry = _log(game, work["secrets"])
            _remember(game, entry)
            _duties(game, entry, player_of(request), work)
        return Response({"entries": "x" * SIZES["answer"]}, status=201)


def _log(game: Game, hidden: int) -> Entry:
    number = game.head + 1
    public = {"body": "x" * SIZES["public"]}
    entry = Entry(game=game, number=number, kind="move", seat=0, at=timezone.now(), public=public, hash="0" * 64)
    entry.save(force_insert=True)
    EntrySecret.objects.bulk_create(
        EntrySecret(game=game, number=number, holder=holder, salt=bytes(32), body=b"x" * SIZES["secret"])
        for holder in range(hidden)
    )
    return entry


def _remember(game: Game, entry: Entry) -> None:
    game.head, game.chain = entry.number, entry.hash
    game.save(update_fields=["head", "chain", "status", "seats_wanted", "started_at", "ended_at", "secrets_open_at"])
    game.secret.position, game.secret.position_number = b"x" * SIZES["position"], entry.number
    game.secret.save(update_fields=["position", "position_number", "chance_counter"])


def _duties(game: Game, entry: Entry, player: Player, work: dict[str, int]) -> None:
    Turn.objects.filter(game=game, seat__in=[0], closed_at=None).update(closed_at=entry.at)
    due = entry.at + game.time_per_move
    same: dict[str, Any] = {"game": game, "seat": 0}
    Turn.objects.bulk_create(
        Turn(**same, prompt_opened=entry.number, kind="take_turn", opened_at=entry.at, deadline_at=due, expires_at=due)
        for _ in range(work["turns"])
    )
    Notification.objects.bulk_create(
        [
            Notification(
                **same,
                kind="your_turn",
                player=player,
                entry=entry.number,
                created_at=entry.at,
                dedupe_key=secrets.token_hex(16),
            )
            for _ in range(work["notes"])
        ],
        ignore_conflicts=True,
    )


class FloorRead(APIView):
    """A response as large as a game's, after reading the same rows."""

    scopes: ClassVar = {"GET": "games:read"}

    def get(self, request: Request, game_id: str) -> Response:
        game = Game.objects.select_related("secret", "host").get(id=game_id)
        list(game.seats.select_related("player").order_by("number"))
        list(Turn.objects.filter(game=game, closed_at=None))
        return Response({"game": "x" * SIZES["game"]})


urlpatterns = [
    path("floor/prepare", prepare),
    path("floor/games/<str:game_id>/moves", FloorPost.as_view()),
    path("floor/games/<str:game_id>", FloorRead.as_view()),
    *site,
]
