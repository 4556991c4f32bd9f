"""The disk space of a finished game, table by table: rows, TOAST and each index.

Games of four are played to their end as on the site: every turn is notified by an email, which is sent and can be
answered, before the player makes a random legal move. Sizes are measured when the secrets open, and again after the
cleanup. The floor stores the same canonical bytes, compressed, in one row per game.
"""

import os
import zlib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from games.models import Game, Player

GAMES: Final = int(os.environ.get("STORAGE_GAMES", "8"))
"""Games of the base game; half as many of each other ruleset."""
RULESETS: Final = {"usa@1": GAMES, "old_west@1": GAMES // 2, "card_game@1": GAMES // 2}
WARM: Final = 1
"""Games played before, so that an empty table's first pages do not count."""
SEATS: Final = 4
BEGUN: Final = datetime(2026, 1, 1, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
MOST: Final = 150_000
"""The most bytes a finished game may take, with all indexes."""
BOUNDED: Final = ("django_", "games_player", "games_heartbeat", "games_outage")
"""Prefixes of tables that do not grow with each game."""

VACUUM: Final = "VACUUM (FULL, ANALYZE)"
"""The statement that removes the holes left by deleted rows; indexes are then nine tenths full."""
TABLES: Final = """
SELECT relname, pg_table_size(oid) - coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0),
    coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0)
FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""
INDEXES: Final = """
SELECT of_table.relname, of_index.relname, pg_relation_size(of_index.oid)
FROM pg_index JOIN pg_class of_index ON of_index.oid = indexrelid JOIN pg_class of_table ON of_table.oid = indrelid
WHERE of_table.relnamespace = 'public'::regnamespace
"""


class Part(NamedTuple):
    """A part of the disk space: a table's rows, its TOAST, or an index."""

    table: str
    name: str


Sizes = dict[Part, int]
"""Bytes by part."""


def main() -> None:
    """Play, measure, clean up, measure again."""
    from deploy.ports import free_port
    from tests.bench.mail import mail_server

    port = free_port()
    os.environ |= {"EMAIL_URL": f"smtp://127.0.0.1:{port}", "MAIL_IN_ADDRESS": "play@play.example"}
    import django

    django.setup()
    with mail_server(port, 0.0):
        for ruleset, count in RULESETS.items():
            measure(ruleset, count)


def measure(ruleset: str, count: int) -> None:
    """Measure this many games of one ruleset."""
    from tests.games.stories import players

    people = players(SEATS * 2, ruleset.partition("@")[0])
    _, ended = play(ruleset, people, WARM)
    put_away(ended)
    empty = sizes()
    games, ended = play(ruleset, people, count)
    played = sizes()
    put_away(ended)
    kept = sizes()
    entries, floor = log_of(games)
    print(f"\n{ruleset}: {count} games of {SEATS}, {entries / count:.0f} entries each; bytes a game")
    tell(count, empty, played, kept)
    print(f"  {'the log alone, one compressed row a game':52} {'':>9} {floor / count:9,.0f}")
    total = sum(kept.values()) - sum(empty.values())
    print(f"  {total / count:,.0f} bytes a game, {'within' if total <= MOST * count else 'ABOVE'} {MOST:,}")


def play(ruleset: str, people: "list[Player]", count: int) -> "tuple[list[Game], datetime]":
    """Play all games alternately, one move each, an hour apart; return them, and when all secrets are open."""
    from tests.games.stories import started

    random, now = Random(f"{ruleset} {count}"), BEGUN
    games = [started(random.sample(people, SEATS), now=now, ruleset=ruleset) for _ in range(count)]
    running = games
    while running:
        sweep(now)
        now += HOUR + timedelta(microseconds=random.randrange(60_000_000))
        running = [game for game in running if move(game, random, now)]
    opened = now + 3 * DAY
    sweep(now)
    sweep(opened)
    return games, opened


def move(game: "Game", random: Random, now: datetime) -> bool:
    """Make a random legal move for a seat whose turn it is; return whether the game goes on."""
    import engine
    from games.table import store
    from tests.games.stories import answer, holder

    table = store.load(store.read(game.pk))
    prompt = random.choice(table.state.prompts)
    legal = engine.options(table.state, prompt.seat).sample(random.randrange)
    text = engine.notation.write(table.codec.rules, legal)
    answer(game, holder(game, prompt.seat), prompt.id, text, now=now, key=f"{random.getrandbits(128):x}")
    return not store.load(store.read(game.pk)).state.over


def sweep(now: datetime) -> None:
    """Do the worker's work: emails and reminders."""
    from notifications.outbox import delivery
    from notifications.outbox.lines import Lines
    from notifications.policy import reminders

    reminders.note_due(now=now)
    with Lines(delivery.LINES) as lines:
        while delivery.deliver_due(now=now, lines=lines) is delivery.Progress.MORE:
            pass


def put_away(ended: datetime) -> None:
    """Do the worker's cleanup after its delays, and compact the logs."""
    from games.management.commands import compact_log
    from games.table.play import moves
    from notifications import reply_addresses
    from notifications.outbox import queue

    later = ended + 70 * DAY
    moves.forget_old_keys(now=later)
    for _ in range(GAMES + WARM):
        queue.prune(now=later)
        reply_addresses.forget_old(now=later)
    for game in compact_log.due([], later):
        assert not compact_log.compacted(game)


def sizes() -> Sizes:
    """Return the size of each table and index, without holes."""
    found: Sizes = {}
    for table, rows, toast in asked(TABLES, VACUUM):
        found |= {Part(table, "rows"): rows, Part(table, "TOAST"): toast}
    found |= {Part(table, index): size for table, index, size in asked(INDEXES)}
    return {part: size for part, size in found.items() if not part.table.startswith(BOUNDED)}


def asked(statement: str, before: str = "") -> list[tuple[Any, ...]]:
    """Run a statement, after another one, and return its rows."""
    from django.db import connection

    with connection.cursor() as cursor:
        if before:
            cursor.execute(before)
        cursor.execute(statement)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def log_of(games: "Iterable[Game]") -> tuple[int, int]:
    """Return the number of entries, and the compressed bytes of each log's canonical JSON."""
    from engine.codec import canonical
    from games.table import store

    logs = [store.export(store.read(game.pk))["entries"] for game in games]
    return sum(map(len, logs)), sum(len(zlib.compress(canonical(log), 9)) for log in logs)


def tell(count: int, empty: Sizes, played: Sizes, kept: Sizes) -> None:
    """Print a line for each table and for each of its parts."""
    print(f"  {'':52} {'at first':>9} {'in time':>9}")
    for table in sorted({part.table for part in played}, key=lambda name: -total(played, empty, name)):
        if total(played, empty, table) > count:
            line(count, table, total(played, empty, table), total(kept, empty, table))
            for part in parts_of(table, played):
                line(count, f"  {part.name}", grown(played, empty, part), grown(kept, empty, part))
    line(count, "all", sum(played.values()) - sum(empty.values()), sum(kept.values()) - sum(empty.values()))


def parts_of(table: str, found: Sizes) -> Iterator[Part]:
    """Return a table's parts, largest first."""
    return (part for part in sorted(found, key=lambda one: -found[one]) if part.table == table and found[part])


def grown(now: Sizes, before: Sizes, part: Part) -> int:
    """Return the growth of a part."""
    return now.get(part, 0) - before.get(part, 0)


def total(now: Sizes, before: Sizes, table: str) -> int:
    """Return the growth of a table with all its parts."""
    return sum(grown(now, before, part) for part in now if part.table == table)


def line(count: int, name: str, first: int, later: int) -> None:
    """Print a line of sizes per game."""
    print(f"  {name:52} {first / count:9,.0f} {later / count:9,.0f}")


if __name__ == "__main__":
    main()
