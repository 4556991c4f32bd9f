"""Invitations by a link, for whoever has it: to a table, from an email, or to a club.

Each is a row behind a signed token, the last part of the link. Its pages are `games.web.join_link`,
`games.web.invited` and `games.web.clubs.link`.
"""

from typing import ClassVar, Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games import languages
from games.api.accounts import BY_HEADER, Door, SignedInSerializer, signed_in
from games.api.clubs import ClubDetailSerializer, ClubSerializer, club_detail, club_row
from games.api.conditional import Conditional
from games.api.fields import LanguageField, NameField, TimeZoneField
from games.api.forms import Facts, checked
from games.api.games.game import GameDetailSerializer, GameSummarySerializer, game_summary
from games.api.games.of_game import shown
from games.api.permissions import player_of
from games.api.players import PlayerSerializer, player_row
from games.api.schema import problems
from games.api.seats import ContributionSerializer
from games.competitions.clubs import links as club_links
from games.competitions.clubs import selectors
from games.errors import NotFound, Refused
from games.lobby import address_links, join_links
from games.lobby.address_links import OpenedInvitation
from games.lobby.visible import name_clubs, seen_by
from games.models import Club, ClubLink, Game, JoinLink, Player, Seat

Link = JoinLink | OpenedInvitation | ClubLink
TABLE: Final = "table"
EMAIL: Final = "email"
CLUB: Final = "club"
KINDS: Final = [
    (TABLE, _("to a table, for anyone")),
    (EMAIL, _("to a table, in an email to one person")),
    (CLUB, _("to a club, for anyone")),
]


class LinkInvitationSerializer(Facts):
    """What anyone who has the link may know of what it invites to."""

    kind = serializers.ChoiceField(choices=KINDS, help_text=_("What it invites to, and whom."))
    game = GameSummarySerializer(allow_null=True, help_text=_("The table; null: it is to a club."))
    club = ClubSerializer(allow_null=True, help_text=_("The club; null: it is to a table."))
    players = PlayerSerializer(many=True, help_text=_("Who sits at the table; who hosts the club."))
    seats_free = serializers.IntegerField(help_text=_("0 once the game has begun, or was called off; 0 of a club."))
    answered = serializers.BooleanField(help_text=_("Somebody has joined or declined: true of an “email” only."))
    newcomer = serializers.BooleanField(help_text=_("Whether it still takes nothing but a name to sign up with it."))


class JoinedSerializer(Facts):
    """Where you are now."""

    game = GameDetailSerializer(allow_null=True, help_text=_("The table; null: it is a club."))
    club = ClubDetailSerializer(allow_null=True, help_text=_("The club; null: it is a table."))


class NewcomerSerializer(Facts):
    name = NameField()
    time_zone = TimeZoneField(default="UTC")
    language = LanguageField(default=languages.active, help_text=BY_HEADER)


class LinkInvitationView(Conditional):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="get_link_invitation",
        summary="Look at an invitation",
        tags=["games"],
        responses={200: LinkInvitationSerializer, **problems("link_over")},
    )
    def get(self, request: Request, link_token: str) -> Response:
        """What a link invites to, for anyone who has it; it takes no account."""
        return Response(_describe(_open_link(link_token)))


class JoinByLinkView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="join_by_link",
        summary="Take a seat, or join a club, by an invitation",
        tags=["games"],
        request=ContributionSerializer,
        responses={
            200: JoinedSerializer,
            **problems(
                "link_over",
                "game_not_open",
                "address_needed",
                "reliability_too_low",
                "rating_out_of_range",
                "bots_not_allowed",
                "same_hands",
                "account_suspended",
                "not_invited_to_club",
                "only_people_in_clubs",
                "too_many_clubs",
                "club_full",
            ),
        },
    )
    def post(self, request: Request, link_token: str) -> Response:
        """Any account gets a free seat; when the last one is taken the game starts. You join a club at once, even a
        private one. An “email” seats one person. Joining again changes nothing.
        """
        contribution = checked(ContributionSerializer, request)["contribution"]
        link, player, now = _open_link(link_token), player_of(request), timezone.now()
        if isinstance(link, ClubLink):
            if contribution:
                raise ValidationError({"contribution": _("A club takes none.")})
            member = club_links.join(player=player, token=link_token, now=now)
            return Response({"game": None, "club": club_detail(player, member.club_id)})
        if isinstance(link, JoinLink):
            game = join_links.join(player=player, link=link.pk, contribution=contribution, now=now)
        else:
            game = address_links.join(opened=link, player=player, contribution=contribution, now=now)
        return Response({"game": shown(seen_by(player, game.pk)), "club": None})


