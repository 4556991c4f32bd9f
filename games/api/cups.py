"""Cups: rounds in which players meet, by knockout, by the Swiss system, or everyone against everyone."""

from typing import TYPE_CHECKING, ClassVar

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.competition_invitations import (
    ACCEPTING_PROBLEMS,
    CompetitionEntrySerializer,
    own_invitation_field,
    own_invitation_row,
)
from games.api.competitions import (
    ADMIN_SCOPE,
    CHANGE_PROBLEMS,
    CREATION_PROBLEMS,
    ENTRY_PROBLEMS,
    MESSAGE_PROBLEMS,
    REMOVAL_PROBLEMS,
    CompetitionCharterSerializer,
    CompetitionMessageSerializer,
    CompetitionSerializer,
    competition_row,
)
from games.api.conditional import Conditional
from games.api.cup_rounds import (
    CupEntrantSerializer,
    CupLineSerializer,
    CupRoundSerializer,
    entrant_row,
    rounds_of,
    standings_of,
    tie_breaks_of,
)
from games.api.fields import GameNameField, InstantField
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.pagination import PAGE_PARAMETERS, Pages, page_of
from games.api.permissions import AnyoneReads, player_of, reader_of, require
from games.api.schema import problems
from games.api.standings import tie_breaks_field
from games.api.view import ApiView
from games.competitions import audience, changes, hosts
from games.competitions.cups import admission, course, creation, rounds, selectors
from games.competitions.cups.creation import CupCharter
from games.models import Cup
from games.models.cup import (
    FEWEST_DAYS,
    FEWEST_ROUNDS,
    FEWEST_SEATS,
    MOST_ADVANCING,
    MOST_DAYS,
    MOST_LEGS,
    MOST_ROUNDS,
    MOST_SEATS,
)

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class CupSerializer(CompetitionSerializer):
    """A cup: what is played, how fast, and by which system."""

    kind = serializers.ChoiceField(Cup.Kind.choices)
    seats = serializers.IntegerField(help_text=_("At each table, at most."))
    advancing = serializers.IntegerField(
        allow_null=True, help_text=_("So many go on from each table of a knockout, and one from the final.")
    )
    rounds_wanted = serializers.IntegerField(allow_null=True, help_text=_("How many rounds a Swiss cup has."))
    legs = serializers.IntegerField(
        allow_null=True, help_text=_("How often everyone meets everyone in a round robin: once or twice.")
    )
    round_days = serializers.IntegerField(help_text=_("A round is over after so many days."))
    fixed_dates = serializers.BooleanField(
        help_text=_("A round lasts all its days. Otherwise it is over as soon as all its tables are.")
    )
    state = serializers.ChoiceField(Cup.State.choices)
    entry_closes_at = serializers.DateTimeField(
        help_text=_("Then it begins. With too few players it is put off by a week, twice at most, then called off.")
    )
    ended_at = serializers.DateTimeField(allow_null=True, help_text=_("When it was over, or called off."))
    entered = serializers.IntegerField(help_text=_("How many have entered."))
    fewest = serializers.IntegerField(help_text=_("So many players it needs."))


class CupDetailSerializer(CupSerializer):
    """A cup with its rounds, tables and standings. They follow the results until the next round begins."""

    you_entered = serializers.BooleanField(help_text=_("You are in it, and have not left."))
    invitation = own_invitation_field()
    entrants = CupEntrantSerializer(many=True, help_text=_("In the order of entering."))
    rounds = CupRoundSerializer(many=True, help_text=_("Those that have begun."))
    standings = CupLineSerializer(many=True, help_text=_("Empty until it begins."))
    tie_breaks = tie_breaks_field()


class CupCharterSerializer(CompetitionCharterSerializer):
    """A cup to be. A knockout has `advancing`, a Swiss cup `rounds`, a round robin `legs`."""

    kind = serializers.ChoiceField(Cup.Kind.choices)
    seats = serializers.IntegerField(
        min_value=FEWEST_SEATS, max_value=MOST_SEATS, help_text=_("At each table, at most.")
    )
    advancing = serializers.IntegerField(
        min_value=1,
        max_value=MOST_ADVANCING,
        allow_null=True,
        default=None,
        help_text=_("Of a knockout: how many go on from each table. Two only from tables of four."),
    )
    rounds = serializers.IntegerField(
        min_value=FEWEST_ROUNDS, max_value=MOST_ROUNDS, allow_null=True, default=None, help_text=_("Of a Swiss cup.")
    )
    legs = serializers.IntegerField(
        min_value=1,
        max_value=MOST_LEGS,
        allow_null=True,
        default=None,
        help_text=_("Of a round robin, whose tables have two seats: how often everyone meets everyone."),
    )
    fixed_dates = serializers.BooleanField(
        default=False, help_text=_("A round lasts all its days, however early its games are over.")
    )
    round_days = serializers.IntegerField(min_value=FEWEST_DAYS, max_value=MOST_DAYS, default=21)
    entry_closes_at = InstantField(help_text=_("When it begins: from an hour to 180 days from now."))


