"""Proposals reveal no secrets of the seats: not in preview, rows, page or emails; nor do they keep an erased
player's name."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from time_machine import travel

from engine.parts.position import Position
from games.errors import Refused
from games.models import Game, Proposal
from games.people import privacy
from games.table import store
from games.table.agreements import own_move, settlement
from tests.agreements.table import agreed, friends, propose
from tests.api.people import API, client_of
from tests.engine.positions import EVERY, Kind, is_of
from tests.engine.yards_table import OPEN
from tests.games.stories import NOON, chosen, default, holder, legal, players, post, prompts, started
from tests.games.worlds import swap_what_is_hidden, turn_what_was_drawn
from tests.notifications.conftest import Carry
from tests.sweeps import at_length
from tests.web.paper import Paper
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db

OPAQUE = re.compile(r"(?:(?<=%2B)|\b)[0-9a-f]{30,64}\b")


def previewed(game: Game, seat: int, orders: list[dict[str, Any]]) -> list[bytes]:
    """Return a player's previews of these orders."""
    someone = client_of(holder(game, seat))
    with travel(NOON, tick=False):
        answers = [
            someone.post(f"{API}/games/{game.pk}/proposals?dry_run=true", order, format="json") for order in orders
        ]
    assert [answer.json() for answer in answers if answer.status_code != 200] == []
    return [answer.content for answer in answers]


def draw_and_look(game: Game) -> Iterator[int]:
    """Let everybody draw two cards blind and then tickets, keeping as few as possible. Yield the last seat twice in
    each of its turns, when most could be revealed."""
    last = game.seats_wanted - 1
    for move in ("draw deck", "tickets"):
        for seat in range(last):
            post(game, seat, move)
            post(game, seat, default(game, seat))
        post(game, last, move)
        yield last
        post(game, last, default(game, last))
        yield last


@pytest.mark.long
@pytest.mark.parametrize("kind", at_length(EVERY, at_once=[OPEN]), ids=str)
def test_a_preview_is_the_same_whatever_was_drawn(kind: Kind) -> None:
    """The previews are repeated with everything drawn replaced from the start."""
    game = chosen(started(players(3), **kind.wishes))
    told = b""
    for seat in draw_and_look(game):
        game.refresh_from_db()
        orders: list[dict[str, Any]] = [{"kind": "taken_back", "as_of": entry} for entry in (1, 2, game.head - 1)]
        orders += [{"kind": "ended", "how": "adjudicated"}, {"kind": "extended", "hours": 5}]
        reader = (seat + 1) % 3
        one = previewed(game, reader, orders)
        before = is_of(Position, store.replayed(game)).cards.hands
        turn_what_was_drawn(game)
        other = Game.objects.get(pk=game.pk)
        assert is_of(Position, store.replayed(other)).cards.hands != before
        assert previewed(other, reader, orders) == one
        told += one[2]
    assert b"card_drawn" in told
    assert b"tickets_drawn" in told


def worlds(game: Game, reader: int, carry: Carry) -> list[list[str]]:
    """Return a reader's view of a proposal, in the real world and where all others hold something else."""
    found = []
    for turns in (False, True):
        with transaction.atomic():
            if turns:
                swap_what_is_hidden(Game.objects.get(pk=game.pk), reader)
            found.append(seen(game, reader, carry))
            transaction.set_rollback(True)
    return found


def seen(game: Game, reader: int, carry: Carry) -> list[str]:
    asked = propose_unchecked(game, (reader + 1) % 3, kind="ended", how="adjudicated")
    emails = [mail.text + mail.html for mail in carry(NOON) if mail.to == [holder(game, reader).email]]
    browser = browser_of(holder(game, reader))
    paths = (f"/games/{game.pk}/agreements", f"/games/{game.pk}")
    pages = [Paper(text_of(browser, path)).text for path in paths]
    rows = client_of(holder(game, reader)).get(f"{API}/games/{game.pk}/proposals").content.decode()
    assert emails
    told = [*emails, *pages, rows]
    return [OPAQUE.sub("", text.replace(asked, "PROPOSAL")) for text in told]


def propose_unchecked(game: Game, seat: int, **asked: Any) -> str:
    """Propose without comparing rows and log, which do not agree in an invented world."""
    answer = client_of(holder(game, seat)).post(f"{API}/games/{game.pk}/proposals", asked, format="json")
    assert answer.status_code == 201, answer.content
    return str(answer.json()["id"])


@travel(NOON, tick=False)
def test_what_a_seat_gets_to_see_is_the_same_whatever_the_others_hold(carry: Carry) -> None:
    game = friends(3)
    post(game, 0, "draw deck", "draw deck")
    post(game, 1, "tickets")
    post(game, 1, default(game, 1))
    carry(NOON)
    one, other = worlds(game, 2, carry)
    assert one == other


def test_whether_a_choice_can_be_taken_back_tells_nobody_what_it_was() -> None:
    """First tickets: whichever and however many were kept, the others see the same."""
    told = []
    for place in (0, -1):
        with transaction.atomic():
            game = started(players(3))
            post(game, 1, sorted(legal(game, 1))[place])
            own_move.take_back(player=holder(game, 1), game_id=game.pk, now=NOON)
            entries = [{**entry, "hash": ""} for entry in store.log_for(store.read(game.pk), 2)[1:]]
            told.append(json.dumps(entries).replace(holder(game, 1).pk, "SOMEBODY"))
            transaction.set_rollback(True)
    assert told[0] == told[1]


def test_an_erased_player_leaves_no_name(carry: Carry) -> None:
    game = friends(3)
    gone = holder(game, 1)
    first = propose(game, 1, NOON, kind="ended", how="adjudicated")
    privacy.erase_player(player=gone, now=NOON)
    settlement.settle_due(now=NOON)
    first.refresh_from_db()
    assert first.state in (Proposal.State.WITHDRAWN, Proposal.State.OVERTAKEN)
    with travel(NOON, tick=False):
        browser = browser_of(holder(game, 0))
        pages = [text_of(browser, f"/games/{game.pk}/agreements"), text_of(browser, f"/games/{game.pk}")]
        rows = client_of(holder(game, 0)).get(f"{API}/games/{game.pk}/proposals").content.decode()
    emails = [mail.text for mail in carry(NOON)]
    for text in (*pages, rows, *emails):
        assert "Player 1" not in text
        assert "player1@" not in text


def test_nor_what_was_decided_with_them() -> None:
    game = friends(3)
    entry = agreed(game, 1, 0, 2, now=NOON, kind="extended", hours=5)
    privacy.erase_player(player=holder(game, 1), now=NOON)
    with pytest.raises(Refused):
        propose(game, 1, NOON, kind="undo", entry=entry)
    agreed(game, 0, 2, now=NOON, kind="undo", entry=entry)
    with travel(NOON, tick=False):
        assert "Player 1" not in text_of(browser_of(holder(game, 0)), f"/games/{game.pk}/log")
    assert prompts(game)
