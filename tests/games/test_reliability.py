"""Players' reliability: moves in time and missed, games left, and the limits on joining."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.errors import Forbidden
from games.lobby import departures, lobby
from games.models import Departure, Game, Player, Seat, Turn
from games.people import reliability
from games.people.privacy import erase_player, export_player
from games.people.reliability import Reliability
from games.table import rulings
from games.table.clocks.terms import STAND_IN, Terms
from games.table.plans import execution, own_plan
from tests.games.admins import admin
from tests.games.stories import DAY, NOON, chosen, play_on, players, post, prompts, started
from tests.games.test_clock import sweep

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def counted(player: Player) -> tuple[int, int]:
    """Return the player's moves: in time, and missed."""
    own = Turn.objects.filter(player=player)
    return own.filter(in_time=True).count(), own.filter(in_time=False).count()


def known(player: Player, now: datetime = NOON) -> Reliability:
    return reliability.reliability_of([player.pk], now)[player.pk]


def moved(player: Player, *, in_time: int, missed: int, at: datetime = NOON) -> None:
    """Give the player moves in some game of long ago."""
    game = started([player, *players(1, f"With {player.name} {at:%d%m%y} ")])
    Turn.objects.bulk_create(
        Turn(
            game=game,
            seat=0,
            player=player,
            prompt_opened=1000 + number,
            kind="take_turn",
            opened_at=at - DAY,
            deadline_at=at,
            expires_at=at,
            closed_at=at,
            in_time=number < in_time,
        )
        for number in range(in_time + missed)
    )


class TestWhatCountsAsAMove:
    def test_a_turn_of_two_draws_is_one_move(self) -> None:
        ada, bob = players(2)
        game = chosen(started([ada, bob]))
        assert counted(ada) == (1, 0)  # the first tickets

        post(game, 0, "draw deck", "draw deck")

        assert counted(ada) == (2, 0)

    def test_a_turn_that_was_played_for_one_is_one_move_missed(self) -> None:
        ada, bob = players(2)
        game = chosen(started([ada, bob]))

        sweep(NOON + DAY)

        assert [turn.kind for turn in Turn.objects.filter(game=game, player=ada, closed_at=NOON + DAY)] == [
            "take_turn",
            "draw_again",
        ]
        assert counted(ada) == (1, 1)

    def test_a_turn_whose_second_half_was_played_for_you_is_missed(self) -> None:
        ada, bob = players(2)
        game = chosen(started([ada, bob]))
        post(game, 0, "draw deck")
        assert counted(ada) == (1, 0)

        sweep(NOON + DAY)

        assert counted(ada) == (1, 1)

    def test_all_questions_of_a_random_game_are_moves_or_parts_of_one(self) -> None:
        game = chosen(started(players(2), ruleset="old_west@1", options={"alvin": True}))

        play_on(game, 120)

        within = ("draw_again", "keep_tickets", "place_marker", "move_alvin")
        asked = Turn.objects.filter(game=game, closed_at__isnull=False)
        begun = asked.exclude(kind__in=within).count() - (prompts(game)[0]["type"] in within)
        assert asked.filter(in_time=True).count() == begun
        assert asked.filter(kind__in=within).exists()

    def test_grace_is_time_too(self) -> None:
        ada, bob = players(2)
        game = chosen(started([ada, bob], clock=Terms(DAY, grace=6 * HOUR)))

        post(game, 0, "draw deck", "draw deck", now=NOON + DAY + HOUR)

        assert counted(ada) == (2, 0)

    def test_a_move_by_a_plan_is_in_time(self) -> None:
        ada, bob = players(2)
        game = chosen(started([ada, bob]))
        own_plan.give(player=ada, game_id=game.id, lines=["draw deck"], now=NOON)

        execution.act_due(now=NOON + HOUR)

        assert counted(ada) == (2, 0)

    def test_a_move_that_an_admin_makes_for_one_counts_neither_way(self) -> None:
        ada, bob = players(2)
        game = chosen(started([ada, bob]))

        rulings.rule(admin=admin("Judge", "referee"), game_id=game.id, order=rulings.MoveFor(seat=0), now=NOON)

        assert counted(ada) == (1, 0)

    def test_nor_does_what_an_admin_takes_back(self) -> None:
        ada, bob = players(2)
        game = chosen(started([ada, bob]))
        before = Game.objects.get(pk=game.pk).head
        sweep(NOON + DAY)
        post(game, 1, "draw deck", "draw deck", now=NOON + DAY + HOUR)
        assert (counted(ada), counted(bob)) == ((1, 1), (2, 0))

        order = rulings.TakeBack(as_of=before)
        rulings.rule(admin=admin("Judge", "referee"), game_id=game.id, order=order, now=NOON + 2 * DAY)

        assert (counted(ada), counted(bob)) == ((1, 0), (1, 0))
        post(game, 0, "draw deck", "draw deck", now=NOON + 2 * DAY)
        assert counted(ada) == (2, 0)

    def test_nor_does_what_ends_with_the_game(self) -> None:
        ada, bob = players(2)
        game = started([ada, bob])

        departures.resign(player=bob, game_id=game.id, now=NOON)

        assert Game.objects.get(id=game.id).status == Game.Status.ENDED
        assert (counted(ada), counted(bob)) == ((0, 0), (0, 0))

    def test_what_a_stand_in_plays_when_time_is_over_was_missed(self) -> None:
        ada, bob = players(2)
        chosen(started([ada, bob], clock=Terms(DAY, when_over=STAND_IN)))

        sweep(NOON + DAY)

        assert counted(ada) == (1, 1)


