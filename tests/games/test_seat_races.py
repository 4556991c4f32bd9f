"""Two players claiming the same seat at the same moment, on the real database."""

import threading
from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction

from games.lobby import lobby, offers, open_games
from games.models import Entry, Game, Player
from games.people.privacy import erase_player
from games.table.play import stand_ins
from tests.games.courts import agree
from tests.games.races import both
from tests.games.sitting import come_back, handed_over, is_open, offer, resigned, seat, stood_in, take
from tests.games.stories import DAY, NOON, chosen, players, started
from tests.locks import in_a_thread

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


class TestAtTheSameMoment:
    def test_two_take_one_seat(self) -> None:
        game, (ann, ben) = chosen(started(players(3))), players(2, "New")
        resigned(game)
        assert both(lambda: take(game, ann), lambda: take(game, ben)) == "seat_not_open"
        assert seat(game, 0).player == ann
        agree(game)

    def test_two_last_open_games_of_one_host(self) -> None:
        (host,), wishes = players(1), lobby.Wishes("usa@1", 2, DAY)
        for _ in range(open_games.MOST - 1):
            lobby.create_game(host=host, wishes=wishes, now=NOON)
        one_more = partial(lobby.create_game, host=host, wishes=wishes, now=NOON)
        assert both(one_more, one_more) == "too_many_open_games"

    def test_the_same_one_clicks_twice(self) -> None:
        game, (ann,) = chosen(started(players(3))), players(1, "New")
        resigned(game)
        assert both(lambda: take(game, ann), lambda: take(game, ann)) == "done"
        assert Entry.objects.filter(game=game, kind="taken_over").count() == 1

    def test_the_player_who_left_comes_back(self) -> None:
        game, (ann,) = chosen(started(players(3))), players(1, "New")
        left = handed_over(game)
        assert both(lambda: come_back(game, left), lambda: take(game, ann)) == "seat_not_open"
        assert seat(game, 0).player == left

    def test_the_player_who_left_comes_too_late(self) -> None:
        game, (ann,) = chosen(started(players(3))), players(1, "New")
        left = handed_over(game)
        assert both(lambda: take(game, ann), lambda: come_back(game, left)) == "not_in_this_game"
        assert seat(game, 0).player == ann

    def test_the_game_ends(self) -> None:
        game, (ann,) = chosen(started(players(3))), players(1, "New")
        resigned(game)
        assert both(lambda: resigned(game, 1), lambda: take(game, ann)) == "game_not_running"
        agree(game)

    def test_it_is_taken_and_declined(self) -> None:
        game, (ann,) = chosen(started(players(3))), players(1, "New")
        resigned(game, 1)
        offer(game, ann, 1)
        decline = lambda: offers.withdraw(player=ann, game_id=game.id, seat=1, now=NOON)  # noqa: E731
        assert both(lambda: take(game, ann, 1), decline) == "no_such_offer"
        assert seat(game, 1).player == ann

    def test_the_player_who_wants_it_is_erased(self) -> None:
        game, (ann,) = chosen(started(players(3))), players(1, "New")
        resigned(game)
        erase = lambda: erase_player(player=Player.objects.get(pk=ann.pk), now=NOON)  # noqa: E731
        assert both(erase, lambda: take(game, ann)) == "forbidden"
        assert is_open(game)

    def test_the_stand_in_plays(self) -> None:
        game, (ann,) = chosen(started(players(3))), players(1, "New")
        stood_in(game)
        with transaction.atomic():
            take(game, ann)
            playing = threading.Thread(target=in_a_thread, args=[lambda: stand_ins.play_due(now=NOON)])
            playing.start()
            playing.join()
        assert not Entry.objects.filter(game=game, kind="stand_in").exists()
        assert stand_ins.play_due(now=NOON) == 0

    def test_two_tables_hire_the_first_stand_in(self) -> None:
        hosts = players(2, "Host")
        wishes = lobby.Wishes("usa@1", 3, timedelta(hours=24), stand_ins=2)
        create = [lambda host=host: lobby.create_game(host=host, wishes=wishes, now=NOON) for host in hosts]
        assert both(*create) == "done"
        assert Player.objects.filter(kind=Player.Kind.HOUSE).count() == 2
        for game in Game.objects.all():
            agree(game)
