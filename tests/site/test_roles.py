"""The application's own database role can add to the log, and never change it."""

from pathlib import Path

import pytest
from django.apps import apps
from django.db import ProgrammingError, connection, transaction

ROLES = Path(__file__).resolve().parent.parent.parent / "deploy" / "roles.sql"
LOG = ["games_adminact", "games_entry", "games_entrysecret"]


@pytest.fixture
def application(db: None) -> None:
    """Use the application's role from here on, until the test's transaction is rolled back."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE night_mail_test")
        cursor.execute(ROLES.read_text().replace(':"application"', "night_mail_test"))
        cursor.execute("SET LOCAL ROLE night_mail_test")


def may(statement: str) -> bool:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    except ProgrammingError as error:
        if "permission denied" not in str(error) and "must be owner" not in str(error):
            raise
        return False
    return True


@pytest.mark.usefixtures("application")
@pytest.mark.parametrize("table", LOG)
def test_the_log_only_grows(table: str) -> None:
    assert may(f"SELECT * FROM {table}")
    assert may(f"INSERT INTO {table} SELECT * FROM {table}")
    assert not may(f"UPDATE {table} SET game_id = game_id")
    assert not may(f"DELETE FROM {table}")
    assert not may(f"TRUNCATE {table}")


@pytest.mark.usefixtures("application")
def test_all_else_is_free() -> None:
    tables = {model._meta.db_table for model in apps.get_models()} - set(LOG)
    assert all(may(f"DELETE FROM {table} WHERE false") for table in tables)
    assert not may("DROP TABLE games_game")


@pytest.mark.django_db
def test_a_table_of_somebody_elses_stops_no_release() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE night_mail_owner_test; CREATE ROLE night_mail_test")
        cursor.execute("CREATE TABLE of_a_superuser (id serial)")
        for table in (*LOG, "games_game"):
            cursor.execute(f"ALTER TABLE {table} OWNER TO night_mail_owner_test")
        cursor.execute("SET LOCAL ROLE night_mail_owner_test")
        cursor.execute(ROLES.read_text().replace(':"application"', "night_mail_test"))
        rights = "SELECT has_table_privilege('night_mail_test', %s, 'UPDATE')"
        for table, is_granted in (("games_game", True), ("games_entry", False), ("of_a_superuser", False)):
            cursor.execute(rights, [table])
            assert cursor.fetchone() == (is_granted,), table


def test_every_table_that_only_grows_is_in_the_list() -> None:
    triggers = {m._meta.db_table: {one.name for one in getattr(m._meta, "triggers", [])} for m in apps.get_models()}
    guarded = [table for table, names in triggers.items() if names & {"append_only", "no_truncate"}]
    assert sorted(guarded) == LOG
