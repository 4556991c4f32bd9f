"""A stranger who would like to play is told once what to do, at an address proved to be theirs, and no other."""

import threading

import pytest
from django.db import transaction
from pytest_django import Settings

from games.models import Player
from notifications.inbox.site import answers as site_answers
from notifications.inbox.site import welcome
from notifications.inbox.site.welcome import is_wished_for
from notifications.models import Mail, SiteEmail
from tests.games.stories import DAY, NOON, players
from tests.inbox.letters import SigningKey
from tests.inbox.site_stories import NEWCOMER, in_a_line, reply, take, typed, write
from tests.locks import in_a_thread, wait_for_a_lock
from tests.notifications.conftest import Carry

WISH = "Hello,\n\nI would like to play with you. How does it work?\n\nAda"


@pytest.mark.parametrize(
    "line",
    [
        *(
            "I would like to play",
            "I'd love to join a game",
            "Can I play?",
            "How do I sign up?",
            "We want to try this game",
        ),
        *("I am interested in playing", "how can I join?", "Could we start a game", "Count me in!"),
        *("May I try to play?", "I want to start playing"),
    ],
)
def test_a_wish_to_play(line: str) -> None:
    assert is_wished_for([line])


@pytest.mark.parametrize(
    "line",
    [
        *(
            "I would like to sell you something",
            "Who are you?",
            "Great game!",
            "Can I help you?",
            "You won a prize",
            "",
        ),
        *("I would like to start a partnership with your company", "Can we start a cooperation?"),
        *("May I try to offer you SEO services", "Could we try a quick call", "How do I stop playing"),
        *("I want to quit the game", "Can I offer you games", "Where can I unsubscribe from a game"),
    ],
)
def test_no_wish_to_play(line: str) -> None:
    assert not is_wished_for([line])


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_a_stranger_is_told_once_what_to_do_and_does_it(carry: Carry, provider_key: SigningKey) -> None:
    row = write(WISH, provider_key)
    assert (row.state, row.reason) == (SiteEmail.State.ACTED, "welcomed")
    (answer,) = carry(NOON)
    assert answer.to == [NEWCOMER]
    assert "Reply with “sign up” and the name that others will see" in in_a_line(answer)
    assert write(WISH, provider_key, name="s2").state == SiteEmail.State.DROPPED
    assert write(WISH, provider_key, name="s3", now=NOON + 7 * DAY).state == SiteEmail.State.DROPPED
    assert carry(NOON + 7 * DAY) == []
    reply(answer, "sign up Ada", provider_key, "s4")
    assert Player.objects.get(email=NEWCOMER).name == "Ada"


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
@pytest.mark.parametrize(
    "line",
    ["hi, new card game, 3 players, 2 days a move, private, with Wanda and Felix", "open tables", "new card game"],
)
def test_a_stranger_who_orders_is_told_to_sign_up_first(carry: Carry, provider_key: SigningKey, line: str) -> None:
    ordered = line.removeprefix("hi, ")
    write(line, provider_key)
    (answer,) = carry(NOON)
    assert f"Not done: “{ordered}”. It takes an account." in in_a_line(answer)
    assert f" sign up Ada {ordered} " in in_a_line(answer)
    reply(answer, line, provider_key)
    (again,) = carry(NOON)
    assert ("Say for how many" if line == "new card game" else "Sign up first") in in_a_line(again)
    is_of_a_table = line != "open tables"
    assert (write(line, provider_key, name="s9").state == SiteEmail.State.ACTED) is is_of_a_table


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_a_stranger_whose_name_was_taken_is_told_to_sign_up_again(carry: Carry, provider_key: SigningKey) -> None:
    players(1)
    write("sign up Player 0", provider_key)
    carry(NOON)
    for place in range(8):
        write("join k7qm3xwd9abc", provider_key, name=f"j{place}")
    told = carry(NOON)
    assert len(told) == site_answers.MOST_A_DAY - 1
    assert "Not done: “join k7qm3xwd9abc”. It takes an account." in in_a_line(told[0])


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
@pytest.mark.parametrize(
    "line",
    [
        *("New products for you: 50 % off", "Join us for our webinar", "No thanks", "Start your free trial", "yes"),
        *("unsubscribe", "new game consoles have arrived", "Accept our offer"),
    ],
)
def test_what_anybody_may_write_is_no_order_of_a_stranger(carry: Carry, provider_key: SigningKey, line: str) -> None:
    assert write(line, provider_key).state == SiteEmail.State.DROPPED
    assert carry(NOON) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_nobody_else_s_address_is_written_to(carry: Carry) -> None:
    assert take(typed(WISH)).state == SiteEmail.State.DROPPED
    assert carry(NOON) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_where_nobody_can_sign_up_nobody_is_told_to(carry: Carry, settings: Settings, provider_key: SigningKey) -> None:
    settings.SIGN_UP = "invited"
    assert write(WISH, provider_key).state == SiteEmail.State.DROPPED
    assert carry(NOON) == []


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_only_so_many_are_told_in_an_hour(carry: Carry, settings: Settings, provider_key: SigningKey) -> None:
    settings.KNOCKS_PER_HOUR = 2
    for place in range(3):
        write(WISH, provider_key, sender=f"ada{place}@mail.example", name=f"s{place}")
    assert len(carry(NOON)) == 2


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("What is this?", "Welcome to Night Mail!"),
        ("Ich möchte mitspielen", "I can read only English so far."),
    ],
)
def test_a_stranger_who_asks_or_writes_another_language_is_answered_once(
    carry: Carry, provider_key: SigningKey, text: str, said: str
) -> None:
    assert write(text, provider_key).reason == "welcomed"
    (answer,) = carry(NOON)
    assert answer.to == [NEWCOMER]
    assert said in in_a_line(answer)
    assert "Reply with “sign up” and the name that others will see" in in_a_line(answer)
    assert write(text, provider_key, name="s2").state == SiteEmail.State.DROPPED
    assert take(typed(text, name="s3", sender="eve@mail.example"), sender="eve@mail.example").answer is None
    assert carry(NOON) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("mail_in", "names")
def test_of_two_emails_at_once_one_is_answered(provider_key: SigningKey) -> None:
    write("Hello", provider_key)
    second: list[bool] = []

    def ask_again() -> None:
        with transaction.atomic():
            second.append(welcome.may_be_given(NEWCOMER, NOON))

    other = threading.Thread(target=in_a_thread, args=[ask_again])
    with transaction.atomic():
        assert welcome.may_be_given(NEWCOMER, NOON)
        other.start()
        wait_for_a_lock()
        answer = Mail.objects.create(address=NEWCOMER, created_at=NOON, next_attempt_at=NOON)
        SiteEmail.objects.update(answer=answer)
    other.join()
    assert second == [False]
