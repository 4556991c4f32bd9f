"""What is said at the table, as a section of its page, of the waiting room, and as a page of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import uuid4

from games import zones
from games.models import Game, Player, Seat, TalkLine
from games.seats.visible import VisibleGame
from games.talk import reading, rights
from games.web.table import clock
from games.web.table.sight import MOST_LINES

ROOM: Final = "room"
TABLE: Final = "table"
"""Other pages that show the talk, and to which its forms lead back."""


@dataclass(frozen=True)
class ShownLine:
    """A line; `mark` is the seat of who said it, counted from 1, None for a spectator. `new`: not read before."""

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
    """What one viewer sees of the talk, and may do. `key` makes sending a line twice say it once."""

    game: Game
    lines: Sequence[ShownLine]
    seated: bool
    may_say: bool
    hosts: bool
    key: str

    @property
    def last(self) -> int:
        """The number of the last line there is."""
        return self.game.lines

    @property
    def new(self) -> int:
        """How many lines are new."""
        return sum(line.new for line in self.lines)

    @property
    def unread(self) -> bool:
        """Whether the viewer's mark is behind, also where all that is new is the viewer's own or hidden."""
        return self.seated and self.new > 0


def shown_talk(seen: VisibleGame, player: Player | None, now: datetime) -> ShownTalk | None:
    """The last lines for this viewer; None where there is no talk for them, or nobody to talk to."""
    if not there_is(seen):
        return None
    return shown(seen, player, reading.latest(seen.game, player, seen.own, MOST_LINES), now)


def among(seen: VisibleGame, player: Player | None, last: Sequence[TalkLine], now: datetime) -> ShownTalk | None:
    """The same, where the game's last lines are at hand."""
    begin = rights.begins_after(seen.game, seen.own)
    return shown(seen, player, [line for line in last if line.number > begin], now) if there_is(seen) else None


def there_is(seen: VisibleGame) -> bool:
    """Whether there is anybody to talk to, and this viewer may read it."""
    return not seen.game.practice and rights.may_read(seen.game, seen.own)


def shown(seen: VisibleGame, player: Player | None, lines: Sequence[TalkLine], now: datetime) -> ShownTalk:
    """These lines as the viewer sees them."""
    game = seen.game
    marks = {seat.player_id: seat.number + 1 for seat in seen.seats if seat.player_id and game.head}
    read = _read(seen.seats, seen.own)
    zone = player.time_zone if player else "UTC"
    return ShownTalk(
        game=game,
        lines=[_line(line, player, marks, read, (now, zone)) for line in lines],
        seated=seen.own is not None,
        may_say=player is not None and rights.may_say(game, seen.own),
        hosts=player is not None and game.host_id == player.pk,
        key=uuid4().hex,
    )


def spoken_lines(lines: Sequence[TalkLine], reader: Player | None) -> list[str]:
    """Lines in a sentence each, for who listens to the page: those of others."""
    return [
        f"{line.by.display_name}: {line.text}"
        for line in lines
        if line.text and not (reader and line.by_id == reader.pk)
    ]


def _read(seats: Sequence[Seat], own: int | None) -> int | None:
    return next((seat.lines_read for seat in seats if seat.number == own), None)


def _line(
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
