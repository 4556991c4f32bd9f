"""What nobody is told about a club: that a host said no, or has blocked the reader, and news that is over."""

from datetime import timedelta

import pytest

from games.competitions.clubs import invitations, membership
from games.models import Block, Club, Player
from games.people import relations
from notifications import noticeboard
from tests.api.people import API, client_of
from tests.clubs.club import OPEN, PRIVATE, filled, founded
from tests.games.stories import NOON, players
from tests.notifications.conftest import Carry
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db


def seen_entries(reader: Player, club: Club) -> list[str]:
    """Return how the reader gets in, as the list has it and as the club itself does."""
    (row,) = client_of(reader).get(f"{API}/clubs").json()["results"]
    return [row["entry"], client_of(reader).get(f"{API}/clubs/{club.pk}").json()["entry"]]


def test_lists_do_not_betray_a_block() -> None:
    host, guest, stranger = players(3)
    club = founded(host, **OPEN)
    relations.add(Block, player=host, other_id=guest.pk, now=NOON)
    assert seen_entries(stranger, club) == ["open", "open"]
    assert seen_entries(guest, club) == ["invitation", "invitation"]
    assert "anyone can join" in text_of(browser_of(stranger), "/clubs")
    assert "anyone can join" not in text_of(browser_of(guest), "/clubs")


def test_a_removed_member_is_not_told() -> None:
    host, guest = players(2)
    club = filled([host, guest], **OPEN)
    membership.put_out(host=host, club_id=club.pk, player_id=guest.pk, now=NOON)
    assert client_of(guest).get(f"{API}/clubs/{club.pk}").json()["you"] is None
    assert seen_entries(guest, club) == ["invitation", "invitation"]


def told(reader: Player) -> list[str]:
    return sorted(noticeboard.tell(notice) for notice in noticeboard.list_notices(reader, NOON))


def test_news_of_a_club_is_taken_back_once_it_is_over() -> None:
    host, guest, other = players(3)
    club = founded(host)
    invitations.invite(host=host, club_id=club.pk, names=["Player 1"], now=NOON)
    membership.join(player=other, club_id=club.pk, now=NOON)
    assert told(guest) == ["You are invited to a club."]
    assert told(host) == ["Somebody asks to join the club."]
    membership.decline(player=guest, club_id=club.pk, now=NOON)
    membership.let_in(host=host, club_id=club.pk, player_id=other.pk, now=NOON)
    assert told(guest) == told(host) == []
    assert told(other) == ["You are a member of the club."]
    membership.make_host(host=host, club_id=club.pk, player_id=other.pk, now=NOON)
    membership.step_down(host=other, club_id=club.pk, now=NOON)
    assert told(other) == ["You are a member of the club."]
    membership.put_out(host=host, club_id=club.pk, player_id=other.pk, now=NOON)
    assert told(other) == []


@pytest.mark.parametrize("blocker", ["host", "guest"])
def test_an_invitation_is_not_emailed_once_either_side_has_blocked_the_other(carry: Carry, blocker: str) -> None:
    host, guest = players(2)
    club = founded(host, **PRIVATE)
    invitations.invite(host=host, club_id=club.pk, names=["Player 1"], now=NOON)
    by, other = (host, guest) if blocker == "host" else (guest, host)
    relations.add(Block, player=by, other_id=other.pk, now=NOON)
    assert carry(NOON + timedelta(hours=1)) == []
