"""What pages say of a move once it was taken back: those left open, reloaded, or reached by the browser's Back."""

import pytest

from games.models import Game
from games.table.agreements import own_move
from tests.games.stories import NOON, holder, players, post, started
from tests.web.paper import Visitor
from tests.web.test_table import head, sit, turn

pytestmark = pytest.mark.django_db

CLAIMED = "You claimed Denver – Omaha"


def claim(visitor: Visitor) -> str:
    """Claim a route on the page, and return the address of the page that says so."""
    visitor.open("?route=denver-omaha")
    visitor.press("Claim for 4 purple")
    assert CLAIMED in visitor.page.text
    return visitor.address


def take_back(game: Game, seat: int, visitor: Visitor) -> None:
    """Take back the seat's move before its deadline, and confirm it to the browser."""
    own_move.take_back(player=holder(game, seat), game_id=game.pk, now=NOON)
    visitor.http.cookies["confirmed"] = "taken_back=1"
    assert "Your last move is taken back." in visitor.open("?taken_back=1").text


def read_panel(visitor: Visitor) -> str:
    """Return what the page says that has just been played."""
    return str(visitor.answer.content.decode()).partition('<p class="done">')[2].partition("</p>")[0]


def test_another_tab_is_told_that_the_move_is_gone() -> None:
    game, seat, visitor = turn(purple=4)
    other = sit(game, seat)
    other.open("?route=denver-omaha")
    claim(visitor)
    take_back(game, seat, visitor)
    before = head(game)
    told = other.press("Claim for 4 purple", status=409).text
    assert "played already" not in told
    assert "answered this already" not in told
    assert f"Something has changed meanwhile. {CLAIMED} with 4 purple. You took back your last move" in told
    assert "Nothing was played." in told
    assert head(game) == before


def test_the_page_of_the_move_does_not_say_that_it_stands() -> None:
    game, seat, visitor = turn(purple=4)
    played = claim(visitor)
    take_back(game, seat, visitor)
    visitor.open(played)
    assert read_panel(visitor) == ""


def test_the_same_form_sent_again_is_told_so() -> None:
    game, seat, visitor = turn(purple=4)
    visitor.open("?route=denver-omaha")
    form = visitor.form("Claim for 4 purple")
    visitor.send(form, form.filled())
    take_back(game, seat, visitor)
    before = head(game)
    assert "This was played, and then taken back." in visitor.send(form, form.filled()).text
    assert head(game) == before


def test_going_back_to_the_confirmation_after_another_move_confirms_nothing() -> None:
    game, seat, visitor = turn(purple=4)
    claim(visitor)
    take_back(game, seat, visitor)
    confirmation = visitor.address
    post(game, seat, "draw deck")
    assert "Your last move is taken back." not in visitor.open(confirmation).text


def test_a_page_of_first_tickets_left_open_says_what_was_chosen_instead() -> None:
    game = started(players(2))
    visitor, other = sit(game, 0), sit(game, 0)
    kept = visitor.form("Keep").boxes
    visitor.press("Keep", ticket=[value for _, value, _ in kept])
    told = other.press("Keep", ticket=[value for _, value, _ in kept[:2]], status=409).text
    assert "You have answered this already. You kept" in told
    assert "Nothing else was played." in told


def test_the_rest_of_an_old_turn_is_not_told_in_the_next() -> None:
    game, seat, visitor = turn()
    old = f"?played={head(game)}&short"
    post(game, seat, "draw deck", "draw deck")
    post(game, 1 - seat, "draw deck", "draw deck")
    assert "The rest was not played" not in visitor.open(old).text
