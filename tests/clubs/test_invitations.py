"""Invitations and requests, also taken back and repeated: who hears of them, how often, and what they count."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.competitions.clubs import creation, invitations, membership, selectors
from games.errors import Refused
from games.models import Block, Club, ClubMember, Player
from games.people import relations
from tests.clubs.club import PRIVATE, filled, founded, states
from tests.games.stories import DAY, NOON, players
from tests.notifications.conftest import Carry
from tests.web.people import browser_of

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def invite(host: Player, club: Club, *guests: Player, now: datetime = NOON) -> list[Player]:
    return invitations.invite(host=host, club_id=club.pk, names=[guest.name for guest in guests], now=now)


def put_out(host: Player, club: Club, player: Player, now: datetime = NOON, state: str | None = None) -> None:
    membership.put_out(host=host, club_id=club.pk, player_id=player.pk, now=now, state=state)


def test_an_invitation_taken_back_and_made_again_is_told_once_and_still_counts(carry: Carry) -> None:
    host, guest, *others = players(102)
    club = founded(host)
    letters = 0
    for minute in range(4):
        now = NOON + minute * HOUR
        invite(host, club, guest, now=now)
        letters += len(carry(now))
        put_out(host, club, guest, now=now)
        put_out(host, club, guest, now=now)
    assert (letters, states(club)["Player 1"]) == (1, "revoked")
    invite(host, club, *others[:50])
    invite(host, club, *others[50:99])
    for player in others[:99]:
        put_out(host, club, player)
    with pytest.raises(Refused) as refusal:
        invite(host, club, others[99])
    assert refusal.value.code == "too_many_invited_to_clubs"


def test_strangers_clubs_send_three_emails_in_a_day_and_many_share_one(carry: Carry) -> None:
    *hosts, guest = players(9)
    clubs = [founded(host, **PRIVATE) for host in hosts]
    for number, (host, club) in enumerate(zip(hosts[:5], clubs, strict=False)):
        invite(host, club, guest, now=NOON + number * HOUR)
        carry(NOON + number * HOUR)
    for host, club in zip(hosts[5:], clubs[5:], strict=True):
        invite(host, club, guest, now=NOON + 5 * HOUR)
    (letter,) = carry(NOON + DAY)
    assert letter.message["Subject"] == "Invitations"
    assert "You have 5 invitations." in letter.text
    assert "news" not in letter.text
    assert "The Sleepers" not in letter.whole, "a stranger's words"


def test_the_suspended_are_invited_without_an_email(carry: Carry) -> None:
    host, guest = players(2)
    Player.objects.filter(pk=guest.pk).update(suspended_until=NOON + DAY)
    invite(host, founded(host), guest)
    assert carry(NOON) == []


def test_a_request_taken_back_and_made_again_is_told_once_in_a_day(carry: Carry) -> None:
    host, guest = players(2)
    club = founded(host)
    letters = []
    for hour in (0, 1, 2, 30):
        now = NOON + hour * HOUR
        membership.join(player=guest, club_id=club.pk, now=now)
        letters.append(len(carry(now)))
        membership.decline(player=guest, club_id=club.pk, now=now)
    assert letters == [1, 0, 0, 1]


def test_a_request_that_no_host_has_heard_of_is_told_when_it_is_made_again(carry: Carry) -> None:
    host, guest = players(2)
    club = founded(host)
    membership.join(player=guest, club_id=club.pk, now=NOON)
    membership.decline(player=guest, club_id=club.pk, now=NOON)
    assert carry(NOON) == []
    membership.join(player=guest, club_id=club.pk, now=NOON + HOUR)
    assert len(carry(NOON + HOUR)) == 1


@pytest.mark.parametrize("entry", [Club.Entry.OPEN, Club.Entry.REQUEST])
def test_an_invitation_that_is_taken_back_lifts_no_removal(entry: str) -> None:
    host, guest, other = players(3)
    club = filled([host, guest], entry=entry)
    put_out(host, club, guest)
    invite(host, club, guest, other)
    put_out(host, club, guest)
    put_out(host, club, other)
    assert (states(club)["Player 1"], states(club)["Player 2"]) == ("removed", "revoked")
    with pytest.raises(Refused) as refusal:
        membership.join(player=guest, club_id=club.pk, now=NOON)
    assert refusal.value.code == "not_invited_to_club"
    membership.join(player=other, club_id=club.pk, now=NOON)
    assert states(club)["Player 2"] == ("member" if entry == Club.Entry.OPEN else "asked")


def test_a_stale_page_takes_no_invitation_back_from_a_member() -> None:
    host, guest, other = players(3)
    club = founded(host)
    invite(host, club, guest)
    membership.join(player=guest, club_id=club.pk, now=NOON)
    browser, path = browser_of(host), f"/clubs/{club.pk}/members"
    answer = browser.post(path, {"do": "put_out", "player": guest.pk, "state": "invited"}, follow=True)
    assert states(club)["Player 1"] == "member"
    assert "They are a member by now." in answer.content.decode()
    membership.join(player=other, club_id=club.pk, now=NOON)
    page = browser.get(path).content.decode()
    assert [page.count(f'name="state" value="{state}"') for state in ("member", "asked", "invited")] == [1, 1, 0]
    browser.post(path, {"do": "put_out", "player": guest.pk, "state": "member"})
    assert states(club)["Player 1"] == "removed"


def test_who_asks_and_is_in_twenty_clubs_goes_on_asking_when_invited() -> None:
    host, guest = players(2)
    club = founded(host)
    membership.join(player=guest, club_id=club.pk, now=NOON)
    for number in range(creation.MOST_CLUBS):
        founded(guest, now=NOON + number * DAY)
    assert invite(host, club, guest) == []
    assert states(club)["Player 1"] == "asked"


def test_a_full_queue_is_the_clubs_and_not_the_players() -> None:
    host, guest, *others = players(membership.MOST_WAITING + 2)
    club = founded(host)
    ClubMember.objects.bulk_create(
        ClubMember(club=club, player=player, state=ClubMember.State.ASKED, since=NOON) for player in others
    )
    with pytest.raises(Refused) as refusal:
        membership.join(player=guest, club_id=club.pk, now=NOON)
    assert refusal.value.code == "too_many_ask_the_club"


def test_another_host_can_invite_whom_a_blocked_host_has_invited_in_vain(carry: Carry) -> None:
    blocked, host, guest, free = players(4)
    club = filled([blocked, host], **PRIVATE)
    membership.make_host(host=blocked, club_id=club.pk, player_id=host.pk, now=NOON)
    carry(NOON)
    relations.add(Block, player=guest, other_id=blocked.pk, now=NOON)
    invite(blocked, club, guest, free)
    assert [letter.to for letter in carry(NOON)] == [[free.email]]
    told = invite(host, club, guest, free)
    assert told == [guest, free], "nothing tells the hosts who has blocked one of them"
    (letter,) = carry(NOON + HOUR)
    assert letter.to == [guest.email]
    assert "Player 1 invites you to a club." in letter.text
    assert selectors.get_seen(guest, club.pk).is_invited
    assert invite(host, club, guest) == []


def test_declining_and_letting_in_wait_for_each_other() -> None:
    host, guest = players(2)
    club = founded(host)
    membership.join(player=guest, club_id=club.pk, now=NOON)
    with CaptureQueriesContext(connection) as queries:
        membership.decline(player=guest, club_id=club.pk, now=NOON)
    first = next(query["sql"] for query in queries if "games_club" in query["sql"])
    assert "FOR NO KEY UPDATE" in first
    membership.decline(player=guest, club_id="000000000000", now=NOON)
