"""The games that all others are copied from, played through the site's own services and notified by email.

Most are in the middle of play, of every ruleset and with every number of seats, some of them long. They allow a week
for each move, so that their copies' deadlines can lie days apart. The others come from `tests.bench.sweep_crowd`:
copies of them have something due, or are open games that wait for players.
"""

import pickle
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

from django.utils import timezone

from games.models import Game, Plan
from notifications.policy import reminders
from tests.bench import storage, sweep_crowd
from tests.bench.million.templates import Pattern, Patterns, read
from tests.games.stories import players, started

HOUR: Final = timedelta(hours=1)
WEEK: Final = timedelta(days=7)
LENGTHS: Final = (*(4, 5, 6, 7, 7, 8, 8, 9, 9, 10, 11, 12) * 3, 30, 40)
"""Log lengths of the games in the middle of play, without the first entry; with it, more than ten on average."""
TABLES: Final = (("usa@1", 2), ("usa@1", 3), ("card_game@1", 2), ("usa@1", 4), ("old_west@1", 3), ("card_game@1", 3))
"""The ruleset and the number of seats, used in rotation."""
FIRST_LOOK: Final = timedelta(days=2)
"""By then each alarm is set for the first reminder of its turn, and no reminder is due yet."""
FORGOTTEN: Final = timedelta(days=40)


def main(file: str) -> None:
    """Play in the database of DATABASE_URL, and write the patterns to the file."""
    now = timezone.now()
    found = Patterns(played(now), made(now))
    Path(file).write_bytes(pickle.dumps(found))


def played(now: datetime) -> list[Pattern]:
    """Play all games alternately, one move each, an hour apart until an hour ago, and send all notifications."""
    random, people = Random(1), players(4, "Pattern ")
    games: list[tuple[Game, int]] = []
    for place in range(max(LENGTHS)):
        at = now - (max(LENGTHS) - place) * HOUR
        for number, length in enumerate(LENGTHS):
            if length + place == max(LENGTHS):
                ruleset, seats = TABLES[number % len(TABLES)]
                game = started(people[:seats], now=at, ruleset=ruleset, time_per_move=WEEK)
                games.append((game, number))
        for game, _ in games:
            storage.move(game, random, at)
        storage.sweep(at)
    reminders.note_due(now=now + FIRST_LOOK)
    sweep_crowd.settle()
    return [read(game.pk) for game, _ in sorted(games, key=lambda one: one[1])]


def made(now: datetime) -> dict[str, Pattern]:
    """Return the due games of `tests.bench.sweep`, with plans due in an hour and the open game closing in an hour."""
    kinds = sweep_crowd.made(now)
    Plan.objects.update(acts_at=now + HOUR)
    told = now - FORGOTTEN
    Game.objects.filter(pk=kinds["forgotten"].pk).update(closes_at=now + HOUR, closing_told_at=told, created_at=told)
    return {kind: read(game.pk) for kind, game in kinds.items()}
