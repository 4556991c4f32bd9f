"""Revoking the links in a player's emails."""

from typing import ClassVar

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import signed_links
from games.api.conditional import Conditional
from games.api.permissions import player_of


class LinksView(Conditional):
    """All links sent so far."""

    scopes: ClassVar = {"DELETE": "account:write"}

    @extend_schema(operation_id="end_links", summary="End the links in your emails", tags=["me"], responses={204: None})
    def delete(self, request: Request) -> Response:
        """Ends every link in your emails so far that lets its holder answer for you without signing in.

        New emails bring new links. Links that only stop emails keep working, and codes expire by themselves.
        """
        signed_links.end_all(player_of(request), timezone.now())
        return Response(status=204)
