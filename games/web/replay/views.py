"""The views of a game's replay: an entry, its picture for previews, the film, and the export for the checker."""

from datetime import datetime
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.errors import NotFound, Refused, Unavailable
from games.etags import etag, headers, is_fresh
from games.lobby.visible import VisibleGame, seen_by
from games.presentation import words
from games.presentation.pictures import inline, kept
from games.presentation.replay import films
from games.table import store
from games.table.play import reveal
from games.web import light
from games.web.language import finds_reader_late
from games.web.replay import lookback, open_graph, opened_secrets, page
from games.web.seat_link.browsers import Viewer, says_when_over, viewer
from games.web.table import sight
from games.web.table.tags import PageWatch

FOR_AN_HOUR: Final = "public, max-age=3600"
NO_PICTURE: Final = "web/share.png"
"""The picture that is shown if none was drawn in time."""
GIF: Final = "image/gif"


@require_safe
@says_when_over
def beginning(request: HttpRequest, game_id: str) -> HttpResponse:
    """Redirect to where a replay begins: the first entry of an ended game, the newest of a running one."""
    visible_game = _find_game(viewer(request, game_id), game_id)
    return redirect("replay", game_id, 1 if visible_game.game.ended_at else visible_game.game.head)


@finds_reader_late
@require_safe
@says_when_over
def entry(request: HttpRequest, game_id: str, entry: int) -> HttpResponse:
    """Show the game as of an entry, to this viewer."""
    watch = PageWatch(request, game_id, now := timezone.now(), "replay", _count_minutes(now))
    if unchanged := watch.unchanged():
        return unchanged
    seer = viewer(request, game_id)
    if fresh := watch.fresh(seer):
        return fresh
    try:
        back = lookback.look_back(seer.player, game_id, entry, now)
    except sight.NotBegun:
        return redirect("waiting-room", game_id)
    except NotFound:
        raise Http404 from None
    shared = open_graph.share_preview(back)
    if shared and seer.player is None and not request.headers.get("HX-Request"):
        open_graph.prepare(back)
    context = {
        "page": page.make(back),
        "game": back.sight.game,
        "right": seer.right,
        "shared": shared,
        "signs": inline.signs(),
        "opening": opened_secrets.describe_opening(back, may_agree=seer.may(opened_secrets.OpenSecrets.right)),
    }
    return watch.tagged(render(request, "web/replay/entry.html", context))


@require_safe
def picture(request: HttpRequest, game_id: str, entry: int) -> HttpResponse:
    """Send the entry's picture for previews of its address, as a spectator sees it; of public games only."""
    visible_game = _find_game(Viewer(None), game_id)
    if not 1 <= entry <= visible_game.game.head:
        raise Http404
    game_picture = open_graph.picture(visible_game, entry)
    tag = {"ETag": etag("shared", *game_picture.depends_on), "Cache-Control": FOR_AN_HOUR}
    if is_fresh(request.headers, tag["ETag"]):
        return HttpResponse(status=304, headers=tag)
    try:
        drawn = kept.soon(game_picture)
    except Unavailable:
        drawn = None
    if drawn is None:
        return HttpResponse(status=302, headers={"Location": static(NO_PICTURE), "Cache-Control": "no-store"})
    return HttpResponse(drawn, content_type="image/png", headers=tag)


@require_safe
@says_when_over
def film(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show the page with the film; it reloads itself while a worker draws the film.

    The film is drawn in the color scheme that the reader has chosen, by default day. A browser whose system is dark
    then requests the night version.
    """
    seer = viewer(request, game_id)
    game = (visible_game := _find_game(seer, game_id)).game
    chosen = light.chosen(request)
    game_film = _make_film(visible_game, chosen or films.DAY)
    if waits := kept.fetch(game_film) is None:
        _order_film(game_film)
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
    """Send the film itself, by day or by night; until it is drawn, the one in the other color scheme, or else 503."""
    visible_game, light_asked = _find_game(viewer(request, game_id), game_id), request.GET.get("light", "")
    game_film = _make_film(visible_game, light_asked if light_asked in films.LIGHTS else films.DAY)
    tag = etag(*game_film.depends_on)
    if is_fresh(request.headers, tag):
        return HttpResponse(status=304, headers=headers(tag))
    drawn = kept.fetch(game_film)
    if drawn is None:
        _order_film(game_film)
        return _answer_meanwhile(visible_game, game_film)
    return HttpResponse(drawn, content_type=GIF, headers=headers(tag))


def _answer_meanwhile(visible_game: VisibleGame, game_film: films.GameFilm) -> HttpResponse:
    """Answer while a film is being drawn: with the film in the other color scheme, or else with 503."""
    others = (kept.fetch(_make_film(visible_game, lit)) for lit in films.LIGHTS if lit != game_film.light)
    other = next((film for film in others if film is not None), None)
    if other is not None:
        return HttpResponse(other, content_type=GIF, headers={"Cache-Control": "no-store"})
    return HttpResponse(status=503, headers={"Retry-After": "3", "Cache-Control": "no-store"})


@require_safe
@says_when_over
def export(request: HttpRequest, game_id: str) -> HttpResponse:
    """Send everything about an ended game, once its secrets are open: the checker in the page reads it."""
    game = _find_game(viewer(request, game_id), game_id).game
    if not reveal.secrets_are_open(game, timezone.now()):
        raise Http404
    answer = JsonResponse(store.export(game))
    answer["Cache-Control"] = "private, no-cache"
    return answer


def _find_game(seer: Viewer, game_id: str) -> VisibleGame:
    """Return the game, if it has begun and this viewer may see it. Raise Http404."""
    try:
        visible_game = seen_by(seer.player, game_id)
    except NotFound:
        raise Http404 from None
    if not visible_game.game.head:
        raise Http404
    return visible_game


def _make_film(visible_game: VisibleGame, lit: str) -> films.GameFilm:
    try:
        return films.make(visible_game.game, lit)
    except Refused:
        raise Http404 from None


def _order_film(game_film: films.GameFilm) -> None:
    """Have the film drawn. While the broker is down nobody draws it, and the page keeps asking."""
    try:
        films.ask_for(game_film)
    except Unavailable:
        return


def _count_minutes(now: datetime) -> int:
    """Return the minute, for the page's tag.

    The page shows days and times relative to today, and its secrets open at a certain instant.
    """
    return int(now.timestamp() // 60)
