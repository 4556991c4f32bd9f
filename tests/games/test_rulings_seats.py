"""Rulings about the players at the table, and the house players that hold seats."""

from dataclasses import replace
from datetime import timedelta

import pytest

import engine
from engine.parts.position import Position
from games.errors import NotFound, Refused
from games.lobby import departures
from games.models import Entry, Game, Plan, Player, Seat, Turn
from games.table import store
from games.table.plans import own_plan
from games.table.play import stand_ins
from games.table.rulings import Pause, Reinstate, Remove, Replace, Resume
from notifications.models import Notification
from tests.engine.positions import is_of
from tests.games.courts import agree, as_row, last, preview, rule, undo, view
from tests.games.stories import DAY, NOON, chosen, default, players, post, prompts, started
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(hours=20)


@pytest.fixture
def game() -> Game:
    return chosen(started(players(3)))


@pytest.fixture
def newcomer() -> Player:
    return players(1, "New")[0]


def seat(game: Game, number: int) -> Seat:
    return Seat.objects.select_related("player").get(game=game, number=number)


class TestAnotherPlayer:
    def test_p2_takes_the_seat_over_whole(self, game: Game, newcomer: Player) -> None:
        before = view(game, 0)["you"]
        rule(game, Replace(0, newcomer.pk))
        assert seat(game, 0).player == newcomer
        assert view(game, 0)["you"] == before

    def test_has_a_whole_time_and_hears_of_it(self, game: Game, newcomer: Player) -> None:
        rule(game, Replace(0, newcomer.pk), now=LATER)
        turn = Turn.objects.get(game=game, closed_at=None)
        assert turn.deadline_at == LATER + DAY
        assert Notification.objects.filter(player=newcomer, kind="your_turn", prompt_opened=4).exists()

    def test_p2_a_seat_that_resigned_is_waited_for_again(self, game: Game, newcomer: Player) -> None:
        departures.resign(player=game.host, game_id=game.id, now=NOON)
        rule(game, Replace(0, newcomer.pk))
        assert seat(game, 0).status == "playing"
        for number in (1, 2):
            post(game, number, "draw deck", "draw deck")
        post(game, 0, "draw deck", "draw deck")

    def test_the_log_knows_ids_and_no_names(self, game: Game, newcomer: Player) -> None:
        rule(game, Replace(0, newcomer.pk))
        assert (last(game)["player"], last(game)["before"]) == (newcomer.pk, game.host_id)
        assert newcomer.name not in str(last(game))

    def test_nobody_who_knows_another_seat(self, game: Game, newcomer: Player) -> None:
        gone = seat(game, 1).player
        assert gone is not None
        rule(game, Replace(1, newcomer.pk))
        for stranger in (gone.pk, seat(game, 2).player_id):
            with pytest.raises(Refused, match="has_held_another_seat"):
                rule(game, Replace(0, stranger))

    def test_nobody_who_does_not_exist(self, game: Game) -> None:
        with pytest.raises(NotFound, match="no_such_player"):
            rule(game, Replace(0, "nobody"))

    def test_nobody_who_is_suspended(self, game: Game, newcomer: Player) -> None:
        Player.objects.filter(pk=newcomer.pk).update(suspended_until=NOON + DAY)
        with pytest.raises(Refused, match="player_suspended") as refused:
            rule(game, Replace(0, newcomer.pk))
        assert refused.value.detail == {"until": "2026-03-03T12:00:00.000000Z"}
        rule(game, Replace(0, newcomer.pk), now=NOON + DAY)
        assert seat(game, 0).player == newcomer

    def test_has_not_the_plan_of_the_player_before(self, game: Game, newcomer: Player) -> None:
        own_plan.give(player=game.host, game_id=game.id, lines=["draw deck"], now=NOON)
        rule(game, Replace(0, newcomer.pk))
        assert not Plan.objects.filter(game=game).exists()

    def test_undone_the_seat_goes_back(self, game: Game, newcomer: Player) -> None:
        undo(game, rule(game, Replace(0, newcomer.pk)))
        assert seat(game, 0).player == game.host


class TestRemoving:
    def test_p1_the_seat_stays_and_its_turns_go_by(self, game: Game) -> None:
        rule(game, Remove(0))
        assert seat(game, 0).status == "forfeited"
        assert prompts(game)[0]["seat"] == 1

    def test_p3_when_one_is_left_the_game_is_over_and_undone_it_goes_on(self, game: Game) -> None:
        rule(game, Remove(0))
        removed = rule(game, Remove(1))
        assert as_row(game)["status"] == "ended"
        undo(game, removed)
        assert as_row(game)["status"] == "running"
        assert seat(game, 1).status == "playing"

    def test_its_preview_shows_no_points(self, game: Game) -> None:
        """Points would reveal the seats' tickets."""
        rule(game, Remove(0))
        seen = preview(game, Remove(1))
        assert seen.status == ("running", "ended")
        assert (list(seen.events), [one.points for one in seen.seats]) == ([], [None])

    def test_undone_the_seat_is_waited_for_again(self, game: Game) -> None:
        undo(game, rule(game, Remove(0)))
        assert seat(game, 0).status == "playing"

    def test_reinstated(self, game: Game) -> None:
        departures.resign(player=game.host, game_id=game.id, now=NOON)
        back = rule(game, Reinstate(0))
        assert seat(game, 0).status == "playing"
        undo(game, back)
        assert seat(game, 0).status == "forfeited"

    def test_only_what_makes_sense(self, game: Game) -> None:
        with pytest.raises(Refused, match="seat_not_away"):
            rule(game, Reinstate(0))
        rule(game, Remove(0))
        with pytest.raises(Refused, match="seat_has_left"):
            rule(game, Remove(0))


