"""Nobody saves a rating by leaving or by no longer playing; and nobody else is rated by a substitute's moves."""

from datetime import datetime, timedelta

import pytest
from django.test import Client

from games.competitions.leagues import admission, sweeps
from games.lobby import departures, lobby
from games.models import Game, Player, RatedSeat, Turn
from games.people.privacy import erase_player
from games.table import rulings
from games.table.clocks.terms import FORFEIT, STAND_IN, Terms
from games.table.play import deadlines
from tests.competitions import league
from tests.games.courts import rule
from tests.games.sitting import come_back, resigned, stood_in, take
from tests.games.stories import DAY, NOON, chosen, default, holder, play_on, players, post, started
from tests.ratings.test_ratings import begun, rederived
from tests.web.people import text_of

pytestmark = pytest.mark.django_db
ABSENCE = Terms(DAY, when_over=STAND_IN)
HOUR = timedelta(hours=1)


def end(game: Game, *, now: datetime = NOON) -> None:
    """End the game with its current points."""
    rule(Game.objects.get(pk=game.pk), rulings.End("adjudicated"), now=now)


def go_ahead(game: Game, seat: int, *, now: datetime = NOON) -> None:
    """Put the seat ahead of all others in points."""
    rule(Game.objects.get(pk=game.pk), rulings.Correct(seat, 200), now=now)


def ranks(game: Game) -> dict[str, int]:
    """Return the rated players with their ranks, after checking that recomputing gives the same."""
    rows = RatedSeat.objects.filter(game=game).select_related("player")
    told = {row.player.name: row.rank for row in rows}
    assert "0 differences" in rederived()
    return told


def stop(game: Game, who: int, now: datetime = NOON) -> datetime:
    """Let one player stop moving until a stand-in has the seat, while the others play; return when that was."""
    player = holder(game, who)
    while holder(game, who) == player:
        turn = Turn.objects.get(game=game, closed_at=None)
        if turn.seat == who:
            now = max(now, turn.expires_at)
            assert deadlines.expire_turn(turn_id=turn.pk, now=now)
        elif holder(game, turn.seat).kind == Player.Kind.HOUSE:
            assert deadlines.expire_turn(turn_id=turn.pk, now=now)
        else:
            post(game, turn.seat, default(game, turn.seat), now=now)
    return now


def begun_with_a_stand_in(people: list[Player], clock: Terms = ABSENCE) -> Game:
    """Start a game that never counts, though it is rated."""
    wishes = lobby.Wishes("usa@1", len(people) + 1, clock=clock, stand_ins=1, order="fixed")
    game = lobby.create_game(host=people[0], wishes=wishes, now=NOON)
    for player in people[1:]:
        lobby.join_game(player=player, game_id=game.pk, now=NOON)
    game.refresh_from_db()
    assert (game.rated, game.status) == (True, Game.Status.RUNNING)
    return game


def test_who_loses_and_lets_the_time_run_out_is_last_though_a_stand_in_plays_on() -> None:
    game = begun(players(2), clock=ABSENCE)
    stop(game, 0)
    go_ahead(game, 0, now=NOON + 8 * DAY)  # the stand-in's result
    end(game, now=NOON + 9 * DAY)
    assert ranks(game) == {"Player 0": 2, "Player 1": 1}


def test_whoever_left_shares_the_last_place_whether_or_not_somebody_has_the_seat() -> None:
    ada, bela, cleo, newcomer = players(4)
    game = begun([ada, bela, cleo])
    resigned(game, 2)
    take(game, newcomer, 2)
    departures.resign(player=bela, game_id=game.pk, now=NOON + HOUR)
    end(game, now=NOON + HOUR)
    assert ranks(game) == {ada.name: 1, bela.name: 2, cleo.name: 2}


def test_those_who_stay_are_rated_among_each_other() -> None:
    ada, bela, cleo = players(3)
    game = begun([ada, bela, cleo])
    stood_in(game, 2)
    go_ahead(game, 1)
    end(game)
    assert ranks(game) == {ada.name: 2, bela.name: 1, cleo.name: 3}


def test_who_leaves_before_everyone_has_moved_twice_has_no_place_and_the_others_have() -> None:
    game = chosen(started(players(3)))
    resigned(game, 2)
    end(game)
    assert ranks(game).keys() == {"Player 0", "Player 1"}


def test_of_two_one_who_leaves_at_once_costs_nobody_anything() -> None:
    game = chosen(started(players(2)))
    resigned(game, 1)
    assert Game.objects.get(pk=game.pk).status == Game.Status.ENDED
    assert ranks(game) == {}


def test_who_comes_back_to_the_seat_has_left_nothing() -> None:
    game = begun(players(2))
    ada = stood_in(game, 0)
    come_back(game, ada)
    go_ahead(game, 0)
    end(game)
    assert ranks(game) == {"Player 0": 1, "Player 1": 2}


def test_who_forfeits_by_the_clock_is_last_also_where_a_sweep_ends_many_games_at_once() -> None:
    people = players(4)
    games = [begun(pair, clock=Terms(DAY, when_over=FORFEIT)) for pair in (people[:2], people[2:])]
    asked = [Turn.objects.get(game=game, closed_at=None).player for game in games]
    assert deadlines.sweep(now=NOON + 9 * DAY) == 2
    for game, loser in zip(games, asked, strict=True):
        assert loser is not None
        assert ranks(game)[loser.name] == 2


