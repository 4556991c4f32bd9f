"""What a turn mail of the Old West and of the card game has."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from games import store, words
from games.models import Game
from notifications.policy import reminders
from tests.games.stories import NOON, chosen, default, legal, players, post, started, to_the_end_of_a_round
from tests.games.worlds import deal, many_tickets_to_complete, next_to_alvin
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.notifications.test_story import written_moves

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(hours=20)


def reminded(game: Game, carry: Carry) -> dict[int, Received]:
    """The mails that remind those who are asked, by seat: all that a turn mail has is in them."""
    carry(NOON)
    reminders.note_due(now=LATER)
    return {int(mail.to[0][len("player") :].split("@")[0]): mail for mail in carry(LATER)}


def flat(mail: Received) -> str:
    return " ".join(mail.text.split())


def choose_start() -> Game:
    """Seat 1 is to say where it starts."""
    game = started(players(2), ruleset="old_west@1", options={"alvin": True})
    for seat in (0, 1):
        post(game, seat, default(game, seat))
    return game


def place_marker() -> Game:
    """Seat 0 may place a marker in Santa Fe."""
    game = next_to_alvin()
    post(game, 0, "claim albuquerque-santa_fe-1 green 1")
    return game


def move_alvin() -> Game:
    """Seat 0 has caught Alvin."""
    game = next_to_alvin()
    post(game, 0, "claim albuquerque-roswell red 2")
    return game


@pytest.mark.parametrize("begun", [choose_start, next_to_alvin, place_marker, move_alvin])
def test_in_the_old_west_every_legal_move_is_in_the_mail_and_no_other(carry: Carry, begun: Callable[[], Game]) -> None:
    game = begun()
    ((seat, mail),) = reminded(game, carry).items()
    assert written_moves(mail.text) == set(legal(game, seat))
    assert mail.text.partition("is played for you:\n\n")[2].startswith(f"{default(game, seat)}\n")
    assert len(mail.raw) < 30_000


def test_the_old_west_shows_markers_alvin_and_what_the_question_is_about(carry: Carry) -> None:
    said = flat(reminded(place_marker(), carry)[0])
    assert "THE ROUTE YOU CLAIMED Albuquerque – Santa Fe (track 1)" in said
    assert "CITY MARKERS - Player 0: Albuquerque (start) - Player 1: Seattle (start)" in said
    assert "ALVIN - In Roswell, not caught yet" in said
    assert "markers left" in said


def test_who_catches_alvin_is_told_so(carry: Carry) -> None:
    said = flat(reminded(move_alvin(), carry)[0])
    assert "ALVIN - In Roswell, caught by Player 0" in said
    assert "YOUR MOVES alvin albuquerque" in said


def test_in_the_card_game_every_legal_move_is_in_the_mail_and_no_other(carry: Carry) -> None:
    game = chosen(started(players(2), ruleset="card_game@1"))
    deal(game, 0, blue=3, green=3, red=1, yellow=2, locomotive=2)
    mail = reminded(game, carry)[0]
    moves = set(legal(game, 0))
    assert {"place blue 3 loco 2", "place blue green red"} < moves
    assert "place blue | green: 1 loco 1" in flat(mail)
    assert written_moves(mail.text) == moves


def test_who_was_robbed_is_told_what_was_taken(carry: Carry) -> None:
    game = chosen(started(players(2), ruleset="card_game@1"))
    deal(game, 0, blue=2, locomotive=1)
    deal(game, 1, blue=4)
    post(game, 0, "place blue 2 loco 1")
    post(game, 1, "place blue 4")
    (mail,) = [mail for mail in carry(NOON) if mail.to == ["player0@mail.example"]]
    assert "TAKEN FROM YOU - Player 1 robbed Player 0 of 2 blue, 1 locomotive." in flat(mail)
    assert "RAIL YARDS - Player 1: 4 blue" in flat(mail)


def test_millions_of_sets_are_told_in_a_small_mail(carry: Carry) -> None:
    game = started(players(2), ruleset="card_game@1")
    for _ in to_the_end_of_a_round(game):
        pass
    carry(NOON)
    many_tickets_to_complete(game, 0)
    mail = reminded(game, carry)[0]
    assert len(mail.raw) < 30_000
    said = flat(mail)
    best = store.view_for(store.read(game.id), 0)["prompts"][0]["suggestion"]
    board = store.load(store.read(game.id)).codec.rules.board
    points = sum(board.tickets[board.ticket_of[number]].points for number in best)
    assert "or “complete none”" in said
    assert f"MOST VALUABLE CHOICE ({points} POINTS) {words.tickets(best, board)}" in said
    assert f"this move is played for you: complete {' '.join(map(str, best))} " in said
    assert "YOUR CARDS ON THE TRACK (60)" in said


def test_a_few_sets_are_listed(carry: Carry) -> None:
    game = started(players(2), ruleset="card_game@1")
    for _ in to_the_end_of_a_round(game):
        pass
    for seat, mail in reminded(game, carry).items():
        assert written_moves(mail.text) == set(legal(game, seat))
