"""A player who takes a seat over can ask to be rated, individually and irrevocably."""

import pytest
from django.utils import timezone

from games.errors import Unprocessable
from games.lobby import departures, lobby, takeovers
from games.models import Game, Player, Rating, Seat
from games.ratings import rating_table
from games.ratings.skill import NEWCOMER
from notifications import links
from notifications.models import Notification
from notifications.policy import kinds
from tests.api.people import API, client_of
from tests.games.courts import agree
from tests.games.sitting import come_back, handed_over, offer, resigned, stood_in, take
from tests.games.stories import DAY, NOON, players, started
from tests.ratings.test_leaving import HOUR, end, go_ahead, ranks
from tests.ratings.test_ratings import begun
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db


def take_rated(game: Game, player: Player, seat: int) -> None:
    """Take a seat over and ask to be rated for it."""
    takeovers.take_over(player=player, game_id=game.pk, seat=seat, now=NOON, rated=True)
    agree(game)


def left_and_taken(people: list[Player]) -> Game:
    """Return a game in which the last player takes over the first one's seat."""
    game = begun(people[:-1])
    resigned(game, 0)
    take_rated(game, people[-1], 0)
    return game


def rating(player: Player) -> float:
    return rating_table.skill_of(Rating.objects.get(player=player)).mu


def test_who_wins_is_first_and_gains_and_nobody_else_is_rated_otherwise() -> None:
    ada, bela, cleo, newcomer, dora, emil, fay, other = players(8)
    asked, silent = left_and_taken([ada, bela, cleo, newcomer]), begun([dora, emil, fay])
    resigned(silent, 0)
    take(silent, other, 0)
    for game in (asked, silent):
        for seat in (1, 0, 0):
            go_ahead(game, seat)
        end(game)
    assert ranks(asked) == {newcomer.name: 1, bela.name: 1, cleo.name: 2, ada.name: 3}
    assert ranks(silent) == {emil.name: 1, fay.name: 2, dora.name: 3}
    assert [rating(player) for player in (ada, bela, cleo)] == [rating(player) for player in (dora, emil, fay)]
    assert rating(newcomer) > NEWCOMER.mu


def test_who_is_behind_those_who_stayed_comes_in_behind_them_and_loses() -> None:
    *people, newcomer = players(4)
    game = left_and_taken([*people, newcomer])
    for seat in (1, 2):
        go_ahead(game, seat)
    end(game)
    assert ranks(game)[newcomer.name] == 3
    assert rating(newcomer) < NEWCOMER.mu


def test_each_is_compared_only_with_those_who_stayed() -> None:
    *people, first, second = players(5)
    game = left_and_taken([*people, first])
    resigned(game, 1)
    take_rated(game, second, 1)
    go_ahead(game, 0)
    go_ahead(game, 1)
    go_ahead(game, 1)
    end(game)
    assert ranks(game) == {"Player 2": 1, "Player 0": 2, "Player 1": 2, first.name: 1, second.name: 1}
    assert rating(first) == rating(second)


def test_who_leaves_again_comes_in_last_also_at_once() -> None:
    *people, newcomer = players(4)
    game = left_and_taken([*people, newcomer])
    departures.resign(player=newcomer, game_id=game.pk, now=NOON + HOUR)
    go_ahead(game, 0)
    end(game)
    assert ranks(game)[newcomer.name] == 3


def test_who_leaves_it_to_the_one_who_began_is_last_and_the_other_has_not_left() -> None:
    ada, bela, cleo, newcomer = players(4)
    game = begun([ada, bela, cleo])
    handed_over(game, 0)
    take_rated(game, newcomer, 0)
    departures.resign(player=newcomer, game_id=game.pk, now=NOON + HOUR)
    take(game, ada, 0)
    go_ahead(game, 0)
    end(game)
    told = ranks(game)
    assert (told[ada.name], told[newcomer.name]) == (1, 4)


def test_who_comes_back_after_a_stand_in_is_still_rated() -> None:
    *people, newcomer = players(4)
    game = left_and_taken([*people, newcomer])
    stood_in(game, 0)
    come_back(game, newcomer)
    go_ahead(game, 0)
    end(game)
    assert ranks(game)[newcomer.name] == 1


