"""Suggestions for unclear orders, which a reply can choose; moves in HTML are links that write the reply."""

import re
from html import unescape
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest

import engine
from engine.parts.tickets import HeldTicketView
from games.models import Game
from games.table import store
from notifications.letters import hand
from notifications.models import InboundEmail, ReplyAddress
from tests.games.stories import chosen, default, legal, players, post, started
from tests.games.worlds import deal
from tests.inbox.letters import NOON, SigningKey, quoting, reply_address, written
from tests.inbox.replies import OWN, answers, asked, played, reply, take
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.notifications.reading import choices

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_in", "names")]


def in_a_line(mail: Received) -> str:
    return " ".join(mail.text.split())


def refused(carry: Carry, mail: Received, text: str, key: SigningKey, name: str = "m1") -> Received:
    """Return the answer to an email that has no effect."""
    reply(mail, text, key, name)
    (answer,) = answers(carry)
    assert InboundEmail.objects.latest("pk").state == InboundEmail.State.REFUSED
    return answer


def rich(carry: Carry) -> tuple[Game, Received]:
    """Return a game in its first turn with a hand of purple cards and locomotives, and its email."""
    game = chosen(started(players(2)))
    deal(game, 0, purple=4, locomotive=1)
    return game, next(mail for mail in carry(NOON) if mail.to == [OWN])


@pytest.mark.parametrize(("ruleset", "is_said"), [("usa@1", True), ("card_game@1", False)])
def test_only_a_list_that_begins_with_what_helps_says_so(carry: Carry, ruleset: str, is_said: bool) -> None:
    chosen(started(players(2), ruleset=ruleset))
    mail = next(mail for mail in carry(NOON) if mail.to == [OWN])
    assert "Reply with a number, and that move is played at once." in in_a_line(mail)
    assert ("What helps your tickets most comes first." in mail.html) is is_said


