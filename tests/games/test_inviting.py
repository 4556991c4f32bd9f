"""Invitations: limits for the inviter over all games, and blocks that nobody else learns of."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from django.db import connection

from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.lobby import departures, invitation_limits, join_links, lobby, offers, selectors, takeovers
from games.models import Block, Game, Invitation, Player
from games.people import relations
from games.people.privacy import erase_player, export_player
from games.refusals import explained
from tests.games.stories import DAY, NOON, chosen, holder, players, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> Player:
    return players(1, "Host")[0]


def invite(host: Player, *names: str, now: datetime = NOON, public: bool = True) -> Game:
    """Return a new game with these invitations."""
    game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 4, DAY, public=public), now=now)
    return lobby.invite(host=host, game_id=game.pk, names=names, now=now)


def test_games_that_the_host_has_left_still_count(host: Player) -> None:
    (victim,) = players(1)
    for number in range(invitation_limits.MOST_TO_ONE):
        game = invite(host, victim.name, now=NOON + timedelta(minutes=number))
        lobby.leave_game(player=host, game_id=game.pk, now=NOON)
    with pytest.raises(Refused, match="too_many_invitations_to_one") as refused:
        invite(host, victim.name, now=NOON + timedelta(hours=1))
    assert explained(refused.value).detail.startswith("You can invite the same person 5 times a day.")
    assert refused.value.wait == timedelta(hours=23).total_seconds()
    assert Invitation.objects.filter(player=victim).count() == invitation_limits.MOST_TO_ONE
    invite(host, victim.name, now=NOON + DAY)


def test_there_is_a_bound_over_all_games_and_players(host: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitation_limits, "MOST_A_DAY", 3)
    people = [one.name for one in players(4)]
    game = invite(host, *people[:2])
    lobby.invite(host=host, game_id=game.pk, names=people[:2], now=NOON)  # a repeated invitation does not count
    with pytest.raises(Refused, match="too_many_invitations_today"):
        invite(host, *people[2:])
    assert Invitation.objects.filter(invited_by=host).count() == 2
    invite(host, people[2])


@pytest.mark.django_db(transaction=True)
def test_simultaneous_invitations_do_not_get_past_the_bound(host: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitation_limits, "MOST_TO_ONE", 2)
    (victim,) = players(1)
    wishes = lobby.Wishes("usa@1", 4, DAY)
    made = [lobby.create_game(host=host, wishes=wishes, now=NOON) for _ in range(6)]

    def ask(game: Game) -> bool:
        try:
            lobby.invite(host=host, game_id=game.pk, names=[victim.name], now=NOON)
        except Refused:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(6) as together:
        assert sum(together.map(ask, made)) == 2


def test_anyone_who_is_blocked_learns_nothing_and_reaches_nobody(host: Player) -> None:
    victim, other = players(2)
    relations.add(Block, player=victim, other_id=host.pk, now=NOON)
    relations.add(Block, player=victim, other_id=host.pk, now=NOON + DAY)
    game = invite(host, victim.name, other.name, public=False)
    assert Invitation.objects.filter(game=game).count() == 2
    assert [list(selectors.visible_games(one)) for one in (victim, other)] == [[], [game]]
    for _ in range(invitation_limits.MOST_TO_ONE - 1):
        invite(host, victim.name)
    with pytest.raises(Refused, match="too_many_invitations_to_one"):
        invite(host, victim.name)

    assert [row.other for row in relations.select(Block, victim)] == [host]
    relations.remove(Block, player=victim, other_id=host.pk)
    assert game in selectors.visible_games(victim)


def test_whom_the_host_has_blocked_finds_no_seat_at_the_hosts_tables(host: Player) -> None:
    blocked, other = players(2)
    table = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY), now=NOON)
    private = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY, public=False), now=NOON)
    invited = invite(host, blocked.name)
    link = join_links.make(host=host, game_id=table.pk, now=NOON)
    relations.add(Block, player=host, other_id=blocked.pk, now=NOON)
    assert list(selectors.games_to_join(blocked)) == []
    assert set(selectors.games_to_join(other)) == {table, private, invited}
    assert [selectors.may_know(one, private.pk) for one in (blocked, other)] == [False, True]
    for game in (table, invited):
        with pytest.raises(Forbidden, match="not_invited"):
            lobby.join_game(player=blocked, game_id=game.pk, now=NOON)
    with pytest.raises(Forbidden, match="not_invited"):
        join_links.join(player=blocked, link=link.pk, now=NOON)
    with pytest.raises(Refused, match="you_blocked"):
        lobby.invite(host=host, game_id=table.pk, names=[blocked.name], now=NOON)
    relations.remove(Block, player=host, other_id=blocked.pk)
    assert lobby.join_game(player=blocked, game_id=table.pk, now=NOON).seats.filter(player=blocked).exists()


def test_nor_in_their_games_that_run(host: Player) -> None:
    (blocked,) = players(1)
    game = chosen(started([host, *players(2, "Other")]))
    departures.resign(player=holder(game, 1), game_id=game.pk, now=NOON)
    assert selectors.open_seats_for(blocked, NOON).exists()
    relations.add(Block, player=host, other_id=blocked.pk, now=NOON)
    assert not selectors.open_seats_for(blocked, NOON).exists()
    with pytest.raises(Forbidden, match="not_offered"):
        takeovers.take_over(player=blocked, game_id=game.pk, seat=1, now=NOON)
    with pytest.raises(Refused, match="you_blocked"):
        offers.offer(host=host, game_id=game.pk, seat=1, name=blocked.name, now=NOON)


def test_nobody_blocks_themselves_or_somebody_who_is_not_there(host: Player) -> None:
    with pytest.raises(Unprocessable, match="cannot_block_yourself"):
        relations.add(Block, player=host, other_id=host.pk, now=NOON)
    with pytest.raises(NotFound, match="no_such_player"):
        relations.add(Block, player=host, other_id="nobody", now=NOON)


def test_blocks_are_in_the_export_and_are_erased(host: Player) -> None:
    one, other = players(2)
    relations.add(Block, player=one, other_id=host.pk, now=NOON)
    relations.add(Block, player=other, other_id=one.pk, now=NOON)
    assert export_player(player=one)["blocks"] == [{"blocked_id": host.pk, "created_at": NOON}]
    erase_player(player=one, now=NOON)
    assert not Block.objects.exists()