class TestTheShare:
    def test_is_of_the_moves_in_time_rounded_down(self) -> None:
        (ada,) = players(1)
        moved(ada, in_time=199, missed=1)
        assert known(ada) == Reliability(99, 0)

    def test_with_fewer_than_ten_moves_one_is_new(self) -> None:
        ada, bob = players(2)
        moved(ada, in_time=9, missed=0)
        moved(bob, in_time=5, missed=5)
        assert (known(ada).percent, known(bob).percent) == (None, 50)

    def test_forgets_after_a_year(self) -> None:
        (ada,) = players(1)
        moved(ada, in_time=0, missed=10, at=NOON - timedelta(days=366))
        moved(ada, in_time=10, missed=0)
        assert known(ada).percent == 100
        assert known(ada, NOON + timedelta(days=366)).percent is None

    def test_is_read_for_a_table_in_one_query_from_indexes(self) -> None:
        people = players(5)
        for player in people:
            moved(player, in_time=10, missed=0)
        moved(*players(1, "Others "), in_time=3000, missed=0)
        with CaptureQueriesContext(connection) as asked:
            found = reliability.reliability_of([player.pk for player in people], NOON)
        assert (len(asked), len(found)) == (1, 5)
        with connection.cursor() as cursor:
            # Refresh the statistics, so that the plan follows from these rows, not from what earlier tests left.
            cursor.execute("ANALYZE games_turn, games_departure")
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN {asked[0]['sql']}")
            plan = "\n".join(line for (line,) in cursor.fetchall())
        assert "turn_of_player" in plan
        assert "Seq Scan" not in plan  # with few departures any index is as good as another


class TestGamesLeft:
    def test_anyone_who_resigns_has_left_a_game(self) -> None:
        ada, bob, eve = players(3)
        game = chosen(started([ada, bob, eve]))

        departures.resign(player=ada, game_id=game.id, now=NOON)

        assert (known(ada).games_left, known(bob).games_left) == (1, 0)
        assert known(ada, NOON + timedelta(days=366)).games_left == 0

    def test_anyone_who_forfeits_by_the_clock_has_left_it_and_missed_a_move(self) -> None:
        ada, bob, eve = players(3)
        chosen(started([ada, bob, eve], clock=Terms(DAY, when_over="forfeit")))

        sweep(NOON + DAY)

        assert known(ada).games_left == 1
        assert counted(ada) == (1, 1)

    def test_anyone_who_lost_the_seat_to_a_stand_in_has_left_it(self) -> None:
        ada, bob = players(2)
        game = chosen(started([ada, bob], clock=Terms(DAY, when_over=STAND_IN)))
        now = NOON
        for _ in range(3):
            now += DAY
            sweep(now)
            post(game, 1, "draw deck", "draw deck", now=now)

        assert not Seat.objects.filter(game=game, player=ada).exists()
        assert known(ada).games_left == 1
        assert known(bob).games_left == 0

    def test_anyone_who_is_absent_has_not_left(self) -> None:
        ada, bob, eve = players(3)
        game = chosen(started([ada, bob, eve]))
        now = NOON
        for _ in range(3):
            now += DAY
            sweep(now)
            for seat in (1, 2):
                post(game, seat, "draw deck", "draw deck", now=now)

        assert Seat.objects.get(game=game, number=0).status == Seat.Status.ABSENT
        assert known(ada).games_left == 0

    def test_anyone_an_admin_takes_off_the_table_has_not_left(self) -> None:
        ada, bob, eve = players(3)
        game = chosen(started([ada, bob, eve]))

        rulings.rule(admin=admin("Judge", "referee"), game_id=game.id, order=rulings.Remove(seat=1), now=NOON)

        assert known(bob).games_left == 0

    def test_anyone_who_is_back_at_the_table_by_a_ruling_has_not_left_after_all(self) -> None:
        ada, bob, eve = players(3)
        game = chosen(started([ada, bob, eve]))
        departures.resign(player=ada, game_id=game.id, now=NOON)

        rulings.rule(admin=admin("Judge", "referee"), game_id=game.id, order=rulings.Reinstate(seat=0), now=NOON)
        assert known(ada).games_left == 0

        departures.resign(player=ada, game_id=game.id, now=NOON)
        assert known(ada).games_left == 1


