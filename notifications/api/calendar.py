"""The secret address of a player's calendar, for programs."""

from typing import ClassVar, Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.conditional import Conditional
from games.api.forms import Facts
from games.api.instants import instant
from games.api.permissions import player_of
from notifications.calendar import addresses

SCOPE: Final = "tokens:write"


class CalendarAddressSerializer(Facts):
    """The address of your calendar, without its secret."""

    created_at = serializers.DateTimeField(allow_null=True, help_text=_("Null while there is none."))


class NewCalendarAddressSerializer(CalendarAddressSerializer):
    """A new address, which is shown only once."""

    url = serializers.CharField(help_text=_("Where calendar programs fetch it. Nobody can show it again."))


class CalendarView(Conditional):
    scopes: ClassVar = {"GET": "account:read", "POST": SCOPE, "DELETE": SCOPE}

    @extend_schema(
        operation_id="get_calendar_address",
        summary="The address of your calendar",
        tags=["me"],
        responses={200: CalendarAddressSerializer},
    )
    def get(self, request: Request) -> Response:
        """Says since when there is one."""
        address = addresses.find_address(player_of(request))
        return Response({"created_at": instant(address.created_at if address else None)})

    @extend_schema(
        operation_id="create_calendar_address",
        summary="Make an address for your calendar",
        tags=["me"],
        request=None,
        responses={201: NewCalendarAddressSerializer},
    )
    def post(self, request: Request) -> Response:
        """Anyone who has it can read your deadlines, vacations and tables' names. A new one ends the old one.

        With `?club=` and a club's id at its end, it shows the club's name, and whose move is due when at its tables,
        while you are a member.
        """
        now = timezone.now()
        secret = addresses.create(player=player_of(request), now=now)
        answer = {"created_at": instant(now), "url": addresses.url(secret)}
        return Response(answer, status=201, headers={"Location": request.path})

    @extend_schema(
        operation_id="delete_calendar_address",
        summary="End the address of your calendar",
        tags=["me"],
        responses={204: None},
    )
    def delete(self, request: Request) -> Response:
        """Calendar programs that have it get nothing more. Repeating this changes nothing."""
        addresses.revoke(player_of(request))
        return Response(status=204)