class SignUpByLinkView(Door):
    @extend_schema(
        operation_id="sign_up_by_invitation",
        summary="Sign up by an emailed invitation",
        tags=["accounts"],
        request=NewcomerSerializer,
        responses={
            201: SignedInSerializer,
            **problems(
                "link_over",
                "link_for_anyone",
                "game_not_open",
                "name_taken",
                "address_taken",
                "sign_up_closed",
                "invitation_needed",
            ),
        },
    )
    def post(self, request: Request, link_token: str) -> Response:
        """An account with the address that the email went to. The link proves it, so no code is sent.

        You are then invited to the table: join it like any other.
        """
        facts: Json = {**checked(NewcomerSerializer, request), "kind": Player.Kind.HUMAN.value}
        opened = _open_email(link_token)
        if opened.invitation.game.status != Game.Status.OPEN:
            raise Refused("game_not_open")
        player = address_links.sign_up(opened=opened, name=facts.pop("name"), facts=facts, now=timezone.now())
        return Response(signed_in(player), status=201, headers={"Location": reverse("me")})


class DeclineByLinkView(Door):
    @extend_schema(
        operation_id="decline_link_invitation",
        summary="Decline an emailed invitation",
        tags=["games"],
        request=None,
        responses={204: None, **problems("link_over", "link_for_anyone")},
    )
    def post(self, request: Request, link_token: str) -> Response:
        """It takes no account. Once more, or after a yes, changes nothing."""
        address_links.decline(opened=_open_email(link_token), now=timezone.now())
        return Response(status=204)


def _open_link(token: str) -> Link:
    """Return what the link opens. Raises NotFound("link_over")."""
    link = join_links.read(token) or address_links.read(token) or club_links.read(token)
    if link is None:
        raise NotFound("link_over")
    return link


def _open_email(token: str) -> OpenedInvitation:
    """Return the invitation that was emailed to one person.

    Raises NotFound("link_over"), Refused("link_for_anyone").
    """
    link = _open_link(token)
    if not isinstance(link, OpenedInvitation):
        raise Refused("link_for_anyone")
    return link


def _describe(link: Link) -> Json:
    if isinstance(link, ClubLink):
        return _club_row(link.club)
    if isinstance(link, JoinLink):
        return {"kind": TABLE, **_table_row(link.game), "answered": False, "newcomer": False}
    return {
        "kind": EMAIL,
        **_table_row(link.invitation.game),
        "answered": link.invitation.answered_at is not None,
        "newcomer": address_links.is_of_stranger(link),
    }


def _table_row(game: Game) -> Json:
    name_clubs(None, [game])
    sitting = list(Seat.objects.filter(game=game).select_related("player").order_by("number"))
    free = game.seats_wanted - len(sitting) if game.status == Game.Status.OPEN else 0
    players = [player_row(seat.player) for seat in sitting]
    return {"game": game_summary(game), "club": None, "players": players, "seats_free": free}


def _club_row(club: Club) -> Json:
    members = list(selectors.members_of(club))
    return {
        "kind": CLUB,
        "game": None,
        "club": club_row(club, len(members)),
        "players": [player_row(row.player) for row in members if row.is_host],
        "seats_free": 0,
        "answered": False,
        "newcomer": False,
    }
