"""Contents of turn emails in the Old West and in the card game."""

from collections.abc import Callable
from datetime import timedelta

import pytest

import engine
from games.models import Game
from games.presentation import words
from games.table import store
from notifications.letters import choices
from notifications.policy import reminders
from tests.games.stories import NOON, chosen, default, legal, play_a_round, players, post, started
from tests.games.worlds import deal, many_tickets_to_complete, next_to_alvin
from tests.notifications import reading
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = [pytest.mark.django_db, pytest.mark.long]

LATER = NOON + timedelta(hours=20)


def reminded(game: Game, carry: Carry) -> dict[int, Received]:
    """Return the reminders to those whose turn it is, by seat; they contain everything a turn email has."""
    carry(NOON)
    reminders.note_due(now=LATER)
    return {int(mail.to[0][len("player") :].split("@")[0]): mail for mail in carry(LATER)}


def flat(mail: Received) -> str:
    return " ".join(mail.text.split())


def choose_start() -> Game:
    """Return a game in which seat 1 has to choose a starting city."""
    game = started(players(2), ruleset="old_west@1", options={"alvin": True})
    for seat in (0, 1):
        post(game, seat, default(game, seat))
    return game


def starts(game: Game, seat: int) -> list[str]:
    """Return the cities where a seat may start."""
    board = engine.ruleset(game.ruleset, game.options).board
    return [words.city(move.removeprefix("start "), board) for move in legal(game, seat)]


def place_marker() -> Game:
    """Return a game in which seat 0 may place a marker in Santa Fe."""
    game = next_to_alvin()
    post(game, 0, "claim albuquerque-santa_fe-1 green 1")
    return game


def move_alvin() -> Game:
    """Return a game in which seat 0 has caught Alvin."""
    game = next_to_alvin()
    post(game, 0, "claim albuquerque-roswell red 2")
    return game


@pytest.mark.parametrize("begun", [choose_start, next_to_alvin, place_marker, move_alvin])
def test_in_the_old_west_every_legal_move_is_in_the_email_and_no_other(carry: Carry, begun: Callable[[], Game]) -> None:
    game = begun()
    ((seat, mail),) = reminded(game, carry).items()
    assert f"this move is played for you: {reading.default_told(game, seat)}." in flat(mail)
    market = store.view_for(store.read(game.id), seat)["market"]
    steps = [step for step in reading.steps(mail) if step]
    assert all(reading.is_legal(step, legal(game, seat), market) for step in steps)
    folded = [reading.folded(mail, title) for title in ("WHERE YOU CAN START", "ALL ROUTES YOU CAN PAY FOR")]
    every = [thing for groups in folded for things in groups.values() for thing in things]
    if every:
        assert sorted(every) == sorted(reading.tracks(game, seat) or starts(game, seat))
    else:
        assert sorted(map(str.lower, reading.choices(mail))) == sorted(map(str.lower, reading.all_told(game, seat)))
    assert len(mail.raw) < 51_000


def test_the_old_west_shows_markers_alvin_and_what_the_question_is_about(carry: Carry) -> None:
    said = flat(reminded(place_marker(), carry)[0])
    assert "You may place a marker at an end of the route you claimed." in said
    assert "THE ROUTE YOU CLAIMED Albuquerque – Santa Fe (green track)" in said
    assert "CITY MARKERS - Player 0 (you): Albuquerque (start) - Player 1: Seattle (start)" in said
    assert "ALVIN - In Roswell, not caught yet" in said
    assert "markers left" in said


def test_points_for_somebody_s_marker_stand_beside_the_claim(carry: Carry) -> None:
    game = started(players(2), ruleset="old_west@1")
    for seat in (0, 1):
        post(game, seat, default(game, seat))
    post(game, 1, "start santa_fe")
    post(game, 0, "start albuquerque")
    deal(game, 0, green=1)
    post(game, 0, "claim albuquerque-santa_fe-1 green 1")
    said = flat(reminded(game, carry)[1])
    assert (
        "and claimed Albuquerque – Santa Fe with 1 green, for 1 point. You scored 1 point for a marker there." in said
    )


def test_that_no_marker_was_placed_is_no_news(carry: Carry) -> None:
    game = place_marker()
    post(game, 0, default(game, 0))
    first, _, rest = flat(reminded(game, carry)[1]).partition("YOUR HAND")
    assert "Player 0 chose to start in Albuquerque and claimed Albuquerque" in first
    assert "placed no marker" not in first
    assert "Player 0 placed no marker." in rest.partition("WHAT ELSE HAS HAPPENED")[2]


def test_anyone_who_catches_alvin_is_told_so(carry: Carry) -> None:
    said = flat(reminded(move_alvin(), carry)[0])
    assert "ALVIN - In Roswell, caught by Player 0" in said
    assert "YOUR MOVES 1 Send Alvin to Albuquerque Open the table" in said


def notation(row: str, color: str) -> str:
    """Return the notation that places a row: "2 blue, 1 locomotive" is "place blue 2 loco 1"."""
    counts = {kind.removesuffix("s"): count for count, kind in (part.split() for part in row.split(", "))}
    locomotives = f" loco {counts['locomotive']}" if "locomotive" in counts else ""
    return f"place {color} {counts[color]}{locomotives}"


