"""What a finished game takes on the disk, table by table: rows, TOAST and each index.

Games of four are played to their end as the site would: every question is told by an email, which is sent, and can be
answered, before somebody makes a random legal move. Measured is when their secrets open, and again when what can be put
away has been. The floor keeps the same canonical bytes, compressed, in one row for each game.
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
"""Of the base game; of each other, half as many."""
RULESETS: Final = {"usa@1": GAMES, "old_west@1": GAMES // 2, "card_game@1": GAMES // 2}
WARM: Final = 1
"""Games that are there before, so that an empty table's first pages count for none."""
SEATS: Final = 4
BEGUN: Final = datetime(2026, 1, 1, tzinfo=UTC)
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
MOST: Final = 150_000
"""Bytes a finished game may take, with all indexes."""
BOUNDED: Final = ("django_", "games_player", "games_heartbeat", "games_outage")
"""Tables that do not grow with each game begin so."""

VACUUM: Final = "VACUUM (FULL, ANALYZE)"
"""So that room left by rows that are gone, which others will take, counts for none; indexes are nine tenths full."""
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
    """Something that takes room: a table's rows, its TOAST, or an index."""

    table: str
    name: str


Sizes = dict[Part, int]
"""Bytes."""


def main() -> None:
    """Play, measure, put away, measure again."""
    from deploy.local import free_port
    from tests.bench.mail import mail_server

    port = free_port()
    os.environ |= {"EMAIL_URL": f"smtp://127.0.0.1:{port}", "MAIL_IN_ADDRESS": "play@play.example"}
    import django

    django.setup()
    with mail_server(port, 0.0):
        for ruleset, count in RULESETS.items():
            measure(ruleset, count)


def measure(ruleset: str, count: int) -> None:
    """So many games of one ruleset."""
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
    """All games at once, a move in each by turns, an hour apart; returns them, and when the secrets of all are open."""
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
    """Somebody who is asked makes a legal move; whether the game goes on."""
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
    """What the worker does: emails, reminders."""
    from notifications.outbox import delivery
    from notifications.outbox.lines import Lines
    from notifications.policy import reminders

    reminders.note_due(now=now)
    with Lines(delivery.LINES) as lines:
        while delivery.deliver_due(now=now, lines=lines) is delivery.Progress.MORE:
            pass


def put_away(ended: datetime) -> None:
    """What the worker throws away by and by, when its time has come; and the logs, compacted."""
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
    """What each table and index takes, without holes."""
    found: Sizes = {}
    for table, rows, toast in asked(TABLES, VACUUM):
        found |= {Part(table, "rows"): rows, Part(table, "TOAST"): toast}
    found |= {Part(table, index): size for table, index, size in asked(INDEXES)}
    return {part: size for part, size in found.items() if not part.table.startswith(BOUNDED)}


def asked(statement: str, before: str = "") -> list[tuple[Any, ...]]:
    """The rows of a statement, after another one."""
    from django.db import connection

    with connection.cursor() as cursor:
        if before:
            cursor.execute(before)
        cursor.execute(statement)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def log_of(games: "Iterable[Game]") -> tuple[int, int]:
    """How many entries, and how many bytes each log's canonical JSON takes, compressed."""
    from engine.codec import canonical
    from games.table import store

    logs = [store.export(store.read(game.pk))["entries"] for game in games]
    return sum(map(len, logs)), sum(len(zlib.compress(canonical(log), 9)) for log in logs)


def tell(count: int, empty: Sizes, played: Sizes, kept: Sizes) -> None:
    """A line for each table, and what it consists of."""
    print(f"  {'':52} {'at first':>9} {'in time':>9}")
    for table in sorted({part.table for part in played}, key=lambda name: -total(played, empty, name)):
        if total(played, empty, table) > count:
            line(count, table, total(played, empty, table), total(kept, empty, table))
            for part in parts_of(table, played):
                line(count, f"  {part.name}", grown(played, empty, part), grown(kept, empty, part))
    line(count, "all", sum(played.values()) - sum(empty.values()), sum(kept.values()) - sum(empty.values()))


def parts_of(table: str, found: Sizes) -> Iterator[Part]:
    """The largest first."""
    return (part for part in sorted(found, key=lambda one: -found[one]) if part.table == table and found[part])


def grown(now: Sizes, before: Sizes, part: Part) -> int:
    """By so much."""
    return now.get(part, 0) - before.get(part, 0)


def total(now: Sizes, before: Sizes, table: str) -> int:
    """By so much a table has grown, with all that belongs to it."""
    return sum(grown(now, before, part) for part in now if part.table == table)


def line(count: int, name: str, first: int, later: int) -> None:
    """For people."""
    print(f"  {name:52} {first / count:9,.0f} {later / count:9,.0f}")


if __name__ == "__main__":
    main()
