"""Readers of a game's page, signed in or by the link to a seat; the cookie of that link, and what it allows."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import wraps
from typing import Final
from urllib.parse import urlencode

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from games import languages
from games.ids import is_id
from games.models import Player
from games.people import sightings
from games.people.networks import network_of
from games.web.access import reader_of
from games.web.seat_link import rights
from games.web.seat_link.rights import SeatRight

COOKIE: Final = "seat"
KEPT: Final = timedelta(days=14)
"""How long a browser keeps the cookie: longer than most turns, and each turn's email brings a new link."""
NOBODY: Final = "-"
_SIGNER: Final = Signer(sep="~", salt="games.web.seat_link")


class LinkOver(Exception):
    """The error that the browser has a cookie for a seat that is no longer valid."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """The reader of a game's page. `right`: the link they came by; None if signed in, or for a spectator."""

    player: Player | None
    right: SeatRight | None = None

    def may(self, act: str) -> bool:
        """Check whether this act is allowed; a link allows only certain acts."""
        return self.right is None or self.right.may(act)


@dataclass(frozen=True, slots=True)
class Held:
    """A right that a browser has by its cookie.

    `agreed_by`: the player who was signed in when the link was exchanged, or who agreed to it later.
    """

    right: SeatRight
    token: str
    agreed_by: str

    def counts_for(self, reader: Player | None) -> bool:
        """Check whether this right decides whose seat the page shows to this reader.

        It never does for the seat's own player; for others who are signed in only if they agreed.
        """
        return reader is None or self.agreed_by == reader.pk != self.right.player.pk


def held(request: HttpRequest, game_id: str, now: datetime) -> Held | None:
    """Return the right that the browser has for this game, if any. Raise LinkOver if its cookie is no longer valid."""
    cookie = request.COOKIES.get(COOKIE)
    if not cookie or not is_id(game_id):
        return None
    try:
        agreed_by, _, token = _SIGNER.unsign(cookie).partition(".")
        right = rights.read(token, now)
    except BadSignature as error:
        raise LinkOver from error
    if right.game.pk != game_id:
        raise LinkOver
    return Held(right, token, agreed_by)


def is_signed(cookie: str) -> bool:
    """Check whether this site signed the cookie, even if it is no longer valid."""
    try:
        _SIGNER.unsign(cookie)
    except BadSignature:
        return False
    return True


def viewer(request: HttpRequest, game_id: str) -> Viewer:
    """Return the reader of this game's page, and go on in their language.

    Raise LinkOver if nobody is signed in and the cookie is invalid.
    """
    seer = _find_viewer(request, game_id)
    if seer.player is not None:
        languages.activate_for(seer.player)
    return seer


def _find_viewer(request: HttpRequest, game_id: str) -> Viewer:
    reader = reader_of(request)
    try:
        held_seat = held(request, game_id, timezone.now())
    except LinkOver:
        if reader is None:
            raise
        return Viewer(reader)
    if held_seat and held_seat.counts_for(reader):
        return Viewer(held_seat.right.player, held_seat.right)
    return Viewer(reader)


def acts(request: HttpRequest, seer: Viewer) -> None:
    """Record the network of somebody who sends a form by a link, as at a sign-in, for admins.

    Opening a link is not recorded, since programs that scan mail open every link.
    """
    if seer.right is not None:
        sightings.note(seer.right.player.pk, network_of(request), timezone.now())


def hand_out(answer: HttpResponse, right: SeatRight, token: str, agreed_by: Player | None) -> None:
    """Give the browser the cookie for this seat, which is sent only to the pages of its game."""
    agreed_id = agreed_by.pk if agreed_by else NOBODY
    answer.set_cookie(
        COOKIE,
        _SIGNER.sign(f"{agreed_id}.{token}"),
        max_age=KEPT,
        path=_build_path(right.game.pk),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def take_away(answer: HttpResponse, game_id: str) -> None:
    """Delete the cookie in the browser."""
    if is_id(game_id):
        answer.delete_cookie(COOKIE, path=_build_path(game_id), samesite="Lax")


def _build_path(game_id: str) -> str:
    return f"/games/{game_id}"


def over(request: HttpRequest, game_id: str = "") -> HttpResponse:
    """Answer that the link has expired, and what to do. The page reveals nothing of the game; the cookie is deleted."""
    context = {"game_id": game_id if is_id(game_id) else "", "posted": request.method == "POST"}
    answer = render(request, "web/seat_link/over.html", context, status=410)
    answer["Cache-Control"] = "private, no-store"
    take_away(answer, game_id)
    return answer


def ask_to_sign_in(request: HttpRequest, game_id: str) -> HttpResponse:
    """Redirect a reader who came by the link to sign in, and from there back to the page.

    A form is refused with 403, on a page that leads to the same place, so that nobody believes the form was sent. So is
    a reader who is signed in as somebody else: the sign-in page would send them back.
    """
    sign_in = f"{reverse('account_login')}?{urlencode({'next': request.get_full_path()})}"
    if request.method in ("GET", "HEAD") and reader_of(request) is None:
        return redirect(sign_in)
    answer = render(request, "web/seat_link/sign_in.html", {"game_id": game_id, "sign_in": sign_in}, status=403)
    if "HX-Request" in request.headers:
        answer["HX-Redirect"] = sign_in
    return answer


def says_when_over(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Wrap a view of a game's page, so that it answers an invalid cookie with the page about expired links."""

    @wraps(view)
    def answer(request: HttpRequest, game_id: str, **more: object) -> HttpResponseBase:
        try:
            return view(request, game_id=game_id, **more)
        except LinkOver:
            return over(request, game_id)

    return answer
