"""Games in which admins occasionally rule, recorded as the server does."""

import hashlib
import random
from collections.abc import Callable, Mapping
from typing import Any

import engine
from engine.parts.turns import ABSENT

from .play import CONTROLS, Players, refusal
from .positions import BASE, Kind
from .recorder import Recorder


class Referee:
    """An admin who makes a number of random rulings."""

    def __init__(self, seed: int, times: int) -> None:
        self.rnd = random.Random(f"referee {seed}")
        self.left = times
        self.ways: list[Callable[[Recorder], None]] = [
            self.take_back,
            self.bring_back,
            self.correct,
            self.give_to_another,
            self.remove,
            self.note,
        ]

    def rule(self, game: Recorder) -> None:
        """Make one of the rulings."""
        self.left -= 1
        self.rnd.choice(self.ways)(game)

    def take_back(self, game: Recorder) -> None:
        """Take back a few entries."""
        self.restore(game, max(1, len(game.records) - self.rnd.randrange(1, 12)))

    def bring_back(self, game: Recorder) -> None:
        """Restore any entry of the log, taken back or not."""
        self.restore(game, self.rnd.randrange(1, len(game.records) + 1))

    def restore(self, game: Recorder, as_of: int) -> None:
        """Restore a position; absences stay as they are (P5), but if nobody could play on, the last who left comes
        back.
        """
        away = dict(list(game.state.away.items())[: game.seats - 1])
        game.rule("reopened" if game.state.over else "taken_back", as_of=as_of, away=in_log(away))

    def correct(self, game: Recorder) -> None:
        points = self.rnd.choice((-10, -1, 3, 7))
        game.rule("corrected", seat=self.rnd.randrange(game.seats), points=points)

    def give_to_another(self, game: Recorder) -> None:
        if not game.state.over:
            seat = self.rnd.randrange(game.seats)
            game.rule(self.rnd.choice(("replaced", "reinstated")), seat=seat, player="n3w", before="0ld")

    def remove(self, game: Recorder) -> None:
        """Remove a seat, or set it away for a while."""
        seat, move = self.rnd.randrange(game.seats), self.rnd.choice(CONTROLS)
        if not refusal(game.state, seat, move):
            game.move(seat, move)

    def note(self, game: Recorder) -> None:
        if not game.state.over:
            game.rule(self.rnd.choice(("extended", "set_back", "paused", "resumed", "talk_opened")))


def ruled(seats: int, seed: int, outcome: str, kind: Kind = BASE, *, moves: int = 60) -> Recorder:
    """Play this many moves with rulings among them and end the game by one, or (outcome "") play it to its end."""
    game = Recorder(seats, hashlib.sha256(f"ruled {seats} {seed}".encode()).digest(), kind=kind)
    players, referee = Players(seats, seed), Referee(seed, moves // 4)
    game.start()
    while (game.state.over and referee.left) or (not game.state.over and (moves or not outcome)):
        moves = max(0, moves - 1)
        if referee.left and (game.state.over or referee.rnd.random() < 0.3):
            referee.rule(game)
        else:
            game.move(*players.next(game.state))
    if outcome:
        reopen(game)
        game.rule("ended", how=outcome, **({"seats": still_in(game)[1:]} if outcome == "forfeit" else {}))
    return game


def still_in(game: Recorder) -> list[int]:
    """Return the seats that have not left for good."""
    return [seat for seat in range(game.seats) if game.state.away.get(seat, ABSENT) == ABSENT]


def reopen(game: Recorder) -> None:
    """If the game is over, restore the last position in which it was not."""
    if game.state.over:
        as_of = max(number for number, state in game.positions.items() if not state.over)
        game.rule("reopened", as_of=as_of, away=in_log(dict(list(game.state.away.items())[:-1])))


def in_log(away: Mapping[int, str]) -> dict[str, str]:
    """Return who is away, in the form an entry records it."""
    return {str(seat): how for seat, how in away.items()}


def facts_of(game: Recorder) -> list[tuple[int, list[Any]]]:
    """Return the log's entries as the engine reads them for a replay."""
    codec = game.codec
    known = [{part.holder: part.body for part in entry.secrets} for entry in game.records]
    return [
        (entry.number, engine.record.events_of(codec, entry.public, parts))
        for entry, parts in zip(game.records, known, strict=True)
    ]
