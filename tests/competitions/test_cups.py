"""Cups from entry to the end, as players experience them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from engine.verify import verify
from games.competitions.cups import admission, course, creation, replacements, rounds, scores, sweeps
from games.errors import Forbidden, Refused, Unprocessable
from games.lobby import departures
from games.models import Cup, CupEntrant, CupGame, CupRound, Game, Player, Rating, Ruling, Seat
from games.people import privacy
from games.table import rulings, store
from tests.competitions.cup import BEGINS, SWISS, as_it_is, begun, enters, game_at, made, running, states, tables, won
from tests.games.courts import rule, undo
from tests.games.races import both
from tests.games.stories import DAY, NOON, holder, players

pytestmark = [pytest.mark.django_db, pytest.mark.long]
ENDS = BEGINS + 21 * DAY


def test_a_knockout_of_seven() -> None:
    """A bye, a player who vanishes, a result that is undone and one that is changed, up to a winner."""
    cup, people = begun(7)
    round_ = CupRound.objects.get()
    assert (round_.byes, tables(cup, 1)) == ([0], [(1, 6), (2, 5), (3, 4)])
    assert (round_.began_at, round_.ends_at, round_.announced_at) == (BEGINS, ENDS, BEGINS)
    games = [game_at(table) for table in running(cup)]
    assert {(game.order, game.access, game.public) for game in games} == {("paired", "invitation", True)}
    last = next(game for game in games if Seat.objects.filter(game=game, player=people[1]).exists())

    _one_resigns_and_one_vanishes(cup, people)
    ended = _the_third_table_plays_until_the_time_is_over(cup, people, last)
    _an_admin_undoes_that_and_then_the_other_one_wins(cup, people, last, ended)

    won(cup, 2, 6, now=ENDS + 2 * DAY)
    sweeps.sweep(now=ENDS + 2 * DAY)
    sweeps.sweep(now=ENDS + 3 * DAY)
    assert tables(cup, 3) == [(2, 6)]
    won(cup, 6, now=ENDS + 4 * DAY)
    sweeps.sweep(now=ENDS + 4 * DAY)
    cup.refresh_from_db()
    assert (cup.state, cup.ended_at) == (Cup.State.OVER, ENDS + 4 * DAY)
    out = [(2, 2, "out"), (0, 3, "out"), (3, 3, "out"), (1, 5, "out"), (5, 6, "out")]
    assert states(cup) == [(6, 1, "won"), *out, (4, 7, "left")]


def _one_resigns_and_one_vanishes(cup: Cup, people: list[Player]) -> None:
    """The vanished player's opponent advances without having to play on."""
    won(cup, 2, now=BEGINS + DAY)
    Seat.objects.filter(player=people[4]).update(status=Seat.Status.ABSENT)
    sweeps.sweep(now=BEGINS + 9 * DAY)
    lost = CupEntrant.objects.get(player=people[4])
    assert (lost.why, lost.left_at, lost.unsettled) == ("absent", BEGINS + 9 * DAY, False)
    assert not Seat.objects.filter(player=people[4]).exists()
    Seat.objects.filter(player=people[3]).update(status=Seat.Status.ABSENT)
    sweeps.sweep(now=BEGINS + 19 * DAY)
    assert not CupEntrant.objects.filter(player=people[3]).exclude(left_at=None).exists()


def _the_third_table_plays_until_the_time_is_over(cup: Cup, people: list[Player], last: Game) -> Ruling:
    """The place is shared, and the better seed advances."""
    sweeps.sweep(now=ENDS)
    assert CupRound.objects.get().closed_at == ENDS
    ended = Ruling.objects.get(game=last)
    assert (ended.rule, ended.by, ended.agreed) == ("round_over", people[0], [])
    verify(store.export(store.read(last.pk)))
    assert [seed for seed, _, status in states(cup) if status == "in"] == [0, 1, 2, 3]
    return ended


