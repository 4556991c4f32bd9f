"""What a game's stream tells one reader, or all spectators: the game as it is, then entries, talk, and other changes.

Everything comes from where the API's answers come from, for the same seat: `games.seats.visible`, `store.log_for`.
"""

import json
import re
from typing import Any, Final, NamedTuple

from games import store
from games.api.games.of_game import shown
from games.errors import NotFound
from games.etags import tag_of
from games.models import Player
from games.seats.visible import VisibleGame, seen_by
from games.talk import rights
from notifications.streams.events import StreamEvent, event

ID: Final = re.compile(r"(\d{1,9})\.(\d{1,9})\.([0-9a-f]{8})")


class StreamEnded(Exception):
    """The reader may no longer hear this."""


class GamePlace(NamedTuple):
    """After this entry, and this line of the talk; `mark` stands for what no log tells."""

    entry: int
    line: int
    mark: str

    @property
    def id(self) -> str:
        """As clients send it back."""
        return f"{self.entry}.{self.line}.{self.mark}"

    def has(self, event: StreamEvent) -> bool:
        """Whether what was told up to here holds the event."""
        other: GamePlace = event.place
        if event.type == "game":
            return self.mark == other.mark and self.entry >= other.entry
        return self.entry >= other.entry if event.type == "entry" else self.line >= other.line


def read_id(text: str) -> GamePlace | None:
    """The place with this id, if it can be one."""
    found = ID.fullmatch(text)
    return GamePlace(int(found[1]), int(found[2]), found[3]) if found else None


class GameSource(NamedTuple):
    """A game as one seat's player sees it, or one player who only may know of it, or (no reader) any spectator."""

    game: str
    reader: str | None
    own: int | None

    @property
    def name(self) -> str:
        """By what calls name it."""
        return self.game

    def present(self) -> tuple[list[StreamEvent], GamePlace]:
        """The game as it is now. Raises StreamEnded."""
        seen = self._seen()
        place = _place(seen)
        return [event("game", place, shown(seen))], place

    def resumed(self, last: str) -> tuple[list[StreamEvent], GamePlace] | None:
        """What came after the event with this id; None if there is no such place. Raises StreamEnded."""
        place = read_id(last)
        seen = self._seen()
        return None if place is None or place.entry > seen.game.head else _since(seen, place)

    def since(self, place: GamePlace) -> tuple[list[StreamEvent], GamePlace]:
        """What came after this place. Raises StreamEnded."""
        return _since(self._seen(), place)

    def _seen(self) -> VisibleGame:
        reader = None if self.reader is None else Player.from_db("default", ["id"], [self.reader])
        try:
            seen = seen_by(reader, self.game)
        except NotFound:
            raise StreamEnded from None
        if seen.own != self.own:
            raise StreamEnded
        return seen


def source_for(player: Player, game_id: str) -> GameSource:
    """What this player may hear of the game. Raises NotFound."""
    seen = seen_by(player, game_id)
    alone = seen.own is not None or not seen.game.public
    return GameSource(game_id, player.pk if alone else None, seen.own)


def _since(seen: VisibleGame, place: GamePlace) -> tuple[list[StreamEvent], GamePlace]:
    events = []
    for entry in store.log_for(seen.game, seen.own, place.entry):
        place = place._replace(entry=entry["number"])
        events.append(event("entry", place, entry))
    now = _place(seen)
    if now.line > place.line:
        place = place._replace(line=now.line)
        events.append(event("talk", place, {"last": now.line}))
    if now.mark != place.mark:
        events.append(event("game", now, shown(seen)))
    return events, now


def _place(seen: VisibleGame) -> GamePlace:
    lines = seen.game.lines if rights.may_read(seen.game, seen.own) else 0
    return GamePlace(seen.game.head, lines, _mark(seen))


def _mark(seen: VisibleGame) -> str:
    """A keyed hash of what can change without an entry, or is not in every entry, as this reader may know it."""
    game = seen.game
    facts: list[Any] = [
        [game.status, game.name, game.host_id, game.seats_wanted, game.closes_at, game.secrets_open_at],
        [game.paused_at, game.talk_open, None if seen.own is None else game.proposals_open],
        [
            [seat.player_id, seat.player and seat.player.name, seat.status, seat.wants_pause, seat.open_since]
            for seat in seen.seats
        ],
    ]
    return tag_of(json.dumps(facts, default=str).encode())[1:9]
