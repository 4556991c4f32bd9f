"""Admins for the tests, and helpers that rule, undo and preview."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import Group

import engine
from games.management.commands.replay import differences
from games.models import Entry, Game, Player, Ruling
from games.table import rulings, store
from games.table.rulings import Order, Preview
from tests.games.admins import show_passkey
from tests.games.stories import NOON


def admin(group: str = "referee", name: str = "Boss") -> Player:
    """Return an admin of this group ("" for none)."""
    person = Player.objects.create_user(f"{name.lower()}@mail.example", name, is_staff=True)
    if group:
        person.groups.add(Group.objects.get(name=group))
    show_passkey(person)
    return person


def anybody() -> Player:
    """Return a referee, the same one each time."""
    return Player.objects.filter(name="Boss").first() or admin()


def rule(game: Game, order: Order, *, now: datetime = NOON, by: Player | None = None, **words: Any) -> Ruling:
    """Rule on a game, and check that log and rows agree afterwards."""
    ruling = rulings.rule(admin=by or anybody(), game_id=game.id, order=order, now=now, **words)
    agree(game)
    return ruling


def undo(game: Game, ruling: Ruling, *, now: datetime = NOON, by: Player | None = None) -> Ruling:
    """Undo a ruling, and check that log and rows agree afterwards."""
    assert ruling.entry is not None
    opposite = rulings.undo(admin=by or anybody(), game_id=game.id, entry=ruling.entry, now=now)
    agree(game)
    return opposite


def preview(game: Game, order: Order, *, now: datetime = NOON, by: Player | None = None) -> Preview:
    """Return the preview of an order, after checking that it has changed nothing."""
    somebody = by or anybody()
    before = Entry.objects.filter(game=game).count(), Player.objects.count(), as_row(game)
    seen = rulings.preview(admin=somebody, game_id=game.id, order=order, now=now)
    assert (Entry.objects.filter(game=game).count(), Player.objects.count(), as_row(game)) == before
    return seen


def as_row(game: Game) -> dict[str, Any]:
    return dict(Game.objects.filter(pk=game.pk).values().get())


def agree(game: Game) -> None:
    assert list(differences(game.id)) == []


def last(game: Game) -> dict[str, Any]:
    """Return the last entry's public part."""
    public: dict[str, Any] = Entry.objects.filter(game=game).order_by("-number")[0].public
    return public


def view(game: Game, seat: int | None = None) -> engine.View:
    return store.view_for(store.read(game.id), seat)
