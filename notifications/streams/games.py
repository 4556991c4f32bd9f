"""The stream of a game for one reader, or all spectators: the present state, then entries, talk and other changes.

Everything comes from where the API's responses come from, for the same seat: `games.lobby.visible`, `store.log_for`.
"""

import json
import re
from typing import Final, NamedTuple

from games.api.games.of_game import shown
from games.errors import NotFound
from games.etags import tag_of
from games.lobby.visible import VisibleGame, seen_by
from games.models import Player
from games.table import store
from games.table.talk import rights
from notifications.streams.events import StreamEvent, event

ID: Final = re.compile(r"(\d{1,9})\.(\d{1,9})\.([0-9a-f]{8})")


class StreamEnded(Exception):
    """The error for a reader who may no longer read the stream."""


class GamePlace(NamedTuple):
    """The position after this entry and this line of the talk; `mark` represents everything outside the log."""

    entry: int
    line: int
    mark: str

    @property
    def id(self) -> str:
        """The position's id, as clients send it back."""
        return f"{self.entry}.{self.line}.{self.mark}"

    def has(self, event: StreamEvent) -> bool:
        """Check whether the event had been sent by this position."""
        other = event.place
        if not isinstance(other, GamePlace):
            return False
        if event.type == "game":
            return self.mark == other.mark and self.entry >= other.entry
        return self.entry >= other.entry if event.type == "entry" else self.line >= other.line


def read_id(text: str) -> GamePlace:
    """Return the position with this id. Raises ValueError if it is invalid."""
    match = ID.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return GamePlace(int(match[1]), int(match[2]), match[3])


class GameSource(NamedTuple):
    """A game as one seat's player sees it, one player who may merely know of it, or (no reader) any spectator."""

    game: str
    reader: str | None
    own: int | None

    @property
    def name(self) -> str:
        """The name that calls use for it."""
        return self.game

    def present(self) -> tuple[list[StreamEvent], GamePlace]:
        """Return the game as it is now. Raises StreamEnded."""
        visible = self._load_visible()
        place = _find_place(visible)
        return [event("game", place, shown(visible))], place

    def resumed(self, last: str) -> tuple[list[StreamEvent], GamePlace] | None:
        """Return what came after the event with this id; None if there is no such position. Raises StreamEnded."""
        visible = self._load_visible()
        try:
            place = read_id(last)
        except ValueError:
            return None
        return None if place.entry > visible.game.head else _read_since(visible, place)

    def since(self, place_id: str) -> tuple[list[StreamEvent], GamePlace]:
        """Return what came after the position with this id. Raises StreamEnded."""
        return _read_since(self._load_visible(), read_id(place_id))

    def _load_visible(self) -> VisibleGame:
        reader = None if self.reader is None else Player.from_db("default", ["id"], [self.reader])
        try:
            visible = seen_by(reader, self.game)
        except NotFound:
            raise StreamEnded from None
        if visible.own != self.own:
            raise StreamEnded
        return visible


def source_for(player: Player, game_id: str) -> GameSource:
    """Return the source of what this player may see of the game. Raises NotFound."""
    visible = seen_by(player, game_id)
    alone = visible.own is not None or not visible.game.public
    return GameSource(game_id, player.pk if alone else None, visible.own)


def _read_since(visible: VisibleGame, place: GamePlace) -> tuple[list[StreamEvent], GamePlace]:
    events = []
    for entry in store.log_for(visible.game, visible.own, place.entry):
        place = place._replace(entry=entry["number"])
        events.append(event("entry", place, {**entry}))
    now = _find_place(visible)
    if now.line > place.line:
        place = place._replace(line=now.line)
        events.append(event("talk", place, {"last": now.line}))
    if now.mark != place.mark:
        events.append(event("game", now, shown(visible)))
    return events, now


def _find_place(visible: VisibleGame) -> GamePlace:
    lines = visible.game.lines if rights.may_read(visible.game, visible.own) else 0
    return GamePlace(visible.game.head, lines, _compute_mark(visible))


def _compute_mark(visible: VisibleGame) -> str:
    """Return a keyed hash of what this reader may know that can change without an entry, or is not in every entry."""
    game = visible.game
    facts = [
        [game.status, game.name, game.host_id, game.seats_wanted, game.closes_at, game.secrets_open_at],
        [game.paused_at, game.talk_open, None if visible.own is None else game.proposals_open],
        [[seat.player_id, seat.player and seat.player.name, seat.status, seat.open_since] for seat in visible.seats],
    ]
    return tag_of(json.dumps(facts, default=str).encode())[1:9]
