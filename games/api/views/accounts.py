"""Signing up and in. All of it is open to strangers, and limited by address."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.schema import problems
from games.api.serializers import checked
from games.api.serializers.accounts import (
    AddressSerializer,
    ConfirmSerializer,
    MailedSerializer,
    SignedInSerializer,
    SignUpSerializer,
)
from games.api.throttles import DoorThrottle
from games.models import Player
from games.services import accounts
from games.services.tokens import create_sign_in_token


class Door(APIView):
    """Before one is somebody."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (DoorThrottle,)


class SignUpView(Door):
    @extend_schema(
        operation_id="sign_up",
        summary="Sign up",
        tags=["accounts"],
        request=SignUpSerializer,
        responses={202: MailedSerializer, **problems("name_taken", "too_many_codes")},
    )
    def post(self, request: Request) -> Response:
        """Sends a code to your address. The account exists once the code has come back to `accounts/confirm`."""
        facts: dict[str, Any] = checked(SignUpSerializer, request)
        address, name = facts.pop("email"), facts.pop("name")
        code = accounts.sign_up(address=address, name=name, facts=facts, now=timezone.now())
        return Response(MailedSerializer(code).data, status=202)


class SignInView(Door):
    @extend_schema(
        operation_id="sign_in",
        summary="Sign in",
        tags=["accounts"],
        request=AddressSerializer,
        responses={202: MailedSerializer, **problems("too_many_codes")},
    )
    def post(self, request: Request) -> Response:
        """Sends a code to your address, for `accounts/confirm`. Whether there is an account only the mail tells."""
        code = accounts.sign_in(address=checked(AddressSerializer, request)["email"], now=timezone.now())
        return Response(MailedSerializer(code).data, status=202)


class ConfirmView(Door):
    @extend_schema(
        operation_id="confirm",
        summary="Send back a mailed code",
        tags=["accounts"],
        request=ConfirmSerializer,
        responses={
            200: SignedInSerializer,
            204: OpenApiResponse(description="The code was one to erase the account: it is gone."),
            **problems("wrong_code", "name_taken", "address_taken"),
        },
    )
    def post(self, request: Request) -> Response:
        """Does what the code was for: opens the account, signs in, changes the address, or erases the account."""
        typed = checked(ConfirmSerializer, request)
        now = timezone.now()
        player = accounts.confirm(code_id=typed["confirmation"], typed=typed["code"], now=now)
        return Response(status=204) if player.erased_at else Response(signed_in(player))


def signed_in(player: Player) -> dict[str, Any]:
    """The player with a fresh token for the day."""
    token, secret = create_sign_in_token(player=player, now=timezone.now())
    token.secret = secret  # type: ignore[attr-defined]
    return dict(SignedInSerializer({"player": player, "token": token}).data)
