"""A table whose game has not begun: its players, and what its host and they can do."""

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django_htmx.http import HttpResponseClientRedirect

from games import etags
from games.competitions.series import selectors as series
from games.errors import Refused
from games.models import Game, Invitation, Player
from games.people import reliability
from games.people.networks import network_of
from games.seats import join_links, lobby, selectors
from games.seats.visible import VisibleGame
from games.talk import rights
from games.web import qr
from games.web.company import InviteForm
from games.web.doors import page
from games.web.joining import may_sign_up
from games.web.listed import ListedGame
from games.web.seeing import reader_of, seen
from games.web.table import talk


@method_decorator([csrf_protect, never_cache], name="dispatch")
class WaitingRoom(View):
    """The table. Once the game has begun it is elsewhere, and this leads there."""

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """The players, and the buttons; nothing (204) to a page that asks for news while there is none."""
        found = seen(request, game_id)
        if request.GET.get("seen") == _tag(found):
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return _page(request, found, _form(request, found))

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Invites somebody, starts, or gives the seat back."""
        found, player = seen(request, game_id), reader_of(request)
        if player is None:
            return redirect("account_login")
        wanted, form = request.POST.get("do"), _form(request, found, request.POST)
        if wanted == "invite" and not form.is_valid():
            return _page(request, found, form, status=400)
        try:
            left = _do(request, wanted or "", form, player, game_id)
        except Refused as refusal:
            return _page(
                request, seen(request, game_id), form if wanted == "invite" else _form(request, found), refusal
            )
        return redirect("my-games") if left else redirect("waiting-room", game_id)


def _form(request: HttpRequest, found: VisibleGame, posted: QueryDict | None = None) -> InviteForm:
    """For the host, with everyone who is not there yet; none of those whose address was invited is left out."""
    host = reader_of(request)
    if host is None or host.pk != found.game.host_id:
        return InviteForm(None, posted)
    asked = found.game.invitations.filter(by_address=False).values_list("player_id", flat=True)
    there = {*asked, *(seat.player_id for seat in found.seats if seat.player_id)}
    return InviteForm(host, posted, there=there)


def _do(request: HttpRequest, wanted: str, form: InviteForm, player: Player, game_id: str) -> bool:
    """Does what a button asks for; returns whether the player has left. Raises Refused."""
    here: dict[str, Any] = {"game_id": game_id, "now": timezone.now()}
    match wanted:
        case "invite":
            lobby.invite(host=player, network=network_of(request), **form.invited()._asdict(), **here)
        case "start" | "fill":
            lobby.start_game(host=player, stand_ins=wanted == "fill", **here)
        case "link":
            join_links.make(host=player, **here)
        case "unlink":
            join_links.take_back(host=player, game_id=game_id)
        case "leave":
            lobby.leave_game(player=player, **here)
    return wanted == "leave"


def _page(
    request: HttpRequest, found: VisibleGame, form: InviteForm, refusal: Refused | None = None, status: int = 200
) -> HttpResponse:
    listed = ListedGame(found.game, found.seats)
    if found.game.status not in (Game.Status.OPEN, Game.Status.CLOSED) and refusal is None:
        return _led(request, listed.path)
    return page(
        request, "web/waiting_room.html", {"form": form, **_context(request, found, listed)}, refusal, status=status
    )


def _led(request: HttpRequest, path: str) -> HttpResponse:
    """To another page: the browser, too, where a part of this page asked."""
    return HttpResponseClientRedirect(path) if "HX-Request" in request.headers else redirect(path)


def _tag(found: VisibleGame) -> str:
    """Stands for what changes while players gather."""
    game, players = found.game, [seat.player_id for seat in found.seats]
    asked = Invitation.objects.filter(game=game, answered_at=None).count() + game.address_invitations.count()
    said = game.lines if rights.may_read(game, found.own) else None
    return etags.etag(game.status, asked, said, *players).strip('"')


def _context(request: HttpRequest, found: VisibleGame, listed: ListedGame) -> dict[str, Any]:
    player, game = reader_of(request), found.game
    asked = Invitation.objects.filter(game=game, answered_at=None).select_related("player")
    invited = player is not None and selectors.invitations_of(player).filter(pk=game.pk).exists()
    is_host = player is not None and game.host_id == player.pk
    known = reliability.reliability_of([seat.player_id for seat in found.seats if seat.player_id], timezone.now())
    return {
        "listed": listed,
        "tag": _tag(found),
        "game": game,
        "series": series.place_of(game),
        "closed": game.status == Game.Status.CLOSED,
        "own": found.own,
        "is_host": is_host,
        "invited": invited,
        "may_join": found.own is None and (game.shown_access == Game.Access.OPEN or invited),
        "asked": [one.player.display_name for one in asked if not one.by_address]
        if found.own is not None or is_host
        else [],
        "strangers": is_host and may_sign_up(),
        "addresses": game.address_invitations.count() if is_host else 0,
        "places": [
            {
                "place": place,
                "host": seat is not None and seat.player_id == game.host_id,
                "player": seat.player if seat else None,
                "known": known.get(seat.player_id or "") if seat else None,
                "own": bool(seat and seat.number == found.own),
            }
            for place, seat in zip(listed.places, [*found.seats, *[None] * listed.free], strict=True)
        ],
        "address": settings.PUBLIC_URL + reverse("waiting-room", args=[game.pk]),
        **_link(game, is_host=is_host),
        "talk": None if game.status == Game.Status.CLOSED else talk.shown_talk(found, player, timezone.now()),
        "talk_from": talk.ROOM,
        "enough": len(found.seats) >= lobby.FEWEST_SEATS,
    }


def _link(game: Game, *, is_host: bool) -> dict[str, Any]:
    """The join link, for the host to pass on."""
    link = join_links.working_link(game) if is_host else None
    if link is None:
        return {}
    address = join_links.address(link)
    return {"link": address, "qr": qr.drawn(address, gettext("The join link as a QR code"))}
