"""Emails contain nothing that their reader may not know (the last table in the rules)."""

import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction

import engine
from engine import notation
from games.models import Game
from games.presentation import words
from games.presentation.prospects import cards
from games.table import store
from notifications.policy import reminders
from tests.engine.positions import BASE, EVERY, Kind
from tests.engine.yards_table import CARDS
from tests.games.stories import (
    NOON,
    chosen,
    default,
    play_a_round,
    play_on,
    players,
    post,
    post_to,
    prompts,
    started,
    to_the_end_of_a_round,
)
from tests.games.worlds import many_tickets_to_complete, swap_what_is_hidden
from tests.notifications.conftest import Carry
from tests.notifications.post_office import Received
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

every_game = pytest.mark.parametrize("kind", at_length(EVERY, at_once=[CARDS]), ids=str)
LATER = NOON + timedelta(hours=20)


STANDING = re.compile("spaces? to go|no longer possible|costs 1")
"""An email's phrases about incomplete tickets."""


def offered(game: Game, seat: int) -> list[int]:
    """Return the numbers of the tickets offered to a seat."""
    return offered_in(store.view_for(store.read(game.id), seat), seat)


def offered_in(view: engine.View, seat: int) -> list[int]:
    """Return the numbers of the offered tickets, from a seat's view."""
    return [one["number"] for prompt in view["prompts"] if prompt["seat"] == seat for one in prompt.get("offer", [])]


def masked(mail: Received) -> str:
    """Return the email's text with random parts (hashes and addresses) masked."""
    return re.sub(r"(?:(?<=%2B)|\b)[0-9a-f]{30,64}\b", "HASH", mail.text + mail.html)


def otherwise(world: Callable[[], list[Received]]) -> list[str]:
    """Return the emails' texts in an alternative world, which is then rolled back."""
    with transaction.atomic():
        told = [masked(mail) for mail in world()]
        transaction.set_rollback(True)
    return told


def keep(game: Game, seat: int, numbers: list[int]) -> None:
    post(game, seat, f"keep {' '.join(map(str, numbers))}")


def not_to(seat: int, emails: list[Received]) -> list[Received]:
    return [mail for mail in emails if mail.to != [f"player{seat}@mail.example"]]


@every_game
def test_which_first_tickets_another_kept_is_not_to_be_told_from_an_email(carry: Carry, kind: Kind) -> None:
    game = started(players(3), **kind.wishes)
    carry(NOON)
    choices = [offered(game, seat) for seat in range(3)]
    fewest = prompts(game)[1]["at_least"]

    def world(kept: list[int]) -> list[Received]:
        for seat in (0, 2):
            keep(game, seat, choices[seat][:fewest])
        keep(game, 1, kept)
        return not_to(1, carry(NOON))

    one, other = (otherwise(lambda kept=kept: world(kept)) for kept in (choices[1][:fewest], choices[1][-fewest:]))  # type: ignore[misc]
    assert one
    assert one == other


@every_game
def test_how_many_first_tickets_another_kept_is_secret_until_all_have_chosen(carry: Carry, kind: Kind) -> None:
    game = started(players(3), **kind.wishes)
    choices = offered(game, 2)
    fewest = prompts(game)[2]["at_least"]

    def world(kept: list[int]) -> list[Received]:
        keep(game, 2, kept)
        return not_to(2, carry(NOON))

    one, other = otherwise(lambda: world(choices[:fewest])), otherwise(lambda: world(choices))
    assert len(one) == 2
    assert one == other


@every_game
def test_which_drawn_tickets_another_kept_is_not_to_be_told_from_an_email(carry: Carry, kind: Kind) -> None:
    game = chosen(started(players(2), **kind.wishes))
    carry(NOON)
    post(game, 0, "tickets")
    numbers = offered(game, 0)

    def world(number: int) -> list[Received]:
        keep(game, 0, [number])
        return carry(NOON)

    worlds = [otherwise(lambda number=number: world(number)) for number in numbers]  # type: ignore[misc]
    assert len(worlds) >= 3
    assert all(worlds)
    assert all(world == worlds[0] for world in worlds)


