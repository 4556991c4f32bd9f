"""Requests of players and their programs, in games that are copies of the same patterns in every crowd.

They run in this process, through Django's whole middleware chain. Each request is made once before it is measured, so
that the rows it reads are in memory, as they are on a machine whose memory holds its working set.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

from django.test import Client

import engine
from games.models import Game, Player
from games.table import store
from tests.bench import plan_nodes
from tests.bench.million.costs import Cost, cost, middle
from tests.bench.million.turns import Turns
from tests.games.stories import holder
from tests.site.running import token_of

ROUNDS: Final = 3
LISTS: Final = {
    "my games": "/games?filter=mine",
    "games that wait for me": "/games?filter=waiting",
    "open games": "/games?filter=open",
    "public games": "/games?filter=all",
    "public games of a ruleset": "/games?filter=all&ruleset=card_game@1",
    "public games that have ended": "/games?filter=all&status=ended",
    "public games of a ruleset that nobody plays": "/games?filter=all&ruleset=lagoon@1",
}
PAGES: Final = {"page: my games": "/games", "page: open games": "/tables", "page: front": "/"}


class Asker(NamedTuple):
    """A seat whose turn it is, with a browser and a token."""

    game: str
    player: Player
    browser: Client
    token: dict[str, str]

    def api(self, path: str) -> Any:
        """Request a path of the API."""
        return _good(self.browser.get(f"/api/v1{path}", headers=self.token))

    def page(self, path: str) -> Any:
        """Request a page."""
        return _good(self.browser.get(path))

    def post(self, body: dict[str, str]) -> Any:
        """Post a move to the API."""
        path = f"/api/v1/games/{self.game}/moves"
        return _good(self.browser.post(path, body, "application/json", headers=self.token))


def asker(game: str) -> Asker:
    """Return the player whose turn it is in this game."""
    seat = _prompt(game).seat
    player = holder(Game(pk=game), seat)
    browser = Client()
    browser.force_login(player)
    return Asker(game, player, browser, {"Authorization": f"Bearer {token_of(player)}"})


def asked(games: list[str], nodes: plan_nodes.Nodes, turns: Turns) -> Iterator[tuple[str, Cost]]:
    """Yield each kind of request with its median cost, after explaining it once."""
    askers = [asker(game) for game in games]
    for name, ask in _questions().items():
        with plan_nodes.explained(nodes):
            ask(askers[0])
        yield name, middle(list(_costs(askers, ask, turns)))
    yield "a move posted", middle(list(_moves(askers, turns)))


def _questions() -> dict[str, Callable[[Asker], Any]]:
    """Return the kinds of requests by name."""
    return {
        "a game": lambda who: who.api(f"/games/{who.game}"),
        "a page of its log": lambda who: who.api(f"/games/{who.game}/log"),
        "its options": lambda who: who.api(f"/games/{who.game}/options"),
        "its table's page": lambda who: who.page(f"/games/{who.game}"),
        "own account": lambda who: who.api("/me"),
        **{name: partial(_listed, path) for name, path in LISTS.items()},
        **{name: partial(_shown, path) for name, path in PAGES.items()},
    }


def _listed(path: str, who: Asker) -> Any:
    return who.api(path)


def _shown(path: str, who: Asker) -> Any:
    return who.page(path)


def _costs(askers: list[Asker], ask: Callable[[Asker], Any], turns: Turns) -> Iterator[Cost]:
    for who in askers:
        ask(who)
    for _ in range(ROUNDS):
        turns.pass_on()
        yield from (cost(partial(ask, who)) for who in askers)


def _moves(askers: list[Asker], turns: Turns) -> Iterator[Cost]:
    """Play each game on, and yield the costs; the first moves are not counted."""
    for turn in range(ROUNDS + 1):
        turns.pass_on()
        for who in askers:
            prompt = _prompt(who.game)
            mover = who if turn == 0 and holder(Game(pk=who.game), prompt.seat) == who.player else asker(who.game)
            body = {"prompt": prompt.id, "move": _first_move(who.game, prompt.seat)}
            spent = cost(partial(mover.post, body))
            if turn:
                yield spent


def _prompt(game: str) -> Any:
    return store.load(store.read(game)).state.prompts[0]


def _first_move(game: str, seat: int) -> str:
    table = store.load(store.read(game))
    return engine.notation.write(table.codec.rules, engine.default_move(table.state, seat))


def _good(answer: Any) -> Any:
    assert answer.status_code in (200, 201), (answer.status_code, answer.content[:500])
    return answer
