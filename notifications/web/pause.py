"""Where links lead that emails about pauses had: to what is proposed at the table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from notifications import links


def pause_page(request: HttpRequest, token: str) -> HttpResponse:
    """Lead to the table's proposals, where the player signs in."""
    holder = links.read_game(links.PAUSE, token, timezone.now())
    return redirect("table-agreements", game_id=holder.game.pk)
