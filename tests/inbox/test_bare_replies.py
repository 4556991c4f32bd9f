"""A bare yes, no, stop, number, help or thanks: it does nothing that the email was not about which it replies to."""

from pathlib import Path
from typing import Any

import pytest

from games.competitions import call_ups
from games.competitions.clubs import invitations as club_invitations
from games.models import ClubMember, CompetitionInvitation, CupEntrant, Game, Invitation, Player, Seat
from games.signals import account_mail
from notifications.letters import site_questions
from notifications.letters.site_questions import SiteQuestion
from notifications.models import Preference
from tests.clubs.club import founded
from tests.competitions.cup import made
from tests.games.stories import NOON, players
from tests.inbox.letters import SigningKey, reply_address
from tests.inbox.site_stories import SITE, in_a_line, reply, write
from tests.inbox.test_site import the_answer
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]

HOST, GUEST = "player0@mail.example", "player1@mail.example"
BARE = ("yes", "Yes please!", "no", "No, thanks.", "stop", "1", "2", "help", "Thanks!", "ok")
TEMPLATES = sorted(
    path.name.removesuffix("_message.txt")
    for path in (Path(__file__).parents[2] / "notifications/templates/account/email").glob("*_message.txt")
    if not path.name.startswith("base_")
)
ASKING = {"called_up": ["cup", "0123456789ab", ""], "invited_by_address": ["table", "0123456789ab"]}
"""Templates that ask something, and what."""


@pytest.fixture(autouse=True)
def _at_noon(time_machine: Any) -> None:
    time_machine.move_to(NOON, tick=False)


@pytest.fixture
def game(carry: Carry, provider_key: SigningKey) -> Game:
    """Return a table to which Player 1 is invited, which is the only thing that a guess could be about."""
    players(2)
    write("new usa, 3 seats, with Player 1", provider_key, sender=HOST)
    carry(NOON)
    return Game.objects.get()


def state() -> list[object]:
    """Return all that a reply could change."""
    return [
        list(Seat.objects.order_by("pk").values_list("game", "player")),
        list(Invitation.objects.order_by("pk").values_list("game", "player", "answered_at")),
        list(CompetitionInvitation.objects.order_by("pk").values_list("player", "closed_at", "declined")),
        list(ClubMember.objects.order_by("pk").values_list("player", "state")),
        list(CupEntrant.objects.order_by("pk").values_list("player", "left_at")),
        list(Preference.objects.order_by("pk").values_list("player", "stream", "mode")),
        list(Game.objects.order_by("pk").values_list("status", "head")),
    ]


def mailed(template: str, carry: Carry) -> Received:
    """Return an email about Player 1's account."""
    asks = {"asks": ASKING[template]} if template in ASKING else {}
    account_mail.send(
        sender=Player,
        address=GUEST,
        player=Player.objects.get(email=GUEST),
        template=f"account/email/{template}",
        context={"name": "Ada", "by": "Ben", "code": "ABCD", "minutes": 15, **asks},
    )
    return the_answer(carry, GUEST)


def test_only_an_email_that_asks_something_has_an_address_of_its_own(carry: Carry, game: Game) -> None:
    for template in TEMPLATES:
        address = reply_address(mailed(template, carry))
        asked = SiteQuestion.from_context(ASKING[template]) if template in ASKING else None
        assert site_questions.find(address) == asked, template
        assert (address == SITE) is (asked is None), template


@pytest.mark.parametrize("typed", BARE)
def test_nothing_is_guessed_at_the_sites_own_address(
    carry: Carry, provider_key: SigningKey, game: Game, typed: str
) -> None:
    mail, before = mailed("hosts_competition", carry), state()
    reply(mail, typed, provider_key, "r1")
    assert state() == before
    told = in_a_line(the_answer(carry, GUEST))
    if typed.lower().startswith(("yes", "no")):
        assert "I can’t tell which of our emails you are answering. Do you mean this invitation?" in told
        assert f"({game.pk})" in told


def test_the_question_back_is_answered_by_a_bare_yes(carry: Carry, provider_key: SigningKey, game: Game) -> None:
    write("yes", provider_key, sender=GUEST, name="w1")
    reply(the_answer(carry, GUEST), "yes", provider_key, "r1")
    assert game.seats.count() == 2


