"""P2: the host of a game offers an open seat to somebody by name."""

import pytest

from games.errors import Forbidden, NotFound, Refused
from games.lobby import invitation_limits, offers
from games.models import Game, Player, SeatOffer
from games.people.privacy import erase_player, export_player
from games.table.rulings import End, Replace
from tests.games.courts import rule
from tests.games.sitting import LATER, offer, resigned, seat, stood_in, take
from tests.games.stories import DAY, NOON, chosen, players, started

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


class TestOffers:
    def test_it_is_kept_for_three_days_and_then_open_to_all(self, game: Game, ann: Player) -> None:
        ben = players(1, "Ben")[0]
        resigned(game, 1)
        offer(game, ann, 1)
        with pytest.raises(Refused, match="seat_reserved") as refused:
            take(game, ben, 1)
        assert refused.value.detail == {"until": "2026-03-05T12:00:00.000000Z"}
        take(game, ben, 1, now=NOON + 3 * DAY)

    def test_it_stands_after_that(self, game: Game, ann: Player) -> None:
        resigned(game, 1)
        offer(game, ann, 1)
        take(game, ann, 1, now=NOON + 10 * DAY)

    def test_declined_it_is_open_to_all(self, game: Game, ann: Player) -> None:
        ben = players(1, "Ben")[0]
        resigned(game, 1)
        offer(game, ann, 1)
        offers.withdraw(player=ann, game_id=game.id, seat=1, now=NOON)
        take(game, ben, 1)

    def test_taken_back_it_can_go_to_another(self, game: Game, ann: Player) -> None:
        ben = players(1, "Ben")[0]
        resigned(game, 1)
        offer(game, ann, 1)
        with pytest.raises(Refused, match="seat_reserved"):
            offer(game, ben, 1)
        offers.withdraw(player=game.host, game_id=game.id, seat=1, now=NOON)
        offer(game, ben, 1)
        take(game, ben, 1)

    def test_an_old_one_gives_way_to_another(self, game: Game, ann: Player) -> None:
        ben = players(1, "Ben")[0]
        resigned(game, 1)
        offer(game, ann, 1)
        offer(game, ben, 1, now=NOON + 3 * DAY)
        (standing,) = offers.of_game(game=game, reader=game.host)
        assert standing.player == ben

    def test_the_same_again_changes_nothing(self, game: Game, ann: Player) -> None:
        resigned(game, 1)
        assert offer(game, ann, 1).pk == offer(game, ann, 1, now=LATER).pk

    def test_nobody_else_answers_it(self, game: Game, ann: Player) -> None:
        ben = players(1, "Ben")[0]
        resigned(game, 1)
        offer(game, ann, 1)
        with pytest.raises(NotFound, match="no_such_offer"):
            offers.withdraw(player=ben, game_id=game.id, seat=1, now=NOON)

    def test_only_the_host_sees_those_to_others(self, game: Game, people: list[Player], ann: Player) -> None:
        resigned(game, 1)
        offer(game, ann, 1)
        seen = [offers.of_game(game=game, reader=reader).count() for reader in (people[0], people[2], ann)]
        assert seen == [1, 0, 1]

    def test_only_the_host_offers_and_only_open_seats_to_players_who_may_sit_down(
        self, game: Game, people: list[Player], ann: Player
    ) -> None:
        with pytest.raises(Refused, match="seat_not_open"):
            offer(game, ann, 1)
        resigned(game, 1)
        with pytest.raises(Forbidden, match="only_the_host"):
            offers.offer(host=people[2], game_id=game.id, seat=1, name=ann.name, now=NOON)
        with pytest.raises(Refused, match="has_held_another_seat"):
            offer(game, people[2], 1)
        with pytest.raises(NotFound, match="no_such_player"):
            offers.offer(host=game.host, game_id=game.id, seat=1, name="Nobody", now=NOON)
        rule(game, Replace(2))
        with pytest.raises(Refused, match="put_out"):
            offer(game, people[2], 2)

    def test_no_stand_in_is_asked(self, game: Game) -> None:
        stand_in = seat(chosen(started(players(2, "Other"))), 0)
        stood_in(stand_in.game)
        resigned(game, 1)
        with pytest.raises(NotFound, match="no_such_player"):
            offers.offer(host=game.host, game_id=game.id, seat=1, name="Stand-in", now=NOON)

    def test_so_many_a_game(self, game: Game, ann: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(invitation_limits, "MOST_TO_ONE", 100)
        resigned(game, 1)
        for _ in range(offers.MOST_OFFERS):
            offer(game, ann, 1)
            offers.withdraw(player=game.host, game_id=game.id, seat=1, now=NOON)
        with pytest.raises(Refused, match="too_many_offers"):
            offer(game, ann, 1)

    def test_it_is_over_with_the_game(self, game: Game, ann: Player) -> None:
        resigned(game, 1)
        offer(game, ann, 1)
        rule(game, End("void"))
        assert not offers.of_game(game=game, reader=ann).exists()

    def test_an_erased_player_has_none_and_could_read_them_before(self, game: Game, ann: Player) -> None:
        resigned(game, 1)
        offer(game, ann, 1)
        (told,) = export_player(player=ann)["seat_offers"]
        assert (told["game_id"], told["seat"]) == (game.id, 1)
        erase_player(player=ann, now=NOON)
        assert not SeatOffer.objects.exists()

    def test_those_of_an_erased_host_are_gone(self, game: Game, ann: Player) -> None:
        resigned(game, 1)
        offer(game, ann, 1)
        erase_player(player=game.host, now=NOON)
        assert not SeatOffer.objects.exists()
