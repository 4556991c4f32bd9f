"""Carrying out plans: like any other move, after some time, once, and never when they no longer fit."""

import threading
from datetime import timedelta

import pytest
from django.db import connection

import engine
from games.models import Entry, Game, Plan, Seat, Turn
from games.signals import entry_recorded, plan_declined
from games.table import rulings, store
from games.table.agreements import own_move
from games.table.clocks import heartbeats
from games.table.plans import execution, own_plan
from games.table.play import deadlines, plan_times, quarantine
from tests.games.courts import agree, rule
from tests.games.stories import DAY, NOON, chosen, legal, play_on, players, post, prompts, started
from tests.games.worlds import deal, swap_what_is_hidden
from tests.plans.carrying import SOON, give, holder, plan_of, planned_entries
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


@pytest.fixture
def game() -> Game:
    """Return a game of three at the first turn, seat 0's."""
    return chosen(started(players(3)))


def test_a_turn_is_played_whole_and_logged_as_planned(game: Game) -> None:
    give(game, 0, "draw deck")
    assert execution.act_due(now=SOON) == 1
    assert planned_entries(game) == ["card_drawn", "second_card_due", "card_drawn", "turn_began"]
    entry = Entry.objects.filter(game=game, kind="planned").earliest("number")
    assert (entry.seat, entry.public["move"]["type"]) == (0, "draw_blind")
    assert set(entry.public) == {"kind", "seat", "at", "number", "events", "move", "prompt", "deadlines"}
    assert prompts(game)[0]["seat"] == 1
    assert plan_of(game, 0).played == 1


def test_it_goes_on_in_the_turns_to_come(game: Game) -> None:
    give(game, 1, "draw deck", "stop when played 2")
    now = NOON
    for _ in range(2):
        post(game, 0, "draw deck", "draw deck", now=now)
        now += plan_times.LATEST
        assert execution.act_due(now=now) == 1
        post(game, 2, "draw deck", "draw deck", now=now)
    post(game, 0, "draw deck", "draw deck", now=now)
    assert execution.act_due(now=now + plan_times.LATEST) == 1
    assert plan_of(game, 1).state == "stopped"
    assert prompts(game)[0]["seat"] == 1


def test_what_was_ordered_once_is_struck_out(game: Game) -> None:
    give(game, 0, "tickets", "keep all", "draw deck")
    execution.act_due(now=SOON)
    plan = plan_of(game, 0)
    assert (plan.orders, plan.done) == (["keep all", "draw deck"], ["tickets"])
    assert "tickets_kept" in planned_entries(game)
    assert prompts(game)[0]["seat"] == 1


def test_when_nothing_is_left_to_do_it_stops_with_word(game: Game) -> None:
    give(game, 0, "tickets", "always tickets when deck 1")
    execution.act_due(now=SOON)
    assert plan_of(game, 0).state == "active"
    assert prompts(game)[0] | {"id": ""} == {
        "id": "",
        "seat": 0,
        "type": "keep_tickets",
        "offer_count": 3,
        "at_least": 1,
    }


def test_not_before_its_time_and_that_is_at_random() -> None:
    """The instant is drawn within the bounds, independently of the plan's contents."""
    deadline = NOON + DAY
    spans = []

    def last(count: int) -> int:
        spans.append(count)
        return count - 1

    assert plan_times.acts_at(NOON, deadline, below=last) == NOON + plan_times.LATEST
    assert plan_times.acts_at(NOON, deadline, below=lambda count: 0) == NOON + plan_times.SOONEST
    assert spans == [(plan_times.LATEST - plan_times.SOONEST).total_seconds() + 1]
    assert len({plan_times.acts_at(NOON, deadline) for _ in range(50)}) > 20


