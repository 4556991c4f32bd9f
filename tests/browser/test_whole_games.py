"""Whole games at the table, and each kind of prompt, in three ways.

Every ruleset is played to its standings with the mouse, in each engine; `make soak-browser` also plays them with the
keyboard alone and without JavaScript. Each kind of prompt is answered in one of the ways in every run, in the others at
night.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import cycle, product
from typing import Final

import pytest
from django.utils import timezone
from playwright.sync_api import Browser
from pytest_django.live_server_helper import LiveServer

from engine import RULESETS
from games.models import Game
from tests.browser.engines.complaints import listen
from tests.browser.engines.everywhere import OTHERS
from tests.browser.engines.expectations import expect
from tests.browser.engines.interface import Engine
from tests.browser.test_table import come_in, holder, table
from tests.browser.ways import CARDS, CHOICES, MORE_TICKETS, MOUSE, SENDS, TICKETS, WAYS, Way, answer, send
from tests.games.stories import chosen, default, legal, play_a_round, play_on, players, post, prompts, started
from tests.games.worlds import deal, lay_deck, next_to_alvin
from tests.sweeps import at_length

MOST_MOVES = 400

NIGHTLY, SOAK, ENGINES = pytest.mark.nightly, pytest.mark.soak, pytest.mark.engines
GAMES: Final = [
    case
    for ruleset in RULESETS
    for case in (
        *(
            pytest.param(ruleset, way, None, id=f"{ruleset}-{way.name}", marks=NIGHTLY if way is MOUSE else SOAK)
            for way in WAYS
        ),
        *(pytest.param(ruleset, MOUSE, other, id=f"{ruleset}-{name}", marks=ENGINES) for name, other in OTHERS.items()),
    )
]


@pytest.mark.timeout(3000)
@pytest.mark.parametrize(("ruleset", "way", "engine"), GAMES, indirect=["engine"])
def test_a_whole_game(ruleset: str, way: Way, engine: Engine, live_server: LiveServer) -> None:
    game = started(players(2), ruleset=ruleset, now=timezone.now())
    with engine.window(live_server.url, scripts=way.scripts) as context:
        list_complaints = listen(context)
        come_in(context, live_server, holder(game, 0))
        page = context.new_page()
        for _ in range(MOST_MOVES):
            if Game.objects.get(pk=game.pk).status != Game.Status.RUNNING:
                break
            if 0 not in {prompt["seat"] for prompt in prompts(game)}:
                play_on(game, 1, now=timezone.now())
                continue
            table(page, game)
            answer(page, way)
        table(page, game)
        expect(page.locator("#question")).to_contain_text("with")
        assert list_complaints() == []


def _old_west() -> Game:
    game = chosen(started(players(2), ruleset="old_west@1", now=timezone.now()), now=timezone.now())
    deal(game, 0, red=5, blue=5, green=5, purple=5, black=5, locomotive=4)
    return game


def _first_tickets() -> Game:
    return started(players(2), now=timezone.now())


def _start() -> Game:
    game = started(players(2), ruleset="old_west@1", now=timezone.now())
    for seat in (0, 1):
        post(game, seat, default(game, seat), now=timezone.now())
    if prompts(game)[0]["seat"] != 0:
        post(game, 1, default(game, 1), now=timezone.now())
    return game


def _turn() -> Game:
    game = chosen(started(players(2), now=timezone.now()), now=timezone.now())
    deal(game, 0, red=4, blue=4, green=4, locomotive=2)
    return game


def _second_card() -> Game:
    game = _turn()
    post(game, 0, "draw deck", now=timezone.now())
    return game


def _tickets() -> Game:
    game = _turn()
    post(game, 0, next(move for move in legal(game, 0) if "ticket" in move), now=timezone.now())
    return game


def _marker() -> Game:
    game = _old_west()
    post(game, 0, next(move for move in legal(game, 0) if move.startswith("claim")), now=timezone.now())
    return game


def _alvin() -> Game:
    game = next_to_alvin()
    claim = next(move for move in legal(game, 0) if move.startswith("claim albuquerque-roswell"))
    post(game, 0, claim, now=timezone.now())
    if prompts(game)[0]["type"] == "place_marker":
        post(game, 0, default(game, 0), now=timezone.now())
    return game


def _row() -> Game:
    game = chosen(started(players(2), ruleset="card_game@1", now=timezone.now()), now=timezone.now())
    deal(game, 0, blue=3, red=2, locomotive=1)
    return game


def _tunnel() -> Game:
    game = chosen(started(players(2), ruleset="europe@1", now=timezone.now()), now=timezone.now())
    if prompts(game)[0]["seat"] != 0:
        post(game, 1, "draw deck", now=timezone.now())
        post(game, 1, "draw deck", now=timezone.now())
    deal(game, 0, orange=5)
    lay_deck(game, orange=3)
    post(game, 0, "claim angora-smyrna orange 3", now=timezone.now())
    return game


def _completing() -> Game:
    game = started(players(2), ruleset="card_game@1", now=timezone.now())
    play_a_round(game)
    return game


@dataclass(frozen=True)
class Question:
    """A position in which seat 0 is asked; the URL suffix of its page, and the element to press before the button."""

    prompt: str
    game: Callable[[], Game]
    more: str = ""
    first: str = ""


QUESTIONS: Final[Mapping[str, Question]] = {
    "first tickets": Question("keep_first_tickets", _first_tickets, first=TICKETS),
    "start": Question("choose_start", _start, first=CHOICES),
    "claim": Question("take_turn", _turn, more="?all=1", first=CHOICES),
    "card": Question("take_turn", _turn, first=CARDS),
    "second card": Question("draw_again", _second_card, first=CARDS),
    "tickets": Question("take_turn", _turn, first=MORE_TICKETS),
    "keeping": Question("keep_tickets", _tickets, first=TICKETS),
    "marker": Question("place_marker", _marker),
    "alvin": Question("move_alvin", _alvin),
    "tunnel": Question("pay_tunnel", _tunnel),
    "row": Question("take_turn", _row, more="?all=1", first=CHOICES),
    "completing": Question("complete_tickets", _completing),
}


@pytest.mark.parametrize(
    ("asked", "way"),
    at_length(product(QUESTIONS, WAYS), at_once=[*zip(QUESTIONS, cycle(WAYS), strict=False)]),
    ids=lambda value: getattr(value, "name", value),
)
def test_each_kind_of_question(asked: str, way: Way, chromium: Browser, live_server: LiveServer) -> None:
    question = QUESTIONS[asked]
    game = question.game()
    (before,) = (prompt for prompt in prompts(game) if prompt["seat"] == 0)
    assert before["type"] == question.prompt
    with way.window(chromium, live_server.url) as context:
        list_complaints = listen(context)
        come_in(context, live_server, holder(game, 0))
        page = context.new_page()
        table(page, game, question.more)
        if question.first:
            way.press(page, page.locator(question.first).first)
            page.locator(SENDS).first.wait_for()
        send(page, way)
        expect(page.locator(".game-notice")).to_have_count(0)
        assert list_complaints() == []
    assert before["id"] not in {prompt["id"] for prompt in prompts(game)}


def test_no_kind_of_question_is_forgotten() -> None:
    """Check that every prompt of a ruleset is covered."""
    asked = {prompt.tag for rules in RULESETS.values() for prompt in rules.moves}
    assert asked | {"move_alvin"} == {question.prompt for question in QUESTIONS.values()}
