"""ETags of the table's answers (RFC 9110, 8.8.3): a client with the newest need not fetch it again.

A tag is a keyed hash of the viewer, what can change, and how the page was asked for; never of what the game hides. A
browser that sends a tag was given it. So a player can be told that nothing has changed without looking the player up,
which is most of what a poll costs: the tag of the page as it is now, for the session's player or the cookie's, either
equals the one the browser sends or not. What ends a session or a link to a seat changes the tag.
"""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from games.etags import ANYTHING, CACHE_CONTROL, etag, held, is_fresh
from games.models import Player
from games.seats import notes, presence, selectors, watching
from games.web import light
from games.web.seat_link.browsers import COOKIE, Viewer


class PageWatch:
    """A page that a browser asks for, and all that can change about it. `more`: besides what can change of the game."""

    def __init__(self, request: HttpRequest, game_id: str, now: datetime, *more: object) -> None:
        self._request, self._game_id, self._now = request, game_id, now
        self._watched = watching.look(game_id, request.session.session_key, now)
        cookies = [request.COOKIES.get(name, "") for name in (settings.CSRF_COOKIE_NAME, light.COOKIE, COOKIE)]
        self._asked = [request.get_full_path(), get_language(), cookies, more]
        self._tag = ""

    def known(self) -> HttpResponse | None:
        """The answer to somebody who sits there and has the newest already: nobody is looked up for that."""
        tags = held(self._request.headers)
        if not tags or tags == ANYTHING:
            return None
        for player, by_link in self._seated():
            self._tag = self._tag_for(player, by_link=by_link)
            if self._tag in tags:
                presence.note(self._game_id, player, self._now)
                # Whom the log of requests would read, session and all; made without the defaults of a new player.
                self._request.user = Player.from_db("default", ["id"], [player])
                return self.tagged(HttpResponse(status=304))
        return None

    def _seated(self) -> Iterator[tuple[str, bool]]:
        """Which players the browser may stand for, and whether by a link."""
        if self._watched.reader is not None and self._watched.reader in self._watched.own:
            yield self._watched.reader, False
        if COOKIE in self._request.COOKIES:
            yield from ((player, True) for player in self._watched.own)

    def fresh(self, seer: Viewer) -> HttpResponse | None:
        """304 for this viewer if the browser has the newest. Raises Http404 if the viewer may not know of the game.

        A player who polls has the table open: the turn's email can wait.
        """
        player = seer.player.pk if seer.player else None
        if player is not None and player in self._watched.own:
            presence.note(self._game_id, player, self._now)
        elif not selectors.visible_games(seer.player).filter(pk=self._game_id).exists():
            raise Http404
        self._tag = self._tag_for(player, by_link=seer.right is not None)
        return self.tagged(HttpResponse(status=304)) if is_fresh(self._request.headers, self._tag) else None

    def _tag_for(self, player: str | None, *, by_link: bool) -> str:
        """It stands for the address, too, for the language and for some cookies; and for nobody else's affairs."""
        own = self._watched.own.get(player or "")
        facts = [self._asked, player, by_link, self._watched.reader, own, self._watched.shared]
        return etag(*facts)

    def note(self, seer: Viewer) -> str:
        """What the viewer has written down about the game."""
        if seer.player is None or not seer.may("note") or not self._watched.is_noted(seer.player.pk):
            return ""
        found = notes.read_note(seer.player, self._game_id)
        return found.text if found else ""

    def tagged(self, answer: HttpResponse) -> HttpResponse:
        """The answer, to be kept by its reader alone and asked for again with its tag."""
        answer["ETag"], answer["Cache-Control"] = self._tag, CACHE_CONTROL
        patch_vary_headers(answer, ["Cookie"])
        return answer
