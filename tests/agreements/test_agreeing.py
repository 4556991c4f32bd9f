"""Proposing and answering: who is asked, when it takes effect, and the limits."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.lobby import departures
from games.models import Game, Player, Proposal, Ruling, Seat, Turn
from games.table import store
from games.table.agreements import new_proposals, settlement, votes
from games.table.play import deadlines
from games.table.rulings import Correct
from games.table.talk import new_lines
from tests.agreements.table import HOUR, LATER, agreed, friends, one_has_vanished, propose, say
from tests.games.courts import as_row, last, rule, undo
from tests.games.stories import DAY, NOON, holder, players, post, prompts
from tests.undone import undone

pytestmark = pytest.mark.django_db


def refusal(game: Game, by: int, /, *, now: Any = LATER, **asked: Any) -> str:
    with pytest.raises((Refused, Unprocessable)) as refused:
        propose(game, by, now, **asked)
    return refused.value.code


def test_all_who_are_there_agree_and_it_is_a_ruling_by_the_table() -> None:
    game = friends(3)
    post(game, 0, "draw deck", "draw deck")
    before = as_row(game)["head"]
    proposal = propose(game, 0, NOON, kind="taken_back", as_of=before - 2)
    assert say(game, 1, proposal, now=NOON).state == "open"
    done = say(game, 2, proposal, now=NOON + HOUR)
    assert (done.state, done.entry) == ("agreed", before + 1)
    told = last(game)
    assert (told["ruling"], told["agreed"], told["by"]) == ("taken_back", [0, 1, 2], holder(game, 0).pk)
    ruling = Ruling.objects.get(game=game)
    assert (ruling.agreed, ruling.entry, ruling.state) == ([0, 1, 2], before + 1, "done")
    assert prompts(game)[0]["seat"] == 0


def test_one_no_is_enough() -> None:
    game = friends(3)
    proposal = propose(game, 0, NOON, kind="ended", how="void")
    assert say(game, 1, proposal, now=NOON).state == "open"
    assert say(game, 2, proposal, agrees=False, now=NOON).state == "declined"
    assert as_row(game)["status"] == "running"
    with pytest.raises(Refused) as closed:
        say(game, 1, proposal, agrees=False, now=NOON)
    assert closed.value.code == "proposal_closed"
    assert refusal(game, 0, now=NOON + HOUR, kind="ended", how="void") == "proposed_lately"
    assert propose(game, 0, NOON + DAY + HOUR, kind="ended", how="void").state == "open"


def test_an_answer_can_be_repeated_and_changed_while_it_is_open() -> None:
    game = friends(4)
    proposal = propose(game, 0, NOON, kind="paused")
    say(game, 1, proposal, now=NOON)
    assert say(game, 1, proposal, now=NOON).state == "open"
    assert proposal.votes.count() == 2
    assert say(game, 1, proposal, agrees=False, now=NOON).state == "declined"
    assert say(game, 1, proposal, agrees=False, now=NOON).state == "declined"


def test_silence_is_never_the_consent_of_somebody_who_is_there() -> None:
    game = friends(3)
    proposal = propose(game, 1, NOON, kind="ended", how="void")
    say(game, 0, proposal, now=NOON)
    assert settlement.settle_due(now=NOON + DAY - HOUR) == 0
    assert settlement.settle_due(now=NOON + DAY) == 1
    proposal.refresh_from_db()
    assert (proposal.state, proposal.closed_at) == ("expired", NOON + DAY)
    assert as_row(game)["status"] == "running"


def test_whoever_let_a_turn_run_out_is_waited_for_no_longer_than_half_of_a_turn() -> None:
    game = friends(3)
    deadlines.sweep(now=NOON + DAY)
    at = NOON + DAY + HOUR
    proposal = propose(game, 1, at, kind="ended", how="void")
    assert say(game, 2, proposal, now=at).state == "open"
    assert settlement.settle_due(now=NOON + DAY + 12 * HOUR - HOUR) == 0
    assert settlement.settle_due(now=NOON + DAY + 12 * HOUR) == 1
    assert as_row(game)["status"] == "void"
    assert last(game)["agreed"] == [1, 2]


def test_whoever_is_back_is_asked_again() -> None:
    game = one_has_vanished(3)
    new_lines.say(player=holder(game, 0), game_id=game.pk, text="Sorry!", now=LATER - HOUR)
    proposal = propose(game, 1, kind="ended", how="void")
    assert say(game, 2, proposal).state == "open"
    assert say(game, 0, proposal, agrees=False).state == "declined"


def test_somebody_who_is_not_waited_for_can_still_say_no() -> None:
    game = one_has_vanished()
    proposal = propose(game, 1, kind="ended", how="void")
    say(game, 2, proposal)
    assert say(game, 0, proposal, agrees=False).state == "declined"


def test_nobody_agrees_alone() -> None:
    game = one_has_vanished(2)
    for asked in ({"kind": "ended", "how": "adjudicated"}, {"kind": "replaced", "seat": 0}, {"kind": "paused"}):
        assert refusal(game, 1, **asked) == "nobody_to_agree"


def test_the_other_one_vanishes_while_a_proposal_waits() -> None:
    game = friends(2)
    proposal = propose(game, 1, NOON, kind="ended", how="void")
    deadlines.sweep(now=NOON + DAY)
    settlement.settle_due(now=NOON + 3 * DAY)
    proposal.refresh_from_db()
    assert proposal.state == "expired"
    assert as_row(game)["status"] == "running"


def test_what_is_about_the_position_is_overtaken_by_a_move() -> None:
    game = friends(3)
    at_points = propose(game, 1, NOON, kind="ended", how="adjudicated")
    more_time = propose(game, 0, NOON, kind="extended", hours=48)
    post(game, 0, "draw deck", "draw deck")
    settlement.settle_due(now=NOON + HOUR)
    at_points.refresh_from_db()
    more_time.refresh_from_db()
    assert (at_points.state, more_time.state) == ("overtaken", "overtaken")


def test_more_time_for_somebody_who_has_moved_is_asked_of_nobody_any_more() -> None:
    game = friends(3)
    more_time = propose(game, 1, NOON, kind="extended", hours=48, prompt=prompts(game)[0]["id"])
    post(game, 0, "draw deck", "draw deck")
    assert say(game, 2, more_time, now=NOON).state == "overtaken"


def test_agreeing_to_what_is_overtaken_changes_nothing() -> None:
    game = friends(2)
    proposal = propose(game, 1, NOON, kind="ended", how="adjudicated")
    post(game, 0, "draw deck", "draw deck")
    assert say(game, 0, proposal, now=NOON).state == "overtaken"
    assert as_row(game)["status"] == "running"


def test_more_time_for_a_turn() -> None:
    game = friends(3)
    prompt = prompts(game)[0]["id"]
    agreed(game, 1, 0, 2, now=NOON, kind="extended", hours=48)
    assert Turn.objects.get(game=game, closed_at=None).deadline_at == NOON + 3 * DAY
    assert list(last(game)["deadlines"]) == [prompt]
    assert refusal(game, 1, now=NOON, kind="extended", hours=14 * 24 + 1) == "hours_out_of_range"
    assert refusal(game, 1, now=NOON, kind="extended", deadline_at="2026-04-01T00:00:00Z") == "hours_out_of_range"


def test_a_pause_that_anyone_can_end() -> None:
    game = friends(3)
    agreed(game, 1, 0, 2, now=NOON, kind="paused")
    assert as_row(game)["pauses"] == ["agreement"]
    assert refusal(game, 1, now=NOON, kind="paused") == "already_paused"


def test_a_stand_in_only_for_somebody_who_is_not_there() -> None:
    game = one_has_vanished()
    assert refusal(game, 1, kind="replaced", seat=2) == "player_is_there"
    assert refusal(game, 1, kind="replaced", seat=0, player=holder(game, 2).pk) == "only_a_stand_in"
    vanished = holder(game, 0)
    entry = agreed(game, 1, 2, 3, kind="replaced", seat=0)
    assert holder(game, 0).kind == Player.Kind.HOUSE
    agreed(game, 2, 1, 3, kind="undo", entry=entry)
    assert holder(game, 0) == vanished


def test_spectators_join_in_the_talk() -> None:
    game = friends(2)
    entry = agreed(game, 1, 0, now=NOON, kind="talk_opened", is_open=True)
    assert as_row(game)["talk_open"]
    assert refusal(game, 1, now=NOON, kind="talk_opened", is_open=True) == "nothing_changes"
    agreed(game, 0, 1, now=NOON, kind="undo", entry=entry)
    assert not as_row(game)["talk_open"]


def test_the_end_by_points_and_undone() -> None:
    game = friends(3)
    entry = agreed(game, 1, 0, 2, now=NOON, kind="ended", how="adjudicated")
    assert as_row(game)["status"] == "ended"
    assert refusal(game, 0, now=NOON, kind="ended", how="void") == "game_not_running"
    agreed(game, 2, 0, 1, now=NOON, kind="undo", entry=entry)
    assert as_row(game)["status"] == "running"
    assert last(game)["undoes"] == entry


def test_an_admin_can_undo_it_as_any_other_ruling() -> None:
    game = friends(2)
    agreed(game, 1, 0, now=NOON, kind="ended", how="void")
    undo(game, Ruling.objects.get(game=game))
    assert as_row(game)["status"] == "running"


def test_what_an_admin_has_ruled_stands() -> None:
    game = friends(2)
    correction = rule(game, Correct(0, 5))
    assert correction.entry is not None
    assert refusal(game, 1, now=NOON, kind="undo", entry=correction.entry) == "ruled_by_an_admin"
    assert refusal(game, 1, now=NOON, kind="taken_back", as_of=correction.entry - 1) == "ruled_by_an_admin"


def test_nor_is_it_undone_behind_its_back() -> None:
    game = friends(2)
    post(game, 0, "draw deck", "draw deck")
    entry = agreed(game, 0, 1, now=NOON, kind="taken_back", as_of=as_row(game)["head"] - 2)
    correction = rule(game, Correct(0, 5))
    assert correction.entry is not None
    assert refusal(game, 1, now=NOON, kind="undo", entry=entry) == "ruled_by_an_admin"


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"kind": "corrected", "seat": 0, "points": 9}, "unknown_ruling"),
        ({"kind": "moved_for", "seat": 0, "move": "draw deck"}, "unknown_ruling"),
        ({"kind": "removed", "seat": 0}, "unknown_ruling"),
        ({"kind": "reopened"}, "unknown_ruling"),
        ({"kind": "set_back", "entry": 4}, "unknown_ruling"),
        ({"kind": "nonsense"}, "unknown_ruling"),
        ({"kind": "ended", "how": "forfeit", "seats": [0]}, "unknown_end"),
        ({"kind": "ended", "how": "adjudicated", "seats": [0]}, "unknown_end"),
        ({"kind": "taken_back", "as_of": 999}, "no_such_entry"),
        ({"kind": "taken_back", "as_of": 0}, "no_such_entry"),
        ({"kind": "taken_back"}, "malformed_ruling"),
        ({"kind": "undo"}, "malformed_ruling"),
        ({"kind": "undo", "entry": True}, "malformed_ruling"),
        ({"kind": "undo", "entry": 1}, "not_a_ruling"),
        ({"kind": "extended", "hours": 5, "prompt": "99.1"}, "prompt_not_open"),
        ({"kind": "replaced", "seat": 7}, "no_such_seat"),
        ({"kind": "talk_opened", "is_open": "yes"}, "malformed_ruling"),
    ],
    ids=str,
)
def test_what_cannot_be_proposed(asked: dict[str, Any], code: str) -> None:
    game = friends(2)
    with pytest.raises(Refused) as refused:
        propose(game, 1, NOON, **asked)
    assert refused.value.code == code
    assert not Proposal.objects.exists()


def test_twice_is_once_and_something_else_has_to_wait() -> None:
    game = friends(3)
    first = propose(game, 1, NOON, kind="paused")
    assert propose(game, 1, NOON + HOUR, kind="paused") == first
    assert refusal(game, 1, now=NOON, kind="ended", how="void") == "proposal_open"
    for _ in range(2):
        gone = new_proposals.withdraw(player=holder(game, 1), proposal_id=first.pk, now=NOON)
        assert gone.state == "withdrawn"
    for hours in range(1, 5):
        more = propose(game, 1, NOON, kind="extended", hours=hours)
        new_proposals.withdraw(player=holder(game, 1), proposal_id=more.pk, now=NOON)
    assert refusal(game, 1, now=NOON, kind="paused") == "too_many_proposals"
    assert as_row(game)["proposals_open"] == 0


def test_who_may() -> None:
    game = friends(3, public=False)
    proposal = propose(game, 1, NOON, kind="paused")
    stranger = players(1, "Stranger")[0]
    with pytest.raises(NotFound) as unknown:
        votes.answer(player=stranger, proposal_id=proposal.pk, agrees=True, now=NOON)
    assert unknown.value.code == "no_such_proposal"
    with pytest.raises(NotFound) as no_game:
        new_proposals.propose(player=stranger, game_id=game.pk, asked={"kind": "paused"}, now=NOON)
    assert no_game.value.code == "no_such_game"
    Game.objects.filter(pk=game.pk).update(public=True)
    with pytest.raises(Forbidden) as a_watcher:
        votes.answer(player=stranger, proposal_id=proposal.pk, agrees=True, now=NOON)
    assert a_watcher.value.code == "not_in_this_game"
    with pytest.raises(Forbidden):
        new_proposals.propose(player=stranger, game_id=game.pk, asked={"kind": "paused"}, now=NOON)
    with pytest.raises(Forbidden):
        new_proposals.withdraw(player=holder(game, 0), proposal_id=proposal.pk, now=NOON)
    with pytest.raises(Refused):
        say(game, 1, proposal, agrees=False, now=NOON)


def test_suspended_players_neither_answer_nor_hold_it_up() -> None:
    game = friends(3)
    Player.objects.filter(pk=holder(game, 0).pk).update(suspended_until=NOON + 9 * DAY)
    proposal = propose(game, 1, NOON, kind="paused")
    with pytest.raises(Forbidden):
        say(game, 0, proposal, now=NOON)
    assert say(game, 2, proposal, now=NOON).state == "agreed"


def test_who_leaves_takes_the_proposal_along() -> None:
    game = friends(3)
    proposal = propose(game, 1, NOON, kind="paused")
    departures.resign(player=holder(game, 1), game_id=game.pk, now=NOON)
    settlement.settle_due(now=NOON)
    proposal.refresh_from_db()
    assert proposal.state == "withdrawn"


def test_a_preview_changes_nothing_and_says_what_was_learned() -> None:
    game = friends(3)
    post(game, 0, "draw deck", "draw deck")
    head = as_row(game)["head"]
    asked = {"kind": "taken_back", "as_of": head - 2}
    seen = new_proposals.preview(player=holder(game, 1), game_id=game.pk, asked=asked, now=NOON)
    assert list(seen.taken_back) == [head - 1, head]
    assert [(one.seat, one.fact, one.things) for one in seen.learned] == [(0, "card_drawn", 2)]
    assert (as_row(game)["head"], Proposal.objects.count()) == (head, 0)


def test_after_a_take_back_whoever_had_vanished_is_still_not_asked() -> None:
    game = one_has_vanished()
    post(game, 1, "draw deck", "draw deck", now=LATER)
    agreed(game, 1, 2, 3, kind="taken_back", as_of=as_row(game)["head"] - 2)
    assert Seat.objects.get(game=game, number=0).timeouts_in_a_row == 0
    agreed(game, 1, 2, 3, kind="ended", how="adjudicated")


def test_a_game_without_proposals_costs_no_statement(django_assert_num_queries: Any) -> None:
    game = friends(2)
    table = store.read(game.pk)
    with django_assert_num_queries(0):
        settlement.on_entry(game=table)


def test_a_full_table_is_asked_with_as_few_statements_as_a_small_one() -> None:
    counts = []
    for seats in (2, 5):
        with undone():
            game = friends(seats)
            with CaptureQueriesContext(connection) as asked:
                new_proposals.preview(player=holder(game, 1), game_id=game.pk, asked={"kind": "paused"}, now=NOON)
            counts.append(len(asked))
    assert counts[0] == counts[1]
