"""The entries of games: the position after each, points over time, the film, and your own last move, taken back."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import durations
from games.api.conditional import not_modified
from games.api.fields import DurationField
from games.api.forms import Facts, asked
from games.api.games.of_game import OfGame
from games.api.games.position import PositionField
from games.api.instants import instant
from games.api.log import EntrySerializer
from games.api.permissions import player_of
from games.api.pictures import WAIT, PngRenderer, WaitSerializer
from games.api.rulings import RulingSerializer, public_ruling_row
from games.api.schema import problems
from games.api.unions import ref
from games.errors import NotFound
from games.etags import etag, headers, is_fresh
from games.lobby.visible import seen_by
from games.models import Game
from games.presentation.pictures import kept
from games.presentation.replay import films, past, timeline
from games.presentation.replay.timeline import Timeline
from games.table import store
from games.table.agreements import own_move
from games.table.play import reveal

GIF = "image/gif"
TAKEN_BACK: Final = (
    "no_such_game",
    "not_in_this_game",
    "account_suspended",
    "game_not_running",
    "game_paused",
    "not_your_last_move",
    "something_was_learned",
    "taken_back_before",
    "too_late_to_take_back",
    "unknown_entry",
)


@extend_schema_field(ref("You"))
class HeldField(serializers.DictField):
    """What a seat knew of its own, as `engine.view` told it."""


class PastEntrySerializer(Facts):
    """An entry, and the game after it, as you may know it now."""

    entry = EntrySerializer(help_text=_("As in the log."))
    head = serializers.IntegerField(help_text=_("The number of the log's last entry."))
    took = DurationField(
        allow_null=True,
        help_text=_("From the question to this answer, pauses of the game left out; null if it answers none."),
    )
    taken_back_by = serializers.IntegerField(
        allow_null=True, help_text=_("The entry that took it back; null while it counts.")
    )
    position = PositionField(help_text=_("As your seat, or a spectator, could see it then."))
    hands = serializers.ListField(
        child=HeldField(),
        allow_null=True,
        help_text=_("What each seat held, once the game's secrets are open; null before that."),
    )


class ScoreSerializer(Facts):
    """Everybody's points after an entry."""

    entry = serializers.IntegerField()
    at = serializers.DateTimeField()
    points = serializers.ListField(child=serializers.IntegerField(), help_text=_("By seat."))


class PointsSerializer(Facts):
    """Points over time."""

    head = serializers.IntegerField(help_text=_("The number of the log's last entry."))
    scores = ScoreSerializer(many=True, help_text=_("The first entry, each that changed points, and the last."))


class GameEntryView(OfGame):
    scopes: ClassVar = {"GET": "games:read", "DELETE": "games:play"}

    @extend_schema(
        operation_id="get_entry",
        summary="Look at an earlier position",
        tags=["play"],
        responses={200: PastEntrySerializer, **problems("not_found")},
    )
    def get(self, request: Request, game_id: str, entry: int) -> Response:
        """An entry of the log, and the position after it. `board.svg?entry=` is its picture.

        The position is the one of that time, also where the entry was taken back later. If you play, you see your own
        cards and tickets as they were. Once the game's secrets are open, everybody sees what all seats held.
        """
        visible_game = seen_by(player_of(request), game_id)
        game, now = visible_game.game, timezone.now()
        if not 1 <= entry <= game.head:
            raise NotFound("not_found")
        tag = etag(game.id, visible_game.own, game.head, entry, int(reveal.secrets_are_open(game, now)))
        if is_fresh(request.headers, tag):
            return not_modified(tag)
        line = _make_timeline(game, visible_game.own, len(visible_game.seats))
        then, took = past.after(game, visible_game.own, entry, now), line.took(entry)
        answer = {
            "entry": line.entry(entry),
            "head": game.head,
            "took": None if took is None else durations.write(timeline.whole_seconds(took)),
            "taken_back_by": line.taken_back_by(entry),
            "position": then.view,
            "hands": then.hands,
        }
        return Response(answer, headers=headers(tag))

    @extend_schema(
        operation_id="take_back_own_move",
        summary="Take back your own last move",
        tags=["agreements"],
        request=None,
        responses={200: RulingSerializer, **problems(*TAKEN_BACK)},
    )
    def delete(self, request: Request, game_id: str, entry: int) -> Response:
        """Needs nobody's agreement, as long as nobody has moved since and it has shown no new card or ticket to anyone.

        You are asked the same question again, once, and it is due when it was. Otherwise, propose it to the table. The
        entry stays in the log; the answer is the ruling that takes it back. Repeating it changes nothing.
        """
        ruling = own_move.take_back(player=player_of(request), game_id=game_id, now=timezone.now(), entry=entry)
        return Response(public_ruling_row(ruling))


class PointsOverTimeView(OfGame):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(operation_id="get_points", summary="See points over time", tags=["play"], responses=PointsSerializer)
    def get(self, request: Request, game_id: str) -> Response:
        """Each entry that changed anybody's points, with the points of all seats. Empty before the start."""
        visible_game = seen_by(player_of(request), game_id)
        tag = etag("points", visible_game.game.id, visible_game.game.head)
        if is_fresh(request.headers, tag):
            return not_modified(tag)
        line = _make_timeline(visible_game.game, None, len(visible_game.seats))
        scores = [
            {"entry": score.entry, "at": instant(score.at), "points": list(score.points)} for score in line.scores
        ]
        return Response({"head": visible_game.game.head, "scores": scores}, headers=headers(tag))


class GifRenderer(PngRenderer):
    """A renderer of films as they are, and of everything else as JSON."""

    media_type = GIF
    format = "gif"


class FilmSerializer(Facts):
    """How a film is asked for."""

    light = serializers.ChoiceField(list(films.LIGHTS), default=films.DAY)


class FilmView(OfGame):
    scopes: ClassVar = {"GET": "games:read"}
    renderer_classes = (GifRenderer,)

    @extend_schema(
        operation_id="get_film",
        summary="Get the film of an ended game",
        tags=["games"],
        parameters=[FilmSerializer],
        responses={
            (200, GIF): OpenApiTypes.BINARY,
            (202, "application/json"): WaitSerializer,
            **problems("game_not_ended", "unavailable"),
        },
    )
    def get(self, request: Request, game_id: str) -> Response:
        """The game from its first entry to its last, as an onlooker saw it: a GIF of at most 500 kB, without names.

        A worker draws it: until it is ready, you get 202; ask again after a second. It is kept for a day.
        """
        light = asked(FilmSerializer, request)["light"]
        film = films.make(seen_by(player_of(request), game_id).game, light)
        tag = etag(*film.depends_on)
        if is_fresh(request.headers, tag):
            return not_modified(tag)
        if (gif := kept.fetch(film)) is not None:
            return Response(gif, headers=headers(tag))
        films.ask_for(film)
        wait_message = {"detail": _("The film is being drawn. Ask again in a second.")}
        return Response(wait_message, 202, headers=WAIT, content_type="application/json")


def _make_timeline(game: Game, seat: int | None, seats: int) -> Timeline:
    return timeline.make(seats, store.log_for(game, seat))