def test_near_the_deadline_it_acts_in_time() -> None:
    def last(count: int) -> int:
        return count - 1

    assert plan_times.acts_at(NOON, NOON + 20 * MINUTE, below=last) == NOON + 5 * MINUTE
    assert plan_times.acts_at(NOON, NOON + 4 * MINUTE, below=last) == NOON + MINUTE
    assert plan_times.acts_at(NOON, NOON - MINUTE, below=last) == NOON


def test_it_waits_as_long_when_it_cannot_act(game: Game) -> None:
    give(game, 0, "keep all")
    instant = plan_of(game, 0).acts_at
    assert instant is not None
    assert execution.act_due(now=instant - timedelta(seconds=1)) == 0
    assert execution.act_due(now=instant) == 1
    assert planned_entries(game) == []
    assert plan_of(game, 0).acts_at is None
    assert plan_of(game, 0).state == "active"


def test_a_question_that_is_opened_is_given_an_instant(game: Game) -> None:
    give(game, 1, "draw deck")
    assert plan_of(game, 1).acts_at is None
    post(game, 0, "draw deck", "draw deck")
    instant = plan_of(game, 1).acts_at
    assert instant is not None
    assert NOON + plan_times.SOONEST <= instant <= NOON + plan_times.LATEST


def test_a_plan_made_stale_by_anothers_move_stops(game: Game) -> None:
    """Between the check and the move another player takes the route."""
    deal(game, 2, purple=4)
    post(game, 0, "draw deck", "draw deck")
    shown = own_plan.give(player=holder(game, 1), game_id=game.id, lines=["claim denver-omaha", "draw deck"], now=NOON)
    assert shown.now is not None
    post(game, 1, "draw deck", "draw deck")
    post(game, 2, "claim denver-omaha purple 4")
    post(game, 0, "draw deck", "draw deck")
    assert execution.act_due(now=SOON) == 1
    plan = plan_of(game, 1)
    assert plan.state == "stopped"
    assert plan.reason == {
        "code": "route_taken",
        "detail": {"route": "denver-omaha"},
        "line": 1,
        "order": "claim denver-omaha",
    }
    assert planned_entries(game) == []


def test_a_plan_claims_what_it_can_pay(game: Game) -> None:
    deal(game, 0, purple=4, red=1)
    give(game, 0, "claim denver-omaha", "draw deck")
    execution.act_due(now=SOON)
    assert planned_entries(game) == ["route_claimed", "points_scored", "turn_began"]
    assert plan_of(game, 0).done == ["claim denver-omaha"]


def test_a_question_answered_by_hand_is_no_longer_the_plans(game: Game) -> None:
    give(game, 0, "draw deck")
    post(game, 0, "draw deck", "draw deck")
    execution.act_due(now=SOON)
    assert planned_entries(game) == []
    assert plan_of(game, 0).acts_at is None
    assert plan_of(game, 0).state == "active"


def test_a_cancelled_plan_does_nothing(game: Game) -> None:
    give(game, 0, "draw deck")
    own_plan.cancel(player=holder(game, 0), game_id=game.id)
    assert execution.act_due(now=SOON) == 0
    assert planned_entries(game) == []


def test_a_ruling_that_changes_the_game_stops_it(game: Game) -> None:
    post(game, 0, "draw deck", "draw deck")
    give(game, 1, "draw deck")
    head = Game.objects.get(pk=game.pk).head
    rule(game, rulings.TakeBack(as_of=head - 2), now=NOON)
    post(game, 0, "draw deck", "draw deck")
    execution.act_due(now=SOON)
    assert plan_of(game, 1).reason["code"] == "ruling_changed_the_game"


def test_a_move_that_somebody_else_takes_back_does_not_stop_it(game: Game) -> None:
    while not (claims := [move for move in legal(game, 0) if move.startswith("claim")]):
        for seat in range(3):
            post(game, seat, "draw deck", "draw deck")
    give(game, 1, "draw deck")
    post(game, 0, claims[0])
    own_move.take_back(player=holder(game, 0), game_id=game.pk, now=NOON)
    post(game, 0, "draw deck", "draw deck")
    execution.act_due(now=SOON)
    assert plan_of(game, 1).reason == {}
    assert planned_entries(game)


