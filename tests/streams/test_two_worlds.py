"""Two worlds that differ only in facts hidden from a listener: the same bytes are sent, ids and marks included.

Either the hidden facts are replaced and the same stream is read again, from its beginning; or a game is played twice,
with another secret choice, while the same programs listen.
"""

import re
import time

import pytest

from games.models import Game
from tests import database, entropy
from tests.api.table import Guest, guest, guests, sit_down
from tests.engine.positions import EVERY, Kind
from tests.engine.yards_table import CARDS
from tests.games.stories import chosen, play_on
from tests.games.worlds import swap_what_is_hidden
from tests.streams.listening import Process, process
from tests.sweeps import at_length

START = "1.0.00000000"
SALTED = re.compile(rb'"(hash|chain)":"[0-9a-f]{64}"|"at":"[^"]*"|"\w+_at":"[^"]*"|"deadlines":\{[^}]*\}')
"""Salted values and instants, which differ if a game is played twice."""


def heard(streams: Process, someone: Guest, game: str) -> bytes:
    """Return everything this guest receives: the log from its beginning, the game's state, the account's state."""
    of_game = f"/games/{game}/stream"
    told = b""
    for path, last, count in ((of_game, START, Game.objects.get(pk=game).head), (of_game, "", 1), ("/stream", "", 1)):
        ear = streams.heard_by(someone, path, last=last)
        ear.some(count)
        told += ear.raw
        streams.leave(ear)
    while len(streams.streams.hub):
        time.sleep(0.001)
    return told


@pytest.mark.parametrize("kind", at_length(EVERY, at_once=[CARDS]), ids=str)
def test_what_is_hidden_changes_no_byte(streams: Process, kind: Kind) -> None:
    people, stranger = guests(3), guest("Stranger")
    game = sit_down(people, **kind.wishes)
    row = Game.objects.get(pk=game)
    play_on(chosen(row), 20)
    for own, someone in [(None, stranger), *enumerate(people)]:
        before = heard(streams, someone, game)
        swap_what_is_hidden(row, own)
        assert heard(streams, someone, game) == before
    swap_what_is_hidden(row)
    assert heard(streams, people[2], game) != before


def world(choice: slice) -> list[bytes]:
    """Play a game in which seat 1 keeps these tickets and draws two cards; return everything sent to seat 0, in its
    game and its account; to seat 2, and to a spectator; and to seat 1."""
    with entropy.drawn_from("two worlds"):
        people, stranger = guests(3), guest("Stranger")
        game = sit_down(people)
    with process() as streams:
        paths = [f"/games/{game}/stream"] * 4 + ["/stream"]
        ears = [
            streams.heard_by(someone, path)
            for someone, path in zip([people[0], people[2], stranger, people[1], people[0]], paths, strict=True)
        ]
        for seat in (1, 0, 2):
            offer = [ticket["number"] for ticket in people[seat].asked(game)["offer"]]
            kept = offer[choice] if seat == 1 else offer[:2]
            people[seat].move(game, f"keep {' '.join(map(str, kept))}")
        for ear in ears:
            ear.some(4)
        told = [SALTED.sub(b"", ear.raw) for ear in ears]
    database._bring_back()
    return told


@pytest.mark.long
def test_a_secret_choice_changes_no_byte_while_it_is_made(transactional_db: None) -> None:
    one, other = world(slice(2)), world(slice(-2, None))
    assert one[:3] == other[:3]
    assert one[3] != other[3]
    assert one[4] == other[4]
