"""ETags of the table's responses (RFC 9110, 8.8.3): a client that has the newest page need not fetch it again.

A tag is a keyed hash of the viewer, of everything that can change, and of how the page was requested; never of the
game's secrets. A browser that sends a tag has received it before. So a player can learn that nothing has changed
without being looked up, which is most of the cost of a poll: the page's present tag, for the session's or the cookie's
player, either equals the sent tag or not. The end of a session or of a link to a seat changes the tag.
"""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from games import languages
from games.etags import ANYTHING, CACHE_CONTROL, etag_in, held, is_fresh
from games.lobby import freshness, notes, presence, selectors, visible
from games.models import Player
from games.web import light, sound
from games.web.seat_link.browsers import COOKIE, Viewer
from games.web.table import lesson


class PageWatch:
    """A page that a browser requests, and everything that can change it. `more`: what can change besides the game.

    `is_open`: an open page asks by itself, so its player has the table open, and the turn's email can wait. One look at
    the table says nothing of where its reader is a minute later.
    """

    def __init__(self, request: HttpRequest, game_id: str, now: datetime, *more: object, is_open: bool = False) -> None:
        self._request, self._game_id, self._now, self._is_open = request, game_id, now, is_open
        self._watched = freshness.look(game_id, request.session.session_key, now)
        cookies = [
            request.COOKIES.get(name, "")
            for name in (settings.CSRF_COOKIE_NAME, light.COOKIE, COOKIE, lesson.COOKIE, sound.COOKIE)
        ]
        self._request_facts = [request.get_full_path(), cookies, more]
        self._tag = self._language = ""

    def unchanged(self) -> HttpResponse | None:
        """Return 304 for a player with a seat whose browser has the newest page; None for all others.

        This does not look up the player.
        """
        tags = held(self._request.headers)
        if not tags or tags == ANYTHING:
            return None
        for player, by_link in self._list_candidates():
            self._tag = self._build_tag(player, by_link=by_link)
            if self._tag in tags:
                self._note_presence(player)
                # The request log would otherwise read the session and its player. `from_db` sets no defaults.
                self._request.user = Player.from_db("default", ["id"], [player])
                return self.tagged(HttpResponse(status=304))
        return None

    def _list_candidates(self) -> Iterator[tuple[str, bool]]:
        """Yield the players whom the browser may represent, and whether by a link to a seat."""
        if self._watched.reader is not None and self._watched.reader in self._watched.own:
            yield self._watched.reader, False
        if COOKIE in self._request.COOKIES:
            yield from ((player, True) for player in self._watched.own)

    def fresh(self, seer: Viewer) -> HttpResponse | None:
        """Return 304 if this viewer's browser has the newest page, else None.

        Raise Http404 if the viewer may not know of the game.
        """
        player = seer.player.pk if seer.player else None
        if player is not None and player in self._watched.own:
            self._note_presence(player)
        elif not visible.may_know(seer.player, self._game_id):
            raise Http404
        self._tag = self._build_tag(player, by_link=seer.right is not None)
        return self.tagged(HttpResponse(status=304)) if is_fresh(self._request.headers, self._tag) else None

    def _note_presence(self, player: str) -> None:
        if self._is_open:
            presence.note(self._game_id, player, self._now)

    def _build_tag(self, player: str | None, *, by_link: bool) -> str:
        """Return the page's tag for this player. It also covers the address, the language and some cookies.

        The language is the account's, or the active one for whoever is not at the table and has been looked up.
        """
        spoken = self._watched.language_of(player or "")
        self._language = languages.active() if spoken is None else languages.find_spoken(spoken)
        own = self._watched.own.get(player or "") or self._list_rematches(player)
        facts = [self._request_facts, player, by_link, self._watched.reader, own, self._watched.shared]
        return etag_in(self._language, *facts)

    def _list_rematches(self, player: str | None) -> list[tuple[str, str]]:
        """Return what can change the page of an ended game for somebody without a seat: a stand-in may have it."""
        if player is None or not self._watched.is_over:
            return []
        reader = Player.from_db("default", ["id"], [player])
        return list(selectors.tables_again(self._game_id, reader).values_list("pk", "status"))

    def note(self, seer: Viewer) -> str:
        """Return the viewer's note about the game; "" if there is none."""
        if seer.player is None or not seer.may("note") or not self._watched.is_noted(seer.player.pk):
            return ""
        saved_note = notes.read_note(seer.player, self._game_id)
        return saved_note.text if saved_note else ""

    def tagged(self, answer: HttpResponse) -> HttpResponse:
        """Return the response with its tag, for its reader's cache only, to be revalidated each time."""
        answer["ETag"], answer["Cache-Control"] = self._tag, CACHE_CONTROL
        answer["Content-Language"] = self._language
        patch_vary_headers(answer, ["Cookie"])
        return answer