def test_a_paused_game_waits(game: Game) -> None:
    give(game, 0, "draw deck")
    rule(game, rulings.Pause(), now=NOON)
    assert execution.act_due(now=SOON) == 0
    rule(game, rulings.Resume(), now=SOON)
    assert execution.act_due(now=SOON + MINUTE) == 1
    assert planned_entries(game)


@pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["card_game@1"]))
def test_two_worlds_alike_to_the_seat_get_the_same_answer(ruleset: str) -> None:
    """The same holds for an email about it, and for the plan's later actions."""
    game = chosen(started(players(3), ruleset=ruleset))
    play_on(game, 30, seed=3)
    seat = prompts(Game.objects.get(pk=game.pk))[0]["seat"]
    lines = (["draw wanted else deck"], ["stop when last round", "best"], ["tickets", "keep best"])

    def answers() -> list[str]:
        give = [own_plan.give(player=holder(game, seat), game_id=game.id, lines=each, now=NOON) for each in lines]
        return [str(shown.now) for shown in give]

    one = answers()
    swap_what_is_hidden(game, reader=seat)
    assert answers() == one


def test_a_plan_that_nobody_carries_out_is_noticed(game: Game) -> None:
    plan = give(game, 0, "draw deck")
    assert plan.acts_at is not None
    assert execution.overdue_since(before=SOON + MINUTE) == plan.acts_at
    assert execution.overdue_since(before=NOON) is None
    execution.act_due(now=SOON)
    assert execution.overdue_since(before=SOON + MINUTE) is None


def test_a_plan_of_a_game_that_was_put_aside_is_not_late(game: Game) -> None:
    give(game, 0, "draw deck")
    Game.objects.filter(pk=game.pk).update(quarantined_until=SOON + DAY)
    assert execution.overdue_since(before=SOON + MINUTE) is None
    assert execution.overdue_since(before=SOON + 2 * DAY) is not None


def test_time_does_not_run_out_over_a_plan(game: Game) -> None:
    """The server was down: the plan acts first, although the deadline has passed as well."""
    give(game, 0, "draw deck")
    late = NOON + 2 * DAY
    heartbeats.beat(source=heartbeats.SWEEP, now=late)
    deadlines.sweep(now=late)
    assert not Entry.objects.filter(game=game, kind="timeout").exists()
    execution.act_due(now=late)
    assert planned_entries(game)


def test_it_counts_as_the_players_own_move(game: Game) -> None:
    Seat.objects.filter(game=game, number=0).update(timeouts_in_a_row=2)
    give(game, 0, "draw deck")
    execution.act_due(now=SOON)
    assert Seat.objects.get(game=game, number=0).timeouts_in_a_row == 0


@pytest.mark.nightly
def test_all_may_play_by_plans_to_the_end() -> None:
    game = started(players(3))
    for seat in range(3):
        give(game, seat, "best")
    now = NOON
    for _ in range(400):
        now += plan_times.LATEST
        execution.act_due(now=now)
        if Game.objects.get(pk=game.pk).status == "ended":
            break
    assert Game.objects.get(pk=game.pk).status == "ended"
    assert set(Entry.objects.filter(game=game).values_list("kind", flat=True)) == {"started", "planned"}
    assert store.unbroken(Game.objects.get(pk=game.pk))
    assert not Plan.objects.exists()


@pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["card_game@1"]))
def test_the_stand_in_plays_on_for_a_while_in_every_game(ruleset: str) -> None:
    game = started(players(2), ruleset=ruleset)
    for seat in range(2):
        give(game, seat, "best")
    now = NOON
    for _ in range(12):
        now += plan_times.LATEST
        execution.act_due(now=now)
    assert set(Entry.objects.filter(game=game).values_list("kind", flat=True)) == {"started", "planned"}
    assert Game.objects.get(pk=game.pk).head > 12