@pytest.mark.parametrize("typed", ["settings", "open tables", "sleep 23 to 7"])
def test_a_yes_to_another_answer_is_no_answer_to_the_invitation(
    carry: Carry, provider_key: SigningKey, game: Game, typed: str
) -> None:
    write(typed, provider_key, sender=GUEST, name="w1")
    reply(the_answer(carry, GUEST), "yes", provider_key, "r1")
    assert game.seats.count() == 1


def called_up(carry: Carry, instead_of: Player | None = None) -> Received:
    """Return the email that invites Player 1 to Player 0's cup."""
    host = Player.objects.get(email=HOST)
    cup = made(host)
    if instead_of is not None:
        CupEntrant.objects.create(cup=cup, player=instead_of, entered_at=NOON)
    call_ups.invite(
        host=host,
        competition=cup,
        name="Player 1",
        instead_of=instead_of.pk if instead_of else None,
        now=NOON,
    )
    return the_answer(carry, GUEST)


@pytest.mark.parametrize("typed", BARE)
def test_a_reply_about_a_cup_is_about_the_cup(carry: Carry, provider_key: SigningKey, game: Game, typed: str) -> None:
    mail, before = called_up(carry), state()
    assert "reply “yes”, or enter on its page" in in_a_line(mail)
    reply(mail, typed, provider_key, "r1")
    invitation, told = CompetitionInvitation.objects.get(), in_a_line(the_answer(carry, GUEST))
    is_yes, is_no = typed.lower().startswith(("yes", "ok")), typed.lower().startswith("no")
    assert game.seats.count() == 1
    assert CupEntrant.objects.filter(player__email=GUEST).exists() is is_yes
    assert (invitation.closed_at is not None, invitation.declined) == (is_yes or is_no, is_no)
    if is_yes:
        assert "You are in the cup Spring Cup." in told
    elif is_no:
        assert "You have declined this invitation: Spring Cup." in told
    else:
        assert state() == before


@pytest.mark.parametrize("typed", ["yes, but not before May", "maybe", "yes\nno wait", "yes?"])
def test_an_unclear_answer_enters_nobody(carry: Carry, provider_key: SigningKey, game: Game, typed: str) -> None:
    mail, before = called_up(carry), state()
    reply(mail, typed, provider_key, "r1")
    assert state() == before


def test_an_invitation_that_has_changed_is_not_accepted(carry: Carry, provider_key: SigningKey, game: Game) -> None:
    mail, (other,) = called_up(carry), players(1, "Other")
    cup = CompetitionInvitation.objects.get().cup
    assert cup is not None
    CupEntrant.objects.create(cup=cup, player=other, entered_at=NOON)
    call_ups.invite(host=cup.host, competition=cup, name="Player 1", instead_of=other.pk, now=NOON)
    assert "has changed your invitation" in str(the_answer(carry, GUEST).message["Subject"])
    before = state()
    reply(mail, "yes", provider_key, "r1")
    assert state() == before
    assert "This invitation is no longer open, or it has changed." in in_a_line(the_answer(carry, GUEST))


@pytest.mark.parametrize(("typed", "becomes"), [("yes", "member"), ("no", "declined"), ("thanks", "invited")])
def test_a_reply_about_a_club_is_about_the_club(
    carry: Carry, provider_key: SigningKey, game: Game, typed: str, becomes: str
) -> None:
    host = Player.objects.get(email=HOST)
    club = founded(host)
    club_invitations.invite(host=host, club_id=club.pk, names=["Player 1"], now=NOON)
    mail = the_answer(carry, GUEST)
    assert "Reply “yes” to join, or “no” to decline." in in_a_line(mail)
    reply(mail, typed, provider_key, "r1")
    assert ClubMember.objects.get(player__email=GUEST).state == becomes
    assert game.seats.count() == 1


def test_one_of_several_is_answered_by_its_number(carry: Carry, provider_key: SigningKey, game: Game) -> None:
    called_up(carry)
    write("yes", provider_key, sender=GUEST, name="w1")
    asks = the_answer(carry, GUEST)
    assert "You have several invitations. Answer each on a line of its own." in in_a_line(asks)
    assert "2: the cup Spring Cup, by Player 0" in in_a_line(asks)
    reply(asks, "accept 2\ndecline 1", provider_key, "r1")
    assert CupEntrant.objects.filter(player__email=GUEST).exists()
    assert Invitation.objects.get().answered_at == NOON
