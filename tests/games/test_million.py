"""Copies of a game made for `make bench-million`: each is a separate game that its own players can continue."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest
from django.db import connection

import engine
from engine import record
from games import encryption
from games.models import EntrySecret, Game, Player, Turn
from games.table import store
from games.table.store import loader, secret_parts
from notifications.models import Alarm, Mail, Notification
from tests.bench.million import filling, templates
from tests.bench.million.templates import Copy, Pattern
from tests.database import NO_TRIGGERS, TRIGGERS
from tests.games.stories import NOON, answer, chosen, holder, play_on, players, started

LATER = timedelta(days=3)
COPIED = "0123456789ab"

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """Return a game in the middle of play, with a percent sign and a tab wherever players can write them."""
    begun = chosen(started(players(3), name="100% of\tit all"))
    play_on(begun, 12)
    return Game.objects.get(pk=begun.pk)


@pytest.fixture
def others() -> list[Player]:
    return players(3, "Other ")


@pytest.fixture
def copy(game: Game, others: list[Player]) -> Game:
    write(templates.read(game.pk), Copy(COPIED, [one.pk for one in others], LATER, NOON, 10**9, 2 * 10**9))
    return Game.objects.get(pk=COPIED)


def write(pattern: Pattern, one: Copy) -> None:
    connection.cursor().execute(NO_TRIGGERS)
    filling.write(connection.connection, [(pattern, templates.values(pattern, one))])
    connection.cursor().execute(TRIGGERS)


def test_all_rows_of_the_game_are_copied(game: Game, copy: Game) -> None:
    assert (copy.name, copy.head) == (game.name, game.head)
    for rows in ("entries", "seats", "turns", "notifications"):
        assert getattr(copy, rows).count() == getattr(game, rows).count() > 0


def test_the_chain_is_the_copys_own(game: Game, copy: Game) -> None:
    previous = copy.commitment
    for entry in copy.entries.order_by("number"):
        parts = _parts(copy, entry.number)
        assert entry.hash == record.chained(previous, entry.public, parts)
        previous = entry.hash
    assert copy.chain == previous != game.chain


def test_the_position_is_what_the_log_tells(copy: Game) -> None:
    read = store.read(copy.pk)
    assert loader.replayed(read) == store.load(read).state
    assert encryption.is_sealed(bytes(read.secret.position or b""))


def test_its_own_players_play_on(copy: Game, others: list[Player]) -> None:
    random = Random(1)
    for _ in range(5):
        table = store.load(store.read(copy.pk))
        prompt = table.state.prompts[0]
        move = engine.options(table.state, prompt.seat).sample(random.randrange)
        player = holder(copy, prompt.seat)
        assert player in others
        answer(copy, player, prompt.id, engine.notation.write(table.codec.rules, move), now=NOON)
    assert Game.objects.get(pk=copy.pk).head == copy.head + 5


def test_what_is_due_is_due_later(game: Game, copy: Game) -> None:
    before = Turn.objects.get(game=game, closed_at=None)
    after = Turn.objects.get(game=copy, closed_at=None)
    assert after.deadline_at == before.deadline_at + LATER
    assert Alarm.objects.get(turn=after).look_at == Alarm.objects.get(turn=before).look_at + LATER


def test_its_emails_are_to_its_own_players(copy: Game, others: list[Player]) -> None:
    told = Notification.objects.filter(game=copy)
    assert {one.player_id for one in told} <= {one.pk for one in others}
    assert not Mail.objects.filter(game=copy).exclude(player__in=others).exists()


def _parts(game: Game, number: int) -> Iterator[record.Secret]:
    rows = EntrySecret.objects.filter(game=game, number=number).order_by("holder")
    return (secret_parts.read(game.pk, number, row.holder, row.salt, row.body) for row in rows)


def test_players_sit_at_as_many_tables_in_a_large_crowd_as_in_a_small_one() -> None:
    for size in (1000, 3000):
        crowd = filling.Crowd(size)
        seats = [crowd.at(game, seat) for game in range(size) for seat in range(4)]
        assert {seats.count(player) for player in crowd.players[:20]} == {4}
        assert all(len({crowd.at(game, seat) for seat in range(5)}) == 5 for game in range(size))
