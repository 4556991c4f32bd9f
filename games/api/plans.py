"""The plan of a player's own seat."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engine
from engine.codec import Json
from engine.errors import EngineError
from games.api.forms import Facts, checked
from games.api.games.of_game import OfGame
from games.api.instants import instant
from games.api.permissions import player_of
from games.api.schema import problems
from games.api.unions import ref
from games.lobby.visible import seen_by
from games.refusals import explain
from games.table.plans import Act, Answer, PlanStop, own_plan
from games.table.plans.own_plan import MOST_LINES, Shown

LONGEST_LINE: Final = 120


@extend_schema_field(ref("PlanLine"))
class LineField(serializers.CharField):
    """A line of a plan. The plan's reader says what is wrong with it, and with all others at once."""


class OrdersSerializer(Facts):
    """A plan, line by line."""

    orders = serializers.ListField(
        child=LineField(max_length=LONGEST_LINE),
        min_length=1,
        max_length=MOST_LINES,
        help_text=_(
            "Such as “claim denver-omaha”, “draw wanted else deck”, “stop when last round”; see docs/playing.md."
        ),
    )


class WhySerializer(Facts):
    """Why a plan stopped, or would stop."""

    code = serializers.CharField()
    detail = serializers.CharField(help_text=_("The same for people."))
    line = serializers.IntegerField(allow_null=True, help_text=_("The line of “orders” that says so, from 1."))
    order = serializers.CharField(allow_null=True, help_text=_("That line."))


ANSWERS: Final = [
    ("move", _("It would play a move.")),
    ("wait", _("It has no answer; you are asked yourself.")),
    ("stop", _("It would stop.")),
]
PLAN_STATES: Final = [("active", _("It plays for you.")), ("stopped", _("It has stopped; “why” says why."))]


class AnswerSerializer(Facts):
    """What the plan would answer to your open question."""

    kind = serializers.ChoiceField(ANSWERS)
    move = serializers.CharField(allow_null=True, help_text=_("In notation."))
    line = serializers.IntegerField(allow_null=True, help_text=_("The line of “orders” that wants it, from 1."))
    why = WhySerializer(allow_null=True)


class PlanSerializer(Facts):
    """Your plan. Nobody else can see it."""

    orders = serializers.ListField(child=serializers.CharField(), help_text=_("The orders still to be carried out."))
    done = serializers.ListField(
        child=serializers.CharField(), help_text=_("The orders that were carried out and struck out.")
    )
    state = serializers.ChoiceField(PLAN_STATES)
    why = WhySerializer(allow_null=True, help_text=_("Why it stopped."))
    created_at = serializers.DateTimeField()
    as_of = serializers.IntegerField(help_text=_("The plan counts what others do from this entry of the log on."))
    played = serializers.IntegerField(help_text=_("How many turns it has played."))
    acts_at = serializers.DateTimeField(
        allow_null=True, help_text=_("When it will look at your open question, at random within bounds.")
    )
    now = AnswerSerializer(allow_null=True, help_text=_("What it would do now; null if you are not asked anything."))


def plan_row(plan_view: Shown) -> Json:
    """Return the plan, and what it would do now."""
    plan = plan_view.plan
    return {
        "orders": plan.orders,
        "done": plan.done,
        "state": plan.state,
        "why": _stop_reason_row(plan_view),
        "created_at": instant(plan.made_at),
        "as_of": plan.as_of,
        "played": plan.played,
        "acts_at": instant(plan.acts_at),
        "now": None if plan_view.now is None else _answer_row(plan_view, plan_view.now),
    }


def _answer_row(plan_view: Shown, answer: Answer) -> Json:
    row: Json = {"kind": "wait", "move": None, "line": None, "why": None}
    if isinstance(answer, Act):
        move = engine.notation.write(plan_view.rules, answer.move)
        return {**row, "kind": "move", "move": move, "line": answer.line}
    if isinstance(answer, PlanStop):
        order = None if answer.line is None else plan_view.plan.orders[answer.line - 1]
        return {**row, "kind": "stop", "why": _reason_row(answer.reason, answer.line, order)}
    return row


def _stop_reason_row(plan_view: Shown) -> Json | None:
    reason = plan_view.plan.reason
    return (
        _reason_row(EngineError(reason["code"], **reason["detail"]), reason["line"], reason["order"])
        if reason
        else None
    )


def _reason_row(error: EngineError, line: int | None, order: str | None) -> Json:
    return {"code": error.code, "detail": explain(error), "line": line, "order": order}


MISSING: Final = ("no_plan", "not_in_this_game")


class PlanView(OfGame):
    scopes: ClassVar = {"GET": "games:read", "PUT": "games:play", "DELETE": "games:play"}

    @extend_schema(
        operation_id="get_plan",
        summary="Your plan",
        tags=["play"],
        responses={200: PlanSerializer, **problems(*MISSING)},
    )
    def get(self, request: Request, game_id: str) -> Response:
        """Your orders for questions to come, and what they would do now. Nobody else can see them."""
        player = player_of(request)
        seen_by(player, game_id)
        return Response(plan_row(own_plan.look(player=player, game_id=game_id, now=timezone.now())))

    @extend_schema(
        operation_id="put_plan",
        summary="Leave orders",
        tags=["play"],
        request=OrdersSerializer,
        responses={
            200: PlanSerializer,
            **problems("malformed_plan", "game_not_running", "seat_has_left", "not_in_this_game", "account_suspended"),
        },
    )
    def put(self, request: Request, game_id: str) -> Response:
        """Sets your orders for questions to come, and replaces any earlier ones.

        Each line is checked, and you get all mistakes. When you are asked something, the first order that can be
        carried out is, at random some minutes later.
        """
        player, wish = player_of(request), checked(OrdersSerializer, request)
        seen_by(player, game_id)
        plan_view = own_plan.give(player=player, game_id=game_id, lines=wish["orders"], now=timezone.now())
        return Response(plan_row(plan_view))

    @extend_schema(
        operation_id="delete_plan",
        summary="Cancel your plan",
        tags=["play"],
        responses={204: None, **problems(*MISSING)},
    )
    def delete(self, request: Request, game_id: str) -> Response:
        """From now on you answer all questions yourself."""
        player = player_of(request)
        seen_by(player, game_id)
        own_plan.cancel(player=player, game_id=game_id)
        return Response(status=204)