def test_a_game_that_raises_is_put_aside_and_stops_nobody_elses(game: Game) -> None:
    other = chosen(started(players(2, "Other")))
    for each in (game, other):
        give(each, 0, "draw deck")
    Game.objects.filter(pk=game.pk).update(board_digest="0" * 64)
    assert execution.act_due(now=SOON) == 1
    assert planned_entries(other)
    assert Game.objects.get(pk=game.pk).quarantined_until is not None
    assert plan_of(game, 0).acts_at is not None
    quarantine.release(game_id=game.id)


def test_killed_in_between_nothing_is_lost(game: Game) -> None:
    """A failure before the end of the transaction rolls everything back; the next sweep begins again."""
    give(game, 0, "draw deck", "keep all")

    def die(**_: object) -> None:
        raise SystemExit

    entry_recorded.connect(die)
    try:
        with pytest.raises(SystemExit):
            execution.act_due(now=SOON)
    finally:
        entry_recorded.disconnect(die)
    assert planned_entries(game) == []
    assert plan_of(game, 0).acts_at is not None
    assert execution.act_due(now=SOON) == 1
    assert len(planned_entries(game)) == 4


@pytest.mark.django_db(transaction=True)
def test_many_workers_act_once() -> None:
    games = [chosen(started(players(2, f"Table {number} "))) for number in range(4)]
    for game in games:
        give(game, 0, "draw deck")
    start = threading.Barrier(4)

    def work() -> None:
        try:
            start.wait()
            for _ in range(5):
                execution.act_due(now=SOON)
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for game in games:
        assert planned_entries(game) == ["card_drawn", "second_card_due", "card_drawn", "turn_began"]
        assert prompts(game)[0]["seat"] == 1


def test_a_player_who_is_left_the_question_hears_once(game: Game) -> None:
    said: list[tuple[str, int]] = []

    def listen(what: str, turn: Turn, **_: object) -> None:
        said.append((what, turn.prompt_opened))

    plan_declined.connect(listen)
    try:
        give(game, 0, "keep all")
        execution.act_due(now=SOON)
        execution.act_due(now=SOON)
        give(game, 0, "draw deck", "stop when holding 1 cards", now=SOON)
        execution.act_due(now=SOON + plan_times.LATEST)
    finally:
        plan_declined.disconnect(listen)
    opened = Turn.objects.get(game=game, closed_at=None).prompt_opened
    assert said == [("waits", opened), ("stopped", opened)]


def test_with_plans_the_log_still_replays(game: Game) -> None:
    give(game, 0, "draw deck")
    execution.act_due(now=SOON)
    play_on(game, 3, now=SOON)
    agree(game)


def test_a_plan_that_is_done_as_its_seat_is_asked_again_stops_at_that_question_with_word() -> None:
    game = started(players(3))
    for seat in (1, 2):
        post(game, seat, next(iter(legal(game, seat))))
    give(game, 0, next(move for move in legal(game, 0) if move.startswith("keep")), "stop when last round")
    assert execution.act_due(now=SOON) == 1
    plan = plan_of(game, 0)
    assert (plan.state, plan.orders) == ("active", ["stop when last round"])
    assert plan.acts_at is not None
    assert execution.act_due(now=plan.acts_at) == 1
    assert plan_of(game, 0).reason["code"] == "plan_is_done"


def test_a_plan_that_has_done_all_holds_back_no_further_question(game: Game) -> None:
    deal(game, 0, purple=4)
    give(game, 0, "claim denver-omaha", "stop when last round")
    execution.act_due(now=SOON)
    plan = plan_of(game, 0)
    assert (plan.state, plan.reason["code"], plan.done) == ("stopped", "plan_is_done", ["claim denver-omaha"])
    for seat in (1, 2):
        post(game, seat, "draw deck", "draw deck", now=SOON)
    assert prompts(game)[0]["seat"] == 0
    assert plan_of(game, 0).acts_at is None
