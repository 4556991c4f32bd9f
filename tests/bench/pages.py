"""The game page against the API requests that it replaces, pictures, and the weight of a page.

They run in this process, through Django's whole middleware chain, with the database on its own: printed is the web
process's processor time, the median of many. A program that shows a game makes three requests: for the game, its
options and the newest entries of its log; the page's figures are printed beside theirs, position by position.

Compared requests are made alternately, under the same conditions: a processor that has just built a page of 100 kB
answers the next request more slowly than one that has just answered the same, be it the API's or the page's.
"""

import gc
import os
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import median
from typing import Any, Final, NamedTuple

from tests.site.weight import HEAVIEST, weigh

ROUNDS: Final = 15
RULESETS: Final = {"usa@1": 5, "old_west@1": 6, "card_game@1": 4}
MIDDLE: Final = 120
"""Moves played before measuring."""
ALLOWED_MORE: Final = 5.0
MOST_OF_A_GAME: Final = 1.2
LONGEST_SVG, LONGEST_PNG = 5.0, 300.0
"""Milliseconds."""


class Asker(NamedTuple):
    """A seat whose turn it is in the middle of a game, with a browser and a token."""

    game: Any
    seat: int
    browser: Any
    token: dict[str, str]

    def api(self, path: str, tag: str = "") -> Any:
        """Request a path of the API."""
        headers = self.token | ({"If-None-Match": tag} if tag else {})
        return self.browser.get(f"/api/v1/games/{self.game.pk}{path}", headers=headers)

    def me(self) -> Any:
        """Request the program's own account, as every program does."""
        return self.browser.get("/api/v1/me", headers=self.token)

    def page(self, path: str = "", tag: str = "") -> Any:
        """Request the game page."""
        return self.browser.get(f"/games/{self.game.pk}{path}", headers={"If-None-Match": tag} if tag else {})


def main() -> None:
    """Measure every game in its middle."""
    os.environ["DEBUG"] = "false"
    import django

    django.setup()
    from django.conf import settings

    settings.ALLOWED_HOSTS = ["*"]
    import ttr_site.wsgi  # noqa: F401 - as a web process begins

    for ruleset, seats in RULESETS.items():
        asker = build_asker(ruleset, seats)
        print(f"{ruleset}, {seats} seats, entry {asker.game.head}:")
        _tables(asker)
        _pictures(asker)
        _weight(asker)


def build_asker(ruleset: str, seats: int) -> Asker:
    """Play a game into its middle, and return a seat that is asked for its turn."""
    from django.test import Client
    from django.utils import timezone

    from games.models import Game
    from tests.games.stories import chosen, holder, play_on, players, prompts, started
    from tests.site.running import token_of

    people = players(seats, f"Bench {os.getpid()} {ruleset[:3]} ")
    now = timezone.now()
    game = chosen(started(people, ruleset=ruleset, now=now), now=now)
    play_on(game, MIDDLE, now=now)
    while prompts(game)[0]["type"] != "take_turn":
        play_on(game, 1, now=now)
    seat = prompts(game)[0]["seat"]
    browser = Client()
    browser.force_login(holder(game, seat))
    token = {"Authorization": f"Bearer {token_of(holder(game, seat))}"}
    return Asker(Game.objects.select_related("secret").get(pk=game.pk), seat, browser, token)


def _tables(asker: Asker) -> None:
    after = asker.game.head - 40
    paths = {"game": "", "options": "/options", "log": f"/log?after={after}"}
    asks: dict[str, Callable[[], Any]] = {
        "page": asker.page,
        "me": asker.me,
        **{what: partial(asker.api, path) for what, path in paths.items()},
    }
    costs = _in_turns(asks)
    page, me = costs.pop("page"), costs.pop("me")
    told = " + ".join(f"{what} {cost:.1f}" for what, cost in costs.items())
    _tell("table page", page, sum(costs.values()) + ALLOWED_MORE, f"{told}, and 5")
    _tell("own account", me, MOST_OF_A_GAME * costs["game"], f"{MOST_OF_A_GAME} of a game")
    fresh, news, again = _unchanged([partial(asker.api, ""), partial(asker.page, "/news"), partial(asker.page, "")])
    _tell("304 to the poll", news, fresh, "the API's")
    _tell("304 to the page", again, fresh, "the API's")


def _in_turns(asks: Mapping[str, Callable[[], Any]]) -> dict[str, float]:
    """Return the cost of each request: one of each in every round, without the first round."""
    rounds = [{what: _once(ask) for what, ask in asks.items()} for _ in range(ROUNDS + 1)][1:]
    return {what: median(costs[what] for costs in rounds) for what in asks}


def _unchanged(asks: Sequence[Callable[[str], Any]]) -> list[float]:
    """Return the costs of answering "not modified" to somebody who asked a moment ago, like a poll.

    A page's tag holds for a minute: a round in which a minute has passed is not counted.
    """
    rounds: list[list[float]] = []
    while len(rounds) < ROUNDS:
        tags = [ask("")["ETag"] for ask in asks]
        answers = [_second(partial(ask, tag)) for ask, tag in zip(asks, tags, strict=True)]
        if all(status == 304 for status, _ in answers):
            rounds.append([cost for _, cost in answers])
    return [median(costs) for costs in zip(*rounds, strict=True)]


def _second(ask: Callable[[], Any]) -> tuple[int, float]:
    """Return the answer's status, and the cost of a second request right after the first."""
    return ask().status_code, _once(ask)


def _pictures(asker: Asker) -> None:
    from games.presentation.pictures import Way
    from games.presentation.pictures.of_games import GamePicture
    from games.presentation.pictures.png import png
    from games.table import store

    _game, seats, _turns = store.look(asker.game.pk)
    for size in ("thumbnail", "email", "table"):
        picture = GamePicture.asked(asker.game, seats, asker.seat, Way(size, "day"))
        drawn = picture.svg()  # reads its rows once
        _tell(f"SVG, {size}", _cost(picture.svg), LONGEST_SVG, f"at most; {len(drawn) / 1000:.0f} kB")
        _tell(f"PNG, {size}", _cost(partial(png, drawn, size), rounds=5), LONGEST_PNG, "at most")


def _weight(asker: Asker) -> None:
    parts = weigh(asker.browser, f"/games/{asker.game.pk}")
    whole = sum(parts.values())
    heaviest = ", ".join(f"{path.rpartition('/')[2]} {size / 1000:.0f}" for path, size in parts.items() if size > 4000)
    sign = "" if whole <= HEAVIEST else "  TOO MUCH"
    print(f"  {'first load':18} {whole / 1000:6.1f} kB of {HEAVIEST / 1000:.0f} ({heaviest}){sign}")


def _cost(ask: Callable[[], Any], *, rounds: int = ROUNDS) -> float:
    """Return the median processor time of this process in milliseconds."""
    ask()
    return median(_once(ask) for _ in range(rounds))


def _once(ask: Callable[[], Any]) -> float:
    """Measure one run in milliseconds, after collecting earlier garbage."""
    gc.collect(1)
    began = time.process_time()
    ask()
    return (time.process_time() - began) * 1000


def _tell(what: str, cost: float, most: float, why: str) -> None:
    sign = "" if cost <= most else "  TOO MUCH"
    print(f"  {what:18} {cost:6.1f} ms of {most:.1f} ({why}){sign}", flush=True)


if __name__ == "__main__":
    main()
