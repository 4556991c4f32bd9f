"""What a table without a name is called in subjects and notices: for one reader the same for as long as it lasts."""

import pytest

from games.lobby import again, departures, lobby
from games.models import Game, Player
from games.people.privacy import erase_player
from tests.games.sitting import take
from tests.games.stories import DAY, NOON, chosen, holder, players, post, started
from tests.notifications.conftest import Carry
from tests.notifications.test_subjects import subjects

pytestmark = pytest.mark.django_db
LAST = "player1@mail.example"


def name_after(carry: Carry, to: str) -> str:
    """Return the name of the table in the newest email to this address."""
    return subjects(carry(NOON), to)[-1].partition(": ")[2]


def test_a_table_keeps_its_name_while_people_come_and_go(carry: Carry) -> None:
    game = chosen(started(players(3)))
    before = name_after(carry, "player0@mail.example")
    assert before == "Ticket to Ride, Player 1, Player 2 and you"
    departures.hand_to_stand_in(player=holder(game, 2), game_id=game.pk, now=NOON)
    take(game, Player.objects.create_user("new@mail.example", "Newcomer"), 2)
    post(game, 0, "draw deck", "draw deck")
    post(game, 1, "draw deck", "draw deck")
    emails = carry(NOON)
    name = "Ticket to Ride, Player 0, Player 1 and Player 2"
    assert {subject.partition(": ")[2] for subject in subjects(emails, "new@mail.example")} == {name}
    departures.resign(player=holder(game, 0), game_id=game.pk, now=NOON)
    departures.resign(player=holder(game, 1), game_id=game.pk, now=NOON)
    emails = carry(NOON)
    assert {subject.partition(": ")[2] for subject in subjects(emails)} == {before}


def test_stand_ins_at_the_start_are_counted(carry: Carry) -> None:
    host = players(2)[0]
    game = lobby.create_game(host=host, wishes=lobby.Wishes("old_west@1", 4, DAY, stand_ins=2), now=NOON)
    lobby.join_game(player=Player.objects.get(email=LAST), game_id=game.pk, now=NOON)
    assert name_after(carry, LAST) == "Old West, Player 0, 2 stand-ins and you"


def test_tables_of_the_same_people_are_numbered(carry: Carry) -> None:
    people = players(3)
    chosen(started(people[:2]))
    chosen(started(people))
    assert name_after(carry, LAST) == "Ticket to Ride, Player 0, Player 2 and you"
    second = chosen(started(people[:2]))
    assert name_after(carry, LAST) == "Ticket to Ride, Player 0 and you, game 2"
    chosen(started(people[:2], ruleset="lagoon@1"))
    assert name_after(carry, LAST).endswith("Player 0 and you")
    departures.resign(player=people[0], game_id=second.pk, now=NOON)
    carry(NOON)
    rematch = again.play_again(player=people[0], game_id=second.pk, now=NOON).game
    assert lobby.join_game(player=people[1], game_id=rematch.pk, now=NOON).games_before == 2
    assert name_after(carry, LAST) == "Ticket to Ride, Player 0 and you, game 3"


def test_the_number_of_a_public_game_counts_no_private_ones(carry: Carry) -> None:
    """Strangers read it, and a private game does not exist for them."""
    people = players(2)
    chosen(started(people, public=False))
    assert chosen(started(people)).games_before == 0
    assert chosen(started(people, public=False)).games_before == 2


def test_an_erased_player_leaves_no_name_in_it(carry: Carry) -> None:
    game = chosen(started(players(3)))
    carry(NOON)
    erase_player(player=holder(game, 2), now=NOON)
    post(game, 0, "draw deck", "draw deck")
    assert name_after(carry, LAST) == "Ticket to Ride, Player 0, Seat 3 (former player) and you"


def test_a_table_that_has_a_name_keeps_it(carry: Carry) -> None:
    people = players(2)
    for _ in range(2):
        chosen(started(people, name="Friday Trains"))
    assert name_after(carry, LAST) == "Friday Trains"
    assert set(Game.objects.values_list("games_before", flat=True)) == {0}
