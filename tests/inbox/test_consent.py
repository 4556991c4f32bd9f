"""“Did you write this email?” is answered in more words, too; what a proved player answers is never met by silence."""

import pytest

from games.models import Game, Seat
from notifications.inbox.consent import Consent, consent_in, find_doubt
from notifications.models import InboundEmail
from tests.inbox.letters import SigningKey, quoting, reply_address, written
from tests.inbox.replies import OWN, answers, asked, played, reply, take
from tests.inbox.site_stories import in_a_line
from tests.notifications.conftest import Carry

YES = ("yes", "Yes, that was me", "Yes, that was me!", "Yes, I did.", "yes - it was me", "Yes, I wrote that. Thanks!")
NO = ("no", "No, that wasn't me.", "no, I did not", "No, it was not me, thank you")
NEITHER = (
    *(
        "yes please, says > my robot",
        "no, away",
        "yes but not now",
        "yes 2",
        "that was me",
        "I did",
        "yes?",
        "yes and no",
    ),
    *(
        "yes please",
        "Yes, thanks",
        "yes, of course",
        "Yes, that was me last year",
        "no, that was me",
        "I am away until Monday.",
    ),
)


@pytest.mark.parametrize("line", YES)
def test_a_yes_in_more_words(line: str) -> None:
    assert consent_in([line]) is Consent.ONCE


@pytest.mark.parametrize("line", NO)
def test_a_no_in_more_words(line: str) -> None:
    assert consent_in([line]) is Consent.NOT


@pytest.mark.parametrize("line", NEITHER)
def test_what_is_neither(line: str) -> None:
    assert consent_in([line]) is None


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_a_yes_in_words_plays_what_was_asked_about(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    take(written(reply_address(mail), quoting(mail, "draw deck"), sender=OWN), reply_address(mail))
    (question,) = answers(carry)
    reply(question, "Hm, which email?", provider_key, "m2")
    (again,) = answers(carry)
    assert "You were asked whether you wrote an earlier email. Reply “yes” or “no”, and nothing else." in in_a_line(
        again
    )
    assert played(game) == []
    assert reply(again, "Yes, that was me", provider_key, "m3").state == InboundEmail.State.ACTED
    assert played(game) == ["draw_blind"]


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_a_no_in_words_keeps_whoever_was_about_to_resign(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "resign", provider_key)
    (question,) = answers(carry)
    reply(question, "I want to stay, after all", provider_key, "m2")
    (again,) = answers(carry)
    assert "asked whether you want to leave this game for good. Reply “yes” to leave it, or “no” to" in in_a_line(again)
    reply(again, "no, sorry, I want to stay", provider_key, "m3")
    (told,) = answers(carry)
    assert "You stay in the game." in in_a_line(told)
    assert reply(told, "yes", provider_key, "m4").state != InboundEmail.State.ACTED
    assert not Seat.objects.filter(game=game).exclude(status=Seat.Status.PLAYING).exists()


SIGNATURE = ("Viele Grüße", "Uwe Meier", "Tel. 030 1234567", "uwe@mail.example")


@pytest.mark.parametrize(
    "below",
    [("ich bleibe dabei",), (*SIGNATURE, "ich bleibe dabei"), (*["Viele Grüße"] * 20, "ich bleibe dabei")],
    ids=["at once", "below a signature", "far below"],
)
def test_a_line_that_is_not_known_takes_a_yes_back_wherever_it_stands(below: tuple[str, ...]) -> None:
    assert find_doubt(["ja", *below], "de") == "ich bleibe dabei"


@pytest.mark.parametrize("code", ["de", "en"])
def test_lines_that_are_not_read_take_a_yes_back(code: str) -> None:
    assert find_doubt(["yes", *["Thanks"] * 40, "Thanks"], code) == "Thanks"
    assert find_doubt(["yes", *["Thanks"] * 40], code) is None


def test_a_signature_takes_no_yes_back() -> None:
    assert find_doubt(["ja", *SIGNATURE], "de") is None


DOUBTS = ("wait, no, I stay", "No wait, I want to stay.", "Hold on, not yet", "I stay", "wrong game, sorry")


def still_play(game: Game) -> bool:
    return not Seat.objects.filter(game=game).exclude(status=Seat.Status.PLAYING).exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
@pytest.mark.parametrize("doubt", DOUBTS)
def test_a_yes_with_a_doubt_below_it_resigns_nobody(carry: Carry, provider_key: SigningKey, doubt: str) -> None:
    game, mail = asked(carry)
    reply(mail, "resign", provider_key)
    (question,) = answers(carry)
    reply(question, f"yes\n\n{doubt}", provider_key, "m2")
    (again,) = answers(carry)
    assert f"I am not sure what you want by “{doubt.rstrip('.')}”." in in_a_line(again)
    assert "asked whether you want to leave this game for good. Reply “yes” to leave it, or “no” to" in in_a_line(again)
    assert still_play(game)
    reply(again, "yes\n\nThanks for the games!\nAda", provider_key, "m3")
    assert not still_play(game)


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_a_yes_with_a_doubt_below_it_proves_no_email(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    take(written(reply_address(mail), quoting(mail, "draw deck"), sender=OWN), reply_address(mail))
    (question,) = answers(carry)
    reply(question, "yes\n\nno, wait", provider_key, "m2")
    assert "You were asked whether you wrote an earlier email." in in_a_line(answers(carry)[0])
    assert played(game) == []
