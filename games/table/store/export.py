"""The export of a game's whole log, which anyone can verify, and the check of its chain."""

from collections import defaultdict
from collections.abc import Collection

import engine
from engine import record, verify
from engine.codec import Json
from games import encryption
from games.models import Entry, EntrySecret, Game
from games.table.store import secret_parts
from games.table.store.loader import load


class Exports:
    """The complete exports of games with seeds, salts and hands, for verification; only if their secrets are open.

    The logs are read in two queries, up to the heads of the games' rows (see `read_many`), however many games there
    are, if positions are cached. Sealed parts are opened game by game. The rows of secret parts are read first: if a
    log is compacted in between, its entries have the parts.
    """

    def __init__(self, games: Collection[Game]) -> None:
        keys = [game.pk for game in games]
        self._parts: defaultdict[tuple[str, int], list[EntrySecret]] = defaultdict(list)
        for part in EntrySecret.objects.filter(game__in=keys).order_by("game", "number", "holder"):
            self._parts[part.game_id, part.number].append(part)
        self._entries: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in Entry.objects.filter(game__in=keys).order_by("game", "number"):
            self._entries[entry.game_id].append(entry)

    def read(self, game: Game) -> Json:
        """Return the export of one of these games. Raises BoardChanged, UnknownRuleset and Unopenable."""
        table, entries = load(game), self.entries_of(game)
        return {
            "format": verify.FORMAT,
            "game": game.id,
            "ruleset": game.ruleset,
            "board": game.board_digest,
            "options": game.options,
            "seats": game.seats_wanted,
            "order": list(range(game.seats_wanted)) if game.order != Game.Order.DRAWN else None,
            "commitment": game.commitment,
            "seed": encryption.unseal_seed(game.secret.seed).hex(),
            "contributions": entries[0]["public"]["contributions"],
            "entries": entries,
            "declared": verify.declare(engine.ruleset(game.ruleset, game.options)),
            "standings": verify.standings_json(engine.standings(table.state)),
        }

    def entries_of(self, game: Game) -> list[Json]:
        """Return the game's log, oldest entry first. Raises Unopenable."""
        entries = [entry for entry in self._entries[game.pk] if entry.number <= game.head]
        return [
            record.exported(record.Record(entry.number, entry.public, self._secrets_of(entry), entry.hash))
            for entry in entries
        ]

    def _secrets_of(self, entry: Entry) -> tuple[record.Secret, ...]:
        if entry.parts is not None:
            return secret_parts.scattered(entry.game_id, entry.number, entry.parts)
        parts = self._parts[entry.game_id, entry.number]
        return tuple(secret_parts.read(part.game_id, part.number, part.holder, part.salt, part.body) for part in parts)


def export(game: Game) -> Json:
    """Return the export of one game, as `Exports` does for many."""
    return Exports([game]).read(game)


def unbroken(game: Game) -> bool:
    """Check whether the chain of hashes holds from the commitment to the last entry."""
    records = [record.imported(entry) for entry in Exports([game]).entries_of(game)]
    previous = game.commitment
    for number, entry in enumerate(records, 1):
        if entry.number != number or record.chained(previous, entry.public, entry.secrets) != entry.hash:
            return False
        previous = entry.hash
    return previous == game.chain and len(records) == game.head
