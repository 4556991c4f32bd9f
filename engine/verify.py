"""Verification of an exported game: nobody chose the cards, broke a rule, or changed the record.

The checks build on one another: the chain of hashes, the commitment to the seed, the draws independent of the game's
rules, the legality of every move by the pinned ruleset, the points and ranks.
"""

from collections.abc import Iterable
from typing import Final

from engine import record
from engine.cards import COLORS, EMPTY, LOCOMOTIVE, counts
from engine.chance import Chance, commitment, game_key
from engine.codec import Codec, Json, codec_of
from engine.core import Decision, decide, start
from engine.errors import EngineError
from engine.model import Ruleset, Standing, State, TicketStack
from engine.parts.position import Position
from engine.rules import ruleset
from engine.rulings import NoRuling, noted, returned, ruled

FORMAT: Final = "night-mail-game-1"
AGREED: Final = ("contributions", "ruleset", "options", "board")
"""The facts about the game that the first entry states, so that the chain covers them."""
SEATED: Final = ("taken_over", "returned")
"""The kinds of entries that return a seat that was away to the game without a move (P2)."""


class Untrue(EngineError):
    """The finding that an export contradicts itself; `detail` says at which entry."""


def verify(export: Json, witness: str | None = None) -> int:
    """Check an exported game; return the number of its entries.

    `witness` is a chain hash that somebody kept (every turn email carries one): it must be in this log. Raises Untrue,
    which says what does not hold, UnknownRuleset, or KeyError, TypeError and ValueError if it is not an export.
    """
    if export["format"] != FORMAT:
        raise Untrue("unknown_format", known=FORMAT)
    records = [record.imported(entry) for entry in export["entries"]]
    if not records:
        raise Untrue("no_entries")
    _check_chain(export, records, witness)
    key = _checked_key(export, records[0])
    _check_draws(key, records)
    standings = _check_play(export, key, records)
    if standings != export["standings"]:
        raise Untrue("standings_differ", counted=standings)
    return len(records)


def standings_json(standings: Iterable[Standing]) -> list[Json]:
    """Return standings in the format of exports and the API: every point with its reason."""
    return [
        {
            "seat": standing.seat,
            "rank": standing.rank,
            "points": standing.points,
            "completed": standing.completed,
            "ledger": [
                {"points": line.points, "reason": line.reason, "subject": line.subject} for line in standing.ledger
            ],
        }
        for standing in standings
    ]


def declare(rules: Ruleset) -> Json:
    """Return what a checker without the rules has to know: the cards, the tickets, and what each fact does with them.

    It belongs to the ruleset with its options: exports have it, and it is the same in all of them.
    """
    table = rules.new(rules, rules.seat_counts[0], {})
    assert isinstance(table, Position)
    cards = table.cards
    kinds, cards.deck, cards.discards = counts(cards.deck), EMPTY, cards.deck
    cards.refill()
    stacks = rules.stacks or (TicketStack(len(rules.board.tickets), 0),)
    return {
        "each_color": kinds[COLORS[0]],
        "locomotives": kinds[LOCOMOTIVE],
        "discards_return": bool(cards.deck),
        "tickets": [{"count": stack.size, "dealt": stack.dealt} for stack in stacks],
        "effects": {kind.tag: list(effects) for kind, effects in rules.effects.items()},
    }


def _check_chain(export: Json, records: list[record.Record], witness: str | None) -> None:
    previous = export["commitment"]
    for number, entry in enumerate(records, 1):
        if entry.number != number or entry.public["number"] != number:
            raise Untrue("entry_missing", entry=number)
        if record.chained(previous, entry.public, entry.secrets) != entry.hash:
            raise Untrue("chain_broken", entry=number)
        previous = entry.hash
    if witness is not None and witness not in {entry.hash for entry in records}:
        raise Untrue("witness_unknown", witness=witness)


def _checked_key(export: Json, first: record.Record) -> bytes:
    seed = bytes.fromhex(export["seed"])
    if commitment(seed) != export["commitment"]:
        raise Untrue("seed_is_not_the_one_committed_to")
    for term in AGREED:
        if first.public.get(term, export[term]) != export[term]:
            raise Untrue(f"{term}_differ", entry=first.number)
    return game_key(seed, export["game"], export["contributions"])


def _check_draws(key: bytes, records: list[record.Record]) -> None:
    chance = Chance(key)
    for entry in records:
        for bound, value in record.draws_of(_secret_bodies(entry)):
            if chance.below(bound) != value:
                raise Untrue("draw_differs", entry=entry.number)


def _check_play(export: Json, key: bytes, records: list[record.Record]) -> list[Json]:
    rules = ruleset(export["ruleset"], export["options"])
    if rules.board.digest != export["board"]:
        raise Untrue("board_differs")
    game = _Game(export, codec_of(rules), Chance(key))
    for entry in records:
        game.replay(entry)
    last = game.positions[len(records)]
    if not last.over:
        raise Untrue("game_not_ended")
    return standings_json(rules.standings(last))


class _Game:
    """A game that is decided again, entry by entry. `positions` has the position after each, as any may be restored."""

    def __init__(self, export: Json, coder: Codec, chance: Chance) -> None:
        self.export, self.coder, self.chance = export, coder, chance
        self.positions: dict[int, State] = {}

    def replay(self, entry: record.Record) -> None:
        drawn = len(self.chance.draws)
        try:
            decision = self._decide_entry(entry, record.readable(entry.public, _secret_bodies(entry)))
        except NoRuling as error:
            raise Untrue(error.code, entry=entry.number, **error.detail) from error
        except EngineError as error:
            raise Untrue("illegal_move", entry=entry.number, refused=error.code) from error
        if decision.events != record.events_of(self.coder, entry.public, _secret_bodies(entry)):
            raise Untrue("facts_differ", entry=entry.number)
        if self.chance.draws[drawn:] != record.draws_of(_secret_bodies(entry)):
            raise Untrue("draws_differ", entry=entry.number)
        self.positions[entry.number] = decision.state

    def _decide_entry(self, entry: record.Record, content: Json) -> Decision:
        """Decide the start, a move, a seat's return, a ruling, or an entry that leaves the position unchanged."""
        number, export = entry.number, self.export
        if number == 1:
            return start(self.coder.rules, export["seats"], self.chance, export["options"], export["order"])
        state = self.positions[number - 1]
        if "move" in content:
            return decide(state, content["seat"], self.coder.read_move(content["move"]), self.chance, entry=number)
        if content["kind"] in SEATED:
            return returned(state, content["seat"], number)
        if content["kind"] == "ruled":
            return ruled(content, state, self.positions.__getitem__, self.chance, number)
        return noted(state, number)


def _secret_bodies(entry: record.Record) -> dict[int, Json]:
    return {secret.holder: secret.body for secret in entry.secrets}
