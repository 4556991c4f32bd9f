"""The players who should be notified of a log entry. Pure: nothing is read or written here.

Players are not notified of their own moves, but of their turns. Everyone is notified of the start and the end. When a
turn is played by default, its player is notified, and so is everyone else: the next player in their turn email, which
reports it, the others in a short email. Anyone who takes over a seat gets everything that it holds by email; the others
read about it in their next email.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

PLAYING: Final = "playing"
STARTED: Final = "started"
TIMEOUT: Final = "timeout"
FORFEITED: Final = "forfeited"
TAKEN_OVER: Final = "taken_over"
OWN_DEEDS: Final = frozenset({"move", "planned", "resigned", "returned"})


class RecordedEntry(Protocol):
    """The part of an `Entry` used here."""

    kind: str
    seat: int | None


class OpenedTurn(Protocol):
    """The part of a `Turn` used here."""

    seat: int
    prompt_opened: int
    deadline_at: datetime


class TakenSeat(Protocol):
    """The part of a `Seat` used here."""

    number: int
    status: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """An entry, the turns that it opened, the seats, and whether the game is over after it."""

    entry: RecordedEntry
    turns_opened: Sequence[OpenedTurn]
    seats: Sequence[TakenSeat]
    over: bool

    @property
    def playing(self) -> list[int]:
        """The seats whose players have to move when asked."""
        return [seat.number for seat in self.seats if seat.status == PLAYING]


@dataclass(frozen=True, slots=True)
class Recipient:
    """A seat to notify; about a turn, also its deadline and its prompt (the number of the entry that opened it)."""

    seat: int
    prompt_opened: int | None = None
    deadline_at: datetime | None = None


Hears = Callable[[Recorded], Iterable[Recipient]]


def of_no_entry(_recorded: Recorded) -> Iterable[Recipient]:
    """Return no seats, for kinds that no entry causes."""
    return ()


def players_at(kind: str) -> Hears:
    """Return a function that yields all seats in play, for entries of this kind."""

    def hears(recorded: Recorded) -> Iterator[Recipient]:
        if recorded.entry.kind == kind:
            yield from map(Recipient, recorded.playing)

    return hears


def its_seat_at(kind: str) -> Hears:
    """Return a function that yields the seat that an entry of this kind is about."""

    def hears(recorded: Recorded) -> Iterator[Recipient]:
        if recorded.entry.kind == kind and recorded.entry.seat is not None:
            yield Recipient(recorded.entry.seat)

    return hears


def everybody_at_the_end(recorded: Recorded) -> Iterator[Recipient]:
    """Yield all seats, absent or not, when the game is over."""
    if recorded.over:
        yield from (Recipient(seat.number) for seat in recorded.seats)


def whose_turn_it_became(recorded: Recorded) -> Iterator[Recipient]:
    """Yield every seat that must now answer a question, unless its own move led to it."""
    for turn in recorded.turns_opened:
        if turn.seat != recorded.entry.seat or recorded.entry.kind not in OWN_DEEDS:
            yield Recipient(turn.seat, turn.prompt_opened, turn.deadline_at)


def who_else_waited(recorded: Recorded) -> Iterator[Recipient]:
    """Yield all seats in play that get no other notice, when somebody's time ran out."""
    if recorded.entry.kind in (TIMEOUT, FORFEITED):
        informed = {hearer.seat for hears in _TOLD_ANYWAY for hearer in hears(recorded)}
        yield from (Recipient(seat) for seat in recorded.playing if seat not in informed)


_TOLD_ANYWAY: Final[tuple[Hears, ...]] = (
    everybody_at_the_end,
    whose_turn_it_became,
    its_seat_at(TIMEOUT),
    its_seat_at(FORFEITED),
)


def is_silent(entry: RecordedEntry, turns_opened: Iterable[OpenedTurn], *, over: bool) -> bool:
    """Check whether an entry notifies nobody, whoever the players are.

    An example is a move that only leads to the same player's next choice.
    """
    return entry.kind in OWN_DEEDS and not over and all(turn.seat == entry.seat for turn in turns_opened)
