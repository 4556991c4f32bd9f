"""Orders with the polite words, the names and the questions that people write."""

from datetime import timedelta
from typing import Any

import pytest

from games.competitions import call_ups
from games.models import Player
from games.table.clocks import vacations
from notifications.inbox.orders import EndVacation, Offered, PlayMove, SetSleep, TakeVacation, WithdrawProposal, read
from notifications.inbox.orders.lines import OrdersRead
from notifications.inbox.site import actions
from notifications.inbox.site.orders import AtTable, GoOnVacation, SendMail, SiteOrder
from tests.competitions.cup import made
from tests.games.stories import NOON, players
from tests.inbox.letters import SigningKey
from tests.inbox.replies import OWN, answers, asked, reply
from tests.inbox.site_stories import in_a_line, write
from tests.inbox.site_stories import reply as reply_to_site
from tests.inbox.test_orders import MONDAY, USA, read_lines
from tests.inbox.test_site import the_answer
from tests.notifications.conftest import Carry

HOST, GUEST = "player0@mail.example", "player1@mail.example"


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("sleep 23 to 7 in Berlin please", SetSleep),
        ("withdraw please", WithdrawProposal),
        ("Please withdraw my proposal, thanks!", WithdrawProposal),
        ("vacation until Friday, please", TakeVacation),
        ("vacation off", EndVacation),
        ("end my vacation", EndVacation),
        ("Please cancel my holidays, thank you", EndVacation),
        ("I'm back from vacation!", EndVacation),
    ],
)
def test_courtesies_change_nothing_in_a_game(line: str, kind: type) -> None:
    assert [type(order) for order in read_lines(line).orders] == [kind]


def test_the_place_of_sleep_is_not_called_please() -> None:
    (order,) = read_lines("sleep 23 to 7 in Berlin please").orders
    assert isinstance(order, SetSleep)
    assert order.place == "berlin"


def ordered(line: str) -> OrdersRead[SiteOrder]:
    return actions.read([line], is_asked=False)


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("accept 2, thanks", [AtTable("accept", "2", "accept 2, thanks")]),
        ("please join 2!", [AtTable("join", "2", "please join 2!")]),
        ("OK, send me mail again", [SendMail("OK, send me mail again")]),
        ("vacation off, please", [EndVacation("vacation off, please")]),
        ("vacation until Friday please", [GoOnVacation("friday", "vacation until Friday please")]),
        ("1 yes, 2 no", [AtTable("accept", "1", "1 yes, 2 no"), AtTable("decline", "2", "1 yes, 2 no")]),
        ("yes to 2 and no to 1", [AtTable("accept", "2", ""), AtTable("decline", "1", "")]),
    ],
)
def test_courtesies_change_nothing_at_the_site(line: str, orders: list[SiteOrder]) -> None:
    found = ordered(line).orders
    kinds = [(type(order), getattr(order, "kind", ""), getattr(order, "table", "")) for order in found]
    assert kinds == [(type(order), getattr(order, "kind", ""), getattr(order, "table", "")) for order in orders]


@pytest.mark.parametrize("line", ["1 yes, 1 no", "1 yes, maybe 2", "yes, 2 of us"])
def test_unclear_answers_to_several_accept_none(line: str) -> None:
    assert not [order for order in ordered(line).orders if isinstance(order, AtTable) and order.table]


def offered() -> Offered:
    by_ends = {
        tuple(sorted(USA.board.cities[end].name for end in ticket.ends)): ticket.number for ticket in USA.board.tickets
    }
    numbers = [by_ends["Chicago", "New Orleans"], by_ends["Los Angeles", "New York"], by_ends["Houston", "Winnipeg"]]
    first, second, third = sorted(numbers)
    moves = [f"keep {first} {second}", f"keep {first} {third}", f"keep {second} {third}"]
    letters = dict(zip("ABC", numbers, strict=True))
    return Offered([*moves, f"keep {first} {second} {third}"], [[moves[0]]], USA, MONDAY, letters=letters)


@pytest.mark.parametrize(
    "line",
    [
        "Keep Chicago - New Orleans and New York - Los Angeles",
        "keep los angeles to new york, chicago to new orleans please",
        "keep the first one and the second one",
    ],
)
def test_tickets_can_be_named_by_their_cities(line: str) -> None:
    among = offered()
    (order,) = read([line], among).orders
    assert isinstance(order, PlayMove)
    assert {*order.notation.split()[1:]} == {str(among.letters["A"]), str(among.letters["B"])}


@pytest.mark.parametrize("line", ["keep Chicago - New York", "keep Chicago and Houston", "keep chicago - paris"])
def test_other_cities_keep_nothing(line: str) -> None:
    assert read([line], offered()).orders == ()


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_a_vacation_is_ended_by_mail(carry: Carry, provider_key: SigningKey) -> None:
    _game, mail = asked(carry)
    reply(mail, "vacation until Friday", provider_key)
    (taken,) = answers(carry)
    assert "To end it sooner, reply “vacation off”." in in_a_line(taken)
    reply(mail, "vacation off", provider_key, "m2")
    assert "Your vacation is over." in in_a_line(answers(carry)[0])
    player = Player.objects.get(email=OWN)
    assert not [away for away in vacations.of_player(player) if away.end > NOON + timedelta(hours=1)]
    reply(mail, "end my vacation", provider_key, "m3")
    assert "You are not on vacation, so there is none to end." in in_a_line(answers(carry)[0])


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_a_number_that_is_no_table_s_is_explained(carry: Carry, provider_key: SigningKey, time_machine: Any) -> None:
    time_machine.move_to(NOON, tick=False)
    host, _guest = players(2)
    call_ups.invite(host=host, competition=made(host), name="Player 1", instead_of=None, now=NOON)
    carry(NOON)
    write("games", provider_key, sender=GUEST)
    mail = the_answer(carry, GUEST)
    reply_to_site(mail, "join 1", provider_key, "r1")
    told = in_a_line(the_answer(carry, GUEST))
    assert "no such number" not in told
    expected = "Number 1 is no table, but the cup Spring Cup. To say yes or no, reply “accept 1” or “decline 1”."
    assert expected in told


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
def test_whoever_gets_mail_again_hears_what_waits(carry: Carry, provider_key: SigningKey) -> None:
    asked(carry)
    write("send mail again", provider_key, sender=OWN)
    told = in_a_line(the_answer(carry, OWN))
    assert "You get all emails again. 1 game waits for you. YOUR TURN" in told
    assert "Ticket to Ride, Player 1 and you" in told


@pytest.mark.django_db
@pytest.mark.usefixtures("mail_in", "names")
@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("I want to start a new game of nordic countries for 3", "To open a table, write a line such as “new usa, "),
        ("I am in for the old west, but not for Europe", "To accept an invitation, write “accept” and its number"),
    ],
)
def test_a_wish_that_is_no_order_gets_a_hint(carry: Carry, provider_key: SigningKey, typed: str, hint: str) -> None:
    players(2)
    write(typed, provider_key, sender=OWN)
    assert hint in in_a_line(the_answer(carry, OWN))
