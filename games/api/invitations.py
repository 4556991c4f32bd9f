"""Invitations to a game."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.fields import AddressField, KnownNameField
from games.api.forms import Facts, checked
from games.api.games.game import GameDetailSerializer
from games.api.games.of_game import OfGame, detail
from games.api.permissions import player_of
from games.api.schema import problems
from games.lobby import lobby
from games.people.networks import network_of


class InviteSerializer(Facts):
    players = serializers.ListField(child=KnownNameField(), required=False, max_length=10, help_text=_("Their names."))
    addresses = serializers.ListField(
        child=AddressField(),
        required=False,
        max_length=10,
        help_text=_("Email addresses. No answer tells whether one has an account."),
    )

    def validate(self, attrs: Json) -> Json:
        """Raise ValidationError if nobody is named."""
        if not any(attrs.values()):
            raise serializers.ValidationError(_("Give players or addresses."), code="required")
        return attrs


class InvitationsView(OfGame):
    scopes: ClassVar = {"POST": "games:create"}

    @extend_schema(
        operation_id="invite_players",
        summary="Invite players",
        tags=["games"],
        request=InviteSerializer,
        responses={
            201: GameDetailSerializer,
            **problems(
                "game_not_open",
                "only_the_host",
                "no_such_player",
                "too_many_invitations",
                "too_many_invitations_today",
                "too_many_invitations_to_one",
                "you_blocked",
                "not_in_the_club",
                "for_members_only",
                "too_many_addresses_today",
                "reliability_too_low",
                "rating_out_of_range",
                "bots_not_allowed",
                "same_hands",
                "no_free_seat",
                "bot_takes_no_challenges",
                "bot_refuses_ruleset",
                "bot_refuses_clock",
                "bot_is_busy",
                "cannot_invite_yourself",
                "account_suspended",
                "address_needed",
                "sign_up_closed",
                "invitation_needed",
            ),
        },
    )
    def post(self, request: Request, game_id: str) -> Response:
        """Invite players by name or email address.

        They get an email; inviting somebody again changes nothing. A bot answers at once.

        An address that belongs to no player gets one email, with a link to sign up and join. It gets no other one, from
        anyone, until its reader has answered.
        """
        body = checked(InviteSerializer, request)
        lobby.invite(
            host=player_of(request),
            game_id=game_id,
            names=body.get("players", ()),
            addresses=body.get("addresses", ()),
            network=network_of(request),
            now=timezone.now(),
        )
        return detail(player_of(request), game_id, 201)
