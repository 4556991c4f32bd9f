"""The keys that seal secrets are changed while the site runs, without losing anything sealed."""

from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.utils import timezone
from pytest_django import Settings

from games.models import EntrySecret, Game, Moderation, Plan, Player, PrivateNote
from games.table import store
from games.table.store import key_ring, key_rotation
from games.table.store.export import export
from notifications.doctor import old_keys
from notifications.management.commands.reseal import columns
from notifications.models import Mail
from tests.games.stories import NOON, chosen, play_on, players, started
from tests.site.test_roles import ROLES

pytestmark = pytest.mark.django_db

READABLE = {"games_entrysecret.salt", "games_entry.packed"}
"""Bytes that are not sealed: a salt beside its part is empty or old, and packed logs are public."""


@pytest.fixture
def game() -> Game:
    people = players(2)
    game = chosen(started(people))
    play_on(game, 8)
    PrivateNote.objects.create(game=game, player=people[0], text="Vancouver first", written_at=NOON)
    Plan.objects.create(game=game, seat=0, player=people[0], orders=["draw deck"], made_at=NOON, as_of=1)
    return game


def new_key_in_front(settings: Settings) -> list[str]:
    settings.SEED_KEYS = [Fernet.generate_key().decode(), *settings.SEED_KEYS]
    return list(settings.SEED_KEYS)


def test_the_old_key_is_not_needed_any_more(game: Game, settings: Settings) -> None:
    before = export(Game.objects.get(pk=game.pk))
    new_key_in_front(settings)
    call_command("reseal")
    settings.SEED_KEYS = settings.SEED_KEYS[:1]
    assert key_ring.closed_for_ever() == []
    call_command("replay")
    assert export(Game.objects.get(pk=game.pk)) == before
    assert PrivateNote.objects.get().text == "Vancouver first"
    assert Plan.objects.get().orders == ["draw deck"]


def test_nor_for_a_log_that_was_compacted(settings: Settings) -> None:
    game = started(players(2))
    play_on(game, 2000)
    store.compact(game.pk)
    before = export(Game.objects.get(pk=game.pk))
    new_key_in_front(settings)
    call_command("reseal")
    settings.SEED_KEYS = settings.SEED_KEYS[:1]
    assert export(Game.objects.get(pk=game.pk)) == before


def test_it_is_needed_before(game: Game, settings: Settings) -> None:
    new_key_in_front(settings)
    settings.SEED_KEYS = settings.SEED_KEYS[:1]
    assert key_ring.closed_for_ever() == [game.pk]
    with pytest.raises(CommandError, match="No key of SEED_KEYS opens"):
        call_command("reseal")


def test_it_may_be_killed_and_started_again(game: Game, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    new_key_in_front(settings)
    (parts,) = (column for column in columns() if str(column) == "games_entrysecret.body")
    whole, real, batches = EntrySecret.objects.count(), key_rotation._write, 0

    def dies_at_the_second(*given: Any) -> int:
        nonlocal batches
        batches += 1
        if batches == 2:
            raise KeyboardInterrupt
        return real(*given)

    monkeypatch.setattr(key_rotation, "_write", dies_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        key_rotation.reseal(parts, batch=3)
    monkeypatch.setattr(key_rotation, "_write", real)
    assert key_rotation.reseal(parts, batch=3) == key_rotation.Resealed(seen=whole, written=whole - 3)
    assert key_rotation.reseal(parts) == key_rotation.Resealed(seen=whole)


def test_what_is_written_meanwhile_is_left_alone(game: Game, settings: Settings) -> None:
    new_key_in_front(settings)
    (positions,) = (column for column in columns() if column.name == "position")
    (row,) = key_rotation._after(positions, (), 10)
    play_on(game, 1, seed=2)
    assert key_rotation._write(positions, {row: b"stale"}) == 0
    assert store.remade(store.lock(game.pk))


def test_every_column_that_may_be_sealed_is_listed() -> None:
    ours = [model for name in ("games", "notifications") for model in apps.get_app_config(name).get_models()]
    found = {
        f"{model._meta.db_table}.{field.column}"
        for model in ours
        for field in model._meta.local_fields
        if isinstance(field, models.BinaryField)
    }
    assert found - set(map(str, columns())) == READABLE


def test_the_sites_own_role_may_not_rewrite_the_log(game: Game, settings: Settings) -> None:
    new_key_in_front(settings)
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE night_mail_test")
        cursor.execute(ROLES.read_text().replace(':"application"', "night_mail_test"))
        cursor.execute("SET LOCAL ROLE night_mail_test")
    with pytest.raises(CommandError, match="as the owner of the tables"):
        call_command("reseal")


def test_the_doctor_says_what_an_old_key_still_does(game: Game, settings: Settings) -> None:
    new_key_in_front(settings)
    (found,) = old_keys.sealing()
    assert "night-mail owner reseal" in found.text
    call_command("reseal")
    settings.SEED_KEYS_SINCE = timezone.now().date()
    Mail.objects.create(created_at=NOON, next_attempt_at=NOON, sent_to="hash", state=Mail.State.SENT)
    (found,) = old_keys.sealing()
    assert "1 sent emails" in found.text
    Mail.objects.update(sent_to="")
    (found,) = old_keys.sealing()
    assert "may go" in found.text
    villain, judge = Player.objects.filter(seats__game=game)
    Moderation.objects.create(player=villain, by=judge, kind="unnamed", name_hash="hash", created_at=NOON)
    (found,) = old_keys.sealing()
    assert "names that admins took away (1) are then free again" in found.text
