"""The log ends with the scoring, in sentences."""

import re

import pytest
from time_machine import travel

import engine
from engine.model import Phase
from games.models import Game
from games.presentation import words
from games.table import store
from tests.games.stories import NOON, chosen, play_on, players, started
from tests.replay.games import HOUR, ended
from tests.sweeps import at_length
from tests.web.paper import Visitor
from tests.web.test_table import sit

pytestmark = pytest.mark.django_db


def scored(ruleset: str = "lagoon@1", seats: int = 2) -> Game:
    game = chosen(started(players(seats), ruleset=ruleset))
    play_on(game, 2000)
    return store.read(game.pk)


@pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["lagoon@1"]))
def test_the_log_ends_with_what_each_seat_scored(ruleset: str) -> None:
    game = scored(ruleset)
    visitor = Visitor(None, game.pk)
    visitor.open()
    log = visitor.open(f"{visitor.path}/log").text
    table = store.load(game)
    last = log.split("The game is over.")[1]
    for scoring in engine.final_scoring(table.state):
        failed = sum(line.points for reason, line, _ in scoring.lines if reason == "ticket" and line.points < 0)
        if failed:
            name = rf"Player {scoring.seat} did not complete [^:]+: {re.escape(words.signed(failed))}\."
            assert re.search(name, last), last[:2000]
    assert "for ticket" not in last.split("took")[0]


def test_the_reader_is_you() -> None:
    game = scored()
    visitor = sit(game, 0)
    assert re.search(r"The game is over\. (You completed [^:]+: \+\d+\. )?You did not complete ", visitor.page.text)
    assert "Player 1 did not complete" in visitor.page.text


def test_the_replay_ends_with_it_too() -> None:
    game = scored()
    visitor = Visitor(None, game.pk)
    visitor.open()
    assert "Player 0 did not complete" in visitor.open(f"{visitor.path}/replay/{game.head}").text


@pytest.mark.parametrize("rules", engine.RULESETS.values(), ids=lambda rules: str(rules.id))
def test_every_bonus_of_the_end_has_sentences(rules: engine.Ruleset) -> None:
    """Points of play are told with the move; those of tickets and rulings have sentences of their own."""
    full = rules.with_options(dict.fromkeys(rules.variants, True))
    bonuses = {reason for reason, account in full.accounts.items() if account.phase == Phase.BONUSES}
    assert bonuses <= set(words.BONUSES)


def test_several_tickets_are_one_sentence_and_the_sum_follows() -> None:
    board = engine.RULESETS["usa@1"].board
    events = [
        {"type": "points_scored", "seat": 0, "points": 11, "reason": "ticket", "subject": "20"},
        {"type": "points_scored", "seat": 0, "points": 13, "reason": "ticket", "subject": "2"},
        {"type": "points_scored", "seat": 1, "points": -7, "reason": "ticket", "subject": "3"},
        {"type": "points_scored", "seat": 1, "points": 10, "reason": "longest_path", "subject": "31"},
        {"type": "game_ended", "outcome": "played"},
    ]
    names = ("Ada", "Ben").__getitem__
    ada, ben = words.final_scoring(events, 1, names, board)  # type: ignore[arg-type]
    assert re.fullmatch(r"Ada completed [\w .]+ – [\w .]+ and Portland – Phoenix: \+24\.", ada)
    assert re.fullmatch(
        r"You did not complete [^:]+: −7\. You have the longest continuous path, 31 spaces: \+10\.", ben
    )


@travel(NOON + HOUR, tick=False)
def test_the_replay_turns_all_tickets_over_at_once_and_tells_nothing_of_when_they_came() -> None:
    game = scored()
    visitor = Visitor(None, game.pk)
    visitor.open()
    at_entries = []
    for number in (1, game.head // 2, game.head):
        page = visitor.open(f"{visitor.path}/replay/{number}").text
        at_entries.append(page.split("Tickets turned over at the end")[1].split("Points over time")[0])
    assert len(set(at_entries)) == 1
    board = engine.RULESETS["lagoon@1"].board
    for seat in store.view_for(game, None)["seats"]:
        for ticket in seat["tickets_shown"]:
            a, b = (board.cities[board.city_of[slug]].name for slug in (ticket["from"], ticket["to"]))
            assert f"{a} – {b}" in at_entries[0]
    assert " held" not in at_entries[0]


def test_before_the_end_a_replay_shows_nobody_s_tickets() -> None:
    game = chosen(started(players(2), ruleset="lagoon@1"))
    play_on(game, 6)
    visitor = Visitor(None, game.pk)
    visitor.open()
    assert "turned over" not in visitor.open(f"{visitor.path}/replay/{store.read(game.pk).head}").text


def test_tickets_that_never_count_are_not_turned_over() -> None:
    game = chosen(started(players(2), ruleset="lagoon@1"))
    play_on(game, 6)
    visitor = Visitor(None, ended(game).pk)
    visitor.open()
    assert "turned over" not in visitor.open(f"{visitor.path}/replay/1").text
