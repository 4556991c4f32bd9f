"""Every migration since the previous release can run during play, with that release serving."""

from typing import Any

import pytest
from django.contrib.postgres.operations import AddConstraintNotValid, AddIndexConcurrently, ValidateConstraint
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.models.functions import Now, Random

from games.migrations._indexes import dropped, made, renamed
from tests.upgrade.operations import all_refused, known_in
from tests.upgrade.tables import LARGE, PREVIOUS

LOADER = MigrationLoader(None)
BLOCK = "block"


def before() -> migrations.state.ProjectState:
    """Return the state of the models in the previous release."""
    return LOADER.project_state(list(PREVIOUS.items()))


def since_then() -> list[migrations.Migration]:
    """Return our migrations since the previous release, in the order in which they run."""
    plan: list[Any] = []
    for leaf in LOADER.graph.leaf_nodes():
        plan += [node for node in LOADER.graph.forwards_plan(leaf) if node not in plan and node[0] in PREVIOUS]
    done = {old for new in PREVIOUS.items() for old in LOADER.graph.forwards_plan(new)}
    return [LOADER.disk_migrations[node] for node in plan if node not in done]


def said_of(*steps: Operation, atomic: bool = True) -> list[str]:
    """Return the problems of a migration with these operations."""
    migration = type("Migration", (migrations.Migration,), {"operations": list(steps), "atomic": atomic})
    state = before()
    return list(all_refused(migration("0099_made_up", "games"), state, known_in(state)))


def test_no_migration_keeps_players_waiting() -> None:
    state = before()
    known, plan = known_in(state), since_then()
    found = [why for migration in plan for why in all_refused(migration, state, known)]
    assert not found, "\n".join(found)


def test_the_large_tables_are_there() -> None:
    assert LARGE.keys() <= known_in(before()).keys()


def check(name: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=models.Q(number__gte=0), name=name)


def unique() -> models.UniqueConstraint:
    return models.UniqueConstraint(fields=["game", "hash"], name="made_up")


def over_entries(apps: Any, editor: Any) -> None:
    _fill(apps)


def _fill(apps: Any) -> None:
    apps.get_model("games", "Entry").objects.update(kind="move")


def over_blocks(apps: Any, editor: Any) -> None:
    apps.get_model("games", "Block").objects.all().delete()


def forgotten_kind() -> Operation:
    return migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField("entry", "kind")])


