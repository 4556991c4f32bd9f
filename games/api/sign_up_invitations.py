"""Invitations that allow people to sign up to the site."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.conditional import Conditional
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from games.api.schema import problems
from games.models import SignUpInvitation
from games.people import admission


class SignUpInvitationSerializer(serializers.ModelSerializer[SignUpInvitation]):
    """Lets one person sign up."""

    link = serializers.SerializerMethodField(help_text=_("Pass it on yourself."))

    class Meta:
        model = SignUpInvitation
        fields = ("id", "link", "created_at", "expires_at")
        read_only_fields = fields

    def get_link(self, invitation: SignUpInvitation) -> str:
        return admission.link(invitation)


class SignUpInvitationsView(Conditional):
    scopes: ClassVar = {"GET": "account:read", "POST": "account:write"}

    @extend_schema(
        operation_id="list_sign_up_invitations",
        summary="Your invitations to sign up",
        tags=["me"],
        responses=page_of(SignUpInvitationSerializer),
    )
    def get(self, request: Request) -> Response:
        """The ones that nobody has used yet, the newest first."""
        invitations = admission.standing_of(player_of(request), timezone.now())
        return only_page(SignUpInvitationSerializer(invitations, many=True).data)

    @extend_schema(
        operation_id="create_sign_up_invitation",
        summary="Invite somebody to sign up",
        tags=["me"],
        request=None,
        responses={201: SignUpInvitationSerializer, **problems("too_many_sign_up_invitations", "account_suspended")},
    )
    def post(self, request: Request) -> Response:
        """A link that lets one person sign up, if that takes an invitation. Pass it on yourself."""
        invitation = admission.invite(player=player_of(request), now=timezone.now())
        return Response(SignUpInvitationSerializer(invitation).data, status=201)


class SignUpInvitationView(Conditional):
    scopes: ClassVar = {"DELETE": "account:write"}

    @extend_schema(
        operation_id="withdraw_sign_up_invitation",
        summary="Withdraw an invitation to sign up",
        tags=["me"],
        responses={204: None},
    )
    def delete(self, request: Request, invitation: str) -> Response:
        """The link stops working."""
        admission.withdraw(player=player_of(request), invitation=invitation)
        return Response(status=204)
