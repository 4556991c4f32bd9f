"""The own account."""

from typing import Any, ClassVar, Final

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.conditional import Conditional
from games.api.permissions import player_of, token_of
from games.api.schema import problems
from games.api.serializers import checked
from games.api.serializers.accounts import (
    AddressAskedSerializer,
    AddressSerializer,
    AddressStateSerializer,
    MailedSerializer,
    ProfileChangeSerializer,
    ProfileSerializer,
)
from games.scopes import FOR_ADMINS, SCOPES
from games.services import accounts, addresses
from games.services.privacy import export_player

WHOLE: Final = frozenset(SCOPES) - frozenset(FOR_ADMINS)
"""A token with all of these is the whole account."""


class MeView(Conditional):
    scopes: ClassVar = {"GET": "account:read", "PATCH": "account:write", "DELETE": "account:write"}

    @extend_schema(operation_id="me", summary="Your account", tags=["me"], responses=ProfileSerializer)
    def get(self, request: Request) -> Response:
        """All that stands in your account."""
        return Response(ProfileSerializer(player_of(request)).data)

    @extend_schema(
        operation_id="change_me",
        summary="Change your account",
        tags=["me"],
        request=ProfileChangeSerializer,
        responses={200: ProfileSerializer, **problems("name_taken", "quiet_hours_out_of_range", "too_many_days_off")},
    )
    def patch(self, request: Request) -> Response:
        """Sets what is given: name, language; time zone, quiet hours and days off, which your clocks go by.

        Open turns are due later by it, never sooner.
        """
        changes = checked(ProfileChangeSerializer, request)
        player = accounts.change_profile(player=player_of(request), changes=changes, now=timezone.now())
        return Response(ProfileSerializer(player).data)

    @extend_schema(
        operation_id="erase_me",
        summary="Erase your account",
        tags=["me"],
        responses={202: MailedSerializer, **problems("too_many_codes")},
    )
    def delete(self, request: Request) -> Response:
        """Sends a code to your address; once it has come back to `accounts/confirm`, you are forgotten.

        Running games go on without you: you resign them. Your seats stay there, as those of somebody erased.
        """
        code = accounts.ask_to_erase(player=player_of(request), now=timezone.now())
        return Response(MailedSerializer(code).data, status=202)


class AddressView(Conditional):
    scopes: ClassVar = {"GET": "account:read", "POST": "account:write", "DELETE": "account:write"}

    @extend_schema(operation_id="address", summary="Your address", tags=["me"], responses=AddressStateSerializer)
    def get(self, request: Request) -> Response:
        """Where your mail goes, and the change that is under way."""
        player = player_of(request)
        return Response(AddressStateSerializer({"email": player.email, "change": addresses.of(player)}).data)

    @extend_schema(
        operation_id="change_address",
        summary="Change your address",
        tags=["me"],
        request=AddressSerializer,
        responses={202: AddressAskedSerializer, **problems("too_many_codes", "nothing_changes")},
    )
    def post(self, request: Request) -> Response:
        """Sends a code to the new address and one to the old; it holds once both have come to `accounts/confirm`.

        Where you cannot read the old one any more, and have asked with a token that may do all that players may, it
        holds a week after the new one's code. The old address can stop it until then, and so can you.
        """
        address: str = checked(AddressSerializer, request)["email"]
        whole = WHOLE.issubset(token_of(request).scope.split())
        asked = addresses.ask(player=player_of(request), address=address, whole=whole, now=timezone.now())
        return Response(AddressAskedSerializer(asked._asdict()).data, status=202)

    @extend_schema(operation_id="keep_address", summary="Keep your address", tags=["me"], responses={204: None})
    def delete(self, request: Request) -> Response:
        """Stops the change that is under way, if there is one."""
        addresses.stop(player=player_of(request))
        return Response(status=204)


class ExportView(Conditional):
    scopes: ClassVar = {"GET": "account:read"}

    @extend_schema(operation_id="export_me", summary="Export your data", tags=["me"], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        """Everything personal that we hold about you, in sections by name."""
        data: dict[str, Any] = export_player(player=player_of(request))
        return Response(data, headers={"Content-Disposition": 'attachment; filename="night-mail.json"'})
