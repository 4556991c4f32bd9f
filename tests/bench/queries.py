"""`make bench ARGS=queries`: the statements it takes to read a game with and without talk, and long standings.

It fails if talk adds statements to a game without new lines, or if long standings take more statements than short ones.
"""

import os
from collections.abc import Callable
from typing import Any, Final

ROWS: Final = {"leaderboard": (10, 100, "players"), "series": (2, 10, "games"), "league": (16, 100, "members")}
"""A few rows, and many; series and divisions have only one length."""
RULESET: Final = "usa@1"
Costs = dict[str, int]


def main() -> None:
    """Count the statements, and print the results."""
    os.environ["DEBUG"] = "false"
    import django

    django.setup()
    from django.conf import settings

    settings.ALLOWED_HOSTS = ["*"]
    wrong = [*_talk(), *_standings("leaderboard", _leaderboard), *_standings("series", _series)]
    wrong += _standings("league", _league)
    if wrong:
        raise SystemExit(f"more statements: {', '.join(wrong)}")


def _talk() -> list[str]:
    """Count the statements for a player who has read the whole talk, and for one who has not."""
    from django.utils import timezone

    from games.models import Game
    from games.table.talk import new_lines, talk_lines
    from tests.games.stories import chosen, holder, players, started

    now = timezone.now()
    game = chosen(started(players(3, "Talker "), now=now), now=now)
    reader = holder(game, 1)
    paths = [f"/games/{game.pk}{path}" for path in ("", "/options", "/log")]
    pages = [f"/games/{game.pk}{path}" for path in ("/news?entry=1&line=1", "")]
    silent = _costs(reader, paths, pages)
    new_lines.say(player=holder(game, 0), game_id=game.pk, text="Good luck!", now=now)
    new = _costs(reader, paths, pages)
    talk_lines.mark(player=reader, game=Game.objects.get(pk=game.pk), number=1)
    read = _costs(reader, paths, pages)
    print(f"{'a game, by API and page':40} {'silent':>8} {'all read':>8} {'new line':>8}")
    for path, cost in silent.items():
        print(f"{path.replace(game.pk, '…'):40} {cost:8} {read[path]:8} {new[path]:8}")
    return [path for path, cost in silent.items() if read[path] > cost]


def _standings(what: str, made: Callable[[int], tuple[Any, list[str], list[str]]]) -> list[str]:
    """Count the statements for the same list, short and long."""
    counts = []
    least, most, of = ROWS[what]
    for rows in (least, most):
        reader, paths, pages = made(rows)
        counts.append([(path, cost) for path, cost in _costs(reader, paths, pages).items()])
    wrong = []
    for (path, few), (_, many) in zip(*counts, strict=True):
        way = "API" if path.startswith("/api") else "page"
        print(f"{what} by {way}: {few} statements for {least} {of}, {many} for {most}")
        wrong += [f"{what} by {way}"] if many > few else []
    return wrong


def _leaderboard(rows: int) -> tuple[Any, list[str], list[str]]:
    from games.models import Rating
    from games.ratings.rating_table import FEWEST_GAMES
    from tests.games.stories import players

    Rating.objects.all().delete()
    people = players(rows, f"Leader {rows} ")
    Rating.objects.bulk_create(
        Rating(player=one, ruleset=RULESET, mu=25 + place / 10, sigma=2, games=FEWEST_GAMES, cautious=20 + place / 10)
        for place, one in enumerate(people)
    )
    return people[0], [f"/rulesets/{RULESET}/leaderboard"], [f"/leaderboard?ruleset={RULESET}"]


def _series(rows: int) -> tuple[Any, list[str], list[str]]:
    """Start this many games of a series of ten."""
    from django.utils import timezone

    from games.competitions.series import creation, progress
    from games.lobby import lobby
    from games.models import Game, SeriesGame
    from games.table.rulings import End
    from tests.games.courts import rule
    from tests.games.stories import DAY, players

    now = timezone.now()
    people = players(2, f"Series {rows} ")
    wishes = lobby.Wishes(RULESET, 2, DAY, order="fixed")
    first = creation.create(host=people[0], wishes=wishes, games=10, now=now)
    lobby.join_game(player=people[1], game_id=first.pk, now=now)
    series = SeriesGame.objects.get(game=first).series_id
    for number in range(1, rows):
        game = Game.objects.get(seriesgame__series=series, seriesgame__number=number)
        rule(game, End(how="adjudicated"), now=now)
        progress.advance_due(now=now)
    return people[0], [f"/series/{series}"], [f"/series/{series}"]


def _league(rows: int) -> tuple[Any, list[str], list[str]]:
    from games.competitions.leagues import sweeps
    from tests.competitions.league import BEGINS, entered, founded
    from tests.games.stories import players

    people = players(rows, f"League {rows} ")
    league = founded(people[0], name=f"League of {rows}")
    entered(league, people)
    sweeps.sweep(now=BEGINS)
    return people[0], [f"/leagues/{league.pk}/seasons/1"], [f"/leagues/{league.pk}"]


def _costs(reader: Any, paths: list[str], pages: list[str]) -> Costs:
    """Return the statements of each answer, for a program and for a browser, at the second request, as usual."""
    from django.test import Client

    from tests.api.people import API, client_of

    program, browser = client_of(reader), Client()
    browser.force_login(reader)
    asked = [(program, f"{API}{path}") for path in paths] + [(browser, path) for path in pages]
    return {path: [_statements(client, path) for _ in range(2)][1] for client, path in asked}


def _statements(client: Any, path: str) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as done:
        answer = client.get(path)
    if answer.status_code != 200:
        raise SystemExit(f"{path}: {answer.status_code}")
    return len(done)


if __name__ == "__main__":
    main()