def test_who_has_left_can_ask_on_coming_back() -> None:
    *people, newcomer = players(4)
    game = begun(people)
    resigned(game, 0)
    take(game, newcomer, 0)
    departures.hand_to_stand_in(player=newcomer, game_id=game.pk, now=NOON + HOUR)
    heard = Notification.objects.filter(player=newcomer, kind=kinds.SEAT_PASSED_ON.name)
    take_rated(game, newcomer, 0)
    assert not heard.exists()
    go_ahead(game, 0)
    end(game)
    assert ranks(game)[newcomer.name] == 1


def test_there_is_nobody_to_be_compared_with_where_all_have_left() -> None:
    ada, bela, first, second = players(4)
    game = begun([ada, bela])
    for seat, newcomer in enumerate((first, second)):
        stood_in(game, seat)
        take_rated(game, newcomer, seat)
    end(game)
    assert ranks(game) == {ada.name: 1, bela.name: 1}


def test_in_a_game_that_is_not_rated_nobody_can_ask_for_it() -> None:
    *people, newcomer = players(3)
    game = started(people, rated=False)
    stood_in(game, 0)
    with pytest.raises(Unprocessable, match="game_not_rated"):
        take_rated(game, newcomer, 0)
    assert Seat.objects.get(game=game, number=0).player != newcomer
    assert "for my rating" not in text_of(browser_of(newcomer), "/tables")


def test_nor_in_one_that_a_stand_in_began_which_never_counts() -> None:
    host, guest, newcomer = players(3)
    wishes = lobby.Wishes("usa@1", 3, DAY, stand_ins=1, order="fixed")
    game = lobby.create_game(host=host, wishes=wishes, now=NOON)
    lobby.join_game(player=guest, game_id=game.pk, now=NOON)
    with pytest.raises(Unprocessable, match="game_not_rated"):
        take_rated(game, newcomer, 1)
    assert "rating" not in (told := text_of(browser_of(newcomer), "/tables")).partition("Seats in games that go on")[2]
    assert "Take over" in told
    offer(game, newcomer, 1)
    page = links.game_url(links.SEAT, newcomer, game.pk, timezone.now()).partition(".example")[2]
    assert "for my rating" not in text_of(browser_of(newcomer), page)


class TestAsking:
    @pytest.fixture
    def people(self) -> list[Player]:
        return players(3)

    @pytest.fixture
    def newcomer(self, people: list[Player]) -> Player:
        return people[-1]

    @pytest.fixture
    def game(self, people: list[Player]) -> Game:
        game = begun(people[:-1])
        stood_in(game, 1)
        return game

    def has_asked(self, game: Game, newcomer: Player) -> None:
        go_ahead(game, 1)
        end(game)
        assert ranks(game)[newcomer.name] == 1
        assert "You have taken over the" in (told := text_of(browser_of(newcomer), f"/games/{game.pk}/log"))
        assert "and are rated for it." in told

    def test_in_the_list_of_open_seats(self, game: Game, newcomer: Player) -> None:
        browser = browser_of(newcomer)
        assert "Count it for my rating" in (told := text_of(browser, "/tables"))
        assert "If you leave the seat, you come in last." in told
        browser.post(f"/games/{game.pk}/seats/1/take-over", {"rated": "on"})
        self.has_asked(game, newcomer)

    def test_by_api(self, game: Game, newcomer: Player) -> None:
        answer = client_of(newcomer).post(f"{API}/games/{game.pk}/take-over", {"seat": 1, "rated": True})
        assert answer.status_code == 200
        self.has_asked(game, newcomer)

    def test_on_the_page_of_an_offer_by_email(self, game: Game, newcomer: Player) -> None:
        offer(game, newcomer, 1)
        page = links.game_url(links.SEAT, newcomer, game.pk, timezone.now()).partition(".example")[2]
        browser = browser_of(newcomer)
        assert "Count it for my rating" in text_of(browser, page)
        browser.post(page, {"do": "take", "seat": "1", "rated": "on"})
        self.has_asked(game, newcomer)
