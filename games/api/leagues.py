"""Leagues: divisions of players, season after season."""

from typing import TYPE_CHECKING, ClassVar

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.clocks import ClockField
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
from games.api.fields import GameNameField, InstantField
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.pagination import PAGE_PARAMETERS, Pages, page_of
from games.api.permissions import AnyoneReads, player_of, reader_of, require
from games.api.schema import problems
from games.api.view import ApiView
from games.competitions import audience, changes, hosts
from games.competitions.leagues import admission, creation, ladder, selectors
from games.competitions.leagues.creation import FEWEST_DAYS, MOST_DAYS, LeagueCharter
from games.models import League, LeagueSeason
from games.models.league import LARGEST_DIVISION, SMALLEST_DIVISION

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class LeagueSeasonSerializer(Facts):
    """A season."""

    number = serializers.IntegerField(help_text=_("Counted from 1."))
    state = serializers.ChoiceField(LeagueSeason.State.choices)
    starts_at = serializers.DateTimeField(help_text=_("Put off by a week if fewer than `fewest` have entered."))
    ends_at = serializers.DateTimeField(help_text=_("Games that still run then are ended by the points as they stand."))


class LeagueSerializer(CompetitionSerializer):
    """A league: what is played, how fast, and how its seasons go."""

    seats = serializers.IntegerField(help_text=_("At each table."))
    games_each = serializers.IntegerField(help_text=_("Of each player in a season, all at once."))
    division_size = serializers.IntegerField(help_text=_("The last division may be smaller or larger, up to 30."))
    movers = serializers.IntegerField(help_text=_("So many are promoted from a division, and so many relegated."))
    season_days = serializers.IntegerField()
    closed_at = serializers.DateTimeField(allow_null=True, help_text=_("Since then no season begins."))
    members = serializers.IntegerField(help_text=_("How many have entered, and play in the next season."))
    fewest = serializers.IntegerField(help_text=_("So many players a season needs."))
    season = LeagueSeasonSerializer(
        allow_null=True, help_text=_("The one that runs, or is planned; else the last one.")
    )


class LeagueDetailSerializer(LeagueSerializer):
    """A league, and your own place in it."""

    entered = serializers.BooleanField(help_text=_("You are a member."))
    division = serializers.IntegerField(allow_null=True, help_text=_("You play in it in the season that runs."))
    invitation = own_invitation_field()


class CharterSerializer(CompetitionCharterSerializer):
    """A league to be."""

    clock = ClockField(help_text=_("One with which nobody forfeits when the time is over."))
    seats = serializers.IntegerField(min_value=2, max_value=6, help_text=_("At each table."))
    games_each = serializers.IntegerField(
        min_value=2, max_value=12, help_text=_("A multiple of the seats, so that everyone begins equally often.")
    )
    division_size = serializers.IntegerField(
        min_value=SMALLEST_DIVISION,
        max_value=LARGEST_DIVISION,
        default=20,
        help_text=_("No fewer than sit at a table, nor than are promoted and relegated together."),
    )
    movers = serializers.IntegerField(min_value=1, max_value=5, default=3)
    season_days = serializers.IntegerField(min_value=FEWEST_DAYS, max_value=MOST_DAYS, default=90)
    starts_at = InstantField(help_text=_("When the first season begins: from a day to 180 days from now."))


class LeagueChangesSerializer(Facts):
    """Changes to a league by its host; members that are left out stay as they are."""

    name = GameNameField(required=False, help_text=_("Everybody sees it."))
    starts_at = InstantField(required=False, help_text=_("When the season that is planned begins."))
    ends_at = InstantField(
        required=False,
        help_text=_("When the season that runs ends: at most 30 days later than its days would have it."),
    )


