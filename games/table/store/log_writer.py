"""The writer of a decision into the log, of its position into the cache, and of its effects into the rows."""

import secrets

import engine
from engine import record
from games import instants
from games.models import Entry, Game
from games.table.store import secret_parts
from games.table.store.entries import ENTRIES, Turns, Written
from games.table.store.loader import LoadedGame
from games.table.store.write_batches import write


def append(
    table: LoadedGame, cause: record.Cause, decision: engine.Decision, chance: engine.Chance, turns: Turns
) -> Entry:
    """Write a decision into the log, the resulting position into the cache, and its effects on the turns.

    `cause.facts` holds at least kind, seat and at (RFC 3339, UTC). The game's row must be locked; its changed status,
    times and number of seats are saved too.
    """
    game = table.game
    number = game.head + 1
    entry_record = record.write(
        table.codec,
        number,
        game.chain or game.commitment,
        cause,
        decision.events,
        chance.draws,
        lambda: secrets.token_bytes(secret_parts.SALT_BYTES),
    )
    table.written.append(entry_record)
    table.state = decision.state
    entry = _entry(game, entry_record)
    game.head, game.chain, table.secret.chance_counter = entry.number, entry.hash, chance.counter
    still_open = [turn for turn in table.turns if turn.seat not in turns.closed]
    write(ENTRIES, [Written(table, entry, entry_record, turns)], game.id)
    table.turns = [*still_open, *turns.opened]
    return entry


def _entry(game: Game, entry_record: record.Record) -> Entry:
    public = entry_record.public
    return Entry(
        game=game,
        number=entry_record.number,
        kind=public["kind"],
        seat=public["seat"],
        at=instants.read(public["at"]),
        public=public,
        hash=entry_record.hash,
    )