def _an_admin_undoes_that_and_then_the_other_one_wins(
    cup: Cup, people: list[Player], last: Game, ended: Ruling
) -> None:
    """The two play on in the break, and the points at its end decide; then the draw is final, despite later rulings."""
    undo(last, ended, now=ENDS + DAY / 4)
    assert Game.objects.get(pk=last.pk).status == Game.Status.RUNNING
    sweeps.sweep(now=ENDS + DAY / 2)
    assert CupRound.objects.count() == 1
    rule(last, rulings.Correct(Seat.objects.get(game=last, player=people[6]).number, 50))
    sweeps.sweep(now=ENDS + DAY)
    assert tables(cup, 2) == [(0, 6), (2, 3)]
    assert Game.objects.get(pk=last.pk).status == Game.Status.ENDED
    rule(last, rulings.Correct(Seat.objects.get(game=last, player=people[1]).number, 99))
    assert tables(cup, 2) == [(0, 6), (2, 3)]


@pytest.mark.nightly
def test_a_swiss_cup_of_nine_at_tables_of_three() -> None:
    cup, people = begun(9, **SWISS, seats=3)
    now = BEGINS
    for number in (1, 2, 3):
        assert len(tables(cup, number)) == 3
        for table in running(cup):
            best = min(table.seeds)
            won(cup, best, now=now)
        sweeps.sweep(now=now + DAY)
        now += 2 * DAY
        sweeps.sweep(now=now)
    found = as_it_is(cup)
    pairs = [pair for number in (1, 2, 3) for pair in _pairs(tables(cup, number))]
    assert len(pairs) == len(set(pairs)) == 27
    assert everywhere_one_begins_who_has_begun_least([[table.seeds for table in one.tables] for one in found.rounds])
    standings = scores.cup_standings(found)
    assert sum(one.points or 0 for one in standings) == 3 * 3 * 6
    assert (standings[0].entrant.player, standings[0].status, found.cup.state) == (people[0], "won", "over")
    assert all(set(one.tie_breaks) <= set(scores.tie_breaks_of(cup)) for one in standings)


def everywhere_one_begins_who_has_begun_least(every_round: Sequence[Sequence[Sequence[int]]]) -> bool:
    begun: Counter[int] = Counter()
    for every in every_round:
        if any(begun[table[0]] > min(begun[seed] for seed in table) for table in every):
            return False
        begun.update(table[0] for table in every)
    return True


def _pairs(tables_: list[tuple[int, ...]]) -> list[tuple[int, int]]:
    return [(one, other) for table in tables_ for one in table for other in table if one < other]


def test_byes_and_empty_seats_count_as_an_opponent_you_finish_ahead_of(django_assert_num_queries: object) -> None:
    cup, people = begun(5, **SWISS)
    with django_assert_num_queries(4):  # type: ignore[operator]
        assert len(scores.cup_standings(course.current_course(cup))) == 5
    (bye,) = CupRound.objects.get().byes
    by_seed = {one.entrant.seed: one for one in scores.cup_standings(as_it_is(cup))}
    assert (bye, by_seed[bye].points, by_seed[0].points) == (4, 2, 0)
    admission.leave(player=people[0], cup_id=cup.pk, now=BEGINS + DAY)
    assert scores.cup_standings(as_it_is(cup))[-1].entrant.player == people[0]
    sweeps.sweep(now=BEGINS + 21 * DAY)
    sweeps.sweep(now=BEGINS + 22 * DAY)
    second = CupRound.objects.get(number=2)
    assert sorted(seed for table in tables(cup, 2) for seed in table) == [1, 2, 3, 4]
    assert second.byes == []


def test_seeds_are_given_by_rating_and_the_unrated_come_last() -> None:
    people = players(5)
    cup = made(people[0])
    enters(cup, people)
    for player, skill in ((people[3], 20.0), (people[4], -5.0)):
        Rating.objects.create(player=player, ruleset="usa@1", mu=25, sigma=8, games=1, cautious=skill)
    suspended = people[1]
    suspended.suspended_until = NOON + 300 * DAY
    suspended.save(update_fields=["suspended_until"])
    sweeps.sweep(now=BEGINS)
    seeded = CupEntrant.objects.filter(cup=cup).order_by("seed").values_list("player", flat=True)
    assert list(seeded) == [people[number].pk for number in (3, 4, 0, 2)]