@every_game
def test_two_worlds_that_differ_in_what_is_hidden_are_told_alike(carry: Carry, kind: Kind) -> None:
    game = chosen(started(players(3), **kind.wishes))
    play_on(game, 40, seed=5)
    while prompts(game)[0]["type"] != "take_turn":
        play_on(game, 1)
    carry(NOON)
    reader = prompts(game)[0]["seat"]

    def world(*, other: bool) -> list[Received]:
        if other:
            swap_what_is_hidden(game, reader)
        reminders.note_due(now=LATER)
        return carry(LATER)

    (one,), (other,) = otherwise(lambda: world(other=False)), otherwise(lambda: world(other=True))
    assert "YOUR MOVES" in one
    assert STANDING.search(one)
    assert one == other


def test_what_another_chose_to_complete_is_secret_until_all_have_chosen(carry: Carry) -> None:
    game = started(players(3), ruleset="card_game@1")
    play_a_round(game)
    many_tickets_to_complete(game, 1)
    best = default(game, 1)
    assert best != "complete none"

    def world(move: str) -> list[Received]:
        post(game, 1, move)
        return not_to(1, carry(NOON))

    one, other = otherwise(lambda: world(best)), otherwise(lambda: world("complete none"))
    assert len(one) == 2
    assert one == other


@pytest.mark.nightly
@pytest.mark.parametrize("is_open", [False, True])
def test_a_stack_is_added_up_for_its_owner_alone_and_only_when_it_may_be_looked_through(
    carry: Carry, is_open: bool
) -> None:
    game = started(players(2), ruleset="card_game@1", options={"open_stack": is_open})
    emails = [mail for _ in to_the_end_of_a_round(game) for mail in carry(NOON)] + carry(NOON)
    turns = [mail for mail in emails if "YOUR MOVES" in mail.text]
    asked = [mail for mail in emails if "The round is over" in mail.text]
    assert asked
    assert len(turns) > len(asked)
    for mail in turns:
        assert ("YOUR CARDS ON THE TRACK" in mail.text) == (mail in asked or is_open)
        assert mail.text.count("YOUR CARDS ON THE TRACK") <= 1
    for mail in asked:
        seat = int(mail.to[0][len("player")])
        stack = engine.own(store.view_for(store.read(game.id), seat))["on_track"]
        assert listed(stack) in " ".join(mail.text.split())
        other = engine.own(store.view_for(store.read(game.id), 1 - seat))["on_track"]
        assert listed(other) not in " ".join(mail.text.split())


def listed(held: dict[str, int] | None) -> str:
    """Return cards as an email lists them."""
    assert held is not None
    return ", ".join(words.counted({chip.kind: chip.count}) for chip in cards.chips(held))


def completed(game: Game) -> set[int]:
    """Return the numbers of the tickets that are public because they were completed."""
    view = store.view_for(store.read(game.id), None)
    return {one["number"] for seat in view["seats"] for one in seat.get("completed", [])}


every_turn = partial(pytest.param, 1, marks=pytest.mark.soak)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("turns", "kind", "count"),
    [
        every_turn(BASE, 2),
        *(every_turn(kind, min(4, max(kind.rules.seat_counts))) for kind in EVERY),
        *((3, kind, min(4, max(kind.rules.seat_counts))) for kind in EVERY),
    ],
    ids=str,
)
def test_in_a_whole_game_nobody_reads_of_a_ticket_that_was_never_in_their_own_hand(
    carry: Carry, turns: int, kind: Kind, count: int
) -> None:
    """An email covers everything since its reader's last move, so checking one turn in several covers every turn."""
    game = started(players(count), **kind.wishes)
    board = engine.RULESETS[game.ruleset].board
    seen: dict[str, set[int]] = {f"player{seat}@mail.example": set(offered(game, seat)) for seat in range(count)}
    names = {number: words.ticket(number, board) for number in board.ticket_of}
    mails = 0
    for turn in range(250):
        table = store.load(store.read(game.id))
        if table.state.over:
            break
        prompt = table.state.prompts[0]
        asked = prompt.seat
        seen[f"player{asked}@mail.example"] |= set(offered_in(engine.view(table.state, asked), asked))
        for mail in carry(NOON) if turn % turns == 0 else []:
            mails += 1
            text = " ".join(mail.text.split())
            others = {number for number, name in names.items() if name in text} - seen[mail.to[0]]
            assert not others or others <= completed(game)
        options = engine.options(table.state, asked)
        move = notation.write(table.codec.rules, options[turn * 7919 % len(options)])
        post_to(game, asked, prompt.id, move)
    assert mails > 50 / turns
