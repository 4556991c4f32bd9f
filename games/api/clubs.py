"""Clubs: founding, finding, changing, joining and leaving them."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.fields import GameNameField, KnownNameField, LongestText
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.pagination import PAGE_PARAMETERS, Pages, only_page, page_of
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.competitions.clubs import creation, membership, selectors
from games.competitions.clubs.creation import ClubSettings
from games.competitions.clubs.selectors import SeenClub
from games.models import Club, Player
from games.models.club import LONGEST_ABOUT

SETTINGS_PROBLEMS = (
    "club_about_too_long",
    "club_name_missing",
    "club_name_reserved",
    "private_club_is_by_invitation",
    "account_muted",
)
STATES: Final = [(state.value, state.label) for state in selectors.TOLD]
"""What somebody can be to a club, as far as anyone is told."""


class ClubSerializer(Facts):
    """A club."""

    id = serializers.CharField()
    name = serializers.CharField(help_text=_("Empty once an admin took it away."))
    about = serializers.CharField(help_text=_("What it says of itself."))
    entry = serializers.ChoiceField(choices=Club.Entry.choices, help_text=_("How you get in."))
    public = serializers.BooleanField(help_text=_("Anyone sees it; otherwise only its members, and who is invited."))
    created_at = serializers.DateTimeField()
    members = serializers.IntegerField(help_text=_("How many are in it."))


CLUBS_PAGE = page_of(ClubSerializer)


class ClubDetailSerializer(ClubSerializer):
    """A club, its hosts, and what you are to it."""

    hosts = PlayerSerializer(many=True, help_text=_("Who decides about the club."))
    you = serializers.ChoiceField(
        choices=STATES,
        allow_null=True,
        help_text=_("What you are to the club; null: nothing."),
    )
    you_host = serializers.BooleanField(help_text=_("You are one of its hosts."))
    emails = serializers.BooleanField(
        allow_null=True, help_text=_("You get its announcements by email; null: you are no member.")
    )


class ClubSettingsSerializer(Facts):
    """A club to be."""

    name = GameNameField(help_text=_("Everybody sees it who may know of the club."))
    about = serializers.CharField(
        validators=[LongestText(LONGEST_ABOUT, "club_about_too_long")],
        allow_blank=True,
        default="",
        help_text=_("A line about the club."),
    )
    entry = serializers.ChoiceField(
        choices=Club.Entry.choices, default=Club.Entry.REQUEST, help_text=_("How people get in.")
    )
    public = serializers.BooleanField(
        default=True, help_text=_("Anyone sees it. If not, it must be by invitation, and exists for nobody outside.")
    )


class ClubChangesSerializer(Facts):
    """Changes to a club; members that are left out stay as they are."""

    name = GameNameField(required=False, help_text=_("Everybody sees it who may know of the club."))
    about = serializers.CharField(
        validators=[LongestText(LONGEST_ABOUT, "club_about_too_long")],
        allow_blank=True,
        required=False,
        help_text=_("A line about the club."),
    )
    entry = serializers.ChoiceField(choices=Club.Entry.choices, required=False, help_text=_("How people get in."))
    public = serializers.BooleanField(required=False, help_text=_("Anyone sees it."))


class LeaveClubSerializer(Facts):
    """Who hosts the club from now on, if you are its last host."""

    heir = KnownNameField(
        required=False, help_text=_("A member's name. Without one, whoever has been in the club longest.")
    )


class ClubsView(Conditional):
    scopes: ClassVar = {"GET": "games:read", "POST": "games:create"}

    @extend_schema(
        operation_id="list_clubs",
        summary="List public clubs",
        tags=["clubs"],
        parameters=PAGE_PARAMETERS,
        responses=CLUBS_PAGE,
    )
    def get(self, request: Request) -> Response:
        """List the clubs that everyone sees, the newest first. Your own are at `list_own_clubs`."""
        pages = Pages()
        clubs = pages.paginate_queryset(selectors.public_clubs(player_of(request)), request)
        return pages.get_paginated_response([club_row(club, club.count) for club in clubs])  # type: ignore[attr-defined]

    @extend_schema(
        operation_id="create_club",
        summary="Found a club",
        tags=["clubs"],
        request=ClubSettingsSerializer,
        responses={
            201: ClubDetailSerializer,
            **problems(
                *SETTINGS_PROBLEMS, "only_people_in_clubs", "address_needed", "too_many_clubs", "too_many_clubs_today"
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """You are its first member, and host it."""
        settings = ClubSettings(**checked(ClubSettingsSerializer, request))
        club = creation.found_club(founder=player_of(request), settings=settings, now=timezone.now())
        answer = Response(club_detail(player_of(request), club.pk), status=201)
        answer.headers["Location"] = f"{request.path}/{club.pk}"
        return answer


class MyClubsView(Conditional):
    scopes: ClassVar = {"GET": "games:read"}

    @extend_schema(
        operation_id="list_own_clubs",
        summary="List your clubs",
        tags=["clubs"],
        responses=CLUBS_PAGE,
    )
    def get(self, request: Request) -> Response:
        """The clubs that you are in, by name."""
        return only_page([club_row(club, club.count) for club in selectors.clubs_of(player_of(request))])  # type: ignore[attr-defined]


class ClubView(Conditional):
    scopes: ClassVar = {"GET": "games:read", "PATCH": "games:create"}

    @extend_schema(
        operation_id="get_club",
        summary="Look at a club",
        tags=["clubs"],
        responses={200: ClubDetailSerializer, **problems("no_such_club")},
    )
    def get(self, request: Request, club_id: str) -> Response:
        """Return a club, its hosts, and what you are to it. A private one is there only for its people."""
        return Response(club_detail(player_of(request), club_id))

    @extend_schema(
        operation_id="change_club",
        summary="Change your club",
        tags=["clubs"],
        request=ClubChangesSerializer,
        responses={200: ClubDetailSerializer, **problems("no_such_club", "only_hosts", *SETTINGS_PROBLEMS)},
    )
    def patch(self, request: Request, club_id: str) -> Response:
        """Changes what you send. Only its hosts can."""
        changes = checked(ClubChangesSerializer, request)
        creation.change(host=player_of(request), club_id=club_id, changes=changes, now=timezone.now())
        return Response(club_detail(player_of(request), club_id))


class JoinClubView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="join_club",
        summary="Join a club, or ask to",
        tags=["clubs"],
        request=None,
        responses={
            200: ClubDetailSerializer,
            **problems(
                "no_such_club",
                "not_invited_to_club",
                "only_people_in_clubs",
                "address_needed",
                "too_many_clubs",
                "club_full",
                "too_many_requests_to_clubs",
                "too_many_ask_the_club",
            ),
        },
    )
    def post(self, request: Request, club_id: str) -> Response:
        """You are in at once if the club is open or has invited you; otherwise you wait for one of its hosts."""
        membership.join(player=player_of(request), club_id=club_id, now=timezone.now())
        return Response(club_detail(player_of(request), club_id))


class DeclineClubView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="decline_club",
        summary="Decline a club's invitation",
        tags=["clubs"],
        request=None,
        responses={204: None},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """Declines an invitation, or takes back your request to join. Without either, nothing changes."""
        membership.decline(player=player_of(request), club_id=club_id, now=timezone.now())
        return Response(status=204)


class LeaveClubView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="leave_club",
        summary="Leave a club",
        tags=["clubs"],
        request=LeaveClubSerializer,
        responses={204: None, **problems("no_such_club", "cannot_host_club")},
    )
    def post(self, request: Request, club_id: str) -> Response:
        """Your seats at its tables stay yours. The last member closes the club. If you aren't in, nothing changes."""
        heir = checked(LeaveClubSerializer, request).get("heir", "")
        membership.leave(player=player_of(request), club_id=club_id, heir_name=heir, now=timezone.now())
        return Response(status=204)


def club_row(club: Club, count: int, entry: str = "") -> Json:
    """Return what a club is like, with the number of its members, and how the reader gets in if not as anyone."""
    return {
        "id": club.pk,
        "name": club.name,
        "about": club.about,
        "entry": entry or club.shown_entry,
        "public": club.public,
        "created_at": instant(club.created_at),
        "members": count,
    }


def club_detail(player: Player, club_id: str) -> Json:
    """Return a club as the player sees it. Raises NotFound("no_such_club")."""
    return detail_of(selectors.get_seen(player, club_id))


def detail_of(seen_club: SeenClub) -> Json:
    """Return a club as its reader sees it."""
    members = list(selectors.members_of(seen_club.club))
    return {
        **club_row(seen_club.club, len(members), seen_club.entry),
        "hosts": [player_row(row.player) for row in members if row.is_host],
        "you": seen_club.state,
        "you_host": seen_club.is_host,
        "emails": seen_club.own.hears_by_email if seen_club.own is not None and seen_club.is_member else None,
    }