REFUSED = [
    (migrations.AddIndex("entry", models.Index(fields=["kind"], name="made_up")), "_indexes.py"),
    (migrations.RemoveIndex("game", "game_public_ends"), "_indexes.py"),
    (migrations.AddConstraint("entry", check("made_up")), "AddConstraintNotValid"),
    (migrations.AddConstraint("entry", unique()), "unique=True"),
    (migrations.AlterUniqueTogether("entry", {("game", "hash")}), "_indexes.py"),
    (migrations.AddField("entry", "more", models.TextField()), "nullable"),
    (migrations.AddField(BLOCK, "more", models.TextField(default="")), "the release before adds rows"),
    (migrations.AddField("entry", "more", models.FloatField(db_default=Random())), "anew"),
    (migrations.AddField("entry", "more", models.TextField(null=True, db_index=True)), "db_index=False"),
    (
        migrations.AddField("entry", "by", models.ForeignKey("games.player", models.PROTECT, null=True)),
        "db_index=False",
    ),
    (migrations.AlterField("entry", "kind", models.TextField()), "anew"),
    (migrations.AlterField("entry", "number", models.BigIntegerField()), "anew"),
    (migrations.AlterField("entry", "kind", models.CharField(max_length=1)), "anew"),
    (migrations.RenameField(BLOCK, "blocked", "other"), "db_column"),
    (migrations.RenameModel("Block", "Ban"), "db_table"),
    (migrations.AlterModelTable(BLOCK, "bans"), "db_table"),
    (migrations.RemoveField("game", "host"), "next release"),
    (migrations.DeleteModel("Block"), "next release"),
    (forgotten_kind(), "db_default"),
    (migrations.RunPython(over_entries), "games_entry"),
    (migrations.AlterOrderWithRespectTo("entry", None), "which locks"),
    (migrations.RunSQL("CREATE INDEX made_up ON games_entry (kind)"), "_indexes.py"),
    (migrations.RunSQL('CREATE UNIQUE INDEX made_up ON "games_entry" (kind)'), "_indexes.py"),
    (migrations.RunSQL("DROP INDEX made_up"), "_indexes.py"),
    (migrations.RunSQL("ALTER TABLE games_entry ALTER COLUMN number TYPE bigint"), "nullable column"),
    (migrations.RunSQL("ALTER TABLE games_entry ALTER COLUMN kind SET NOT NULL"), "nullable"),
    (migrations.RunSQL("ALTER TABLE games_entry ADD COLUMN more text NOT NULL"), "DEFAULT"),
    (migrations.RunSQL("ALTER TABLE games_entry ADD COLUMN more float DEFAULT random()"), "nullable column"),
    (migrations.RunSQL(["ALTER TABLE games_entry ADD CONSTRAINT a CHECK (number > 0)"]), "NOT VALID"),
    (migrations.RunSQL("ALTER TABLE games_entry DROP CONSTRAINT a, SET LOGGED"), "nullable column"),
    (migrations.RunSQL("SELECT 1; ALTER TABLE games_block RENAME COLUMN blocked_id TO other"), "next release"),
    (migrations.RunSQL("ALTER TABLE games_block RENAME TO bans"), "next release"),
    (migrations.RunSQL("ALTER TABLE games_block DROP COLUMN blocked_id"), "next release"),
    (migrations.RunSQL("DROP TABLE games_block"), "next release"),
    (migrations.RunSQL([("UPDATE games_entry SET kind = %s", ["move"])]), "command"),
    (migrations.RunSQL("LOCK TABLE games_block"), "stopped"),
]
ALLOWED = [
    migrations.AddIndex(BLOCK, models.Index(fields=["blocked"], name="made_up")),
    AddIndexConcurrently("entry", models.Index(fields=["kind"], name="made_up")),
    AddConstraintNotValid("entry", check("made_up")),
    ValidateConstraint("entry", "made_up"),
    migrations.AddField("entry", "more", models.TextField(null=True)),
    migrations.AddField("entry", "more", models.TextField(db_default="")),
    migrations.AddField("entry", "more", models.DateTimeField(db_default=Now())),
    migrations.AlterField("entry", "kind", models.CharField(max_length=200, help_text="Longer.")),
    migrations.AlterField("entry", "number", models.PositiveIntegerField(null=True)),
    migrations.CreateModel("Ban", [("id", models.BigAutoField(primary_key=True))]),
    migrations.RunPython(over_blocks),
    made("made_up", "games_entry (kind)", unique=True),
    dropped("made_up", "games_entry (kind)"),
    renamed("made_up", "made_up_too"),
    migrations.RunSQL("CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DROP TABLE games_block; $$"),
    migrations.RunSQL("ALTER TABLE games_entry ADD CONSTRAINT a CHECK (number > 0) NOT VALID"),
    migrations.RunSQL("ALTER TABLE games_entry ADD COLUMN more text, ADD COLUMN less int NOT NULL DEFAULT 0"),
    migrations.RunSQL("ALTER TABLE games_entry DROP COLUMN IF EXISTS nobody_knows_it"),
    migrations.RunSQL("ALTER TABLE games_entry ALTER COLUMN kind DROP NOT NULL"),
]


@pytest.mark.parametrize(("step", "instead"), REFUSED, ids=lambda value: value if isinstance(value, str) else "")
def test_what_locks_is_refused_with_what_to_do_instead(step: Operation, instead: str) -> None:
    (said,) = said_of(step)
    assert instead in said


@pytest.mark.parametrize("step", ALLOWED, ids=lambda step: step.describe())
def test_what_takes_a_moment_is_allowed(step: Operation) -> None:
    assert not said_of(step)


def test_a_constraint_is_validated_in_a_migration_of_its_own() -> None:
    steps = AddConstraintNotValid("entry", check("made_up")), ValidateConstraint("entry", "made_up")
    assert "of its own" in said_of(*steps)[0]
    assert not said_of(*steps, atomic=False)


MORE = migrations.AddField("entry", "more", models.TextField(null=True))
ALTERED = migrations.RunSQL("ALTER TABLE games_entry ADD COLUMN less text")


@pytest.mark.parametrize(("first", "second"), [(MORE, ALTERED), (ALTERED, MORE), (MORE, ALLOWED[0])])
def test_no_large_table_stays_locked_while_django_prepares_the_next_operation(
    first: Operation, second: Operation
) -> None:
    (said,) = said_of(first, second)
    assert "games_entry stays locked" in said
    assert not said_of(first, second, atomic=False)


def test_what_changes_nothing_in_the_database_locks_nothing() -> None:
    told = migrations.AlterField("entry", "kind", models.CharField(max_length=20, help_text="Longer."))
    assert not said_of(told, MORE)


def test_a_column_that_the_release_before_never_knew_can_go() -> None:
    added = migrations.AddField(BLOCK, "more", models.TextField(null=True))
    assert not said_of(added, migrations.RemoveField(BLOCK, "more"))
