"""Secrets are encrypted before they enter a statement; unencrypted older rows are still readable."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pgtrigger
import pytest
from cryptography.fernet import Fernet
from django.db import connection

from engine import verify
from engine.codec import canonical
from games import encryption
from games.errors import Unprocessable
from games.models import EntrySecret, Game, GameSecret, IdempotencyKey, Plan
from games.table import store
from games.table.plans import own_plan
from games.table.rulings import End, TakeBack
from games.table.store import loader, secret_parts
from tests.games.courts import agree, as_row, rule
from tests.games.stories import NOON, chosen, play_on, players, post, post_to, prompts, started
from tests.games.worlds import position

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return chosen(started(players(2)))


@contextmanager
def statements() -> Iterator[list[str]]:
    """Collect all statements with their parameters."""
    said: list[str] = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        said.append(f"{sql} {params!r}")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        yield said


def test_no_statement_holds_what_is_secret() -> None:
    """PostgreSQL logs a failed write with all its parameters."""
    with statements() as said:
        game = chosen(started(players(2)))
        own_plan.give(player=game.host, game_id=game.id, lines=["keep all", "stop when ticket impossible"], now=NOON)
        post(game, 0, "tickets", key="once")
        play_on(game, 5)
        rule(game, TakeBack(6))
        rule(game, End("void"))
    text = "\n".join(said)
    parts = [part["body"] for entry in store.export(store.read(game.pk))["entries"] for part in entry["secrets"]]
    hidden = [canonical(part).decode() for part in parts] + [json.dumps(part) for part in parts]
    found = [secret for secret in [*hidden, '"hands"', "ticket impossible"] if secret in text]
    assert (len(parts) > 5, found) == (True, [])
    assert 'INTO "games_entrysecret"' in text


def as_before(game: Game) -> None:
    """Rewrite the rows as they were when only seeds were encrypted."""
    secret = GameSecret.objects.get(game=game)
    plain = encryption.unseal(loader.POSITION, game.pk, bytes(secret.position or b""))
    GameSecret.objects.filter(game=game).update(position=plain)
    with pgtrigger.ignore("games.EntrySecret:append_only"):
        for row in EntrySecret.objects.filter(game=game):
            part = secret_parts.read(game.pk, row.number, row.holder, row.salt, row.body)
            rows = EntrySecret.objects.filter(game=game, number=row.number, holder=row.holder)
            rows.update(salt=part.salt, body=canonical(part.body))
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_plan SET orders = '[\"draw deck\"]', done = '[]', reason = '{}'")


def test_rows_from_before_are_read_and_the_game_goes_on(game: Game) -> None:
    own_plan.give(player=game.host, game_id=game.id, lines=["keep all"], now=NOON)
    export, views = store.export(game), [store.view_for(store.read(game.id), seat) for seat in (0, 1)]
    as_before(game)
    assert Plan.objects.get().orders == ["draw deck"]
    assert store.export(game) == export
    assert [store.view_for(store.read(game.id), seat) for seat in (0, 1)] == views
    play_on(game, 6)
    agree(game)
    rule(game, End("void"))
    assert verify.verify(json.loads(json.dumps(store.export(store.read(game.id))))) == as_row(game)["head"]


def test_keys_can_be_changed(game: Game, settings: Any) -> None:
    """A new first key seals from then on; the old one opens what it has sealed, until nothing of it is left."""
    own_plan.give(player=game.host, game_id=game.id, lines=["keep all"], now=NOON)
    old, new = settings.SEED_KEYS, [Fernet.generate_key().decode()]
    settings.SEED_KEYS = new + old
    post(game, 0, "draw deck", "draw deck")
    agree(game)
    assert Plan.objects.get().orders == ["keep all"]
    settings.SEED_KEYS = new
    assert position(game)["turn"] == 1
    with pytest.raises(encryption.Unopenable):
        Plan.objects.get()
    settings.SEED_KEYS = old
    with pytest.raises(encryption.Unopenable):
        position(game)


def test_a_value_in_anothers_place_is_not_read(game: Game) -> None:
    other = chosen(started(players(2, "Other")))
    taken = GameSecret.objects.get(game=other).position
    GameSecret.objects.filter(game=game).update(position=taken)
    assert store.load(store.read(game.id)).state == store.replayed(game)
    one, another = EntrySecret.objects.filter(game=game, holder=0)[:2]
    with pytest.raises(encryption.Unopenable):
        secret_parts.body(game.pk, one.number, 0, another.body)


def test_a_request_is_known_by_what_tells_nothing_of_it(game: Game) -> None:
    """A digest of "keep 3 17" alone could be guessed; an older digest still identifies its request."""
    asked = prompts(game)[0]["id"]
    post(game, 0, "draw deck", key="once")
    key = IdempotencyKey.objects.get()
    request = canonical([asked, ["draw deck"]])
    plain = hashlib.sha256(request).hexdigest()
    assert key.request_hash not in (plain, "")
    for kept in (key.request_hash, plain):
        IdempotencyKey.objects.update(request_hash=kept)
        assert post_to(game, 0, asked, "draw deck", key="once").entries == [as_row(game)["head"]]
        with pytest.raises(Unprocessable, match="idempotency_key_reused"):
            post_to(game, 0, asked, "draw 1", key="once")
