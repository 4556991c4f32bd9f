"""The link in an invitation to a stranger's address, for programs; its page is `games.web.invited`."""

from typing import ClassVar

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games import languages
from games.api.accounts import BY_HEADER, Door, SignedInSerializer, signed_in
from games.api.conditional import Conditional
from games.api.fields import LanguageField, NameField, TimeZoneField
from games.api.forms import Facts, checked
from games.api.games.game import GameDetailSerializer
from games.api.games.of_game import detail
from games.api.join_links import LinkedTableSerializer, table_row
from games.api.permissions import player_of
from games.api.schema import problems
from games.errors import NotFound, Refused
from games.lobby import address_links
from games.lobby.address_links import OpenedInvitation
from games.models import Game, Player


class InvitedTableSerializer(LinkedTableSerializer):
    """What the reader of the email may know of the table."""

    answered = serializers.BooleanField(help_text=_("Whether somebody has joined or declined by this link."))
    newcomer = serializers.BooleanField(help_text=_("Whether it still takes nothing but a name to sign up with it."))


class NewcomerSerializer(Facts):
    name = NameField()
    time_zone = TimeZoneField(default="UTC")
    language = LanguageField(default=languages.active, help_text=BY_HEADER)


class InvitedTableView(Conditional):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="get_invited_table",
        summary="Look at a table by an emailed invitation",
        tags=["games"],
        responses={200: InvitedTableSerializer, **problems("link_over")},
    )
    def get(self, request: Request, link_token: str) -> Response:
        """The table, for anyone who has the link from the email; it takes no account."""
        opened = _open_link(link_token)
        answered = opened.invitation.answered_at is not None
        link_state = {"answered": answered, "newcomer": address_links.is_of_stranger(opened)}
        return Response({**table_row(opened.invitation.game), **link_state})


class SignUpByInvitationView(Door):
    @extend_schema(
        operation_id="sign_up_by_invitation",
        summary="Sign up by an emailed invitation",
        tags=["accounts"],
        request=NewcomerSerializer,
        responses={
            201: SignedInSerializer,
            **problems(
                "link_over", "game_not_open", "name_taken", "address_taken", "sign_up_closed", "invitation_needed"
            ),
        },
    )
    def post(self, request: Request, link_token: str) -> Response:
        """An account with the address that the email went to. The link proves it, so no code is sent.

        You are then invited to the table: join it like any other.
        """
        facts: Json = {**checked(NewcomerSerializer, request), "kind": Player.Kind.HUMAN.value}
        opened = _open_link(link_token)
        if opened.invitation.game.status != Game.Status.OPEN:
            raise Refused("game_not_open")
        player = address_links.sign_up(opened=opened, name=facts.pop("name"), facts=facts, now=timezone.now())
        return Response(signed_in(player), status=201, headers={"Location": reverse("me")})


class JoinByInvitationView(Conditional):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="join_by_invitation",
        summary="Take a seat by an emailed invitation",
        tags=["games"],
        request=None,
        responses={
            200: GameDetailSerializer,
            **problems(
                "link_over",
                "game_not_open",
                "address_needed",
                "reliability_too_low",
                "rating_out_of_range",
                "bots_not_allowed",
                "same_hands",
                "account_suspended",
            ),
        },
    )
    def post(self, request: Request, link_token: str) -> Response:
        """With any account. The link seats one person; joining again changes nothing."""
        game = address_links.join(opened=_open_link(link_token), player=player_of(request), now=timezone.now())
        return detail(player_of(request), game.pk)


class DeclineByInvitationView(Door):
    @extend_schema(
        operation_id="decline_by_invitation",
        summary="Decline an emailed invitation",
        tags=["games"],
        request=None,
        responses={204: None, **problems("link_over")},
    )
    def post(self, request: Request, link_token: str) -> Response:
        """It takes no account. Once more, or after a yes, changes nothing."""
        address_links.decline(opened=_open_link(link_token), now=timezone.now())
        return Response(status=204)


def _open_link(token: str) -> OpenedInvitation:
    """Return the invitation that the link opens. Raises NotFound("link_over")."""
    opened = address_links.read(token)
    if opened is None:
        raise NotFound("link_over")
    return opened