class LeaguesView(Conditional):
    scopes: ClassVar = {"GET": "games:read", "POST": "games:create"}

    @extend_schema(
        operation_id="list_leagues",
        summary="List leagues",
        tags=["leagues"],
        parameters=PAGE_PARAMETERS,
        responses=page_of(LeagueSerializer),
    )
    def get(self, request: Request) -> Response:
        """List all leagues, the newest first."""
        pages = Pages()
        leagues = pages.paginate_queryset(selectors.visible_leagues(player_of(request)), request)
        return pages.get_paginated_response([league_row(league) for league in leagues])

    @extend_schema(
        operation_id="create_league",
        summary="Make a league",
        tags=["leagues"],
        request=CharterSerializer,
        responses={
            201: LeagueDetailSerializer,
            **problems(
                "games_each_impossible",
                "division_too_small",
                "movers_impossible",
                "season_too_soon_or_late",
                "no_forfeits_in_leagues",
                "league_name_reserved",
                "too_many_leagues",
                *CREATION_PROBLEMS,
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """You are its host, but enter like everyone else."""
        body, host = checked(CharterSerializer, request), player_of(request)
        if body["official"]:
            require(request, ADMIN_SCOPE)
        league = creation.found_league(host=host, charter=LeagueCharter(**body), now=timezone.now())
        answer = Response(_league_detail(request, league.pk), status=201)
        answer.headers["Location"] = f"{request.path}/{league.pk}"
        return answer


class LeagueView(Conditional):
    permission_classes = (AnyoneReads,)
    scopes: ClassVar = {"GET": "games:read", "PATCH": "games:create"}

    @extend_schema(
        operation_id="get_league",
        summary="Look at a league",
        tags=["leagues"],
        responses={200: LeagueDetailSerializer, **problems("no_such_league")},
    )
    def get(self, request: Request, league_id: str) -> Response:
        """Return a league: its settings, its newest season, and your own place in it."""
        return Response(_league_detail(request, league_id))

    @extend_schema(
        operation_id="change_league",
        summary="Rename your league, or move its dates",
        tags=["leagues"],
        request=LeagueChangesSerializer,
        responses={
            200: LeagueDetailSerializer,
            **problems("no_such_league", "league_name_reserved", *CHANGE_PROBLEMS),
        },
    )
    def patch(self, request: Request, league_id: str) -> Response:
        """What is left out stays. Dates move later, by a day or more, and everyone who has entered gets an email."""
        host, now, body = player_of(request), timezone.now(), checked(LeagueChangesSerializer, request)
        league = selectors.get(host, league_id)
        hosts.refuse_others(host, league)
        with transaction.atomic():
            if "name" in body:
                changes.rename(host=host, competition=league, name=body["name"], now=now)
            if "starts_at" in body:
                changes.move_beginning(host=host, competition=league, at=body["starts_at"], now=now)
            if "ends_at" in body:
                changes.move_end(host=host, competition=league, at=body["ends_at"], now=now)
        return Response(_league_detail(request, league_id))


class LeagueMemberView(ApiView):
    scopes: ClassVar = {"DELETE": "games:create"}

    @extend_schema(
        operation_id="remove_league_member",
        summary="Take somebody out of your league",
        tags=["leagues"],
        responses={204: None, **problems("no_such_league", *REMOVAL_PROBLEMS)},
    )
    def delete(self, request: Request, league_id: str, player_id: str) -> Response:
        """For its host. A place in the season that runs goes to whoever waits for one; they get an email."""
        host = player_of(request)
        league = selectors.get(host, league_id)
        changes.remove(host=host, competition=league, player_id=player_id, now=timezone.now())
        return Response(status=204)


class LeagueMessagesView(ApiView):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="message_league",
        summary="Write to everyone in your league",
        tags=["leagues"],
        request=CompetitionMessageSerializer,
        responses={204: None, **problems("no_such_league", *MESSAGE_PROBLEMS)},
    )
    def post(self, request: Request, league_id: str) -> Response:
        """For its host, once a day: everyone in it gets an email. Nobody can answer it."""
        host, body = player_of(request), checked(CompetitionMessageSerializer, request)
        league = selectors.get(host, league_id)
        changes.message(host=host, competition=league, text=body["text"], now=timezone.now())
        return Response(status=204)


class EnterLeagueView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="enter_league",
        summary="Enter a league",
        tags=["leagues"],
        request=CompetitionEntrySerializer,
        responses={
            200: LeagueDetailSerializer,
            **problems(
                "no_such_league",
                "league_closed",
                "league_full",
                "too_many_leagues_entered",
                *ENTRY_PROBLEMS,
                *ACCEPTING_PROBLEMS,
            ),
        },
    )
    def post(self, request: Request, league_id: str) -> Response:
        """You play in the next season and those after it, against anyone in your division, blocked or not.

        While a season runs, you wait for a place in it: you may get one at any time, with all its games. If your
        `invitation` is to take somebody's place, say whose.
        """
        player, body = player_of(request), checked(CompetitionEntrySerializer, request)
        admission.enter(player=player, league_id=league_id, now=timezone.now(), **body)
        return Response(_league_detail(request, league_id))


class LeaveLeagueView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="leave_league",
        summary="Leave a league",
        tags=["leagues"],
        request=None,
        responses={200: LeagueDetailSerializer, 204: None, **problems("no_such_league")},
    )
    def post(self, request: Request, league_id: str) -> Response:
        """A place in the running season is given up for good, with all its games. If you aren't in, nothing changes."""
        player = player_of(request)
        league = selectors.get(player, league_id)
        admission.leave(player=player, league_id=league_id, now=timezone.now())
        if not audience.is_known(league, player):  # who had left the club knew of it as its player alone
            return Response(status=204)
        return Response(_league_detail(request, league_id))


class CloseLeagueView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="close_league",
        summary="Close your league",
        tags=["leagues"],
        request=None,
        responses={200: LeagueDetailSerializer, **problems("no_such_league", "only_the_host")},
    )
    def post(self, request: Request, league_id: str) -> Response:
        """The season that runs is played to its end; no other begins."""
        creation.close(player=player_of(request), league_id=league_id, now=timezone.now())
        return Response(_league_detail(request, league_id))


def _league_detail(request: Request, league_id: str) -> Json:
    reader = reader_of(request)
    league = selectors.get(reader, league_id)
    part = selectors.part_of(reader, league)
    division = part.place.division.level if part.place else None
    return {
        **league_row(league),
        "entered": part.entered_at is not None,
        "division": division,
        "invitation": own_invitation_row(reader, league),
    }


def league_row(league: "WithAnnotations[League, selectors.LeagueCounts]") -> Json:
    """Return the public facts about a league, which must be annotated by `selectors.visible_leagues`."""
    newest = selectors.newest(league)
    return {
        **competition_row(league),
        **{name: getattr(league, name) for name in _COPIED},
        "closed_at": instant(league.closed_at),
        "members": league.entered or 0,
        "fewest": ladder.fewest(league.seats),
        "season": season_row(newest) if newest else None,
    }


_COPIED = ("games_each", "division_size", "movers", "season_days")


def season_row(season: LeagueSeason) -> Json:
    """Return a season without its standings."""
    return {
        "number": season.number,
        "state": season.state,
        "starts_at": instant(season.starts_at),
        "ends_at": instant(season.ends_at),
    }
