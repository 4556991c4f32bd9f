"""Vacations of players."""

from datetime import datetime
from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.conditional import Conditional
from games.api.forms import Facts, asked, checked
from games.api.instants import instant
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.schema import problems
from games.models import Player
from games.table.clocks import vacations


class VacationSerializer(Facts):
    """Days when you are away, and your clocks stand still in every game that allows it."""

    starts_at = serializers.DateTimeField(help_text=_("This identifies it."))
    ends_at = serializers.DateTimeField(help_text=_("When it ends."))


class TakeVacationSerializer(Facts):
    starts_at = serializers.DateTimeField(
        required=False,
        allow_null=True,
        default=None,
        help_text=_("From now, if not given. Not in the past, and at most 365 days ahead."),
    )
    ends_at = serializers.DateTimeField(
        help_text=_("At least a day later. All vacations of a year take at most 28 days of it.")
    )


class EndVacationSerializer(Facts):
    starts_at = serializers.DateTimeField(help_text=_("When the vacation begins, or has begun."))


DAYS_LEFT: Final = _("Whole days, in your time zone, that are left of this year's allowance.")


PAGE: Final = page_of(VacationSerializer, days_left=serializers.IntegerField(help_text=DAYS_LEFT))
"""The schema of a page of vacations."""


def _vacations_response(player: Player, now: datetime, status: int = 200) -> Response:
    coming = [vacation for vacation in vacations.of_player(player) if vacation.end > max(now, vacation.begin)]
    rows = [{"starts_at": instant(vacation.begin), "ends_at": instant(vacation.end)} for vacation in coming]
    answer = only_page(rows, days_left=vacations.left_this_year(player, now)[1])
    answer.status_code = status
    return answer


class VacationsView(Conditional):
    scopes: ClassVar = {"GET": "account:read", "POST": "habits:write", "DELETE": "habits:write"}

    @extend_schema(operation_id="list_vacations", summary="Your vacations", tags=["me"], responses=PAGE)
    def get(self, request: Request) -> Response:
        """Current and future vacations, and the rest of the year's allowance."""
        return _vacations_response(player_of(request), timezone.now())

    @extend_schema(
        operation_id="take_vacation",
        summary="Take a vacation",
        tags=["me"],
        request=TakeVacationSerializer,
        responses={
            201: PAGE,
            **problems(
                "vacation_too_short",
                "vacation_in_the_past",
                "vacation_too_far_ahead",
                "vacations_overlap",
                "no_vacation_left",
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """In advance, or from now on. Your clocks stand still meanwhile, in games that allow it: 28 days a year."""
        now, wish = timezone.now(), checked(TakeVacationSerializer, request)
        begin, end = wish["starts_at"], wish["ends_at"]
        return _vacations_response(vacations.take(player=player_of(request), begin=begin, end=end, now=now), now, 201)

    @extend_schema(
        operation_id="end_vacation",
        summary="Cancel a vacation",
        tags=["me"],
        parameters=[EndVacationSerializer],
        responses={200: PAGE, **problems("no_such_vacation")},
    )
    def delete(self, request: Request) -> Response:
        """Or end it early. No deadline comes sooner, and you get back the days that no deadline has used."""
        now, begin = timezone.now(), asked(EndVacationSerializer, request)["starts_at"]
        return _vacations_response(vacations.give_up(player=player_of(request), begin=begin, now=now), now)
