"""P2: an abandoned seat is taken over, by a stranger or by its former player."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

import engine
from engine.verify import verify
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.lobby import departures, lobby, takeovers
from games.models import Departure, Entry, Game, Plan, Player, Seat, Turn
from games.people.privacy import erase_player
from games.table import store
from games.table.clocks.terms import Bank, Terms
from games.table.disputes import selectors
from games.table.plans import own_plan
from games.table.play import moves, seat_changes, stand_ins
from games.table.rulings import End, Pause, Reinstate, Remove, Replace
from games.table.rulings.secrets import open_secrets
from notifications.models import Notification
from tests.games.courts import admin, agree, as_row, last, rule, undo, view
from tests.games.sitting import LATER, absent, come_back, handed_over, is_open, offer, resigned, seat, stood_in, take
from tests.games.stories import DAY, NOON, chosen, default, play_on, players, post, started
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Player]:
    return players(3)


@pytest.fixture
def game(people: list[Player]) -> Game:
    """Return a game in its first turn."""
    return chosen(started(people))


@pytest.fixture
def ann() -> Player:
    """Return a player without a seat in the game."""
    return players(1, "Ann")[0]


class TestWhatIsOpen:
    def test_p1_a_seat_that_was_left(self, game: Game) -> None:
        assert not is_open(game)
        resigned(game)
        assert is_open(game)
        agree(game)

    def test_a_seat_from_which_an_admin_has_removed_somebody(self, game: Game) -> None:
        rule(game, Remove(1))
        assert is_open(game, 1)

    def test_a_seat_that_a_stand_in_holds(self, game: Game) -> None:
        rule(game, Replace(1))
        assert is_open(game, 1)

    def test_p4_no_seat_whose_holder_is_absent(self, game: Game, ann: Player) -> None:
        with transaction.atomic():
            table = takeovers.running(game.id)
            seat_changes.mark_absent(table, table.seats[0], NOON)
        assert not is_open(game)
        with pytest.raises(Refused, match="seat_not_open"):
            take(game, ann)

    def test_none_of_a_game_that_is_over_and_again_when_it_is_resumed(self, game: Game) -> None:
        resigned(game)
        ended = rule(game, End("void"))
        assert not is_open(game)
        undo(game, ended)
        assert is_open(game)

    def test_none_that_was_put_back(self, game: Game) -> None:
        resigned(game)
        rule(game, Reinstate(0))
        assert not is_open(game)


class TestTakingOver:
    def test_p2_the_seat_goes_over_whole(self, game: Game, ann: Player) -> None:
        before = view(game, 0)["you"]
        resigned(game)
        take(game, ann)
        assert (seat(game, 0).player, seat(game, 0).status) == (ann, "playing")
        assert view(game, 0)["you"] == before

    def test_p2_its_turns_come_again(self, game: Game, ann: Player) -> None:
        resigned(game)
        take(game, ann)
        for number in (1, 2, 0):
            post(game, number, "draw deck", "draw deck")
        agree(game)

    def test_p2_it_is_ranked_as_if_never_left(self, game: Game, ann: Player) -> None:
        resigned(game)
        take(game, ann)
        resigned(game, 1)
        resigned(game, 2)
        assert seat(game, 0).rank == 1

    def test_the_log_says_who_and_after_whom_and_no_name(self, game: Game, ann: Player) -> None:
        left = resigned(game)
        take(game, ann)
        told = last(game)
        assert (told["kind"], told["seat"], told["player"], told["before"]) == ("taken_over", 0, ann.pk, left.pk)
        assert [event["type"] for event in told["events"]] == ["seat_returned"]
        assert ann.name not in json.dumps(told)

    def test_anyone_who_had_it_before_sees_nothing_more(self, game: Game, ann: Player) -> None:
        left = resigned(game)
        take(game, ann)
        with pytest.raises(Forbidden, match="not_in_this_game"):
            moves.seat_of(game, left)
        with pytest.raises(Forbidden, match="not_in_this_game"):
            own_plan.look(player=left, game_id=game.id, now=NOON)
        with pytest.raises(Forbidden, match="not_in_this_game"):
            come_back(game, left)

    def test_anyone_who_had_it_before_has_left_no_plan(self, game: Game, people: list[Player], ann: Player) -> None:
        own_plan.give(player=people[1], game_id=game.id, lines=["draw deck"], now=NOON)
        resigned(game, 1)
        take(game, ann, 1)
        assert not Plan.objects.filter(game=game).exists()
        with pytest.raises(NotFound, match="no_plan"):
            own_plan.look(player=ann, game_id=game.id, now=NOON)

    def test_from_a_stand_in_with_a_whole_time_for_what_is_asked(self, game: Game, ann: Player) -> None:
        stood_in(game)
        take(game, ann, now=LATER)
        turn = Turn.objects.get(game=game, closed_at=None)
        assert (turn.player, turn.deadline_at) == (ann, LATER + DAY)
        assert Notification.objects.filter(player=ann, kind="your_turn", prompt_opened=turn.prompt_opened).exists()

    def test_the_time_never_becomes_shorter(self, people: list[Player], ann: Player) -> None:
        bank = Bank(timedelta(days=2), timedelta(), timedelta(days=2))
        game = chosen(started(people, clock=Terms(DAY, bank=bank)))
        stood_in(game)
        Seat.objects.filter(game=game, number=0).update(bank=timedelta())
        before = Turn.objects.get(game=game, closed_at=None).deadline_at
        takeovers.take_over(player=ann, game_id=game.id, seat=0, now=NOON)
        assert Turn.objects.get(game=game, closed_at=None).deadline_at == before

    def test_by_the_clock_of_the_player_who_comes(self, game: Game) -> None:
        late = Player.objects.create_user("late@mail.example", "Late")
        Player.objects.filter(pk=late.pk).update(habits={"quiet_hours": {"begin": "22:00", "end": "06:00"}})
        late.refresh_from_db()
        stood_in(game)
        take(game, late)
        assert Turn.objects.get(game=game, closed_at=None).deadline_at > NOON + DAY

    def test_a_game_that_all_had_left_goes_on(self, ann: Player) -> None:
        game = chosen(started(players(2, "Pair")))
        stood_in(game, 0)
        stood_in(game, 1)
        assert as_row(game)["closes_at"] is not None
        take(game, ann)
        assert as_row(game)["closes_at"] is None
        post(game, 0, "draw deck", "draw deck")
        assert stand_ins.play_due(now=NOON) > 0

    def test_asking_again_changes_nothing(self, game: Game, ann: Player) -> None:
        resigned(game)
        take(game, ann)
        take(game, ann)
        assert Entry.objects.filter(game=game, kind="taken_over").count() == 1

    def test_nobody_who_knows_another_seat(self, game: Game, people: list[Player]) -> None:
        resigned(game)
        for player in people[1:]:
            with pytest.raises(Refused, match="has_held_another_seat"):
                take(game, player)

    def test_nobody_who_has_opened_the_secrets(self, game: Game) -> None:
        boss = admin()
        open_secrets(admin=boss, game_id=game.id, reason="A bug.", now=NOON)
        resigned(game)
        with pytest.raises(Refused, match="has_seen_secrets"):
            take(game, boss)

    def test_nobody_who_is_suspended(self, game: Game, ann: Player) -> None:
        resigned(game)
        Player.objects.filter(pk=ann.pk).update(suspended_until=NOON + DAY)
        with pytest.raises(Forbidden, match="account_suspended"):
            take(game, ann)

    def test_nobody_who_is_gone(self, game: Game, ann: Player) -> None:
        resigned(game)
        erase_player(player=Player.objects.get(pk=ann.pk), now=NOON)
        with pytest.raises(Forbidden, match="forbidden"):
            take(game, ann)

    def test_nobody_who_is_less_reliable_than_was_demanded(self, people: list[Player], ann: Player) -> None:
        game = chosen(started(people, minimum_reliability=90))
        resigned(game)
        moved = {"player": ann, "opened_at": NOON, "deadline_at": LATER, "expires_at": LATER, "closed_at": NOON}
        other = started(players(2, "Other"))
        Turn.objects.bulk_create(
            Turn(game=other, seat=0, prompt_opened=100 + number, kind="take_turn", in_time=number > 3, **moved)
            for number in range(20)
        )
        with pytest.raises(Forbidden, match="reliability_too_low") as refused:
            takeovers.take_over(player=ann, game_id=game.id, seat=0, now=LATER)
        assert (refused.value.detail["percent"], refused.value.detail["demanded"]) == (80, 90)

    def test_anyone_who_left_has_left_once(self, game: Game, ann: Player) -> None:
        left = resigned(game)
        take(game, ann, now=LATER)
        assert list(Departure.objects.values_list("player", "how", "at")) == [(left.pk, "resigned", NOON)]

    def test_only_a_seat_that_is_there_and_open(self, game: Game, ann: Player) -> None:
        with pytest.raises(Refused, match="seat_not_open"):
            take(game, ann)
        with pytest.raises(Unprocessable, match="no_such_seat"):
            take(game, ann, 3)
        with pytest.raises(NotFound, match="no_such_game"):
            takeovers.take_over(player=ann, game_id="nowhere", seat=0, now=NOON)
        rule(game, End("void"))
        with pytest.raises(Refused, match="game_not_running"):
            take(game, ann)

    @pytest.mark.parametrize("wishes", [{"public": False}, {"access": "invitation"}])
    def test_where_players_were_invited_only_those_who_are_asked(self, ann: Player, wishes: dict[str, Any]) -> None:
        people = players(3)
        game = lobby.create_game(host=people[0], wishes=lobby.Wishes("usa@1", 3, DAY, **wishes), now=NOON)
        lobby.invite(host=people[0], game_id=game.id, names=[one.name for one in people[1:]], now=NOON)
        for player in people[1:]:
            lobby.join_game(player=player, game_id=game.id, now=NOON)
        resigned(game, 1)
        with pytest.raises(Forbidden, match="not_offered"):
            take(game, ann, 1)
        offer(game, ann, 1)
        take(game, ann, 1)
        assert seat(game, 1).player == ann

    def test_an_admin_who_sits_down_no_longer_judges_the_game(self, game: Game) -> None:
        boss = admin()
        resigned(game)
        take(game, boss)
        assert boss not in selectors.judges(game)

    @pytest.mark.long
    @pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["card_game@1"]))
    def test_the_exported_log_holds(self, ruleset: str, people: list[Player], ann: Player) -> None:
        game = chosen(started(people, ruleset=ruleset))
        stood_in(game, 1)
        take(game, ann, 1)
        handed_over(game, 2)
        come_back(game, people[2])
        resigned(game, 0)
        take(game, players(1, "Ben")[0])
        play_on(game, 1000)
        agree(game)
        assert as_row(game)["status"] == "ended"
        export = store.export(store.read(game.id))
        assert verify(json.loads(json.dumps(export))) == export["entries"][-1]["number"]


class TestComingBack:
    def test_p1_nobody_who_has_resigned_comes_back(self, game: Game) -> None:
        left = resigned(game)
        for attempt in (come_back, take):
            with pytest.raises(Refused, match="left_for_good"):
                attempt(game, left)
        assert (seat(game, 0).status, is_open(game)) == ("resigned", True)

    def test_p1_not_even_to_a_stand_in_that_has_the_seat_since(self, game: Game) -> None:
        left = resigned(game)
        rule(game, Replace(0))
        with pytest.raises(Refused, match="left_for_good"):
            come_back(game, left)

    def test_p1_unless_an_admin_has_put_them_back(self, game: Game) -> None:
        left = resigned(game)
        rule(game, Reinstate(0))
        stood_in(game)
        come_back(game, left)
        assert seat(game, 0).player == left

    def test_p2_anyone_who_has_asked_for_a_stand_in_comes_back(self, game: Game) -> None:
        left = handed_over(game)
        assert seat(game, 0).of_house
        come_back(game, left)
        assert (seat(game, 0).player, seat(game, 0).status) == (left, "playing")
        for number in (1, 2, 0):
            post(game, number, "draw deck", "draw deck")

    def test_by_the_public_list_as_well(self, game: Game) -> None:
        left = handed_over(game)
        take(game, left)
        assert (seat(game, 0).player, seat(game, 0).status) == (left, "playing")

    def test_p2_whose_seat_a_stand_in_has_comes_back(self, game: Game) -> None:
        late = stood_in(game)
        come_back(game, late, now=LATER)
        assert seat(game, 0).player == late
        assert Turn.objects.get(game=game, closed_at=None).deadline_at == LATER + DAY
        assert stand_ins.play_due(now=LATER) == 0

    def test_not_when_somebody_else_has_taken_it(self, game: Game, ann: Player) -> None:
        late = stood_in(game)
        take(game, ann)
        with pytest.raises(Forbidden, match="not_in_this_game"):
            come_back(game, late)

    def test_also_while_it_is_offered_to_somebody(self, game: Game, ann: Player) -> None:
        late = stood_in(game, 1)
        offer(game, ann, 1)
        come_back(game, late)
        with pytest.raises(Refused, match="seat_not_open"):
            take(game, ann, 1)

    def test_nobody_whom_an_admin_has_taken_from_the_table(self, game: Game, people: list[Player]) -> None:
        rule(game, Remove(1))
        rule(game, Replace(2))
        for player in people[1:]:
            with pytest.raises(Refused, match="put_out"):
                come_back(game, player)
        with pytest.raises(Refused, match="put_out"):
            take(game, people[2], 2)

    def test_anyone_who_was_put_back_and_then_left_may(self, game: Game, people: list[Player]) -> None:
        rule(game, Remove(1))
        rule(game, Reinstate(1))
        handed_over(game, 1)
        come_back(game, people[1])

    def test_p4_anyone_who_was_absent_comes_back_as_ever(self, game: Game, people: list[Player]) -> None:
        absent(game)
        come_back(game, people[0])
        assert seat(game, 0).status == "playing"

    def test_an_old_plan_is_not_carried_out_any_more(self, game: Game, people: list[Player]) -> None:
        own_plan.give(player=people[1], game_id=game.id, lines=["draw deck"], now=NOON)
        handed_over(game, 1)
        come_back(game, people[1])
        post(game, 0, default(game, 0))
        assert not Plan.objects.filter(game=game).exists()


class TestAskingForAStandIn:
    def test_nobody_does_who_has_left(self, game: Game) -> None:
        resigned(game)
        with pytest.raises(Refused, match="seat_not_active"):
            handed_over(game)

    def test_nobody_does_for_another_seat(self, game: Game, ann: Player) -> None:
        with pytest.raises(Forbidden, match="not_in_this_game"):
            departures.hand_to_stand_in(player=ann, game_id=game.pk, now=NOON)

    def test_it_answers_at_once_so_that_nobody_gains_time_by_coming_back(self, game: Game) -> None:
        left = handed_over(game)
        come_back(game, left)
        assert not Turn.objects.filter(game=game, seat=0, closed_at=None).exists()
        assert Turn.objects.get(game=game, closed_at=None).seat == 1

    def test_nobody_does_while_the_game_is_paused(self, game: Game) -> None:
        rule(game, Pause())
        with pytest.raises(Refused, match="game_paused"):
            handed_over(game)

    def test_whoever_is_absent_may(self, game: Game) -> None:
        absent(game)
        handed_over(game)
        assert (seat(game, 0).of_house, seat(game, 0).status) == (True, "playing")


def test_an_erased_players_seat_is_open(game: Game, people: list[Player], ann: Player) -> None:
    erase_player(player=people[1], now=NOON)
    take(game, ann, 1)
    assert seat(game, 1).player == ann
