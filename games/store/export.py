"""A game's whole log as a file that anyone can check, and the check of its chain."""

from collections import defaultdict

import engine
from engine import record, verify
from engine.codec import Json
from games import sealing
from games.models import Entry, EntrySecret, Game
from games.store import secret_parts
from games.store.loading import load


def export(game: Game) -> Json:
    """The whole game with seed, salts and hands, for the checker. Only for a game whose secrets are open."""
    table = load(game)
    entries = _exported_entries(game)
    return {
        "format": verify.FORMAT,
        "game": game.id,
        "ruleset": game.ruleset,
        "board": game.board_digest,
        "options": game.options,
        "seats": game.seats_wanted,
        "order": list(range(game.seats_wanted)) if game.order != Game.Order.DRAWN else None,
        "commitment": game.commitment,
        "seed": sealing.unseal_seed(game.secret.seed).hex(),
        "contributions": entries[0]["public"]["contributions"],
        "entries": entries,
        "standings": verify.standings_json(engine.standings(table.state)),
    }


def _exported_entries(game: Game) -> list[Json]:
    parts: defaultdict[int, list[record.Secret]] = defaultdict(list)
    for row in EntrySecret.objects.filter(game=game).order_by("number", "holder"):
        parts[row.number].append(secret_parts.read(game.id, row.number, row.holder, row.salt, row.body))
    return [
        record.exported(record.Record(entry.number, entry.public, tuple(parts[entry.number]), entry.hash))
        for entry in Entry.objects.filter(game=game).order_by("number")
    ]


def unbroken(game: Game) -> bool:
    """Whether the chain of hashes holds from the commitment to the last entry."""
    records = [record.imported(entry) for entry in _exported_entries(game)]
    previous = game.commitment
    for number, entry in enumerate(records, 1):
        if entry.number != number or record.chained(previous, entry.public, entry.secrets) != entry.hash:
            return False
        previous = entry.hash
    return previous == game.chain and len(records) == game.head
