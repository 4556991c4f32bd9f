"""A table always has somebody in charge: a host who leaves is followed, and one who is away is stood in for."""

import pytest
from django.test import Client

from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.lobby import departures, lobby, offers, succession, takeovers
from games.models import Game, Player, Seat, SeatOffer
from games.people.privacy import erase_player
from games.table import rulings
from notifications.models import Mail
from tests.games.admins import admin
from tests.games.stories import DAY, NOON, chosen, players, started

pytestmark = pytest.mark.django_db


def private(count: int = 3) -> tuple[Game, list[Player]]:
    people = players(count)
    game = lobby.create_game(
        host=people[0], wishes=lobby.Wishes("usa@1", count, DAY, access="invitation", order="fixed"), now=NOON
    )
    lobby.invite(host=people[0], game_id=game.pk, names=[each.name for each in people[1:]], now=NOON)
    for number, player in enumerate(people[1:]):
        lobby.join_game(player=player, game_id=game.pk, now=NOON + DAY * number / 24)
    return chosen(Game.objects.get(pk=game.pk)), people


def host_of(game: Game) -> Player:
    return Game.objects.select_related("host").get(pk=game.pk).host


def told() -> list[Player | None]:
    return [mail.player for mail in Mail.objects.filter(template="account/email/hosts_table")]


def test_a_host_who_resigns_is_followed_by_whoever_has_played_longest() -> None:
    game, people = private()
    departures.resign(player=people[0], game_id=game.pk, now=NOON + DAY)
    assert host_of(game) == people[1]
    assert told() == [people[1]]
    friend = players(1, "Friend")[0]
    with pytest.raises(Forbidden):
        offers.offer(host=people[2], game_id=game.pk, seat=0, name=friend.name, now=NOON + DAY)
    offers.offer(host=people[1], game_id=game.pk, seat=0, name=friend.name, now=NOON + DAY)
    takeovers.take_over(player=friend, game_id=game.pk, seat=0, now=NOON + DAY)
    assert host_of(game) == people[1]


def test_so_is_one_who_is_removed_or_erased() -> None:
    game, people = private(4)
    rulings.rule(admin=admin("Judge", "referee"), game_id=game.pk, order=rulings.Remove(0), now=NOON + DAY)
    assert host_of(game) == people[1]
    erase_player(player=people[1], now=NOON + DAY)
    assert host_of(game) == people[2]
    assert told() == [people[2]], "the other email went with its reader"


def test_others_who_leave_change_nothing() -> None:
    game, people = private()
    departures.resign(player=people[1], game_id=game.pk, now=NOON + DAY)
    assert (host_of(game), told()) == (people[0], [])


def test_while_the_host_is_away_anyone_who_plays_fills_the_free_seat() -> None:
    game, people = private()
    friend = players(1, "Friend")[0]
    departures.hand_to_stand_in(player=people[0], game_id=game.pk, now=NOON + DAY)
    assert (host_of(game), told()) == (people[0], []), "the host may come back"
    browser = Client()
    browser.force_login(people[2])
    assert "Seats to take over" in browser.get(f"/games/{game.pk}/seat").content.decode()
    offers.offer(host=people[2], game_id=game.pk, seat=0, name=friend.name, now=NOON + DAY)
    assert {each.player for each in offers.of_game(game=game, reader=people[1])} == {friend}
    stranger = players(1, "Stranger")[0]
    with pytest.raises(NotFound):
        offers.withdraw(player=stranger, game_id=game.pk, seat=0, now=NOON + DAY)
    offers.withdraw(player=people[1], game_id=game.pk, seat=0, now=NOON + DAY)
    assert not SeatOffer.objects.filter(closed_at=None).exists()
    departures.come_back(player=people[0], game_id=game.pk, now=NOON + 2 * DAY)
    assert "Seats to take over" not in browser.get(f"/games/{game.pk}/seat").content.decode()


def test_a_host_names_the_next_one() -> None:
    game, people = private()
    browser, seat_page = Client(), f"/games/{game.pk}/seat"
    browser.force_login(people[0])
    assert "Hosting the table" in browser.get(seat_page).content.decode()
    page = browser.post(seat_page, {"do": "hand_over", "name": people[2].name}, follow=True).content.decode()
    assert "You host this table no longer." in page
    assert (host_of(game), told()) == (people[2], [people[2]])
    for name in ("Nobody", people[2].name):
        with pytest.raises((Unprocessable, Refused)):
            succession.hand_over(host=people[2], game_id=game.pk, name=name, now=NOON)
    with pytest.raises(Forbidden):
        succession.hand_over(host=people[0], game_id=game.pk, name=people[1].name, now=NOON)


def test_a_table_that_has_not_begun_survives_its_erased_host() -> None:
    host, guest = players(2)
    wishes = lobby.Wishes("usa@1", 4, DAY, name="Player 0 and friends")
    shared = lobby.create_game(host=host, wishes=wishes, now=NOON)
    alone = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 4, DAY), now=NOON)
    lobby.join_game(player=guest, game_id=shared.pk, now=NOON)
    erase_player(player=host, now=NOON)
    shared, alone = Game.objects.get(pk=shared.pk), Game.objects.get(pk=alone.pk)
    assert (shared.status, shared.host, shared.name) == (Game.Status.OPEN, guest, "")
    assert list(Seat.objects.filter(game=shared).values_list("player", flat=True)) == [guest.pk]
    assert alone.status == Game.Status.CLOSED


def test_at_public_tables_and_with_stand_ins_alone_too() -> None:
    people = players(2)
    game = chosen(started(people))
    departures.hand_to_stand_in(player=people[1], game_id=game.pk, now=NOON)
    departures.resign(player=people[0], game_id=game.pk, now=NOON)
    assert host_of(game) == people[0], "nobody is left to follow"
