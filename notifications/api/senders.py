"""Other addresses whose replies are accepted as a player's."""

from typing import ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.forms import Facts
from games.api.pagination import only_page, page_of
from games.api.permissions import player_of
from notifications import sender_addresses
from notifications.models import SenderAddress


class SenderAddressSerializer(Facts):
    """Another address from which you write."""

    id = serializers.CharField()
    address = serializers.EmailField()
    since = serializers.DateTimeField(source="accepted_at", help_text=_("When you accepted it."))


def _row(sender: SenderAddress) -> Json:
    facts = {"id": str(sender.pk), "address": sender.address, "accepted_at": sender.accepted_at}
    return dict(SenderAddressSerializer(facts).data)


class SenderAddressesView(Conditional):
    """The view of all other addresses whose replies are accepted as a player's."""

    scopes: ClassVar = {"GET": "account:read"}

    @extend_schema(
        operation_id="list_sender_addresses",
        summary="List the other addresses you write from",
        tags=["me"],
        responses=page_of(SenderAddressSerializer),
    )
    def get(self, request: Request) -> Response:
        """Addresses whose signed replies count as yours. You accept one by saying so to our question about an email."""
        rows = sender_addresses.of_player(player_of(request))
        return only_page([_row(row) for row in rows])


class SenderAddressView(Conditional):
    """The view of one other address whose replies are accepted as a player's."""

    scopes: ClassVar = {"DELETE": "account:write"}

    @extend_schema(
        operation_id="end_sender_address",
        summary="Stop believing an address",
        tags=["me"],
        responses={204: None},
    )
    def delete(self, request: Request, address_id: int) -> Response:
        """Replies from there no longer count as yours. If there was no such address, nothing changes."""
        sender_addresses.end(player_of(request), address_id)
        return Response(status=204)