def test_a_near_miss_is_offered_and_yes_plays_it(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    offer = refused(carry, mail, "tikets", provider_key)
    number = choices(mail).index(next(one for one in choices(mail) if one.startswith("Draw tickets"))) + 1
    assert f"Did you mean this? {number} Draw tickets Reply “yes”, and it is played." in in_a_line(offer)
    reply(offer, "Yes!", provider_key, "m2")
    assert played(game) == ["draw_tickets"]


def test_of_several_a_number_chooses_and_yes_chooses_none(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = rich(carry)
    offer = refused(carry, mail, "claim denver-omaha", provider_key)
    assert "“claim denver-omaha” may mean more than one of your moves." in in_a_line(offer)
    found = dict(re.findall(r"^(\d+)  (Claim Denver – Omaha with .+)$", offer.text, re.MULTILINE))
    assert len(found) == len([move for move in legal(game, 0) if move.startswith("claim denver-omaha ")]) == 2
    yes = refused(carry, offer, "yes", provider_key, "m2")
    assert "offers nothing that a yes could choose" in in_a_line(yes)
    number = next(number for number, move in found.items() if "1 locomotive" in move)
    reply(offer, number, provider_key, "m3")
    assert "You claimed Denver – Omaha with 3 purple, 1 locomotive, for 7 points." in in_a_line(answers(carry)[0])


def test_an_illegal_move_is_refused_as_by_the_api_and_its_legal_likes_are_offered(
    carry: Carry, provider_key: SigningKey
) -> None:
    game, mail = rich(carry)
    offer = refused(carry, mail, "claim denver-omaha red 4", provider_key)
    assert "Pay for this route with purple." in in_a_line(offer)
    assert "Claim Denver – Omaha with 4 purple" in offer.text
    assert played(game) == []


def test_a_suggestion_ends_with_its_question(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    offer = refused(carry, mail, "tikets", provider_key)
    post(game, 0, "draw deck", "draw deck")
    post(game, 1, default(game, 1))
    late = refused(carry, offer, "yes", provider_key, "m2")
    assert "no longer open" in in_a_line(late)
    assert "draw_tickets" not in played(game)


def test_after_a_move_the_next_questions_moves_are_offered(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "draw deck", provider_key)
    (second,) = answers(carry)
    reply(second, "draw dek", provider_key, "m2")
    (offer,) = answers(carry)
    assert "Take one from the deck" in offer.text.partition("Did you mean")[2].partition("DRAW")[0]
    assert "tickets" not in offer.text.partition("Did you mean")[2].partition("\n\n")[0]
    reply(offer, "yes", provider_key, "m3")
    assert played(game) == ["draw_blind", "draw_blind"]


def test_a_forged_yes_plays_nothing(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    offer = refused(carry, mail, "tikets", provider_key)
    take(written(reply_address(offer), quoting(offer, "yes"), name="m2"), reply_address(offer))
    assert played(game) == []
    assert "- Draw tickets" in answers(carry)[0].text


def links(mail: Received) -> list[str]:
    part = re.findall(r'class="choices".*?</table>', mail.html, re.DOTALL)
    return [unescape(url) for url in re.findall(r'<a href="([^"]+)"', "".join(part))]


def test_each_move_is_a_link_that_writes_the_reply(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = rich(carry)
    row = ReplyAddress.objects.filter(player__email=OWN).latest("pk")
    for url, moves in zip(links(mail), row.listed, strict=True):
        found = urlsplit(url)
        assert (found.scheme, unquote(found.path)) == ("mailto", reply_address(mail))
        assert "+" not in url
        fields = dict(parse_qsl(found.query))
        # A long subject begins on a line of its own.
        assert fields["subject"] == f"Re: {mail.message['Subject'].strip()}"
        assert fields["body"].split("\r\n") == moves
    twice = next(place for place, moves in enumerate(row.listed) if moves == ["draw deck", "draw deck"])
    reply(mail, dict(parse_qsl(urlsplit(links(mail)[twice]).query))["body"], provider_key)
    assert played(game) == ["draw_blind", "draw_blind"]
    assert len(mail.raw) < 100_000


def lettered(game: Game) -> dict[str, int]:
    table = store.load(store.read(game.pk))
    return hand.letters_of_offer(engine.view(table.state, 0), 0)


def held(game: Game) -> list[HeldTicketView]:
    return engine.own(engine.view(store.load(store.read(game.pk)).state, 0))["tickets"]


def test_tickets_are_kept_by_their_letters(carry: Carry, provider_key: SigningKey) -> None:
    game = started(players(2))
    mail = next(mail for mail in carry(NOON) if mail.to == [OWN])
    letters = lettered(game)
    assert list(letters) == ["A", "B", "C"]
    again = refused(carry, mail, "A\nC", provider_key)
    assert "Letters of tickets stand on several lines. Write all that you want" in in_a_line(again)
    reply(again, quoting(again, "A, C"), provider_key, "m2")
    assert "You kept 2 tickets. " in in_a_line(answers(carry)[0])
    assert {one["number"] for one in held(game)} == {letters["A"], letters["C"]}


def test_letters_go_on_from_the_tickets_that_one_holds(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    reply(mail, "tickets", provider_key)
    (offer,) = answers(carry)
    letters = lettered(game)
    first = next(iter(letters))
    assert first == "C"
    assert re.search(r"TICKETS TO CHOOSE FROM\n\nC  ", offer.text)
    reply(offer, "keep c", provider_key, "m2")
    assert "You kept 1 ticket. - " in in_a_line(answers(carry)[0])
    assert held(game)[-1]["number"] == letters["C"]


def test_links_name_tickets_by_their_letters(carry: Carry, provider_key: SigningKey) -> None:
    game = started(players(2))
    mail = next(mail for mail in carry(NOON) if mail.to == [OWN])
    bodies = [dict(parse_qsl(urlsplit(url).query))["body"] for url in links(mail)]
    assert "keep A B C" in bodies
    assert not any(letter.isdigit() for body in bodies for letter in body)
    reply(mail, next(body for body in bodies if body != "keep A B C"), provider_key)
    assert len(held(game)) == 2


def test_what_the_rules_say_of_tickets_is_said_in_letters(carry: Carry, provider_key: SigningKey) -> None:
    started(players(2))
    mail = next(mail for mail in carry(NOON) if mail.to == [OWN])
    offer = refused(carry, mail, "keep B", provider_key)
    assert "Keep at least 2 of the tickets A, B, C." in in_a_line(offer)
    reply(offer, "help", provider_key, "m2")
    assert re.search(r"^keep ([A-C] ?)+$", answers(carry)[0].text, re.MULTILINE)


def test_suggested_tickets_have_letters_too(carry: Carry, provider_key: SigningKey) -> None:
    game = started(players(2))
    mail = next(mail for mail in carry(NOON) if mail.to == [OWN])
    numbers = " ".join(map(str, lettered(game).values()))
    offer = refused(carry, mail, f"kep {numbers}", provider_key)
    assert re.search(r"Did you mean [^?]+\? \d Keep all 3 \d Keep [A-C] and [A-C]", in_a_line(offer))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("keep D", "There is no ticket D; yours are A, B and C."),
        ("keep A and X", "There is no ticket X; yours are A, B and C."),
        ("A, F, G", "There are no tickets F and G; yours are A, B and C."),
        ("keep all but E", "There is no ticket E; yours are A, B and C."),
    ],
)
def test_a_letter_that_no_ticket_has(text: str, why: str, carry: Carry, provider_key: SigningKey) -> None:
    started(players(2))
    mail = next(mail for mail in carry(NOON) if mail.to == [OWN])
    assert why in in_a_line(refused(carry, mail, text, provider_key))


def test_no_is_an_answer_to_what_is_offered(carry: Carry, provider_key: SigningKey) -> None:
    game, mail = asked(carry)
    offer = refused(carry, mail, "tikets", provider_key)
    reply(offer, "No, thanks.", provider_key, "m2")
    assert "All right: nothing was done." in in_a_line(answers(carry)[0])
    assert played(game) == []
