"""What happened at a seat belongs to the people who sat there: log, replay and emails name who it was then."""

from datetime import timedelta

import pytest

from games.lobby import takeovers
from games.models import Game, Player
from games.table.play import stand_ins
from tests.games.sitting import come_back, handed_over
from tests.games.stories import NOON, chosen, holder, play_on, players, post, started
from tests.games.worlds import deal
from tests.notifications.conftest import Carry, carry, post_office
from tests.web.people import browser_of, text_of
from tests.web.test_table import head

__all__ = ["carry", "post_office"]
pytestmark = pytest.mark.django_db


def claimed() -> tuple[Game, Player]:
    """Return a game in which seat 0 has claimed a route, and its player."""
    game = chosen(started(players(3)))
    player = holder(game, 0)
    deal(game, 0, purple=4)
    post(game, 0, "claim denver-omaha purple 4")
    return game, player


def log(game: Game, reader: Player, more: str = "") -> str:
    return text_of(browser_of(reader), f"/games/{game.pk}/log{more}")


def test_a_move_is_its_players_after_a_stand_in_has_the_seat() -> None:
    game, player = claimed()
    handed_over(game)
    for page in ("", "/log", f"/replay/{head(game)}"):
        text = text_of(browser_of(holder(game, 1)), f"/games/{game.pk}{page}")
        assert f"{player.name} claimed" in text, page
        assert "Stand-in claimed" not in text, page
        if "replay" not in page:
            assert f"A stand-in has taken over the red seat, for {player.name}." in text, page


def test_it_is_not_yours_after_you_have_taken_the_seat_over() -> None:
    game, player = claimed()
    handed_over(game)
    (ann,) = players(1, "Ann")
    takeovers.take_over(player=ann, game_id=game.pk, seat=0, now=NOON)
    text = log(game, ann)
    assert f"{player.name} claimed" in text
    assert "You claimed" not in text


def test_a_page_of_older_entries_names_them_too() -> None:
    game, player = claimed()
    before = head(game)
    handed_over(game)
    play_on(game, 70)
    assert f"{player.name} claimed" in log(game, holder(game, 1), f"?before={before}")


def test_an_email_gives_moves_to_those_who_made_them(carry: Carry) -> None:
    game, player = claimed()
    handed_over(game)
    (mail,) = (mail for mail in carry(NOON) if mail.to == [holder(game, 1).email])
    text = " ".join(mail.text.split())
    assert f"{player.name} claimed" in text
    assert "Stand-in claimed" not in text


def test_a_stand_in_whose_player_came_back_is_named_after_them(carry: Carry) -> None:
    game = chosen(started(players(3)))
    player = handed_over(game)
    stand_ins.play_game(game_id=game.pk, now=NOON + timedelta(minutes=10))
    come_back(game, player)
    assert "Your stand-in " in log(game, player)
    assert f"{player.name}’s stand-in " in log(game, holder(game, 1))
    table = text_of(browser_of(player), f"/games/{game.pk}")
    assert "Your move</b> Your stand-in" not in table
    told = [" ".join(mail.text.split()) for mail in carry(NOON + timedelta(minutes=11))]
    assert any("’s stand-in " in mail for mail in told)
    assert not [mail for mail in told if " Stand-in " in mail]
