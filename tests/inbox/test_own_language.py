"""Replies of a player whose language is German: carried out, asked about and answered like those in English."""

import pytest

from games.models import Game, Player, Proposal, Seat
from tests.games.stories import players
from tests.inbox.letters import NOON, SigningKey
from tests.inbox.replies import OWN, answers, asked, played, reply
from tests.inbox.site_stories import in_a_line, write
from tests.inbox.test_invitations import GUEST, invited
from tests.inbox.test_site import the_answer
from tests.languages.conftest import german
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

__all__ = ["german"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names", "german")]


def asked_in_german(carry: Carry) -> tuple[Game, Received]:
    game, mail = asked(carry)
    Player.objects.update(language="de")
    return game, mail


def test_a_move_is_played(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked_in_german(carry)
    reply(mail, "Hallo,\n\nich ziehe Zielkarten, danke!\n\nViele Grüße\nUwe", provider_key)
    assert played(game) == ["draw_tickets"]


@pytest.mark.parametrize("typed", ["nicht die 1", "1 oder 2", "1\naber nur wenn Bob gezogen hat", "1, warte", "um 1"])
def test_a_doubt_is_asked_about(carry: Carry, provider_key: SigningKey, typed: str) -> None:
    game, mail = asked_in_german(carry)
    reply(mail, typed, provider_key)
    assert played(game) == []
    assert f"“{typed.splitlines()[-1]}”" in in_a_line(answers(carry)[0])


def test_what_is_not_understood_is_quoted_as_typed(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked_in_german(carry)
    reply(mail, "ich nehme bitte die rote Rübe", provider_key)
    told = in_a_line(answers(carry)[0])
    assert "Not understood: “ich nehme bitte die rote Rübe”. A number always works" in told
    assert "only English" not in told
    assert played(game) == []


def test_who_resigns_is_asked_first(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked_in_german(carry)
    reply(mail, "ich gebe auf", provider_key)
    question = answers(carry)[0]
    assert "“ja”" in in_a_line(question)
    reply(question, "ja", provider_key, "m2")
    assert Seat.objects.get(game=game, number=0).status == Seat.Status.RESIGNED


@pytest.mark.parametrize("doubt", ["Halt, nein, doch nicht!", "ich bleibe dabei", "no, wait"])
def test_a_yes_with_a_doubt_below_it_resigns_nobody(carry: Carry, provider_key: SigningKey, doubt: str) -> None:
    game, mail = asked_in_german(carry)
    reply(mail, "ich gebe auf", provider_key)
    reply(answers(carry)[0], f"ja\n\n{doubt}", provider_key, "m2")
    (again,) = answers(carry)
    assert f"I am not sure what you want by “{doubt}”." in in_a_line(again)
    assert not Seat.objects.filter(game=game).exclude(status=Seat.Status.PLAYING).exists()
    reply(again, "ja\n\nViele Grüße\nUwe", provider_key, "m3")
    assert Seat.objects.filter(game=game).exclude(status=Seat.Status.PLAYING).exists()


def test_a_pause_is_proposed_and_a_no_declines_it(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked_in_german(carry)
    reply(mail, "Pause bitte", provider_key)
    assert Proposal.objects.get(game=game).kind == "paused"
    question = next(mail for mail in carry(NOON) if mail.to == [GUEST] and "pause" in in_a_line(mail))
    reply(question, "nein danke, lieber weiterspielen", provider_key, "m2")
    assert Proposal.objects.get(game=game).state == Proposal.State.DECLINED


def test_an_invitation_is_accepted(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = invited(carry, provider_key)
    Player.objects.update(language="de")
    reply(mail, "ja gerne, bin dabei", provider_key)
    assert game.seats.count() == 2


def test_the_site_is_told_about_a_vacation_and_no_more_mail(carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    Player.objects.update(language="de")
    write("Urlaub bis Freitag\nkeine E-Mails mehr", provider_key, sender=OWN)
    assert Player.objects.get(email=OWN).vacations
    assert "send mail again" in in_a_line(the_answer(carry, OWN))