def test_too_few_put_the_cup_off_twice_and_then_it_is_called_off() -> None:
    people = players(3)
    cup = made(people[0])
    enters(cup, people)
    for week in (0, 1, 2, 2):
        sweeps.sweep(now=BEGINS + 7 * week * DAY)
    cup.refresh_from_db()
    assert (cup.state, cup.put_off, cup.ended_at) == ("called_off", 2, BEGINS + 14 * DAY)
    with pytest.raises(Refused, match="cup_entry_closed"):
        admission.enter(player=players(1, "Late")[0], cup_id=cup.pk, now=NOON)


def test_every_step_may_be_called_again_and_two_workers_may_sweep() -> None:
    """As after a kill between two steps: nothing is done twice, and the next call continues."""
    people = players(4)
    cup = made(people[0])
    enters(cup, people)
    assert rounds.begin(cup_id=cup.pk, now=BEGINS)
    assert not rounds.begin(cup_id=cup.pk, now=BEGINS)
    round_ = CupRound.objects.get()
    one, other = CupGame.objects.order_by("pk").values_list("pk", flat=True)
    for _ in range(2):
        rounds.start_game(fixture_id=one, now=BEGINS)
        assert not rounds.announce(round_id=round_.pk, now=BEGINS)
    sweeps.sweep(now=BEGINS)
    rounds.start_game(fixture_id=other, now=BEGINS)
    assert not rounds.announce(round_id=round_.pk, now=BEGINS)
    assert Game.objects.count() == 2
    assert not rounds.close_round(cup_id=cup.pk, now=ENDS)  # its games run
    for game in rounds.to_end(as_it_is(cup), ENDS):
        rounds.end_game(game, as_it_is(cup).cup, ENDS)
    assert rounds.close_round(cup_id=cup.pk, now=ENDS)
    assert not rounds.close_round(cup_id=cup.pk, now=ENDS)
    assert not rounds.next_round(cup_id=cup.pk, now=ENDS)
    assert rounds.next_round(cup_id=cup.pk, now=ENDS + DAY)
    assert not rounds.next_round(cup_id=cup.pk, now=ENDS + DAY)
    assert not rounds.start_game(fixture_id=CupGame.objects.latest("pk").pk, now=ENDS + 90 * DAY)
    sweeps.sweep(now=ENDS + 22 * DAY)
    sweeps.sweep(now=ENDS + 23 * DAY)
    assert [(row.number, row.closed_at) for row in CupRound.objects.order_by("number")] == [
        (1, ENDS),
        (2, ENDS + 22 * DAY),
    ]
    assert Game.objects.count() == 2  # the final never began, so the better seed wins it
    assert states(cup)[0] == (0, 1, "won")


def test_whoever_leaves_is_suspended_or_erased_goes_on_from_no_table() -> None:
    cup, people = begun(8, kind=Cup.Kind.KNOCKOUT, seats=4, advancing=2)
    assert tables(cup, 1) == [(0, 3, 4, 7), (1, 2, 5, 6)]
    admission.leave(player=people[0], cup_id=cup.pk, now=BEGINS + DAY)
    people[3].suspended_until = NOON + 300 * DAY
    people[3].save(update_fields=["suspended_until"])
    privacy.erase_player(player=people[1], now=BEGINS + DAY)
    sweeps.sweep(now=BEGINS + DAY)
    lost = CupEntrant.objects.exclude(left_at=None).order_by("seed")
    assert [(one.seed, one.why) for one in lost] == [(0, "left"), (1, "gone"), (3, "gone")]
    assert Seat.objects.filter(player__kind="house").count() == 3
    assert not replacements.settle(entrant_id=lost[0].pk, now=BEGINS + DAY)
    (left,) = [game_at(table) for table in running(cup) if 0 in table.seeds]
    with pytest.raises(Refused, match="out_of_competition"):
        departures.come_back(player=people[0], game_id=left.pk, now=BEGINS + DAY)
    sweeps.sweep(now=BEGINS + 21 * DAY)
    sweeps.sweep(now=BEGINS + 22 * DAY)
    ((*final,),) = tables(cup, 2)
    assert len(final) == 4
    assert not {0, 1, 3} & set(final)
    for number in (2, 4, 5, 6, 7):
        admission.leave(player=people[number], cup_id=cup.pk, now=BEGINS + 22 * DAY)
    sweeps.sweep(now=BEGINS + 22 * DAY)
    cup.refresh_from_db()
    assert (cup.state, {status for *_, status in states(cup)}) == ("over", {"left", "out"})


