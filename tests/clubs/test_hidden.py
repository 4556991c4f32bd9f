"""What nobody is told about a club: that a host said no, or has blocked the reader, and news that is over."""

import pytest

from games.competitions.clubs import membership
from games.models import Block, Club, Player
from games.people import relations
from tests.api.people import API, client_of
from tests.clubs.club import OPEN, filled, founded
from tests.games.stories import NOON, players
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
