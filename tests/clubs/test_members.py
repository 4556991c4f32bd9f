"""Who gets into a club, who is put out, and who hosts it."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.competitions.clubs import creation, invitations, links, membership, selectors
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.models import Club, ClubMember, Player
from games.models.relations import Block
from games.people import privacy, relations
from tests.api.people import API, client_of
from tests.clubs.club import OPEN, PRIVATE, filled, founded, states
from tests.games.stories import DAY, NOON, players
from tests.notifications.conftest import Carry

pytestmark = pytest.mark.django_db


def refused(code: str, act: Callable[[], object]) -> None:
    with pytest.raises(Refused) as refusal:
        act()
    assert refusal.value.code == code


def test_an_open_club_takes_anyone_at_once() -> None:
    host, guest = players(2)
    club = founded(host, **OPEN)
    for _ in range(2):
        membership.join(player=guest, club_id=club.pk, now=NOON)
    assert states(club) == {"Player 0": "member*", "Player 1": "member"}


def test_hosts_answer_requests_and_both_sides_hear_by_email(carry: Carry) -> None:
    host, guest, other = players(3)
    club = founded(host)
    membership.join(player=guest, club_id=club.pk, now=NOON)
    membership.join(player=other, club_id=club.pk, now=NOON)
    (asked,) = carry(NOON)
    assert (asked.to, asked.message["Subject"]) == ([host.email], "Request to join: The Sleepers")
    assert "Player 1 and Player 2 ask to join the club." in asked.text
    membership.let_in(host=host, club_id=club.pk, player_id=guest.pk, now=NOON)
    membership.put_out(host=host, club_id=club.pk, player_id=other.pk, now=NOON)
    (told,) = carry(NOON + DAY)
    assert (told.to, told.message["Subject"]) == ([guest.email], "You are a member: The Sleepers")
    assert states(club)["Player 2"] == "refused"
    refused("not_invited_to_club", lambda: membership.join(player=other, club_id=club.pk, now=NOON))


def test_an_invitation_opens_a_private_club_and_nothing_else_does(carry: Carry) -> None:
    host, guest, stranger = players(3)
    club = founded(host, about="A day for each move.", **PRIVATE)
    refused("no_such_club", lambda: membership.join(player=stranger, club_id=club.pk, now=NOON))
    invitations.invite(host=host, club_id=club.pk, names=["player 1"], now=NOON)
    (letter,) = carry(NOON)
    assert (letter.to, letter.message["Subject"]) == ([guest.email], "Invitation to a club")
    assert "Player 0 invites you to a club." in letter.text
    assert "The Sleepers" not in letter.text, "a stranger's words"
    assert "A day for each move." not in letter.text
    membership.join(player=guest, club_id=club.pk, now=NOON)
    assert states(club) == {"Player 0": "member*", "Player 1": "member"}


def test_many_are_invited_in_one_act_with_one_limit() -> None:
    host, *people = players(104)
    club = founded(host)
    for first in (0, 50):
        invitations.invite(host=host, club_id=club.pk, names=[one.name for one in people[first : first + 50]], now=NOON)
    assert selectors.invited_to(club).count() == 100
    with pytest.raises(Refused) as refusal:
        invitations.invite(host=host, club_id=club.pk, names=["Player 102"], now=NOON + timedelta(hours=1))
    assert (refusal.value.code, refusal.value.wait) == ("too_many_invited_to_clubs", 23 * 3600)
    invitations.invite(host=host, club_id=club.pk, names=["Player 102"], now=NOON + DAY)
    assert selectors.invited_to(club).count() == 101


def test_one_wrong_name_invites_nobody() -> None:
    host, _guest = players(2)
    club = founded(host)
    with pytest.raises(NotFound):
        invitations.invite(host=host, club_id=club.pk, names=["Player 1", "Nobody Known"], now=NOON)
    assert states(club) == {"Player 0": "member*"}


def test_whoever_declines_is_left_alone_for_a_month() -> None:
    host, guest = players(2)
    club = founded(host)
    for at, state in ((NOON, "invited"), (NOON + DAY, "declined"), (NOON + 40 * DAY, "invited")):
        invitations.invite(host=host, club_id=club.pk, names=["Player 1"], now=at)
        assert states(club)["Player 1"] == state
        membership.decline(player=guest, club_id=club.pk, now=at)


def test_a_removed_player_gets_in_again_only_if_a_host_invites_them() -> None:
    host, guest = players(2)
    club = filled([host, guest], **OPEN)
    token = links.token(links.make(host=host, club_id=club.pk, now=NOON))
    membership.put_out(host=host, club_id=club.pk, player_id=guest.pk, now=NOON)
    refused("not_invited_to_club", lambda: membership.join(player=guest, club_id=club.pk, now=NOON))
    refused("not_invited_to_club", lambda: links.join(player=guest, token=token, now=NOON))
    invitations.invite(host=host, club_id=club.pk, names=["Player 1"], now=NOON)
    membership.join(player=guest, club_id=club.pk, now=NOON)
    assert states(club)["Player 1"] == "member"


def test_the_link_lets_in_anyone_until_it_is_taken_back() -> None:
    host, guest, late = players(3)
    club = founded(host, **PRIVATE)
    token = links.token(links.make(host=host, club_id=club.pk, now=NOON))
    links.join(player=guest, token=token, now=NOON)
    links.take_back(host=host, club_id=club.pk)
    refused("link_over", lambda: links.join(player=late, token=token, now=NOON))
    assert states(club) == {"Player 0": "member*", "Player 1": "member"}


def test_to_somebody_a_host_has_blocked_the_club_looks_as_if_by_invitation() -> None:
    host, guest = players(2)
    club = founded(host, **OPEN)
    relations.add(Block, player=host, other_id=guest.pk, now=NOON)
    assert selectors.get_seen(guest, club.pk).entry == "invitation"
    refused("not_invited_to_club", lambda: membership.join(player=guest, club_id=club.pk, now=NOON))


def test_an_invitation_by_somebody_blocked_is_silent_and_unseen(carry: Carry) -> None:
    host, guest = players(2)
    club = founded(host, **PRIVATE)
    relations.add(Block, player=guest, other_id=host.pk, now=NOON)
    invitations.invite(host=host, club_id=club.pk, names=["Player 1"], now=NOON)
    assert states(club)["Player 1"] == "invited"
    assert carry(NOON) == []
    with pytest.raises(NotFound):
        selectors.get_seen(guest, club.pk)


def test_the_last_host_who_leaves_says_who_follows_or_the_longest_member_does(carry: Carry) -> None:
    host, second, third, fourth = players(4)
    club = filled([host, second, third, fourth])
    carry(NOON)
    leave = membership.leave
    with pytest.raises(Unprocessable):
        leave(player=host, club_id=club.pk, heir_name="Nobody Known", now=NOON + DAY)
    leave(player=host, club_id=club.pk, heir_name="Player 2", now=NOON + DAY)
    assert states(club) == {"Player 1": "member", "Player 2": "member*", "Player 3": "member"}
    assert [one.to for one in carry(NOON + DAY) if "You host the club" in one.message["Subject"]] == [[third.email]]
    Player.objects.filter(pk=second.pk).update(suspended_until=NOON + 30 * DAY)
    leave(player=third, club_id=club.pk, now=NOON + 2 * DAY)
    assert states(club) == {"Player 1": "member", "Player 3": "member*"}
    leave(player=fourth, club_id=club.pk, now=NOON + 3 * DAY)
    leave(player=second, club_id=club.pk, now=NOON + 3 * DAY)
    assert Club.objects.get().closed_at == NOON + 3 * DAY


def test_an_erased_host_hands_over_and_leaves_no_name() -> None:
    host, second, third = players(3)
    club = filled([host, second, third], name="Friends of Player 0")
    exported = privacy.export_player(player=host)
    assert [row["club_id"] for row in exported["clubs"]] == [club.pk]
    assert [set(row) for row in exported["clubs_founded"]] == [{"id", "created_at"}], "its name may be private by now"
    privacy.erase_player(player=host, now=NOON + DAY)
    club.refresh_from_db()
    assert (club.name, states(club)) == ("", {"Player 1": "member*", "Player 2": "member"})
    assert not ClubMember.objects.filter(invited_by=host).exists()


def test_only_hosts_decide_and_never_over_each_other() -> None:
    host, second, third = players(3)
    club = filled([host, second, third])
    refused("only_hosts", lambda: membership.put_out(host=second, club_id=club.pk, player_id=third.pk, now=NOON))
    refused("last_host", lambda: membership.step_down(host=host, club_id=club.pk, now=NOON))
    membership.make_host(host=host, club_id=club.pk, player_id=second.pk, now=NOON)
    refused("is_a_host", lambda: membership.put_out(host=second, club_id=club.pk, player_id=host.pk, now=NOON))
    membership.step_down(host=host, club_id=club.pk, now=NOON)
    assert states(club) == {"Player 0": "member", "Player 1": "member*", "Player 2": "member"}


def test_what_a_club_may_be_called_and_how_many_somebody_founds_in_a_day() -> None:
    (host,) = players(1)
    refused("club_name_reserved", lambda: founded(host, name="Night Mail Team"))
    refused("private_club_is_by_invitation", lambda: founded(host, public=False))
    for _ in range(creation.MOST_A_DAY):
        founded(host)
    refused("too_many_clubs_today", lambda: founded(host))
    founded(host, now=NOON + DAY)


def test_the_suspended_and_the_muted() -> None:
    host, guest = players(2)
    club = founded(host, **OPEN)
    Player.objects.filter(pk=guest.pk).update(suspended_until=NOON + DAY)
    with pytest.raises(Forbidden):
        membership.join(player=guest, club_id=club.pk, now=NOON)
    Player.objects.filter(pk=host.pk).update(muted_until=NOON + DAY)
    with pytest.raises(Forbidden):
        founded(host)
    with pytest.raises(Forbidden):
        invitations.invite(host=host, club_id=club.pk, names=["Player 1"], now=NOON)


def test_a_program_removes_nobody_whom_it_takes_for_something_else() -> None:
    host, guest = players(2)
    club = founded(host)
    invitations.invite(host=host, club_id=club.pk, names=[guest.name], now=NOON)
    membership.join(player=guest, club_id=club.pk, now=NOON)
    api, path = client_of(host), f"{API}/clubs/{club.pk}/members/{guest.pk}"
    stale = api.delete(f"{path}?state=invited")
    assert (stale.status_code, stale.json()["code"]) == (409, "member_changed")
    assert api.delete(f"{path}?state=host").status_code == 400
    assert states(club)[guest.name] == "member"
    for _click in range(2):
        assert api.delete(f"{path}?state=member").status_code == 204
    assert states(club)[guest.name] == "removed"
