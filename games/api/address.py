"""The address of a player's emails, and changing it."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.codes import AddressSerializer, MailedSerializer
from games.api.conditional import Conditional
from games.api.forms import Facts, checked
from games.api.permissions import player_of, token_of
from games.api.schema import problems
from games.models import AddressChange
from games.people import addresses
from games.scopes import FOR_ADMINS, SCOPES, held


class AddressAskedSerializer(Facts):
    """We sent a code to the new address, and another one to the old."""

    confirmation = serializers.CharField(source="to_new.id", help_text=_("For the code to the new address."))
    expires_at = serializers.DateTimeField(source="to_new.expires_at")
    old_address = MailedSerializer(source="to_old", help_text=_("For the code to the old address."))
    can_wait = serializers.BooleanField(
        source="change.can_wait", help_text=_("Whether the change can count without the old address.")
    )


class AddressChangeSerializer(serializers.ModelSerializer[AddressChange]):
    """A change of address that is under way."""

    email = serializers.CharField(source="address")
    new_agreed_at = serializers.DateTimeField(source="new_at", allow_null=True)
    old_agreed_at = serializers.DateTimeField(source="old_at", allow_null=True)

    class Meta:
        model = AddressChange
        fields = ("email", "asked_at", "new_agreed_at", "old_agreed_at", "can_wait", "holds_at")
        read_only_fields = fields


class AddressStateSerializer(Facts):
    """The address that your emails go to, and the one they will go to."""

    email = serializers.CharField()
    change = AddressChangeSerializer(allow_null=True, help_text=_("Null if there is no change."))


WHOLE: Final = frozenset(SCOPES) - frozenset(FOR_ADMINS)
"""The scopes that together give access to the whole account."""


class AddressView(Conditional):
    scopes: ClassVar = {"GET": "account:read", "POST": "account:write", "DELETE": "account:write"}

    @extend_schema(operation_id="get_address", summary="Your address", tags=["me"], responses=AddressStateSerializer)
    def get(self, request: Request) -> Response:
        """The address that your emails go to, and any change under way."""
        player = player_of(request)
        return Response(
            AddressStateSerializer({"email": player.email, "change": addresses.pending_change(player)}).data
        )

    @extend_schema(
        operation_id="change_address",
        summary="Change your address",
        tags=["me"],
        request=AddressSerializer,
        responses={202: AddressAskedSerializer, **problems("too_many_codes", "nothing_changes")},
    )
    def post(self, request: Request) -> Response:
        """Sends a code to the new address and one to the old; the change counts once both have come to
        `accounts/confirm`.

        If you can no longer read the old one, and your token can do everything a player can, it counts a week after the
        new one's code. Until then the old address can stop it, and so can you.
        """
        address: str = checked(AddressSerializer, request)["email"]
        whole = WHOLE.issubset(held(token_of(request).scope))
        requested = addresses.ask(player=player_of(request), address=address, whole=whole, now=timezone.now())
        return Response(AddressAskedSerializer(requested._asdict()).data, status=202)

    @extend_schema(
        operation_id="cancel_address_change", summary="Keep your address", tags=["me"], responses={204: None}
    )
    def delete(self, request: Request) -> Response:
        """Stops the change that is under way, if there is one."""
        addresses.stop(player=player_of(request))
        return Response(status=204)
