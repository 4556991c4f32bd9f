"""Plans from the table: one tap makes one, the table shows its lines, and nothing needs scripts."""

import re

import pytest

from games.models import Game, Plan
from tests.games.stories import chosen, default, holder, players, post, prompts, started
from tests.web.paper import Visitor
from tests.web.seat_links import opened
from tests.web.test_table import seen, sit, turn

pytestmark = pytest.mark.django_db

ROUTE = "?route=denver-omaha"
SOON, DRAW = "Claim this as soon as I can", "Draw what I need until I can claim it"


def orders(game: Game) -> list[str]:
    return list(Plan.objects.get(game=game).orders)


def one_who_waits() -> tuple[Game, Visitor]:
    game = chosen(started(players(2)))
    return game, sit(game, 1 - prompts(game)[0]["seat"])


def test_a_claim_that_can_be_played_now_needs_no_plan() -> None:
    _, _, visitor = turn(purple=4)
    assert "as soon as I can" not in visitor.open(ROUTE).text


def test_one_tap_beside_the_claim_makes_the_plan() -> None:
    game, _, visitor = turn()
    visitor.open(ROUTE)
    page = visitor.press(SOON)
    assert orders(game) == ["claim denver-omaha"]
    assert "Your plan is kept." in page.text
    assert "Your plan Change it claim denver-omaha" in page.text


def test_so_does_one_for_a_route_that_cannot_be_paid_for_yet() -> None:
    game, _, visitor = turn()
    assert "You can’t claim it now." in visitor.open(ROUTE).text
    visitor.press(DRAW)
    assert orders(game) == ["claim denver-omaha", "draw wanted else deck"]


def test_another_claim_comes_before_what_can_always_be_played() -> None:
    game, visitor = one_who_waits()
    for route, words in ((ROUTE, DRAW), ("?route=helena-seattle", SOON), (ROUTE, SOON)):
        visitor.open(route)
        visitor.press(words)
    assert orders(game) == ["claim denver-omaha", "claim helena-seattle", "draw wanted else deck"]


def test_whoever_waits_is_offered_what_the_tickets_lack() -> None:
    game, visitor = one_who_waits()
    assert "Plan a claim" in visitor.page.text
    visitor.open(next(href for href, words in visitor.page.links if words and href.startswith("?route=")))
    visitor.press(SOON)
    assert len(orders(game)) == 1


def test_the_drawing_of_a_route_is_told_in_words_too() -> None:
    _, visitor = one_who_waits()
    drawing = r'class="slots">(?:<svg[^>]*><use[^>]*/></svg>)+ <span class="unseen">(\d) spaces?, [a-z ]+</span>'
    lengths = re.findall(drawing, visitor.answer.content.decode())
    assert len(lengths) == visitor.answer.content.decode().count('class="slots"') > 0


def test_where_a_network_must_hang_together_only_what_touches_it_is_offered() -> None:
    game = started(players(2), ruleset="old_west@1")
    for seat in (0, 1):
        post(game, seat, default(game, seat))
    assert "Plan a claim" not in sit(game, 1 - prompts(game)[0]["seat"]).page.text
    while (asked := prompts(game)[0])["type"] == "choose_start":
        post(game, asked["seat"], default(game, asked["seat"]))
    seat = 1 - prompts(game)[0]["seat"]
    start = seen(game, seat)["seats"][seat]["start"]
    offered = [href for href, words in sit(game, seat).page.links if words and href.startswith("?route=")]
    assert offered
    assert start is not None
    assert all(start in href for href in offered)


def test_the_link_in_an_email_is_good_for_it() -> None:
    game = chosen(started(players(2)))
    visitor = opened(game, prompts(game)[0]["seat"])
    visitor.open(ROUTE)
    visitor.press(SOON)
    assert orders(game) == ["claim denver-omaha"]


def test_a_route_that_is_taken_is_planned_by_nobody() -> None:
    game, seat, visitor = turn(purple=4)
    visitor.open(ROUTE)
    visitor.press("Claim for 4 purple")
    other = Visitor(holder(game, 1 - seat), game.pk)
    assert SOON not in other.open(ROUTE).text


def test_nobody_else_sees_it() -> None:
    game, seat, visitor = turn()
    visitor.open(ROUTE)
    visitor.press(SOON)
    assert "claim denver-omaha" not in sit(game, 1 - seat).page.text


def test_lines_may_be_written_one_behind_the_other() -> None:
    game, visitor = one_who_waits()
    visitor.follow("Plan ahead")
    visitor.press("Save this plan", lines="draw wanted else deck; stop when last round;")
    assert orders(game) == ["draw wanted else deck", "stop when last round"]
