"""Facts shown about players reveal nothing of a running game: ratings, leaderboards, records, series; byte for byte."""

import re
from itertools import product

import pytest
from django.db import transaction
from django.test import Client
from time_machine import travel

import engine
from games.competitions.series import selectors
from games.models import Game, Player, Rating
from games.ratings import rating_table
from tests.api.people import API, client_of
from tests.competitions.test_series import series_of
from tests.games.stories import NOON, chosen, holder, play_on, players, post, started
from tests.games.worlds import swap_what_is_hidden, turn_what_was_drawn
from tests.ratings.test_ratings import ended
from tests.sweeps import at_length
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db

ONCE = re.compile(rb"\b[A-Za-z0-9]{64}\b")
"""The token against forged forms, which differs in each answer."""


def everything_told(people: list[Player], readers: list[Player], ruleset: str) -> list[bytes]:
    """Return all pages and API answers about these players for these readers, and for anyone."""
    pages = ["/leaderboard", f"/leaderboard?ruleset={ruleset}", *(f"/players/{one.pk}" for one in people)]
    facts = [f"/rulesets/{ruleset}/leaderboard", *(f"/players/{one.pk}" for one in people)]
    facts += [f"/players/{one.pk}/games" for one in people]
    browsers = [Client(), *map(browser_of, readers)]
    answers = [text_of(browser, path) for browser, path in product(browsers, pages)]
    rows = [client_of(reader).get(f"{API}{path}") for reader, path in product(readers, facts)]
    assert {row.status_code for row in rows} <= {200}
    return [ONCE.sub(b"", text.encode()) for text in answers] + [row.content for row in rows]


def established(people: list[Player], ruleset: str) -> None:
    """Have these people play until they are on the leaderboard."""
    ended(people, ruleset=ruleset)
    Rating.objects.update(games=rating_table.FEWEST_GAMES)


@pytest.mark.long
@travel(NOON, tick=False)
@pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["card_game@1"]))
def test_hands_tickets_and_chance_of_a_running_game_change_nothing(ruleset: str) -> None:
    people, watcher = players(3), players(1, "Watcher")[0]
    established(people, ruleset)
    game = chosen(started(people, ruleset=ruleset))
    post(game, 0, "draw deck", "draw deck")
    readers = [watcher, people[2]]
    before = everything_told(people, readers, ruleset)
    assert any(b"\xc2\xb1" in page for page in before)  # a rating, and its uncertainty
    for otherwise in (turn_what_was_drawn, swap_what_is_hidden):
        with transaction.atomic():
            otherwise(Game.objects.get(pk=game.pk), reader=2)
            assert everything_told(people, readers, ruleset) == before
            transaction.set_rollback(True)


@travel(NOON, tick=False)
def test_nor_do_moves_before_the_end_change_ratings() -> None:
    """Points are open in a running game, but ratings follow from results alone."""
    people = players(3)
    established(people, "usa@1")
    rows = list(Rating.objects.order_by("pk").values())
    before = text_of(Client(), "/leaderboard?ruleset=usa@1")
    play_on(chosen(started(people)), 40)
    assert list(Rating.objects.order_by("pk").values()) == rows
    assert text_of(Client(), "/leaderboard?ruleset=usa@1") == before


@travel(NOON, tick=False)
def test_a_series_tells_no_more_of_its_running_game() -> None:
    game = chosen(series_of(3, players(2)))
    post(game, 0, "draw deck", "draw deck")
    place = selectors.place_of(game)
    assert place is not None

    def shown() -> list[bytes]:
        pages = [text_of(browser, f"/series/{place.series_id}") for browser in (Client(), browser_of(holder(game, 1)))]
        facts = client_of(holder(game, 1)).get(f"{API}/series/{place.series_id}")
        assert facts.status_code == 200
        return [*(ONCE.sub(b"", page.encode()) for page in pages), facts.content]

    before = shown()
    swap_what_is_hidden(game, reader=1)
    assert shown() == before
