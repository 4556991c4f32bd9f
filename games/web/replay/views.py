"""The addresses of a game's replay: an entry, its picture for others, the film, and all of it for the checker."""

from datetime import datetime
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

from games import store, words
from games.errors import NotFound, Refused, Unavailable
from games.etags import etag, headers, is_fresh
from games.pictures import inline, kept
from games.play import reveal
from games.replay import films
from games.seats.visible import VisibleGame, seen_by
from games.web import light
from games.web.replay import lookback, opening, page, sharing
from games.web.seat_link.browsers import Viewer, says_when_over, viewer
from games.web.table import sight
from games.web.table.tags import PageWatch

FOR_AN_HOUR: Final = "public, max-age=3600"
NO_PICTURE: Final = "web/share.png"
"""What stands for a picture that was not drawn in time."""
GIF: Final = "image/gif"


@require_safe
@says_when_over
def beginning(request: HttpRequest, game_id: str) -> HttpResponse:
    """Where a replay begins: with the first entry of an ended game, with the newest of one that goes on."""
    found = _visible(viewer(request, game_id), game_id)
    return redirect("replay", game_id, 1 if found.game.ended_at else found.game.head)


@require_safe
@says_when_over
def entry(request: HttpRequest, game_id: str, entry: int) -> HttpResponse:
    """The game after an entry, for this viewer."""
    watch = PageWatch(request, game_id, now := timezone.now(), "replay", _minute(now))
    if known := watch.known():
        return known
    seer = viewer(request, game_id)
    if fresh := watch.fresh(seer):
        return fresh
    try:
        back = lookback.look_back(seer.player, game_id, entry, now)
    except sight.NotBegun:
        return redirect("waiting-room", game_id)
    except NotFound:
        raise Http404 from None
    shared = sharing.share_preview(back)
    if shared and seer.player is None and not request.headers.get("HX-Request"):
        sharing.prepare(back)
    context = {
        "page": page.make(back),
        "game": back.sight.game,
        "right": seer.right,
        "shared": shared,
        "signs": inline.signs(),
        "opening": opening.describe_opening(back, may_agree=seer.may(opening.OpenSecrets.right)),
    }
    return watch.tagged(render(request, "web/replay/entry.html", context))


@require_safe
def picture(request: HttpRequest, game_id: str, entry: int) -> HttpResponse:
    """The entry's picture for previews of its address, as a spectator sees it; of public games alone."""
    found = _visible(Viewer(None), game_id)
    if not 1 <= entry <= found.game.head:
        raise Http404
    wanted = sharing.picture(found, entry)
    tag = {"ETag": etag("shared", *wanted.depends_on), "Cache-Control": FOR_AN_HOUR}
    if is_fresh(request.headers, tag["ETag"]):
        return HttpResponse(status=304, headers=tag)
    try:
        drawn = kept.soon(wanted)
    except Unavailable:
        drawn = None
    if drawn is None:
        return HttpResponse(status=302, headers={"Location": static(NO_PICTURE), "Cache-Control": "no-store"})
    return HttpResponse(drawn, content_type="image/png", headers=tag)


@require_safe
@says_when_over
def film(request: HttpRequest, game_id: str) -> HttpResponse:
    """The page with the film, which looks again by itself while a worker draws it: as the reader has chosen, else by
    day. A browser whose system is dark then asks for it by night.
    """
    seer = viewer(request, game_id)
    game = (found := _visible(seer, game_id)).game
    chosen = light.chosen(request)
    wanted = _film(found, chosen or films.DAY)
    if waits := kept.fetch(wanted) is None:
        _ask(wanted)
    context = {
        "game": game,
        "name": words.game_name(game),
        "waits": waits,
        "right": seer.right,
        "light": chosen,
    }
    answer = render(request, "web/replay/film.html", context)
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_safe
@says_when_over
def film_file(request: HttpRequest, game_id: str) -> HttpResponse:
    """The film itself, by day or by night; until it is there, the other one or else 503."""
    found, asked = _visible(viewer(request, game_id), game_id), request.GET.get("light", "")
    wanted = _film(found, asked if asked in films.LIGHTS else films.DAY)
    tag = etag(*wanted.depends_on)
    if is_fresh(request.headers, tag):
        return HttpResponse(status=304, headers=headers(tag))
    drawn = kept.fetch(wanted)
    if drawn is None:
        _ask(wanted)
        return _meanwhile(found, wanted)
    return HttpResponse(drawn, content_type=GIF, headers=headers(tag))


def _meanwhile(found: VisibleGame, wanted: films.GameFilm) -> HttpResponse:
    """What to look at while a film is being drawn: the same in the other light, if there is that."""
    others = (kept.fetch(_film(found, lit)) for lit in films.LIGHTS if lit != wanted.light)
    other = next((film for film in others if film is not None), None)
    if other is not None:
        return HttpResponse(other, content_type=GIF, headers={"Cache-Control": "no-store"})
    return HttpResponse(status=503, headers={"Retry-After": "3", "Cache-Control": "no-store"})


@require_safe
@says_when_over
def export(request: HttpRequest, game_id: str) -> HttpResponse:
    """All of an ended game, once its secrets are open: what the checker in the page reads."""
    game = _visible(viewer(request, game_id), game_id).game
    if not reveal.secrets_are_open(game, timezone.now()):
        raise Http404
    answer = JsonResponse(store.export(game))
    answer["Cache-Control"] = "private, no-cache"
    return answer


def _visible(seer: Viewer, game_id: str) -> VisibleGame:
    """The game, if it has begun and this viewer may see it. Raises Http404."""
    try:
        found = seen_by(seer.player, game_id)
    except NotFound:
        raise Http404 from None
    if not found.game.head:
        raise Http404
    return found


def _film(found: VisibleGame, lit: str) -> films.GameFilm:
    try:
        return films.make(found.game, lit)
    except Refused:
        raise Http404 from None


def _ask(wanted: films.GameFilm) -> None:
    """While the broker is away, nobody draws it: the page goes on looking."""
    try:
        films.ask_for(wanted)
    except Unavailable:
        return


def _minute(now: datetime) -> int:
    """The page tells days and times as of today, and everything is open from a certain instant on."""
    return int(now.timestamp() // 60)