@pytest.mark.parametrize(("system", "why"), [({**SWISS, "seats": 3}, ""), ({"seats": 3}, "absent")])
def test_by_the_swiss_system_whoever_resigns_gives_up_one_game_alone(system: dict[str, Any], why: str) -> None:
    cup, _people = begun(9, **system)
    table = next(running(cup))
    departures.resign(player=holder(game_at(table), 1), game_id=game_at(table).pk, now=BEGINS + DAY)
    sweeps.sweep(now=BEGINS + DAY)
    assert CupEntrant.objects.get(cup=cup, seed=table.seeds[1]).why == why
    sweeps.sweep(now=ENDS)
    sweeps.sweep(now=ENDS + DAY)
    plays_on = table.seeds[1] in [seed for each in tables(cup, 2) for seed in each]
    assert plays_on == (not why)


@pytest.mark.django_db(transaction=True)
def test_two_workers_make_one_cup_of_it() -> None:
    people = players(4)
    cup = made(people[0])
    enters(cup, people)
    both(lambda: sweeps.sweep(now=BEGINS), lambda: sweeps.sweep(now=BEGINS))
    assert (CupRound.objects.count(), Game.objects.count()) == (1, 2)
    both(lambda: sweeps.sweep(now=ENDS), lambda: sweeps.sweep(now=ENDS))
    sweeps.sweep(now=ENDS)
    assert CupRound.objects.get().closed_at == ENDS
    both(lambda: sweeps.sweep(now=ENDS + DAY), lambda: sweeps.sweep(now=ENDS + DAY))
    assert (CupRound.objects.count(), Game.objects.count()) == (2, 3)


@pytest.mark.django_db(transaction=True)
def test_whoever_enters_just_before_it_begins_plays() -> None:
    people = players(5)
    cup = made(people[0])
    enters(cup, people[:4])
    both(
        lambda: admission.enter(player=people[4], cup_id=cup.pk, now=BEGINS - DAY / 1440),
        lambda: rounds.begin(cup_id=cup.pk, now=BEGINS),
    )
    assert Cup.objects.get().state == Cup.State.OPEN
    sweeps.sweep(now=BEGINS)
    assert sorted(seed for table in tables(cup, 1) for seed in table) == [3, 4]
    assert CupEntrant.objects.get(player=people[4]).seed == 4


def test_what_a_host_cannot_make_and_players_cannot_do() -> None:
    host, other = players(2)
    with pytest.raises(Unprocessable, match="rounds_or_advancing"):
        made(host, kind=Cup.Kind.SWISS, advancing=1)
    with pytest.raises(Unprocessable, match="advancing_impossible"):
        made(host, advancing=2)
    with pytest.raises(Unprocessable, match="entry_closes_too_soon_or_late"):
        made(host, entry_closes_at=NOON)
    with pytest.raises(Forbidden, match="right_missing"):
        made(host, official=True)
    with pytest.raises(Unprocessable, match="cup_name_reserved"):
        made(host, name="Night Mail Cup")
    cups = [made(host) for _ in range(3)]
    with pytest.raises(Refused, match="too_many_cups"):
        made(host)
    with pytest.raises(Forbidden, match="only_the_host"):
        creation.call_off(player=other, cup_id=cups[0].pk, now=NOON)
    Player.objects.filter(pk=host.pk).update(suspended_until=NOON + DAY)
    with pytest.raises(Forbidden, match="account_suspended"):
        creation.call_off(player=host, cup_id=cups[0].pk, now=NOON)
    Player.objects.filter(pk=host.pk).update(suspended_until=None)
    admission.enter(player=other, cup_id=cups[0].pk, now=NOON)
    for _ in range(2):
        admission.enter(player=other, cup_id=cups[1].pk, now=NOON)
        admission.leave(player=host, cup_id=cups[0].pk, now=NOON)
        creation.call_off(player=host, cup_id=cups[0].pk, now=NOON)
    admission.leave(player=other, cup_id=cups[1].pk, now=NOON)
    assert [Cup.objects.get(pk=one.pk).state for one in cups] == ["called_off", "open", "open"]
    assert CupEntrant.objects.count() == 1
