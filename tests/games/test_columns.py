"""Hand-written statements save every column of their models except the listed ones."""

from typing import Any

import pytest
from django.db import models

import engine
from games.kinds import EntryKind
from games.models import Entry, EntrySecret, Game, GameSecret, Turn
from games.table import store
from games.table.play import log_entries
from games.table.store import entries
from games.table.store.columns import Saved
from games.table.store.updates import all_but
from tests.games.stories import DAY, NOON, chosen, players, started

pytestmark = pytest.mark.django_db


def unsaved(model: type[models.Model], statement: str) -> set[str | None]:
    """Return the columns that a statement does not save."""
    return {field.column for field in model._meta.concrete_fields if f'"{field.column}"' not in statement}


def test_a_new_column_is_saved_without_being_named() -> None:
    assert unsaved(Entry, entries.ENTRY.insert) == unsaved(Entry, entries.ENTRY.insert_many) == set()
    assert unsaved(EntrySecret, entries.PARTS.insert_many) == set()
    assert unsaved(Turn, entries.OPENED.insert_many) == {"id"}
    assert unsaved(GameSecret, entries.POSITION.one) == unsaved(GameSecret, entries.POSITION.many) == {"seed", "key"}


def test_a_column_that_is_left_out_must_be_there() -> None:
    with pytest.raises(LookupError, match="Turn has no"):
        Saved(Turn, but=["colour"])
    with pytest.raises(LookupError, match="Game has no"):
        all_but(Game, "colour")


def test_no_cast_cuts_what_is_too_long() -> None:
    for statement in (entries.STATE.one, entries.STATE.many):
        assert "::varchar" in statement
        assert "varchar(" not in statement


def test_what_an_entry_changes_in_memory_stands_in_the_rows() -> None:
    game = chosen(started(players(3)))
    table = store.load(*store.lock_whole(game.id))
    asked = table.state.prompts[0].seat
    move = engine.default_move(table.state, asked)
    log_entries.decide(table, kind=EntryKind.MOVE, seat=asked, move=move, now=NOON + DAY)
    (turn,) = table.turns
    kept = Turn.objects.get(game=game, closed_at=None)
    assert columns(table.game) == columns(Game.objects.get(pk=game.pk))
    assert columns(turn) | {"id": kept.pk} == columns(kept)
    assert columns(table.secret) == columns(GameSecret.objects.get(pk=game.pk))


def columns(row: models.Model) -> dict[str, Any]:
    """Return all columns of a row, with binary values as bytes whatever the driver returns."""
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return {name: bytes(value) if isinstance(value, memoryview) else value for name, value in values.items()}
