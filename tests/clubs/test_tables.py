"""Tables for a club: its members see, join and watch them, and nobody else."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.competitions.clubs import membership
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.lobby import again, join_links, lobby, selectors, visible
from games.lobby.lobby import Wishes
from games.models import Block, Game, Player
from games.people import relations
from tests.api.people import API, client_of
from tests.clubs.club import PRIVATE, filled, opened
from tests.games.sitting import offer, resigned, take
from tests.games.stories import DAY, NOON, play_on, players
from tests.notifications.conftest import Carry

pytestmark = pytest.mark.django_db


def test_members_find_join_and_watch_a_table_of_their_club() -> None:
    host, second, third, stranger = players(4)
    game = opened(filled([host, second, third]), host)
    assert not game.public
    assert not game.rated
    assert list(selectors.games_to_join(second)) == [game]
    assert list(selectors.games_to_join(stranger)) == []
    with pytest.raises(Forbidden):
        lobby.join_game(player=stranger, game_id=game.pk, now=NOON)
    lobby.join_game(player=second, game_id=game.pk, now=NOON)
    assert visible.seen_by(third, game.pk).own is None
    for nobody in (stranger, None):
        with pytest.raises(NotFound):
            visible.seen_by(nobody, game.pk)


def test_whoever_leaves_the_club_keeps_a_seat_and_sees_nothing_else() -> None:
    host, second, third = players(3)
    club = filled([host, second, third])
    game, other = opened(club, host), opened(club, host)
    lobby.join_game(player=second, game_id=game.pk, now=NOON)
    membership.leave(player=second, club_id=club.pk, now=NOON)
    assert visible.seen_by(second, game.pk).own is not None
    assert not visible.may_know(second, other.pk)
    assert list(selectors.games_to_join(second)) == []


def test_an_invitation_to_a_table_ends_with_the_membership() -> None:
    host, second = players(2)
    club = filled([host, second])
    game = opened(club, host)
    lobby.invite(host=host, game_id=game.pk, names=["Player 1"], now=NOON)
    assert list(selectors.invitations_of(second)) == [game]
    membership.put_out(host=host, club_id=club.pk, player_id=second.pk, now=NOON)
    assert list(selectors.invitations_of(second)) == []
    assert not visible.may_know(second, game.pk)
    with pytest.raises(Forbidden):
        lobby.join_game(player=second, game_id=game.pk, now=NOON)


def test_an_offer_of_a_seat_ends_with_the_membership(carry: Carry) -> None:
    *seated, third = players(4)
    club = filled([*seated, third])
    game = opened(club, seated[0], seats=3)
    for player in seated[1:]:
        lobby.join_game(player=player, game_id=game.pk, now=NOON)
    game.refresh_from_db()
    resigned(game, 1)
    offer(game, third, 1)
    assert [seat.number for seat in selectors.open_seats_for(third, NOON)] == [1]
    membership.put_out(host=seated[0], club_id=club.pk, player_id=third.pk, now=NOON)
    assert list(selectors.open_seats_for(third, NOON)) == []
    assert client_of(third).get(f"{API}/games/{game.pk}").status_code == 404
    with pytest.raises(Forbidden):
        take(game, third, 1)
    assert third.email not in [address for letter in carry(NOON) for address in letter.to]


def test_nobody_else_is_let_in_by_name_address_or_link() -> None:
    host, second, _stranger = players(3)
    game = opened(filled([host, second]), host)
    doors: dict[str, Callable[[], object]] = {
        "not_in_the_club": lambda: lobby.invite(host=host, game_id=game.pk, names=["Player 2"], now=NOON),
        "for_members_only": lambda: join_links.make(host=host, game_id=game.pk, now=NOON),
    }
    for code, door in doors.items():
        with pytest.raises(Refused) as refusal:
            door()
        assert refusal.value.code == code
    with pytest.raises(Refused):
        lobby.invite(host=host, game_id=game.pk, addresses=["new@mail.example"], now=NOON)


def test_a_host_who_has_left_the_club_learns_of_nobody_whether_they_are_in_it() -> None:
    host, second, _stranger = players(3)
    club = filled([host, second])
    game = opened(club, host)
    membership.leave(player=host, club_id=club.pk, now=NOON)
    for name in ("Player 1", "Player 2"):
        with pytest.raises(Refused) as refusal:
            lobby.invite(host=host, game_id=game.pk, names=[name], now=NOON)
        assert refusal.value.code == "for_members_only"


def test_an_outsider_at_a_table_of_a_private_club_does_not_learn_its_id() -> None:
    host, second, outsider = players(3)
    club = filled([host, second], **PRIVATE)
    game = opened(club, host, access=Game.Access.INVITATION, public=False)
    lobby.invite(host=host, game_id=game.pk, names=["Player 2"], now=NOON)
    for reader, expected in ((outsider, None), (second, club.pk)):
        listed = client_of(reader).get(f"{API}/games?filter=all").json()["results"]
        looked_at = client_of(reader).get(f"{API}/games/{game.pk}").json()
        assert [row["club"] for row in [*listed, looked_at]] == [expected] * 2
    lobby.join_game(player=outsider, game_id=game.pk, now=NOON)
    assert client_of(outsider).get(f"{API}/games/{game.pk}").json()["club"] is None


def test_a_table_names_a_club_of_its_host_and_only_if_it_is_for_one() -> None:
    host, stranger = players(2)
    club = filled([host])
    wrong: list[tuple[Player, dict[str, Any]]] = [
        (host, {"access": Game.Access.CLUB, "club": None}),
        (host, {"access": Game.Access.OPEN, "club": club.pk}),
        (stranger, {"access": Game.Access.CLUB, "club": club.pk}),
    ]
    for player, wish in wrong:
        with pytest.raises((Unprocessable, NotFound)):
            lobby.create_game(host=player, wishes=Wishes("usa@1", 2, time_per_move=DAY, **wish), now=NOON)
    assert not Game.objects.exists()


def test_a_member_whom_the_host_has_blocked_cannot_join() -> None:
    host, second = players(2)
    game = opened(filled([host, second]), host)
    relations.add(Block, player=host, other_id=second.pk, now=NOON)
    assert list(selectors.games_to_join(second)) == []
    with pytest.raises(Forbidden):
        lobby.join_game(player=second, game_id=game.pk, now=NOON)


def test_the_club_goes_on_seeing_a_rematch() -> None:
    host, second, third = players(3)
    game = opened(filled([host, second, third]), host)
    lobby.join_game(player=second, game_id=game.pk, now=NOON)
    play_on(game, 600)
    rematch = again.play_again(player=host, game_id=game.pk, now=NOON + DAY).game
    assert (rematch.club_id, rematch.access, rematch.public) == (game.club_id, "invitation", False)
    assert visible.may_know(third, rematch.pk)


def test_programs_open_and_list_them_and_emails_say_whose_they_are(carry: Carry) -> None:
    host, second, stranger = players(3)
    club = filled([host, second])
    carry(NOON)
    wanted = {"ruleset": "usa@1", "seats": 2, "clock": "daily", "club": club.pk}
    game = client_of(host).post(f"{API}/games", wanted, format="json").json()
    assert (game["access"], game["public"], game["club"]) == ("club", False, club.pk)
    lobby.invite(host=host, game_id=game["id"], names=["Player 1"], now=NOON + timedelta(minutes=1))
    (letter,) = carry(NOON + timedelta(minutes=1))
    assert "The members of the club can watch, and nobody else." in letter.text
    found = client_of(second).get(f"{API}/games?filter=all&club={club.pk}").json()["results"]
    assert [row["id"] for row in found] == [game["id"]]
    assert client_of(stranger).get(f"{API}/games?filter=all&club={club.pk}").json()["results"] == []
    assert client_of(stranger).get(f"{API}/games/{game['id']}").status_code == 404