class TestStandIns:
    def test_a_house_player_holds_the_seat_and_plays(self, game: Game) -> None:
        rule(game, Replace(0))
        assert stand_ins.play_due(now=NOON) >= 1
        agree(game)
        assert prompts(game)[0]["seat"] == 1
        assert Entry.objects.filter(game=game, kind="stand_in", seat=0).exists()

    @pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["card_game@1"]))
    def test_it_plays_what_the_stand_in_of_the_engine_would(self, ruleset: str) -> None:
        """In every game, with all options; and not the default for people who run out of time."""
        options = dict.fromkeys(engine.RULESETS[ruleset].variants, True)
        game = chosen(started(players(2, "Pair"), ruleset=ruleset, options=options))
        rule(game, Replace(0))
        for _ in range(12):
            stand_ins.play_due(now=NOON)
            post(game, 1, default(game, 1))
        table = store.load(store.read(game.id))
        played = [entry for entry in store.log_for(table.game, 0) if entry["kind"] == "stand_in"]
        by_default = 0
        for entry in played:
            state = store.replayed(table.game, entry["number"] - 1)
            move = table.codec.read_move(entry["move"])
            assert move == engine.stand_in.choose(state.rules, engine.view(state, 0), engine.options(state, 0))
            by_default += move == engine.default_move(state, 0)
        assert len(played) >= 6
        assert by_default < len(played)

    def test_playing_twice_is_playing_once(self, game: Game) -> None:
        rule(game, Replace(0))
        stand_ins.play_due(now=NOON)
        assert stand_ins.play_due(now=NOON) == 0

    def test_each_seat_of_a_game_has_its_own(self, game: Game) -> None:
        rule(game, Replace(0))
        rule(game, Replace(1))
        names = [seat(game, number).player.name for number in (0, 1)]  # type: ignore[union-attr]
        assert names == ["Stand-in", "Stand-in 2"]

    def test_one_house_player_sits_in_many_games(self, game: Game) -> None:
        other = chosen(started(players(2, "Other")))
        rule(game, Replace(0))
        rule(other, Replace(1))
        assert Player.objects.filter(kind=Player.Kind.HOUSE).count() == 1

    def test_it_waits_while_the_game_is_paused(self, game: Game) -> None:
        rule(game, Replace(0))
        rule(game, Pause())
        assert stand_ins.play_due(now=NOON) == 0
        assert stand_ins.play_game(game_id=game.id, now=NOON) == 0
        rule(game, Resume())
        assert stand_ins.play_due(now=NOON) >= 1

    def test_among_themselves_they_wait_for_somebody_to_come(self, game: Game) -> None:
        holder = Seat.objects.get(game=game, number=1).player_id
        for number in range(3):
            rule(game, Replace(number))
        assert stand_ins.play_due(now=NOON) == 0
        agree(game)
        rule(game, Replace(1, holder))
        assert stand_ins.play_due(now=NOON) >= 1

    def test_they_know_no_more_than_their_seat(self, game: Game) -> None:
        """The same is played in two worlds that look alike to the seat."""
        rule(game, Replace(0))
        table = store.load(store.read(game.id))
        one = stand_ins.chosen(table, table.seats[0])
        state = is_of(Position, table.state)
        state.cards.hands[1], state.cards.hands[2] = state.cards.hands[2], state.cards.hands[1]
        state.tickets = replace(state.tickets, deck=state.tickets.deck[::-1])
        assert stand_ins.chosen(table, table.seats[0]) == one

    def test_a_game_that_raises_stops_no_other(self, game: Game) -> None:
        rule(game, Replace(0))
        other = chosen(started(players(2, "Other")))
        rule(other, Replace(0))
        Game.objects.filter(pk=game.pk).update(board_digest="0" * 64)
        assert stand_ins.play_due(now=NOON) >= 1
        assert as_row(game)["quarantine_error"].startswith("BoardChanged")

    def test_a_seat_that_a_stand_in_holds_needs_no_other(self, game: Game) -> None:
        rule(game, Replace(0))
        with pytest.raises(Refused, match="nothing_changes"):
            rule(game, Replace(0))

    def test_a_player_can_take_the_seat_over_again(self, game: Game) -> None:
        rule(game, Replace(0))
        rule(game, Replace(0, game.host_id))
        assert seat(game, 0).player == game.host
        assert stand_ins.play_due(now=NOON) == 0
