"""Moves: posted, or only tried."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.dry_runs import DRY_RUN, is_dry_run
from games.api.errors import of_later_move
from games.api.fields import PromptIdField, SpokenField
from games.api.forms import Facts, checked
from games.api.games.of_game import OfGame
from games.api.idempotency import KEY, REPLAYED, key_of
from games.api.log import EntrySerializer
from games.api.permissions import player_of
from games.api.schema import problems
from games.api.throttles import PlayerThrottle
from games.api.unions import ref
from games.table.play import moves
from games.table.talk import new_lines

MOST_MOVES: Final = 4


LONGEST_TEXT: Final = 200
PostedMove = str | Json


@extend_schema_field(ref("MoveOrNotation"))
class MoveField(serializers.Field[PostedMove, object, PostedMove, PostedMove]):
    """A move: one line of notation, or an object with its type and fields."""

    default_error_messages = {"not_a_move": _("A line of notation, or an object with a type.")}

    def to_internal_value(self, data: object) -> PostedMove:
        if not isinstance(data, str | dict) or len(data) > LONGEST_TEXT:
            self.fail("not_a_move")
        return data

    def to_representation(self, value: PostedMove) -> PostedMove:
        return value


class SayField(SpokenField):
    """What you say with your move; refused together with it."""

    arguments: ClassVar = {"allow_blank": True, "help_text": _("A line for the table's talk.")}


class PostSerializer(Facts):
    """One move, or several to be played one after the other (a draw of two cards)."""

    prompt = PromptIdField(max_length=20, help_text=_("The open question that you answer."))
    move = MoveField(required=False)
    moves = serializers.ListField(child=MoveField(), min_length=1, max_length=MOST_MOVES, required=False)
    say = SayField(required=False)

    def validate(self, attrs: Json) -> Json:
        if ("move" in attrs) == ("moves" in attrs):
            raise serializers.ValidationError(_("Give either “move” or “moves”."), code="move_or_moves")
        chosen = attrs.get("moves") or [attrs["move"]]
        return {"prompt": attrs["prompt"], "moves": chosen, "words": attrs.get("say", "")}


class PostMoveSerializer(Facts):
    """One move."""

    prompt = PromptIdField(max_length=20, help_text=_("The open question that you answer."))
    move = MoveField()
    say = SayField(required=False)


class PostMovesSerializer(Facts):
    """Several moves, to be played one after the other: a draw of two cards."""

    prompt = PromptIdField(max_length=20, help_text=_("The open question that you answer."))
    moves = serializers.ListField(child=MoveField(), min_length=1, max_length=MOST_MOVES)
    say = SayField(required=False)


POSTED: Final = PolymorphicProxySerializer("MovePost", [PostMoveSerializer, PostMovesSerializer], None)
"""The schema of either form of posting moves."""


class RefusedSerializer(Facts):
    """The move that was refused after others had been played. Further members are parameters, as of a problem."""

    index = serializers.IntegerField(help_text=_("Its place among your moves, from 0."))
    code = serializers.CharField(
        help_text=_("The same as in a problem; “turn_ended”: the move before it ended your turn.")
    )
    detail = serializers.CharField(required=False, help_text=_("A sentence for people."))
    rule = serializers.CharField(required=False, help_text=_("The number of the rule; docs/rules.md explains it."))


class PostedSerializer(Facts):
    entries = EntrySerializer(many=True)
    refused = RefusedSerializer(allow_null=True)
    prompt = PromptIdField(
        allow_null=True, help_text=_("Your next open question, whatever opened it; null if you are not asked.")
    )


REFUSALS: Final = (
    "malformed_move",
    "illegal_move",
    "prompt_not_open",
    "game_not_running",
    "game_paused",
    "not_in_this_game",
    "account_suspended",
)


class DryRunThrottle(PlayerThrottle):
    """The limit for dry runs alone: the player of a seat can always play."""

    def who(self, request: Request) -> str | None:
        return super().who(request) if is_dry_run(request) else None


class MovesView(OfGame):
    scopes: ClassVar = {"POST": "games:play"}
    throttle_classes = (DryRunThrottle,)

    @extend_schema(
        operation_id="post_moves",
        summary="Move",
        tags=["play"],
        parameters=[KEY, DRY_RUN],
        request=POSTED,
        responses={
            200: PostedSerializer,
            201: PostedSerializer,
            **problems(*REFUSALS, "account_muted", "too_many_lines", "nothing_said", "line_too_long"),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Answer the question that is open for you.

        Several moves are played one after the other within one turn. If a later one is refused, those before it stay:
        “entries” says what was played and “refused” what was not, and why (`turn_ended` if the move before it ended
        your turn). A refused first move changes nothing. With “say” the table hears a line from you, once the move is
        played; if the line is refused, so is the move. “prompt” is your next question, in this turn or the next.

        A dry run is refused as the move itself would be, but plays and says nothing: no “entries”, and the same
        “prompt”. Of several moves it looks only at the first.
        """
        if is_dry_run(request):
            return _check_move(request, game_id)
        moves_request = moves.Request(**checked(PostSerializer, request), key=key_of(request))
        posted = new_lines.say_with_move(
            player=player_of(request), game_id=game_id, request=moves_request, now=timezone.now()
        )
        return Response(_posted_row(posted), 201, headers={REPLAYED: "true"} if posted.again else None)


def _check_move(request: Request, game_id: str) -> Response:
    moves_request = moves.Request(**checked(PostSerializer, request))
    new_lines.check_move_and_words(
        player=player_of(request), game_id=game_id, request=moves_request, now=timezone.now()
    )
    return Response({"entries": [], "refused": None, "prompt": moves_request.prompt})


def _posted_row(posted: moves.Posted) -> dict[str, object]:
    return {
        "entries": posted.told,
        "refused": {**of_later_move(posted.refused, posted.detail), "index": len(posted.entries)}
        if posted.refused
        else None,
        "prompt": posted.prompt,
    }
