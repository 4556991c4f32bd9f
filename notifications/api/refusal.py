"""The record that a player's address takes no emails, and its removal."""

from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.forms import Facts
from games.api.permissions import player_of
from notifications.models import DeadAddress
from notifications.outbox import dead_addresses


class RefusalSerializer(Facts):
    """Your mail server refused our emails for good, or you marked one as spam."""

    since = serializers.DateTimeField()
    complaint = serializers.BooleanField(help_text=_("Whether you marked an email as spam."))


def refusal_row(dead: DeadAddress | None) -> Json | None:
    """Return the record against an address; None if there is none."""
    if dead is None:
        return None
    complained = dead.code == dead_addresses.COMPLAINT
    return dict(RefusalSerializer({"since": dead.since, "complaint": complained}).data)


class RefusalView(Conditional):
    """The record that stops a player's emails."""

    scopes: ClassVar = {"DELETE": "mail:write"}

    @extend_schema(
        operation_id="try_mail_again", summary="Try your email address again", tags=["me"], responses={204: None}
    )
    def delete(self, request: Request) -> Response:
        """Sends emails to your address again, and those that we kept back and that still matter.

        To use another address, change it: `refusal` is about the one you have now.
        """
        dead_addresses.try_again(player_of(request), timezone.now())
        return Response(status=204)
