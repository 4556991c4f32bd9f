"""Signing up and in, open to strangers. The number of codes emailed is limited, but not signing in with them."""

from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games import languages
from games.api.codes import AddressSerializer, MailedSerializer
from games.api.fields import KindField, LanguageField, NameField, TimeZoneField
from games.api.forms import Facts, checked
from games.api.me import ProfileSerializer
from games.api.problems import Problem
from games.api.schema import problems
from games.api.tokens import NewTokenSerializer
from games.api.view import ApiView
from games.models import Player
from games.people import accounts, second_factors
from games.people.networks import network_of
from games.people.tokens import create_sign_in_token

BY_HEADER: Final = _("The language of your emails and pages; otherwise the first of `Accept-Language` that we speak.")


class SignUpSerializer(AddressSerializer):
    name = NameField()
    time_zone = TimeZoneField(default="UTC")
    language = LanguageField(default=languages.active, help_text=BY_HEADER)
    kind = KindField(default=Player.Kind.HUMAN.value)
    invitation = serializers.CharField(
        max_length=12, default="", help_text=_("The last part of the invitation link, if signing up takes one.")
    )


class ConfirmSerializer(Facts):
    confirmation = serializers.CharField(max_length=12, default="", help_text=_("From the answer to your request."))
    code = serializers.CharField(
        max_length=300, help_text=_("From the email; case and hyphens do not matter. Or the link in it.")
    )


class SignedInSerializer(Facts):
    """Your account, and a token for the next 24 hours that may do everything a player may."""

    player = ProfileSerializer()
    token = NewTokenSerializer()


class Door(ApiView):
    """A view for callers without an account."""

    authentication_classes = ()
    permission_classes = (AllowAny,)


class SignUpView(Door):
    @extend_schema(
        operation_id="create_account",
        summary="Sign up",
        tags=["accounts"],
        request=SignUpSerializer,
        responses={
            202: MailedSerializer,
            **problems("name_taken", "too_many_codes", "sign_up_closed", "invitation_needed", "bots_have_owners"),
        },
    )
    def post(self, request: Request) -> Response:
        """Sends a code to your address. The account exists once you send the code back to `accounts/confirm`."""
        facts: Json = checked(SignUpSerializer, request)
        code = accounts.sign_up(
            address=facts.pop("email"),
            name=facts.pop("name"),
            invitation=facts.pop("invitation"),
            facts=facts,
            asked_by=network_of(request),
            now=timezone.now(),
        )
        return Response(MailedSerializer(code).data, status=202)


class SignInView(Door):
    @extend_schema(
        operation_id="request_sign_in",
        summary="Sign in",
        tags=["accounts"],
        request=AddressSerializer,
        responses={202: MailedSerializer, **problems("too_many_codes")},
    )
    def post(self, request: Request) -> Response:
        """Sends a code to your address, for `accounts/confirm`. Only the email says whether there is an account."""
        address = checked(AddressSerializer, request)["email"]
        code = accounts.sign_in(address=address, asked_by=network_of(request), now=timezone.now())
        return Response(MailedSerializer(code).data, status=202)


class ConfirmView(Door):
    # Your code works, however often others have tried; wrong guesses are counted for each code.
    throttle_classes = ()

    @extend_schema(
        operation_id="confirm_code",
        summary="Send back an emailed code",
        tags=["accounts"],
        request=ConfirmSerializer,
        responses={
            200: SignedInSerializer,
            204: OpenApiResponse(
                description="The code was about an address, or to erase the account. It does not sign you in."
            ),
            **problems(
                "wrong_code",
                "name_taken",
                "address_taken",
                "sign_up_closed",
                "invitation_needed",
                "second_factor_needed",
            ),
        },
    )
    def post(self, request: Request) -> Response:
        """Does what the code is for: opens the account, signs in, agrees to another address, or erases the account.

        The link in the same email also works as “code”, without a confirmation.
        """
        body = checked(ConfirmSerializer, request)
        confirmed = accounts.confirm(confirmation=body["confirmation"], typed=body["code"], now=timezone.now())
        if confirmed.purpose in accounts.SIGNS_IN and second_factors.has_any(confirmed.player):
            raise Problem("second_factor_needed")
        return Response(signed_in(confirmed.player)) if confirmed.purpose in accounts.SIGNS_IN else Response(status=204)


def signed_in(player: Player) -> Json:
    """Return the player with a new token for the next 24 hours."""
    token, secret = create_sign_in_token(player=player, now=timezone.now())
    token.secret = secret  # type: ignore[attr-defined]
    return dict(SignedInSerializer({"player": player, "token": token}).data)