def test_whom_an_admin_puts_out_is_last() -> None:
    game = begun(players(3))
    go_ahead(game, 0)
    rule(Game.objects.get(pk=game.pk), rulings.Replace(0))
    end(game)
    assert ranks(game)["Player 0"] == 3


def test_a_substitute_who_wins_wins_no_rating() -> None:
    people = players(3)
    game = begun(people[:2])
    stood_in(game, 1)
    take(game, people[2], 1)
    go_ahead(game, 1)
    end(game)
    assert ranks(game) == {"Player 0": 1, "Player 1": 2}


def test_the_log_of_a_game_that_can_count_says_so_and_leads_to_the_rules() -> None:
    said, people = "whoever leaves it comes in last", players(2)
    for game, counts in (
        (started(people), True),
        (started(people, rated=False), False),
        (begun_with_a_stand_in(people), False),
    ):
        assert (said in text_of(Client(), f"/games/{game.pk}/log")) == counts
    assert "Nobody saves a rating by stopping." in text_of(Client(), "/help/ratings")


def test_who_leaves_a_league_loses_each_of_its_games() -> None:
    a_league, people = league.begun()
    games = [chosen(game) for game in Game.objects.filter(seats__player=people[3])]
    for game in games:
        play_on(game, 4)
    admission.leave(player=people[3], league_id=a_league.pk, now=league.BEGINS + HOUR)
    sweeps.sweep(now=league.BEGINS + HOUR)
    for game in games:
        end(game, now=league.BEGINS + 2 * HOUR)
    assert [ranks(game)[people[3].name] for game in games] == [2, 2]


class TestOneAbsence:
    def two(self) -> tuple[Game, Game]:
        ada, bela, cleo = players(3)
        return begun([ada, bela], clock=ABSENCE), begun([ada, cleo], clock=ABSENCE)

    def test_counts_once_however_many_games_it_loses(self) -> None:
        first, second = self.two()
        stop(first, 0)
        away = stop(second, 0)
        end(second, now=away)  # whichever game ends first
        end(first, now=away + HOUR)
        assert ranks(second) == {"Player 0": 2, "Player 2": 1}
        assert ranks(first) == {}

    def two_with_a_move_between(self) -> tuple[Game, Game]:
        """Return two games, both lost by the first player, who has moved in between."""
        first, second = self.two()
        away = stop(first, 0)
        here = Turn.objects.get(game=second, closed_at=None)
        assert here.seat == 0
        back = max(away, here.opened_at) + HOUR
        Turn.objects.filter(pk=here.pk).update(deadline_at=back + DAY, expires_at=back + DAY)
        post(second, 0, "draw deck", "draw deck", now=back)
        away = stop(second, 0, back)
        end(first, now=away)
        end(second, now=away + HOUR)
        return first, second

    def test_a_move_anywhere_between_ends_it(self) -> None:
        first, second = self.two_with_a_move_between()
        assert ranks(first) == {"Player 0": 2, "Player 1": 1}
        assert ranks(second) == {"Player 0": 2, "Player 2": 1}

    def test_a_move_between_ends_it_also_where_an_admin_has_taken_it_back(self) -> None:
        """The move shows that the player was present."""
        first, second = self.two()
        third = begun([Player.objects.get(name="Player 0"), *players(1, "Dora")], clock=ABSENCE)
        back = stop(first, 0) + HOUR
        Turn.objects.filter(game=third, closed_at=None).update(deadline_at=back + DAY, expires_at=back + DAY)
        post(third, 0, "draw deck", "draw deck", now=back)
        away = stop(second, 0, back + HOUR)
        end(first, now=away)
        end(second, now=away + HOUR)
        rule(third, rulings.TakeBack(Game.objects.get(pk=third.pk).head - 2), now=away + 2 * HOUR)
        assert ranks(first) == {"Player 0": 2, "Player 1": 1}
        assert ranks(second) == {"Player 0": 2, "Player 2": 1}

    def test_whoever_beat_a_player_keeps_the_rating_when_that_player_is_erased(self) -> None:
        _, second = self.two_with_a_move_between()
        erase_player(player=Player.objects.get(name="Player 0"), now=NOON + 30 * DAY)
        assert ranks(second)["Player 2"] == 1

    def test_counts_once_also_where_an_absence_before_it_is_nearer(self) -> None:
        ada, bela, cleo, dora = players(4)
        first, second = begun([ada, bela], clock=ABSENCE), begun([ada, cleo], clock=ABSENCE)
        third = begun([ada, dora], clock=Terms(5 * DAY, when_over=STAND_IN))
        away = stop(first, 0)
        here = Turn.objects.get(game=second, closed_at=None)
        back = max(away, here.opened_at) + HOUR
        Turn.objects.filter(pk=here.pk).update(deadline_at=back + DAY, expires_at=back + DAY)
        post(second, 0, "draw deck", "draw deck", now=back)
        nearer, farther = stop(second, 0, back), stop(third, 0)
        assert nearer - away < farther - nearer
        for game in (first, third, second):
            end(game, now=(farther := farther + HOUR))
        assert ranks(first) == {"Player 0": 2, "Player 1": 1}
        assert ranks(third) == {"Player 0": 2, "Player 3": 1}
        assert ranks(second) == {}
