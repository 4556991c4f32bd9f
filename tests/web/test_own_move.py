"""What the table says of the viewer's own last move, and of tickets that others made impossible since."""

import re
from html import unescape

import pytest

from games.models import Turn
from games.table.play import deadlines
from games.table.rulings import TakeBack
from tests.games.courts import rule
from tests.games.stories import chosen, players, post, prompts, started
from tests.games.worlds import deal, hold
from tests.web.test_table import head, sit, turn

pytestmark = pytest.mark.django_db

DRAWN = re.compile(r"You drew .* from the deck\.")


def read_own_move(page: str) -> str:
    """Return the line about the viewer's own last move; "" if there is none."""
    line = re.search('<span class="glance-own">.*?</span>', page, re.DOTALL)
    return unescape(re.sub("<[^>]*>", "", line[0])) if line else ""


def test_what_was_drawn_stays_until_the_next_own_move() -> None:
    game, seat, visitor = turn()
    post(game, seat, "draw deck", "draw deck")
    post(game, 1 - seat, "draw deck", "draw deck")
    for _ in range(2):
        visitor.open()
        assert DRAWN.search(read_own_move(visitor.answer.content.decode()))
    post(game, seat, "draw deck")
    assert "two" not in read_own_move(sit(game, seat).answer.content.decode())


def test_what_the_next_player_s_turn_begins_with_is_no_own_move() -> None:
    game = chosen(started(players(2), ruleset="card_game@1"))
    seat = prompts(game)[0]["seat"]
    for mover in (seat, 1 - seat):
        deal(game, mover, red=2) if mover == seat else deal(game, mover, blue=2)
        post(game, mover, "place red 2" if mover == seat else "place blue 2")
    post(game, seat, "draw deck", "draw deck")
    own = read_own_move(sit(game, seat).answer.content.decode())
    assert DRAWN.search(own)
    assert "rail yard" not in own


def test_right_after_the_move_it_is_said_once() -> None:
    _, _, visitor = turn()
    visitor.open("?take=deck,deck")
    visitor.press("Take two from the deck")
    assert visitor.answer.content.decode().count('<p class="done">You drew') == 1
    assert read_own_move(visitor.answer.content.decode()) == ""
    visitor.open()
    assert DRAWN.search(read_own_move(visitor.answer.content.decode()))


def test_a_claim_is_on_the_map_and_need_not_be_told() -> None:
    game, seat, visitor = turn(purple=4)
    post(game, seat, "claim denver-omaha purple 4")
    visitor.open()
    assert read_own_move(visitor.answer.content.decode()) == ""


def test_what_was_played_for_the_viewer_is_told() -> None:
    game, _, visitor = turn()
    due = Turn.objects.get(game=game, closed_at=None)
    assert deadlines.expire_turn(turn_id=due.pk, now=due.deadline_at)
    visitor.open()
    assert "Your time ran out, so this was played:" in read_own_move(visitor.answer.content.decode())


def test_nobody_else_is_told_what_was_drawn() -> None:
    game, seat, _ = turn()
    post(game, seat, "draw deck", "draw deck")
    assert not DRAWN.search(sit(game, 1 - seat).page.text)


def test_what_was_taken_back_is_not_told() -> None:
    game, seat, visitor = turn()
    post(game, seat, "draw deck", "draw deck")
    rule(game, TakeBack(head(game) - 2))
    visitor.open()
    assert read_own_move(visitor.answer.content.decode()) == ""


LOST = "Ticket A, Los Angeles – Miami, can no longer be completed."


def test_a_ticket_that_a_rival_made_impossible_is_told_to_its_owner_alone() -> None:
    game = chosen(started(players(2)))
    rival = prompts(game)[0]["seat"]
    hold(game, 1 - rival, "los_angeles", "miami")
    for way, length in (("charleston-miami", 4), ("atlanta-miami", 5), ("miami-new_orleans", 6)):
        if length == 6:
            assert LOST not in (owner := sit(game, 1 - rival)).page.text
        deal(game, rival, locomotive=length)
        post(game, rival, f"claim {way} loco {length}")
        if length < 6:
            post(game, 1 - rival, "draw deck", "draw deck")
    assert LOST in owner.open().text
    assert LOST not in sit(game, rival).page.text
    post(game, 1 - rival, "draw deck", "draw deck")
    assert LOST not in owner.open().text
    assert "no longer possible: A" in owner.page.text
