"""What was played by default for somebody who had not chosen is told as that, never as an act."""

import pytest

from games.models import Game
from games.table.rulings import End, MoveFor
from tests.agreements.table import propose
from tests.games.courts import rule
from tests.games.sitting import resigned
from tests.games.stories import NOON, chosen, default, holder, players, post, started
from tests.notifications.conftest import Carry, carry, post_office
from tests.web.people import browser_of, text_of

__all__ = ["carry", "post_office"]
pytestmark = pytest.mark.django_db

OWN = "You had not chosen, so this was played: You kept the ticket"
OF_OTHERS = "Player 0 had not chosen, so this was played: Player 0 kept 1 ticket."


def choosing(seats: int = 3) -> Game:
    """Return a game in which seat 0 chooses among the tickets that it drew."""
    game = chosen(started(players(seats)))
    post(game, 0, "tickets")
    return game


def log(game: Game, seat: int) -> str:
    return text_of(browser_of(holder(game, seat)), f"/games/{game.pk}/log")


def test_as_the_game_ends_by_agreement(carry: Carry) -> None:
    game = choosing(2)
    carry(NOON)
    propose(game, 1, NOON, kind="ended", how="adjudicated")
    propose(game, 0, NOON, kind="ended", how="adjudicated")
    assert f"By agreement of the table, the game is over: The points so far count. {OWN}" in log(game, 0)
    assert OF_OTHERS in log(game, 1)
    told = {mail.to[0]: " ".join(mail.text.split()) for mail in carry(NOON)}
    assert OWN in told[str(holder(game, 0).email)]
    assert OF_OTHERS in told[str(holder(game, 1).email)]


def test_as_an_admin_ends_the_game() -> None:
    game = choosing()
    rule(game, End("void"))
    assert OWN in log(game, 0)


def test_as_a_player_resigns() -> None:
    game = choosing()
    resigned(game)
    assert f"Player 0 resigned. {OF_OTHERS}" in log(game, 1)


def test_as_the_only_other_player_resigns() -> None:
    game = choosing(2)
    resigned(game, 1)
    assert OWN in log(game, 0)


def test_nobody_is_told_so_whom_an_admin_moved_for() -> None:
    game = choosing()
    rule(game, MoveFor(0))
    assert "had not chosen" not in log(game, 1)


def test_one_s_own_choice_is_one_s_act() -> None:
    game = choosing()
    post(game, 0, default(game, 0))
    assert "had not chosen" not in log(game, 0) + log(game, 1)