class CupChangesSerializer(Facts):
    """Changes to a cup by its host; members that are left out stay as they are."""

    name = GameNameField(required=False, help_text=_("Everybody sees it."))
    entry_closes_at = InstantField(required=False, help_text=_("When it begins, before it has begun."))
    round_ends_at = InstantField(
        required=False, help_text=_("When the round that runs ends, at most 30 days later than its days would have it.")
    )


class CupsView(Conditional):
    scopes: ClassVar = {"GET": "games:read", "POST": "games:create"}

    @extend_schema(
        operation_id="list_cups",
        summary="List cups",
        tags=["cups"],
        parameters=PAGE_PARAMETERS,
        responses=page_of(CupSerializer),
    )
    def get(self, request: Request) -> Response:
        """List all cups, the newest first."""
        pages = Pages()
        cups = pages.paginate_queryset(selectors.visible_cups(player_of(request)), request)
        return pages.get_paginated_response([_cup_row(cup) for cup in cups])

    @extend_schema(
        operation_id="create_cup",
        summary="Make a cup",
        tags=["cups"],
        request=CupCharterSerializer,
        responses={
            201: CupDetailSerializer,
            **problems(
                "rounds_or_advancing",
                "round_robin_of_two",
                "advancing_impossible",
                "entry_closes_too_soon_or_late",
                "cup_name_reserved",
                "too_many_cups",
                *CREATION_PROBLEMS,
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """You are its host, but enter like everyone else."""
        body, host = checked(CupCharterSerializer, request), player_of(request)
        if body["official"]:
            require(request, ADMIN_SCOPE)
        cup = creation.make(host=host, charter=CupCharter(**body), now=timezone.now())
        answer = Response(_cup_detail(request, cup.pk), status=201)
        answer.headers["Location"] = f"{request.path}/{cup.pk}"
        return answer


class CupView(Conditional):
    permission_classes = (AnyoneReads,)
    scopes: ClassVar = {"GET": "games:read", "PATCH": "games:create"}

    @extend_schema(
        operation_id="get_cup",
        summary="Look at a cup",
        tags=["cups"],
        responses={200: CupDetailSerializer, **problems("no_such_cup")},
    )
    def get(self, request: Request, cup_id: str) -> Response:
        """Return a cup: its settings, entrants, rounds with their tables, and standings.

        It takes no token where anyone can look at it.
        """
        return Response(_cup_detail(request, cup_id))

    @extend_schema(
        operation_id="change_cup",
        summary="Rename your cup, or move its dates",
        tags=["cups"],
        request=CupChangesSerializer,
        responses={
            200: CupDetailSerializer,
            **problems("no_such_cup", "cup_name_reserved", *CHANGE_PROBLEMS),
        },
    )
    def patch(self, request: Request, cup_id: str) -> Response:
        """What is left out stays. Dates move later, by a day or more, and everyone who has entered gets an email."""
        host, now, body = player_of(request), timezone.now(), checked(CupChangesSerializer, request)
        cup = selectors.get(host, cup_id)
        hosts.refuse_others(host, cup)
        with transaction.atomic():
            if "name" in body:
                changes.rename(host=host, competition=cup, name=body["name"], now=now)
            if "entry_closes_at" in body:
                changes.move_beginning(host=host, competition=cup, at=body["entry_closes_at"], now=now)
            if "round_ends_at" in body:
                changes.move_end(host=host, competition=cup, at=body["round_ends_at"], now=now)
        return Response(_cup_detail(request, cup_id))


class CupEntrantView(ApiView):
    scopes: ClassVar = {"DELETE": "games:create"}

    @extend_schema(
        operation_id="remove_cup_entrant",
        summary="Take somebody out of your cup",
        tags=["cups"],
        responses={204: None, **problems("no_such_cup", *REMOVAL_PROBLEMS)},
    )
    def delete(self, request: Request, cup_id: str, player_id: str) -> Response:
        """For its host. It is as if they had left, and they get an email."""
        host = player_of(request)
        cup = selectors.get(host, cup_id)
        changes.remove(host=host, competition=cup, player_id=player_id, now=timezone.now())
        return Response(status=204)


class CupMessagesView(ApiView):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="message_cup",
        summary="Write to everyone in your cup",
        tags=["cups"],
        request=CompetitionMessageSerializer,
        responses={204: None, **problems("no_such_cup", *MESSAGE_PROBLEMS)},
    )
    def post(self, request: Request, cup_id: str) -> Response:
        """For its host, once a day: everyone in it gets an email. Nobody can answer it."""
        host, body = player_of(request), checked(CompetitionMessageSerializer, request)
        cup = selectors.get(host, cup_id)
        changes.message(host=host, competition=cup, text=body["text"], now=timezone.now())
        return Response(status=204)


class EnterCupView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="enter_cup",
        summary="Enter a cup",
        tags=["cups"],
        request=CompetitionEntrySerializer,
        responses={
            200: CupDetailSerializer,
            **problems(
                "no_such_cup",
                "cup_entry_closed",
                "cup_full",
                "too_many_cups_entered",
                *ENTRY_PROBLEMS,
                *ACCEPTING_PROBLEMS,
            ),
        },
    )
    def post(self, request: Request, cup_id: str) -> Response:
        """Until entry closes. You play against anyone whom you are drawn against, blocked or not.

        If your `invitation` is to take somebody's place, say whose.
        """
        player, body = player_of(request), checked(CompetitionEntrySerializer, request)
        admission.enter(player=player, cup_id=cup_id, now=timezone.now(), **body)
        return Response(_cup_detail(request, cup_id))


class LeaveCupView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="leave_cup",
        summary="Leave a cup",
        tags=["cups"],
        request=None,
        responses={200: CupDetailSerializer, 204: None, **problems("no_such_cup")},
    )
    def post(self, request: Request, cup_id: str) -> Response:
        """Once it has begun, that is for good, and a stand-in takes your seat. If you aren't in, nothing changes."""
        player = player_of(request)
        cup = selectors.get(player, cup_id)
        admission.leave(player=player, cup_id=cup_id, now=timezone.now())
        if not audience.is_known(cup, player):  # who had left the club knew of it as its player alone
            return Response(status=204)
        return Response(_cup_detail(request, cup_id))


