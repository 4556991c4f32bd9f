"""“say ...” in an email: a line of the table's talk, beside moves or alone."""

from datetime import timedelta
from urllib.parse import quote

import pytest

from games.models import Game, Player, TalkLine, Turn
from games.models.talk import LONGEST_LINE
from games.table.talk import new_lines
from notifications.inbox import acceptance, pipeline
from notifications.models import InboundEmail
from notifications.policy import preferences
from tests.games.stories import DAY, NOON, holder, post
from tests.inbox.letters import SigningKey, quoting, reply_address, signed, written
from tests.inbox.replies import OWN, answers, asked, played, reply, take
from tests.notifications.conftest import Carry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


def talk_so_far() -> list[tuple[str, str]]:
    return list(TalkLine.objects.values_list("by__name", "text").order_by("number"))


def test_a_line_is_said_with_a_move(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "draw deck\ndraw deck\nsay Denver is MINE, sorry", provider_key)
    assert talk_so_far() == [("Player 0", "Denver is MINE, sorry")]
    assert len(played(game)) == 2
    assert "Said at the table: “Denver is MINE, sorry”" in answers(carry)[0].text


@pytest.mark.parametrize(
    ("typed", "unsaid"),
    [
        ("draw deck\ndraw deck\n\nThanks again for waiting, Ben!\n\nCheers\nTom", "Thanks again for waiting, Ben!"),
        ("3. Sorry for the delay, back on the 14th", "Sorry for the delay, back on the 14th"),
        ("3 please. Hello everyone!", "Hello everyone!"),
        ("3\n\nCongratulations Anna", "Congratulations Anna"),
    ],
)
def test_what_stands_beside_an_order_is_offered_to_say(
    carry: Carry, provider_key: SigningKey, typed: str, unsaid: str
) -> None:
    game, mail = asked(carry)
    reply(mail, typed, provider_key)
    answer = answers(carry)[0]
    assert played(game)
    assert talk_so_far() == []
    assert f"Not said at the table: “{unsaid}”" in " ".join(answer.text.split())
    assert quote(f"say {unsaid}", safe="") in answer.html
    reply(answer, f"say {unsaid}", provider_key, name="m2")
    assert talk_so_far() == [("Player 0", unsaid)]


def test_of_long_talk_only_what_could_be_said_is_kept(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply(mail, "3\n\n" + "\n\n".join(["So nice to hear from you all, dear friends! " * 20] * 10), provider_key)
    mail_out = InboundEmail.objects.latest("pk").answer
    assert mail_out is not None
    assert mail_out.context is not None
    assert len(mail_out.context["unsaid"]) == LONGEST_LINE


def test_greetings_and_names_are_no_talk(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    preferences.put_habits(Player.objects.get(email=OWN), {"every_answer": False}, now=NOON)
    reply(mail, "Hi all,\n\n3 please\n\nThanks\nTom", provider_key)
    assert InboundEmail.objects.latest("pk").answer is None
    assert not [answer for answer in answers(carry) if "Not said" in answer.text]


def test_talk_is_told_of_even_to_those_who_want_few_answers(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    preferences.put_habits(Player.objects.get(email=OWN), {"every_answer": False}, now=NOON)
    reply(mail, "3\n\nHow is the new house?", provider_key)
    assert "Not said at the table: “How is the new house?”" in answers(carry)[0].text


@pytest.mark.parametrize("typed", ["say", "Say:", "OK, say", "say\n\nWell played, Ben"])
def test_who_says_nothing_reads_how_to(carry: Carry, provider_key: SigningKey, typed: str) -> None:
    _, mail = asked(carry)
    reply(mail, typed, provider_key)
    assert talk_so_far() == []
    assert "After “say”, write your words on the same line" in " ".join(answers(carry)[0].text.split())


def test_the_same_email_twice_says_it_once(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    to = reply_address(mail)
    raw = signed(written(to, quoting(mail, "say hello"), name="m1"), provider_key)
    for _ in range(2):
        acceptance.accept(raw, [to], OWN, InboundEmail.Door.PIPE, NOON)
    pipeline.process_due(now=NOON)
    assert talk_so_far() == [("Player 0", "hello")]


def test_what_stands_behind_a_move_that_is_refused_is_not_said(carry: Carry, provider_key: SigningKey) -> None:
    _, mail = asked(carry)
    reply(mail, "claim denver-omaha 6 purple\nsay ha", provider_key)
    assert talk_so_far() == []


def test_a_muted_player_says_nothing_and_hears_why(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    Player.objects.filter(pk=holder(game, 0).pk).update(muted_until=NOON + timedelta(days=1))
    reply(mail, "say hello", provider_key)
    assert talk_so_far() == []
    assert "You cannot write to other players" in answers(carry)[0].text


def test_a_forged_email_says_nothing(carry: Carry) -> None:
    _, mail = asked(carry)
    take(written(reply_address(mail), quoting(mail, "say hello")), reply_address(mail), door=InboundEmail.Door.PIPE)
    assert talk_so_far() == []


def test_who_says_too_much_reads_when_to_go_on(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    for _ in range(30):
        new_lines.say(player=holder(game, 0), game_id=game.pk, text="hello", now=NOON)
    reply(mail, "say hello", provider_key)
    told = " ".join(answers(carry)[0].text.split())
    assert "You can say 30 lines within 1 hour at one table. You can try again in 1 hour." in told
    assert "Retry" not in told


def test_whoever_the_game_waits_for_is_nudged(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "nudge", provider_key)
    assert "The game waits for you." in answers(carry)[0].text
    assert Game.objects.get(pk=game.pk).nudged_at is None
    post(game, 0, "draw deck", "draw deck")
    Turn.objects.filter(game=game, closed_at=None).update(opened_at=NOON - DAY / 2)
    reply(mail, "Nudge!", provider_key, name="m2")
    assert Game.objects.get(pk=game.pk).nudged_at == NOON
    assert "We email them" in answers(carry)[0].text