def test_in_the_card_game_every_legal_move_is_in_the_email_and_no_other(carry: Carry) -> None:
    game = chosen(started(players(2), ruleset="card_game@1"))
    deal(game, 0, blue=3, green=3, red=1, yellow=2, locomotive=2)
    mail, market = reminded(game, carry)[0], store.view_for(store.read(game.id), 0)["market"]
    moves = set(legal(game, 0))
    assert {"place blue 3 loco 2", "place blue green red"} < moves
    rows = reading.folded(mail, "ALL ROWS YOU CAN PLACE")
    threes = [three.split(", ") for three in rows.pop("one card each of")]
    told = {notation(row, color) for color, some in rows.items() for row in some}
    told |= {f"place {' '.join(three)}" for three in threes}
    assert told == {move for move in moves if move.startswith("place ")}
    assert all(reading.is_legal(step, list(moves), market) for step in reading.steps(mail))


def test_anyone_who_was_robbed_is_told_what_was_taken(carry: Carry) -> None:
    game = chosen(started(players(2), ruleset="card_game@1"))
    deal(game, 0, blue=2, locomotive=1)
    deal(game, 1, blue=4)
    post(game, 0, "place blue 2 loco 1")
    post(game, 1, "place blue 4")
    (mail,) = [mail for mail in carry(NOON) if mail.to == ["player0@mail.example"]]
    assert "TAKEN FROM YOU - Player 1 robbed you of 2 blue, 1 locomotive." in flat(mail)
    assert "RAIL YARDS - Player 1: 4 blue" in flat(mail)


def test_millions_of_sets_are_told_in_a_small_email(carry: Carry) -> None:
    game = started(players(2), ruleset="card_game@1")
    play_a_round(game)
    carry(NOON)
    many_tickets_to_complete(game, 0)
    mail = reminded(game, carry)[0]
    assert len(mail.raw) < 51_000
    said = flat(mail)
    best = store.view_for(store.read(game.id), 0)["prompts"][0]["suggestion"]
    board = store.load(store.read(game.id)).codec.rules.board
    held = [board.ticket_of[number] for number in best]
    points = sum(board.tickets[ticket].points for ticket in held)
    assert "on the table you can choose any of them, or none" in said
    cities = [" – ".join(board.cities[end].name for end in fact.ends) for fact in map(board.tickets.__getitem__, held)]
    assert reading.choices(mail) == [f"Complete {len(best)} tickets: {'; '.join(cities)}, {points} points"]
    assert f"this move is played for you: complete {words.tickets(best, board)}." in said
    assert reading.steps(mail) == [{"keep": ",".join(map(str, best))}]
    assert "YOUR CARDS ON THE TRACK (60)" in said


def test_a_few_sets_are_listed(carry: Carry) -> None:
    game = started(players(2), ruleset="card_game@1")
    play_a_round(game)
    for seat, mail in reminded(game, carry).items():
        answers = {frozenset(move.split()[1:]) - {"none"} for move in legal(game, seat)}
        offered = [frozenset(step["keep"].split(",")) - {""} for step in reading.steps(mail)]
        assert set(offered) <= answers
        assert len(set(offered)) == len(offered) == (len(answers) if len(answers) <= 7 else 1)


def test_moves_that_have_no_choice_of_their_own_are_counted(carry: Carry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "SHOWN", [tag for tag in choices.SHOWN if tag != "take_card"])
    mail = reminded(next_to_alvin(), carry)[0]
    assert "Take cards: 5 ways" in reading.choices(mail)


@pytest.mark.parametrize(
    ("ruleset", "sizes"),
    [("usa@1", [2, 2, 2, 3]), ("old_west@1", [3, 3, 3, 3, 4, 4, 5]), ("card_game@1", [1, 1, 1, 1, 2, 2, 6])],
)
def test_first_tickets_begin_with_the_fewest(ruleset: str, sizes: list[int], carry: Carry) -> None:
    game = started(players(2), ruleset=ruleset)
    for seat, mail in reminded(game, carry).items():
        sets = [tuple(step["keep"].split(",")) for step in reading.steps(mail)]
        assert [len(numbers) for numbers in sets] == sizes
        assert len({frozenset(numbers) for numbers in sets}) == len(sets)
        assert "One that you don’t complete costs you its points." in flat(mail)
        assert {f"keep {' '.join(numbers)}" for numbers in sets} <= set(legal(game, seat))


def test_the_best_of_six_tickets_can_each_be_kept_alone(carry: Carry) -> None:
    game = started(players(2), ruleset="card_game@1")
    for seat, mail in reminded(game, carry).items():
        offer = store.view_for(store.read(game.pk), seat)["prompts"][seat]["offer"]
        gains = {str(ticket["number"]): ticket["points"] - len(ticket["cards"]) for ticket in offer}
        alone = [step["keep"] for step in reading.steps(mail) if "," not in step["keep"]]
        assert [gains[number] for number in alone] == sorted(gains.values(), reverse=True)[:4]
