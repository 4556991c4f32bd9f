"""The talk at the table: a section of the game's page and of the waiting room, and a page of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import uuid4

from games import zones
from games.lobby.visible import VisibleGame
from games.models import Game, Player, Seat, TalkLine
from games.presentation.words.sentences import introduce
from games.table.talk import rights, talk_lines
from games.web.table import clock
from games.web.table.sight import MOST_LINES

ROOM: Final = "room"
TABLE: Final = "table"
"""The pages that show the talk as a section, and to which its forms redirect."""


@dataclass(frozen=True)
class ShownLine:
    """A line of the talk; `mark` is the seat of its author, from 1, None for a spectator. `new`: not read before."""

    number: int
    by: str
    name: str
    mark: int | None
    text: str
    at: datetime
    when: str
    own: bool
    new: bool


@dataclass(frozen=True)
class ShownTalk:
    """What one viewer sees of the talk and may do there. `key` keeps a line sent twice from appearing twice."""

    game: Game
    lines: Sequence[ShownLine]
    seated: bool
    may_say: bool
    hosts: bool
    key: str

    @property
    def last(self) -> int:
        """Return the number of the talk's last line."""
        return self.game.lines

    @property
    def new(self) -> int:
        """Return how many lines are new."""
        return sum(line.new for line in self.lines)

    @property
    def unread(self) -> bool:
        """Check whether the viewer has a seat and new lines to read."""
        return self.seated and self.new > 0


def shown_talk(visible_game: VisibleGame, player: Player | None, now: datetime) -> ShownTalk | None:
    """Return the last lines for this viewer; None if they may not read the talk, or there is nobody to talk to."""
    if not there_is(visible_game):
        return None
    return shown(visible_game, player, talk_lines.latest(visible_game.game, player, visible_game.own, MOST_LINES), now)


def among(
    visible_game: VisibleGame, player: Player | None, last: Sequence[TalkLine], now: datetime
) -> ShownTalk | None:
    """Return the same as `shown_talk`, from lines that were already read."""
    begin = rights.begins_after(visible_game.game, visible_game.own)
    return (
        shown(visible_game, player, [line for line in last if line.number > begin], now)
        if there_is(visible_game)
        else None
    )


def there_is(visible_game: VisibleGame) -> bool:
    """Check whether there is anybody to talk to, and this viewer may read the talk."""
    return not visible_game.game.practice and rights.may_read(visible_game.game, visible_game.own)


def shown(visible_game: VisibleGame, player: Player | None, lines: Sequence[TalkLine], now: datetime) -> ShownTalk:
    """Return the talk with these lines, as the viewer sees it."""
    game = visible_game.game
    marks = {seat.player_id: seat.number + 1 for seat in visible_game.seats if seat.player_id and game.head}
    read = _find_lines_read(visible_game.seats, visible_game.own)
    zone = player.time_zone if player else "UTC"
    return ShownTalk(
        game=game,
        lines=[_build_line(line, player, marks, read, (now, zone)) for line in lines],
        seated=visible_game.own is not None,
        may_say=player is not None and rights.may_say(game, visible_game.own),
        hosts=player is not None and game.host_id == player.pk,
        key=uuid4().hex,
    )


def spoken_lines(lines: Sequence[TalkLine], reader: Player | None) -> list[str]:
    """Return the others' lines, a sentence each, for screen readers."""
    return [
        f"{introduce(line.by.display_name)} {line.text}"
        for line in lines
        if line.text and not (reader and line.by_id == reader.pk)
    ]


def _find_lines_read(seats: Sequence[Seat], own: int | None) -> int | None:
    return next((seat.lines_read for seat in seats if seat.number == own), None)


def _build_line(
    line: TalkLine, player: Player | None, marks: Mapping[str, int], read: int | None, at: tuple[datetime, str]
) -> ShownLine:
    own = player is not None and line.by_id == player.pk
    now, zone = at
    return ShownLine(
        number=line.number,
        by=line.by_id,
        name=line.by.display_name,
        mark=marks.get(line.by_id),
        text=line.text,
        at=line.said_at,
        when=clock.when(line.said_at, now, zones.zone(zone)),
        own=own,
        new=read is not None and line.number > read and not own and bool(line.text),
    )
