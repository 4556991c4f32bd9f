"""Previews reveal no secrets of the seats to an admin: two worlds that look alike are previewed alike."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from rest_framework.test import APIClient
from time_machine import travel

from engine.cards import EMPTY, KINDS, PLACES, bag_of
from engine.codec import canonical
from engine.parts.claims import BoardPosition
from engine.parts.position import Position
from games.models import Game, GameSecret
from games.table import rulings, store
from tests.api.desk import ADMIN
from tests.api.people import client_of
from tests.engine.positions import ALVIN, EVERY, Kind, is_of
from tests.games.admins import GROUPS, admin
from tests.games.courts import anybody
from tests.games.stories import NOON, chosen, default, players, post, started
from tests.games.worlds import turn_what_was_drawn
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge() -> APIClient:
    with travel(NOON, tick=False):
        return client_of(admin("Rita", *GROUPS))


def previewed(judge: APIClient, game: Game, orders: list[dict[str, Any]], *undone: int) -> list[bytes]:
    """Return the API's answers to previews of these orders, and of undoing these entries, at noon."""
    address = f"{ADMIN}/games/{game.pk}/rulings"
    with travel(NOON, tick=False):
        answers = [judge.post(f"{address}?dry_run=true", {"order": order}, format="json") for order in orders]
        answers += [judge.post(f"{address}/{entry}/undo?dry_run=true", format="json") for entry in undone]
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
        yield last
        post(game, last, move)
        yield last
        post(game, last, default(game, last))


def turned(game: Game) -> Game:
    """Return the same game in the other world."""
    before = is_of(Position, store.replayed(game)).cards.hands
    turn_what_was_drawn(game)
    again = Game.objects.get(pk=game.pk)
    assert is_of(Position, store.replayed(again)).cards.hands != before
    return again


@pytest.mark.parametrize("kind", at_length(EVERY, at_once=[ALVIN]), ids=str)
def test_going_back_and_moving_for_a_seat_tell_nothing_of_what_was_drawn(judge: APIClient, kind: Kind) -> None:
    """The previews are repeated with everything drawn replaced from the start."""
    game = chosen(started(players(3), **kind.wishes))
    for seat in draw_and_look(game):
        game.refresh_from_db()
        orders = [{"kind": "moved_for", "seat": seat}]
        orders += [{"kind": "taken_back", "as_of": entry} for entry in (1, 2, game.head - 1)]
        one = previewed(judge, game, orders)
        assert previewed(judge, turned(game), orders) == one
    assert b"tickets_drawn" in one[2]
    assert b"card_drawn" in one[2]


def test_nor_does_undoing_them(judge: APIClient) -> None:
    game = chosen(started(players(3)))
    post(game, 0, "draw deck", "draw deck")
    boss = anybody()
    moved = rulings.rule(admin=boss, game_id=game.pk, order=rulings.MoveFor(1, "tickets"), now=NOON)
    back = rulings.rule(admin=boss, game_id=game.pk, order=rulings.TakeBack(as_of=(moved.entry or 0) - 1), now=NOON)
    game.refresh_from_db()
    entries = [back.entry or 0]
    one = previewed(judge, game, [], *entries)
    assert previewed(judge, turned(game), [], *entries) == one


def nothing_but_a_route(game: Game, seat: int, *hand: str) -> None:
    """Leave nothing to draw, only the route from Chicago to Duluth (red, 3) to claim, and have all others pass."""
    table = store.load(store.read(game.id))
    state = is_of(BoardPosition, table.state)
    left = 1 << state.rules.board.route_of["chicago-duluth"]
    state.network = replace(state.network, open=[left] * state.seats)
    state.cards.deck, state.cards.discards, state.cards.market = EMPTY, EMPTY, [None] * PLACES
    state.cards.hands[seat] = bag_of(hand.count(kind) for kind in KINDS)
    state.tickets = replace(state.tickets, deck=())
    state.passed = tuple(other for other in range(state.seats) if other != seat)
    GameSecret.objects.filter(game=game).update(position=canonical(table.codec.position(state)))


def test_nobody_can_tell_a_seat_that_can_only_pass_from_one_that_can_claim(judge: APIClient) -> None:
    """The last pass ends the game, so a preview of that ending would reveal what the hand lacks."""
    game = chosen(started(players(3)))
    nothing_but_a_route(game, 0, "red", "red", "red")
    assert default(game, 0) == "claim chicago-duluth red 3"
    one = previewed(judge, game, [{"kind": "moved_for", "seat": 0}])
    nothing_but_a_route(game, 0, "red", "red", "blue")
    assert default(game, 0) == "pass"
    assert previewed(judge, game, [{"kind": "moved_for", "seat": 0}]) == one
