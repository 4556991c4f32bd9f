"""Inviting players to a competition, also in somebody's place, for its hosts."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.fields import KnownNameField
from games.api.forms import Facts, checked
from games.api.instants import instant
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.api.view import ApiView
from games.competitions import call_ups, invitations
from games.competitions.audience import Competition
from games.competitions.cups import selectors as cups
from games.competitions.leagues import selectors as leagues
from games.models import Player

ACCEPTING_PROBLEMS: Final = ("invitation_changed", "place_gone")
INVITING_PROBLEMS: Final = (
    "only_the_host",
    "no_such_player",
    "not_in_competition",
    "competition_of_club",
    "bots_not_allowed",
    "competition_over",
    "in_it_already",
    "was_in_it",
    "declined_lately",
    "you_blocked",
    "too_many_invited_to_competition",
    "invited_twice_today",
)


class CompetitionInvitationSerializer(Facts):
    """Whom to invite, and in whose place."""

    name = KnownNameField()
    instead_of = serializers.CharField(
        allow_null=True,
        default=None,
        help_text=_("The id of somebody in it, who is out as soon as the other one enters; null: one more player."),
    )


class OwnInvitationSerializer(Facts):
    """An invitation of yours to a competition, which you accept by entering."""

    by = PlayerSerializer()
    instead_of = PlayerSerializer(
        allow_null=True, help_text=_("In whose place: you get their seats, and they are out. Null: as one more player.")
    )
    expires_at = serializers.DateTimeField()


def own_invitation_field() -> OwnInvitationSerializer:
    """Return the field for the reader's own invitation."""
    return OwnInvitationSerializer(allow_null=True, help_text=_("Your own invitation to it, if one waits."))


def own_invitation_row(reader: Player | None, competition: Competition) -> Json | None:
    """Return the reader's invitation, if one waits."""
    invitation = invitations.find(competition, reader, timezone.now())
    if invitation is None:
        return None
    return {
        "by": player_row(invitation.by),
        "instead_of": player_row(invitation.instead_of),
        "expires_at": instant(invitation.created_at + invitations.VALID_FOR),
    }


class CompetitionEntrySerializer(Facts):
    """In whose place you enter."""

    instead_of = serializers.CharField(
        allow_null=True,
        default=None,
        help_text=_("The id of whose place your invitation is for; it must be as in `invitation`. Null: nobody’s."),
    )


class CupInvitationsView(ApiView):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="invite_to_cup",
        summary="Invite a player to your cup, or swap one for another",
        tags=["cups"],
        request=CompetitionInvitationSerializer,
        responses={204: None, **problems("no_such_cup", "cup_entry_closed", *INVITING_PROBLEMS)},
    )
    def post(self, request: Request, cup_id: str) -> Response:
        """They get an email, and a week to enter. Until then nothing changes.

        Whoever enters in somebody's place plays on with their seats. What was played so far stays with who played it.
        """
        return _invite(request, cups.get(player_of(request), cup_id))


class CupInvitationView(ApiView):
    scopes: ClassVar = {"DELETE": "games:create"}

    @extend_schema(
        operation_id="delete_cup_invitation",
        summary="Take back an invitation to a cup, or decline your own",
        tags=["cups"],
        responses={204: None, **problems("no_such_cup", "only_the_host")},
    )
    def delete(self, request: Request, cup_id: str, player_id: str) -> Response:
        """For its hosts, and for who is invited. Without one nothing changes."""
        return _withdraw(request, cups.get(player_of(request), cup_id), player_id)


class LeagueInvitationsView(ApiView):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="invite_to_league",
        summary="Invite a player to your league, or swap one for another",
        tags=["leagues"],
        request=CompetitionInvitationSerializer,
        responses={204: None, **problems("no_such_league", *INVITING_PROBLEMS)},
    )
    def post(self, request: Request, league_id: str) -> Response:
        """They get an email, and a week to enter. Until then nothing changes.

        Whoever enters in somebody's place gets it with all its games. This is also how to let somebody in again whom
        a host had taken out.
        """
        return _invite(request, leagues.get(player_of(request), league_id))


class LeagueInvitationView(ApiView):
    scopes: ClassVar = {"DELETE": "games:create"}

    @extend_schema(
        operation_id="delete_league_invitation",
        summary="Take back an invitation to a league, or decline your own",
        tags=["leagues"],
        responses={204: None, **problems("no_such_league", "only_the_host")},
    )
    def delete(self, request: Request, league_id: str, player_id: str) -> Response:
        """For its hosts, and for who is invited. Without one nothing changes."""
        return _withdraw(request, leagues.get(player_of(request), league_id), player_id)


def _invite(request: Request, competition: Competition) -> Response:
    host, body = player_of(request), checked(CompetitionInvitationSerializer, request)
    call_ups.invite(host=host, competition=competition, now=timezone.now(), **body)
    return Response(status=204)


def _withdraw(request: Request, competition: Competition, player_id: str) -> Response:
    call_ups.withdraw(player=player_of(request), competition=competition, player_id=player_id, now=timezone.now())
    return Response(status=204)
