"""An owner and their bots count as one: the knowledge of a game, and the blocks, of one apply to all."""

from collections.abc import Callable

import pytest

from games.errors import Forbidden, Refused
from games.lobby import departures, lobby, offers, selectors, takeovers
from games.models import Block, Game, Player
from games.people import bots, relations
from games.table.rulings import Remove, Replace
from games.table.rulings.secrets import open_secrets
from notifications.batch import Batch
from notifications.models import Notification
from notifications.pictures import DrawingTime
from tests.bots.workshop import bot_of, challenge, table
from tests.games.courts import admin, rule, undo
from tests.games.stories import NOON, players, started

pytestmark = pytest.mark.django_db


def take(player: Player, game: Game, seat: int) -> None:
    takeovers.take_over(player=player, game_id=game.pk, seat=seat, now=NOON)


def resign(player: Player, game: Game) -> None:
    departures.resign(player=player, game_id=game.pk, now=NOON)


def invite(host: Player, player: Player) -> None:
    lobby.invite(host=host, game_id=table(host).pk, names=[player.name], now=NOON)


def test_what_an_owner_has_held_no_bot_of_theirs_gets_another_seat_beside() -> None:
    people = players(4)
    game, rook = started(people, bots="allowed"), bot_of(people[0])
    for one in (people[0], people[2]):
        resign(one, game)
    wants: list[Callable[[], object]] = [
        lambda: take(rook, game, 2),
        lambda: offers.offer(host=people[1], game_id=game.pk, seat=2, name=rook.name, now=NOON),
        lambda: rule(game, Replace(2, rook.pk)),
    ]
    for want in wants:
        with pytest.raises(Refused, match="has_held_another_seat"):
            want()


def test_nor_an_owner_or_another_bot_what_a_bot_has_held_even_a_retired_one() -> None:
    people = players(5)
    ada, game = people[4], started(people[:4], bots="allowed")
    rook, pawn = bot_of(ada), bot_of(ada, "Pawn")
    resign(people[1], game)
    take(rook, game, 1)
    bots.retire(owner=ada, bot_id=rook.pk, now=NOON)
    resign(people[2], game)
    for one in (ada, pawn):
        with pytest.raises(Refused, match="has_held_another_seat"):
            take(one, game, 2)
    take(pawn, game, 1)  # everything it reveals is known already


def test_a_bot_comes_back_to_its_seat_though_its_owner_has_another() -> None:
    ada = players(1)[0]
    rook = bot_of(ada, most_games=3)
    game = challenge(table(ada, stand_ins=1, seats=3), rook)
    seat = game.seats.get(player=rook).number
    ruling = rule(game, Replace(seat, None))
    undo(game, ruling)
    assert game.seats.get(number=seat).player == rook


def test_an_owner_whom_an_admin_removed_is_not_back_as_a_bot() -> None:
    people = players(3)
    game, rook = started(people, bots="allowed"), bot_of(people[0])
    rule(game, Remove(0))
    with pytest.raises(Refused, match="put_out"):
        take(rook, game, 0)
    with pytest.raises(Refused, match="put_out"):
        offers.offer(host=people[1], game_id=game.pk, seat=0, name=rook.name, now=NOON)


def test_what_an_admin_has_seen_their_bots_have_seen() -> None:
    people, boss = players(3), admin()
    game, rook = started(people, bots="allowed"), bot_of(boss)
    open_secrets(admin=boss, game_id=game.pk, reason="A bug.", now=NOON)
    resign(people[2], game)
    with pytest.raises(Refused, match="has_seen_secrets"):
        take(rook, game, 2)


def test_who_is_blocked_comes_neither_as_a_bot_nor_with_one() -> None:
    ada, bela = players(2)
    rook = bot_of(bela)
    relations.add(Block, player=ada, other_id=bela.pk, now=NOON)
    game = table(ada, access="open")
    with pytest.raises(Forbidden, match="not_invited"):
        lobby.join_game(player=rook, game_id=game.pk, now=NOON)
    with pytest.raises(Refused, match="you_blocked"):
        challenge(game, rook)
    assert not selectors.games_to_join(rook).exists()
    invite(rook, ada)
    assert not selectors.invitations_of(ada).exists()
    assert not Notification.objects.filter(player=ada).exists()
    relations.remove(Block, player=ada, other_id=bela.pk)
    invite(rook, ada)
    relations.add(Block, player=ada, other_id=bela.pk, now=NOON)
    batch = Batch(list(Notification.objects.filter(player=ada)), NOON, DrawingTime())
    assert not batch.free_seats.invitations  # not sent any more


def test_an_owners_block_holds_for_the_bot() -> None:
    ada, bela = players(2)
    rook = bot_of(ada, challenges="by_program")
    relations.add(Block, player=ada, other_id=bela.pk, now=NOON)
    invite(bela, rook)
    assert not Notification.objects.filter(player=rook).exists()
    assert not selectors.invitations_of(rook).exists()
    hosted = table(rook, access="open")
    assert hosted not in selectors.games_to_join(bela)
    with pytest.raises(Forbidden, match="not_invited"):
        lobby.join_game(player=bela, game_id=hosted.pk, now=NOON)
