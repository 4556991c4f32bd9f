"""Bots sit only where the host allows them, and never secretly hold two seats for one owner."""

import pytest

from games.competitions.cups import admission as cup_entering
from games.errors import Forbidden, Refused
from games.lobby import departures, join_links, lobby, offers, takeovers
from games.models import Cup, Game, Player, RatedSeat, Seat
from games.ratings import derivation
from tests.bots.workshop import bot_of, challenge, table
from tests.games.stories import DAY, NOON, chosen, play_on, players, started

pytestmark = pytest.mark.django_db


def join(player: Player, game: Game) -> None:
    lobby.join_game(player=player, game_id=game.pk, now=NOON)


def test_no_table_has_bots_unless_its_host_says_so() -> None:
    ada, bela = players(2)
    bot, old = bot_of(ada), Player.objects.create_user("old@bots.example", "Old", kind="bot")
    for one in (bot, old):
        game = table(bela, bots="none", access="open")
        assert Game._meta.get_field("bots").default == "none"
        with pytest.raises(Forbidden, match="bots_not_allowed"):
            join(one, game)
        with pytest.raises(Forbidden, match="bots_not_allowed"):
            challenge(game, one)
        link = join_links.make(host=bela, game_id=game.pk, now=NOON)
        with pytest.raises(Forbidden, match="bots_not_allowed"):
            join_links.join(player=one, link=str(link.pk), now=NOON)
        with pytest.raises(Forbidden, match="bots_not_allowed"):
            table(one, bots="none")
    join(bot, table(bela, access="open"))
    join(old, table(bela, access="open"))


def test_an_open_seat_of_a_running_game_is_not_for_bots_either() -> None:
    people = players(4)
    bot = bot_of(people[3])
    without, allowed = started(people[:3]), started(people[:3], bots="allowed")
    for game in (without, allowed):
        departures.resign(player=people[1], game_id=game.pk, now=NOON)
    with pytest.raises(Forbidden, match="bots_not_allowed"):
        takeovers.take_over(player=bot, game_id=without.pk, seat=1, now=NOON)
    with pytest.raises(Forbidden, match="bots_not_allowed"):
        offers.offer(host=people[0], game_id=without.pk, seat=1, name=bot.name, now=NOON)
    takeovers.take_over(player=bot, game_id=allowed.pk, seat=1, now=NOON)
    assert Seat.objects.get(game=allowed, number=1).player == bot


def test_an_owner_never_joins_a_table_beside_their_bot_when_others_sit_there() -> None:
    ada, bela, carl = players(3)
    rook, pawn = bot_of(ada, "Rook"), bot_of(ada, "Pawn")
    game = table(bela, seats=5, access="open")
    join(rook, game)
    for one in (ada, pawn):
        with pytest.raises(Refused, match="same_hands"):
            join(one, game)
    join(carl, game)
    running = started([bela, carl], bots="allowed")
    assert running.rated


def test_an_owner_and_bots_sit_together_first_where_later_ones_see_it_and_it_is_not_rated() -> None:
    ada, bela = players(2)
    rook = bot_of(ada, most_games=3)
    game = challenge(table(ada, seats=3, access="open"), rook)
    assert (game.rated, game.status) == (False, "open")
    join(bela, game)
    assert Game.objects.get(pk=game.pk).status == "running"
    with pytest.raises(Refused, match="game_not_open"):
        join(bot_of(ada, "Pawn"), game)


def test_games_with_bots_are_rated_as_the_host_decides() -> None:
    ada, bela = players(2)
    game = chosen(challenge(table(bela), bot_of(ada, most_games=3)))
    play_on(game, 4)
    departures.resign(player=bela, game_id=game.pk, now=NOON)
    derivation.derive(game.ruleset, NOON)
    assert set(RatedSeat.objects.values_list("player__kind", flat=True)) == {"human", "bot"}


def test_a_cup_takes_bots_where_its_host_says_so_and_only_one_pair_of_hands_once() -> None:
    ada, bela = players(2)
    rook, pawn = bot_of(ada, "Rook"), bot_of(ada, "Pawn")

    def cup(bots: str) -> Cup:
        facts = {"host": bela, "kind": "swiss", "rounds_wanted": 3, "round_days": 21, "seats": 2, "ruleset": "usa@1"}
        return Cup.objects.create(
            **facts, time_per_move=DAY, created_at=NOON, entry_closes_at=NOON + DAY, bots=bots, name="Cup"
        )

    with pytest.raises(Forbidden, match="bots_not_allowed"):
        cup_entering.enter(player=rook, cup_id=cup("none").pk, now=NOON)
    allowing = cup("allowed")
    cup_entering.enter(player=rook, cup_id=allowing.pk, now=NOON)
    for one in (ada, pawn):
        with pytest.raises(Refused, match="same_hands"):
            cup_entering.enter(player=one, cup_id=allowing.pk, now=NOON)