class CallOffCupView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="call_off_cup",
        summary="Call off your cup",
        tags=["cups"],
        request=None,
        responses={200: CupDetailSerializer, **problems("no_such_cup", "only_the_host", "cup_has_begun")},
    )
    def post(self, request: Request, cup_id: str) -> Response:
        """Before it begins. Everyone who has entered hears of it."""
        creation.call_off(player=player_of(request), cup_id=cup_id, now=timezone.now())
        return Response(_cup_detail(request, cup_id))


def _cup_detail(request: Request, cup_id: str) -> Json:
    reader = reader_of(request)
    cup = selectors.get(reader, cup_id)
    cup_course = course.current_course(cup)
    return {
        **_cup_row(cup),
        "you_entered": any(
            reader is not None and entrant.player_id == reader.pk and entrant.left_at is None
            for entrant in cup_course.entered
        ),
        "invitation": own_invitation_row(reader, cup),
        "entrants": [
            entrant_row(entrant)
            for entrant in cup_course.entered
            if entrant.left_at is None or entrant.seed is not None
        ],
        "rounds": rounds_of(cup_course),
        "standings": standings_of(cup_course),
        "tie_breaks": tie_breaks_of(cup),
    }


def _cup_row(cup: "WithAnnotations[Cup, selectors.CupCounts]") -> Json:
    """Return the public facts about a cup, which must be annotated by `selectors.visible_cups`."""
    return {
        **competition_row(cup),
        **{name: getattr(cup, name) for name in _COPIED},
        "entry_closes_at": instant(cup.entry_closes_at),
        "ended_at": instant(cup.ended_at),
        "entered": cup.entered,
        "fewest": rounds.fewest(cup),
    }


_COPIED = ("kind", "advancing", "rounds_wanted", "legs", "fixed_dates", "round_days", "state")
