"""The waiting room: a table whose game has not begun, its players, and what they and their host can do."""

from http import HTTPStatus

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
from games.competitions.clubs import selectors as clubs
from games.competitions.series import selectors as series
from games.errors import Refused
from games.lobby import join_links, lobby, selectors, visible
from games.lobby.visible import VisibleGame
from games.models import Game, Invitation, Player
from games.people import reliability
from games.people.networks import network_of
from games.table.talk import rights
from games.web import qr
from games.web.access import reader_of, seen
from games.web.company import InviteForm
from games.web.confirmations import redirect_confirming
from games.web.join_link import may_sign_up
from games.web.listed import ListedGame
from games.web.sign_in import page
from games.web.table import talk


@method_decorator([csrf_protect, never_cache], name="dispatch")
class WaitingRoom(View):
    """The page of a table that is forming. Once the game has begun, it redirects to the game."""

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Show the players and the buttons; answer 204 to a poll if nothing has changed."""
        visible_game = seen(request, game_id)
        if request.GET.get("seen") == _build_tag(visible_game):
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
        return _show_page(request, visible_game, _build_form(request, visible_game))

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Invite somebody, start the game, give the seat back, or perform the form's other action."""
        visible_game, player = seen(request, game_id), reader_of(request)
        if player is None:
            return redirect("account_login")
        action, form = request.POST.get("do"), _build_form(request, visible_game, request.POST)
        if action == "invite" and not form.is_valid():
            return _show_page(request, visible_game, form, status=400)
        try:
            has_left = _act(request, action or "", form, player, game_id)
        except Refused as refusal:
            return _show_page(
                request,
                seen(request, game_id),
                form if action == "invite" else _build_form(request, visible_game),
                refusal,
            )
        if not has_left:
            anchor = "#join-link" if action == "link" else ""
            return redirect(reverse("waiting-room", args=[game_id]) + anchor)
        is_host = visible_game.game.host_id == player.pk
        return redirect_confirming(reverse("my-games"), did="call_off" if is_host else "leave")


def _build_form(request: HttpRequest, visible_game: VisibleGame, posted: QueryDict | None = None) -> InviteForm:
    """Return the host's form, which can invite anyone who is not at the table yet.

    Players who were invited by their address are still offered, so that the form doesn't reveal whose address it is.
    """
    host = reader_of(request)
    if host is None or host.pk != visible_game.game.host_id:
        return InviteForm(None, posted)
    invited_ids = visible_game.game.invitations.filter(by_address=False).values_list("player_id", flat=True)
    exempt = {*invited_ids, *(seat.player_id for seat in visible_game.seats if seat.player_id)}
    return InviteForm(host, posted, exempt=exempt)


def _act(request: HttpRequest, action: str, form: InviteForm, player: Player, game_id: str) -> bool:
    """Perform a button's action, and return whether the player has left. Raise Refused."""
    now = timezone.now()
    match action:
        case "invite":
            names, addresses = form.invited()
            lobby.invite(
                host=player,
                game_id=game_id,
                names=names,
                addresses=addresses,
                network=network_of(request),
                now=now,
            )
        case "start" | "fill":
            lobby.start_game(host=player, game_id=game_id, stand_ins=action == "fill", now=now)
        case "link":
            join_links.make(host=player, game_id=game_id, now=now)
        case "unlink":
            join_links.take_back(host=player, game_id=game_id)
        case "leave":
            lobby.leave_game(player=player, game_id=game_id, now=now)
    return action == "leave"


def _show_page(
    request: HttpRequest, visible_game: VisibleGame, form: InviteForm, refusal: Refused | None = None, status: int = 200
) -> HttpResponse:
    listed = ListedGame(visible_game.game, visible_game.seats)
    if visible_game.game.status not in (Game.Status.OPEN, Game.Status.CLOSED) and refusal is None:
        return _redirect(request, listed.path)
    return page(
        request,
        "web/waiting_room.html",
        {"form": form, **_build_context(request, visible_game, listed)},
        refusal,
        status=status,
    )


def _redirect(request: HttpRequest, path: str) -> HttpResponse:
    """Redirect to another page; the whole browser, even if a script requested only a part of this page."""
    return HttpResponseClientRedirect(path) if "HX-Request" in request.headers else redirect(path)


def _build_tag(visible_game: VisibleGame) -> str:
    """Return a tag of everything that changes while players gather."""
    game, players = visible_game.game, [seat.player_id for seat in visible_game.seats]
    invitation_count = Invitation.objects.filter(game=game, answered_at=None).count() + game.address_invitations.count()
    line_count = game.lines if rights.may_read(game, visible_game.own) else None
    return etags.etag(game.status, invitation_count, line_count, *players).strip('"')


def _build_context(request: HttpRequest, visible_game: VisibleGame, listed: ListedGame) -> dict[str, object]:
    player, game = reader_of(request), visible_game.game
    invited = player is not None and selectors.invitations_of(player).filter(pk=game.pk).exists()
    declined = player is not None and not invited and selectors.has_answered(player, game)
    is_host = player is not None and game.host_id == player.pk
    may_see = visible_game.own is not None or is_host
    invited_names, declined_names = selectors.invited_by_name(game, visible_game.seats) if may_see else ([], [])
    places = _list_places(visible_game, listed)
    return {
        "listed": listed,
        "tag": _build_tag(visible_game),
        "game": game,
        "club": clubs.known_to(player).filter(pk=game.club_id).first() if game.club_id else None,
        "before": game.again_of if game.again_of and visible.may_know(player, game.again_of.pk) else None,
        "series": series.place_of(game),
        "closed": game.status == Game.Status.CLOSED,
        "own": visible_game.own,
        "is_host": is_host,
        "invited": invited,
        "declined": declined,
        "may_join": visible_game.own is None and (game.shown_access != Game.Access.INVITATION or invited or declined),
        "asked": invited_names,
        "not_coming": declined_names,
        "strangers": is_host and may_sign_up(),
        "addresses": game.address_invitations.count() if is_host else 0,
        "places": places[: len(places) - min(len(invited_names), listed.free)],
        "address": settings.PUBLIC_URL + reverse("waiting-room", args=[game.pk]),
        **_describe_link(game, is_host=is_host),
        "talk": None if game.status == Game.Status.CLOSED else talk.shown_talk(visible_game, player, timezone.now()),
        "talk_from": talk.ROOM,
        "enough": len(visible_game.seats) >= lobby.FEWEST_SEATS,
    }


def _list_places(visible_game: VisibleGame, listed: ListedGame) -> list[dict[str, object]]:
    """Return the places of the table in their order, the free ones last, with what is known of their players."""
    seats = visible_game.seats
    known = reliability.reliability_of([seat.player_id for seat in seats if seat.player_id], timezone.now())
    return [
        {
            "place": place,
            "host": seat is not None and seat.player_id == visible_game.game.host_id,
            "player": seat.player if seat else None,
            "known": known.get(seat.player_id or "") if seat else None,
            "own": bool(seat and seat.number == visible_game.own),
        }
        for place, seat in zip(listed.places, [*seats, *[None] * listed.free], strict=True)
    ]


def _describe_link(game: Game, *, is_host: bool) -> dict[str, object]:
    """Return the join link, for the host to pass on."""
    link = join_links.working_link(game) if is_host else None
    if link is None:
        return {}
    address = join_links.address(link)
    return {"link": address, "qr": qr.drawn(address, gettext("The join link as a QR code"))}
