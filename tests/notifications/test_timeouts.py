"""A turn's email announces exactly what happens when time runs out, for every clock."""

from typing import Final

import pytest

from games.lobby import takeovers
from games.models import Entry, Game, Seat, Turn
from games.table.clocks.terms import DEFAULT, FORFEIT, PRESETS, STAND_IN, WHEN_OVER, Terms
from games.table.play import deadlines
from tests.games.sitting import stood_in
from tests.games.stories import DAY, NOON, chosen, players, started
from tests.notifications.conftest import Carry
from tests.notifications.reading import default_told
from tests.ratings.test_leaving import begun_with_a_stand_in
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

CLOCKS = {**PRESETS, **{each: Terms(2 * DAY, when_over=each) for each in WHEN_OVER}}
PLAYED, STOOD_IN, LOST = "this move is played for you", "a stand-in plays", "you lose the game"
SAID = {DEFAULT: PLAYED, STAND_IN: STOOD_IN, FORFEIT: LOST}


@pytest.mark.parametrize("agreed", at_length(CLOCKS, at_once=WHEN_OVER))
def test_the_email_says_what_will_happen(carry: Carry, agreed: str) -> None:
    terms = CLOCKS[agreed]
    game = chosen(started(players(3), clock=terms))
    said = " ".join(next(mail.text for mail in carry(NOON) if mail.to == ["player0@mail.example"]).split())
    assert [words for words in (PLAYED, STOOD_IN, LOST) if words in said] == [SAID[terms.when_over]]
    promised = default_told(game, 0)
    _run_out(game)

    last = Entry.objects.filter(game=game, seat=0).latest("number")
    if terms.when_over == FORFEIT:
        assert (last.kind, Seat.objects.get(game=game, number=0).status) == ("forfeited", "forfeited")
    else:
        assert last.kind == "timeout"
        assert last.public.get("played_by", DEFAULT) == terms.when_over
    if terms.when_over == DEFAULT:
        assert f"{PLAYED}: {promised}." in said


@pytest.mark.parametrize(
    ("when_over", "words", "told"),
    [
        (DEFAULT, "third time in a row: you would count as absent", "your turn was played for you"),
        (STAND_IN, "third time in a row, so it would keep your seat", "a stand-in played for you"),
    ],
)
def test_the_third_time_in_a_row_is_announced(carry: Carry, when_over: str, words: str, told: str) -> None:
    game = chosen(started(players(2), clock=Terms(DAY, when_over=when_over)))
    Seat.objects.filter(game=game).update(timeouts_in_a_row=1)
    assert not any("third time" in mail.text for mail in carry(NOON))
    _run_out(game)  # the first player's second timeout
    _run_out(game)
    emails = [" ".join(mail.text.split()) for mail in carry(NOON + 3 * DAY) if mail.to == ["player0@mail.example"]]
    assert [words in said for said in emails] == [True]
    assert told in emails[0]
    _run_out(game)
    seat = Seat.objects.get(game=game, number=0)
    assert (seat.status, seat.open_since is not None) == (
        ("absent", False) if when_over == DEFAULT else ("playing", True)
    )


def test_the_last_at_the_table_reads_that_the_game_waits(carry: Carry) -> None:
    game = chosen(started(players(2), clock=Terms(DAY)))
    Seat.objects.filter(game=game).update(timeouts_in_a_row=2)
    _run_out(game)
    (said,) = [mail.text for mail in carry(NOON + DAY) if mail.to == ["player1@mail.example"]]
    assert "nobody else is here. The game would wait for all of you" in " ".join(said.split())
    _run_out(game)
    assert Game.objects.get().closes_at is not None


LOSING: Final = "This game is rated: once everyone has moved twice, losing your seat counts as the last place."


def _email_to(address: str, carry: Carry) -> str:
    return " ".join(next(mail.text for mail in carry(NOON) if mail.to == [f"{address}@mail.example"]).split())


@pytest.mark.parametrize("rated", [True, False])
def test_it_says_what_losing_the_seat_costs(carry: Carry, rated: bool) -> None:
    chosen(started(players(2), clock=Terms(DAY, when_over=FORFEIT), rated=rated))
    assert (LOSING in _email_to("player0", carry)) == rated


def test_it_says_nothing_of_ratings_in_a_game_that_a_stand_in_began(carry: Carry) -> None:
    begun_with_a_stand_in(players(2), Terms(DAY, when_over=FORFEIT))
    assert "you lose the game" in (said := _email_to("player0", carry))
    assert "rated" not in said


@pytest.mark.parametrize("rated", [True, False])
def test_it_says_so_to_who_took_the_seat_over_if_they_asked_to_be_rated(carry: Carry, rated: bool) -> None:
    newcomer = players(1, "Newcomer")[0]
    game = chosen(started(players(2), clock=Terms(DAY, when_over=FORFEIT)))
    stood_in(game, 0)
    takeovers.take_over(player=newcomer, game_id=game.pk, seat=0, now=NOON, rated=rated)
    assert (LOSING in _email_to("newcomer0", carry)) == rated


def _run_out(game: Game) -> None:
    """Let the time of the current prompts expire."""
    turn = Turn.objects.get(game=game, closed_at=None)
    assert deadlines.expire_turn(turn_id=turn.pk, now=turn.expires_at)
