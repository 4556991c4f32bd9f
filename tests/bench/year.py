"""A simulated year of five hundred games: do all end, is anybody disturbed at night, does all news arrive once?"""

import os
import sys
from time import perf_counter

import django

django.setup()

from django.db.models import Avg, F  # noqa: E402

from games.management.commands.replay import find_differences  # noqa: E402
from games.models import Game, Turn  # noqa: E402
from tests.games.years import DAY, OVER, Year  # noqa: E402

GAMES = int(os.environ.get("YEAR_GAMES", "500"))


def main() -> None:
    """Play the year and print the results; exit with status 1 if something forbidden has happened."""
    begun = perf_counter()
    seen = Year(games=GAMES, people=max(8, GAMES // 2), seed=2026, within=60 * DAY).run(365 * DAY)
    took = perf_counter() - begun
    for name, count in sorted(seen.counts.items()):
        print(f"{count:8}  {name}")
    games = Game.objects.all()
    lasted = games.filter(status__in=OVER).aggregate(days=Avg(F("ended_at") - F("started_at")))["days"]
    counted = Turn.objects.filter(in_time__isnull=False)
    wrong = {
        "games that have not ended": games.exclude(status__in=OVER).count(),
        "turns lost in quiet hours": len(seen.at_night),
        "expiries that were not announced once": len(seen.unannounced),
        "announcements made twice": sum(count > 1 for count in seen.told.values()),
        "games that replay otherwise": sum(bool(find_differences(game.pk)) for game in games),
    }
    print(f"{counted.filter(in_time=False).count():8}  turns missed of {counted.count()}")
    print(f"a game lasted {lasted / DAY if lasted else 0:.1f} days on average; all that took {took:.0f} s")
    for name, count in wrong.items():
        print(f"{count:8}  {name}")
    print(*seen.at_night, *seen.unannounced, sep="\n", end="")
    sys.exit(any(wrong.values()))


if __name__ == "__main__":
    main()
