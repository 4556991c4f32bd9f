"""A game log in memory, as the server writes it: entries with secrets and chain, and the export of an ended game."""

import hashlib
from collections.abc import Callable
from typing import Any

import engine
from engine import record, rulings
from engine.core import Decision
from engine.record import Cause, Record
from engine.verify import FORMAT, declare, standings_json

from .play import Players
from .positions import BASE, USA, Kind

Json = dict[str, Any]
CODEC = engine.codec_of(USA)
CONTRIBUTIONS = ["heads", "", "seven", "", "blue", "tails"]
KINDS = {"resign": "resigned", "forfeit": "forfeited", "mark_absent": "absent", "come_back": "returned"}


def salts(seed: bytes) -> Callable[[], bytes]:
    """Return a source of reproducible salts; in a real game they are random."""
    used = iter(range(1 << 20))
    return lambda: hashlib.sha256(b"salt" + seed + next(used).to_bytes(4, "big")).digest()


class Recorder:
    """A game on record. `seed`, `game` and the contributions fix all chance."""

    game = "k3x9"

    def __init__(self, seats: int, seed: bytes, order: list[int] | None = None, kind: Kind = BASE) -> None:
        self.seed, self.order, self.seats, self.kind = seed, order, seats, kind
        self.codec = engine.codec_of(kind.played)
        self.contributions = CONTRIBUTIONS[:seats]
        self.key = engine.game_key(seed, self.game, self.contributions)
        self.commitment = engine.commitment(seed)
        self.records: list[Record] = []
        self.positions: dict[int, Any] = {}
        self.state: Any = None
        self.counter = 0
        self._salt = salts(seed)

    def chance(self) -> engine.Chance:
        return engine.Chance(self.key, self.counter)

    def start(self) -> None:
        chance = self.chance()
        decision = engine.start(self.kind.rules, self.seats, chance, self.kind.options, self.order)
        facts = {"kind": "started", "seat": None, "contributions": self.contributions}
        self.keep(Cause(facts), decision, chance)

    def move(self, seat: int, move: engine.Move) -> None:
        chance = self.chance()
        decision = engine.decide(self.state, seat, move, chance)
        self.keep(Cause({"kind": KINDS.get(move.tag, "move"), "seat": seat}, move), decision, chance)

    def rule(self, ruling: str, **facts: Any) -> None:
        """Record an admin's ruling."""
        cause = {"kind": "ruled", "seat": None, "ruling": ruling, "by": "m4st", **facts}
        chance, number = self.chance(), len(self.records) + 1
        decision = rulings.ruled(cause, self.state, self.positions.__getitem__, chance, number)
        self.keep(Cause(cause), decision, chance)

    def sit_down(self, kind: str, seat: int) -> None:
        """Have somebody take a seat over, or return to it, without a move."""
        decision = rulings.returned(self.state, seat, len(self.records) + 1)
        self.keep(Cause({"kind": kind, "seat": seat, "player": "n3w"}), decision, self.chance())

    def move_by_ruling(self, ruling: str, seat: int, move: engine.Move) -> None:
        """Have an admin move for a seat or remove it, decided like any move."""
        chance, prompt = self.chance(), self.state.prompt_of(seat)
        facts = {"kind": "ruled", "seat": seat, "ruling": ruling, "by": "m4st"}
        if prompt is not None:
            facts["prompt"] = f"{prompt.opened}.{prompt.seat}"
        self.keep(Cause(facts, move), engine.decide(self.state, seat, move, chance), chance)

    def keep(self, cause: Cause, decision: Decision, chance: engine.Chance) -> None:
        number = len(self.records) + 1
        previous = self.records[-1].hash if self.records else self.commitment
        self.records.append(
            record.write(self.codec, number, previous, cause, decision.events, chance.draws, self._salt)
        )
        self.state, self.counter = decision.state, chance.counter
        self.positions[number] = decision.state

    def readable_log(self, viewer: int | None) -> list[Json]:
        """Return the log as a seat (None: a spectator) may read it."""
        return [
            {
                **record.readable(entry.public, {s.holder: s.body for s in entry.secrets if s.holder == viewer}),
                "hash": "",
            }
            for entry in self.records
        ]

    def export(self) -> Json:
        """Return the ended game with its secrets revealed."""
        return {
            "format": FORMAT,
            "game": self.game,
            "ruleset": self.kind.rules.id,
            "board": self.kind.rules.board.digest,
            "seats": self.seats,
            "options": dict(self.kind.options),
            "order": self.order,
            "contributions": self.contributions,
            "commitment": self.commitment,
            "seed": self.seed.hex(),
            "entries": [record.exported(entry) for entry in self.records],
            "declared": declare(self.kind.played),
            "standings": standings_json(engine.standings(self.state)),
        }


def recorded(
    seats: int, seed: int, *, leaving: float = 0.0, order: list[int] | None = None, kind: Kind = BASE
) -> Recorder:
    """Play a random game to its end, and return its recorder."""
    recorder = Recorder(seats, hashlib.sha256(f"{seats} {seed}".encode()).digest(), order, kind)
    players = Players(seats, seed, leaving)
    recorder.start()
    while not recorder.state.over:
        recorder.move(*players.next(recorder.state))
    return recorder


def rechained(export: Json) -> Json:
    """Return a forged export with all hashes recomputed."""
    previous = export["commitment"]
    for entry in export["entries"]:
        read = record.imported(entry)
        entry["hash"] = previous = record.chained(previous, read.public, read.secrets)
    return export
