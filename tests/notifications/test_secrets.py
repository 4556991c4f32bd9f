"""Nothing in a mail that its reader may not know (the rules' last table)."""

import re
from collections.abc import Callable

import pytest
from django.db import transaction

import engine
from engine import notation
from games import store, words
from games.models import Game
from tests.games.stories import NOON, players, post, prompts, started
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received

pytestmark = pytest.mark.django_db

TICKET = re.compile(r"[A-Z][\w.é ]+ – [\w.é ]+ \(\d+\)")


def offered(game: Game, seat: int) -> list[int]:
    """The numbers of the tickets that a seat is to choose from."""
    view = store.view_for(store.read(game.id), seat)
    return [one["number"] for prompt in view["prompts"] if prompt["seat"] == seat for one in prompt.get("offer", [])]


def masked(mail: Received) -> str:
    """What the mail says, without what stands for salts: the chain's hashes."""
    return re.sub(r"\b[0-9a-f]{64}\b", "HASH", mail.text + mail.html)


def otherwise(world: Callable[[], list[Received]]) -> list[str]:
    """What the mails say in a world that is then undone."""
    with transaction.atomic():
        told = [masked(mail) for mail in world()]
        transaction.set_rollback(True)
    return told


@pytest.mark.parametrize("kept", [(0, 2), (1, 2), (1, 0)])
def test_which_first_tickets_another_kept_is_not_to_be_told_from_a_mail(carry: Carry, kept: tuple[int, int]) -> None:
    game = started(players(3))
    carry(NOON)
    choices = [offered(game, seat) for seat in range(3)]

    def world(first: int, second: int) -> list[Received]:
        post(game, 2, f"keep {choices[2][first]} {choices[2][second]}")
        post(game, 0, f"keep {choices[0][0]} {choices[0][1]}")
        post(game, 1, f"keep {choices[1][0]} {choices[1][1]}")
        return [mail for mail in carry(NOON) if mail.to != ["player2@mail.example"]]

    one, other = otherwise(lambda: world(0, 1)), otherwise(lambda: world(*kept))
    assert one
    assert one == other


def test_how_many_first_tickets_another_kept_is_secret_until_all_have_chosen(carry: Carry) -> None:
    people = players(3)
    game = started(people)
    choices = offered(game, 2)

    def world(*numbers: int) -> list[Received]:
        post(game, 2, f"keep {' '.join(map(str, numbers))}")
        return [mail for mail in carry(NOON) if mail.to != ["player2@mail.example"]]

    one, other = otherwise(lambda: world(*choices[:2])), otherwise(lambda: world(*choices))
    assert len(one) == 2
    assert one == other


def test_which_drawn_tickets_another_kept_is_not_to_be_told_from_a_mail(carry: Carry) -> None:
    game = started(players(2))
    carry(NOON)
    for seat in (0, 1):
        numbers = offered(game, seat)
        post(game, seat, f"keep {numbers[0]} {numbers[1]}")
    carry(NOON)
    post(game, 0, "tickets")
    numbers = offered(game, 0)

    def world(number: int) -> list[Received]:
        post(game, 0, f"keep {number}")
        return carry(NOON)

    worlds = [otherwise(lambda number=number: world(number)) for number in numbers]  # type: ignore[misc]
    assert worlds[0]
    assert worlds[0] == worlds[1] == worlds[2]


@pytest.mark.parametrize("count", [2, 4])
def test_in_a_whole_game_nobody_reads_of_a_ticket_that_was_never_in_the_own_hand(carry: Carry, count: int) -> None:
    game = started(players(count))
    seen: dict[str, set[str]] = {f"player{seat}@mail.example": set() for seat in range(count)}
    mails = 0
    for turn in range(250):
        asked = prompts(game)[0]["seat"]
        table = store.load(store.read(game.id))
        board = table.codec.rules.board
        numbers = offered(game, asked)
        seen[f"player{asked}@mail.example"] |= {words.ticket(number, board) for number in numbers}
        for seat in range(count):
            first = offered(game, seat) if turn == 0 else []
            seen[f"player{seat}@mail.example"] |= {words.ticket(number, board) for number in first}
        for mail in carry(NOON):
            mails += 1
            found = {one.group() for one in TICKET.finditer(" ".join(mail.text.split()))}
            assert found <= seen[mail.to[0]]
        options = engine.options(table.state, asked)
        move = options[turn * 7919 % len(options)]
        post(game, asked, notation.write(table.codec.rules, move))
        if Game.objects.get(pk=game.pk).status != Game.Status.RUNNING:
            break
    assert mails > 50