class TestWhoMayJoin:
    def wanted(self, host: Player, percent: int, access: str = "open") -> Game:
        wishes = lobby.Wishes("usa@1", 3, DAY, minimum_reliability=percent, access=access)
        return lobby.create_game(host=host, wishes=wishes, now=NOON)

    def test_who_is_reliable_enough(self) -> None:
        host, ada = players(2)
        moved(ada, in_time=9, missed=1)
        game = self.wanted(host, 90)

        lobby.join_game(player=ada, game_id=game.id, now=NOON)

        assert game.seats.filter(player=ada).exists()

    def test_anyone_who_is_not_hears_what_is_demanded(self) -> None:
        host, ada = players(2)
        moved(ada, in_time=89, missed=11)
        game = self.wanted(host, 90)

        with pytest.raises(Forbidden) as refused:
            lobby.join_game(player=ada, game_id=game.id, now=NOON)

        assert refused.value.code == "reliability_too_low"
        assert refused.value.detail == {"name": "Player 1", "percent": 89, "demanded": 90}
        assert not game.seats.filter(player=ada).exists()

    def test_anyone_who_is_new_is_let_in(self) -> None:
        host, ada = players(2)
        moved(ada, in_time=0, missed=9)
        game = self.wanted(host, 100)

        lobby.join_game(player=ada, game_id=game.id, now=NOON)

        assert game.seats.filter(player=ada).exists()

    def test_nobody_is_invited_who_could_not_say_yes(self) -> None:
        host, ada = players(2)
        game = self.wanted(host, 90, access="invitation")
        moved(ada, in_time=5, missed=5)

        with pytest.raises(Forbidden, match="reliability_too_low"):
            lobby.invite(host=host, game_id=game.id, names=["Player 1"], now=NOON)

        assert not game.invitations.exists()

    def test_an_invitation_does_not_help_a_player_who_has_become_unreliable(self) -> None:
        host, ada = players(2)
        game = self.wanted(host, 90, access="invitation")
        lobby.invite(host=host, game_id=game.id, names=["Player 1"], now=NOON)
        moved(ada, in_time=5, missed=5)

        with pytest.raises(Forbidden, match="reliability_too_low"):
            lobby.join_game(player=ada, game_id=game.id, now=NOON)

    def test_the_host_has_what_the_host_demands(self) -> None:
        (host,) = players(1)
        moved(host, in_time=5, missed=5)

        with pytest.raises(Forbidden, match="reliability_too_low"):
            self.wanted(host, 51)

        assert self.wanted(host, 50).minimum_reliability == 50


def test_of_an_erased_player_nothing_is_left_to_count() -> None:
    ada, bob, eve = players(3)
    moved(ada, in_time=10, missed=0)
    chosen(started([ada, bob, eve]))
    erase_player(player=ada, now=NOON)

    assert reliability.reliability_of([ada.pk, bob.pk], NOON).keys() == {bob.pk}
    assert not Departure.objects.filter(player=ada).exists()
    assert counted(ada) == (0, 0)


def test_the_export_tells_of_the_games_left() -> None:
    ada, bob, eve = players(3)
    game = chosen(started([ada, bob, eve]))
    departures.resign(player=ada, game_id=game.id, now=NOON)

    assert list(export_player(player=ada)["games_left"]) == [{"game_id": game.pk, "how": "resigned", "at": NOON}]
