"""The doctor names each problem, with its remedy."""

from datetime import timedelta

import pytest
from celery import current_app
from cryptography.fernet import Fernet
from django.core.management import CommandError, call_command
from django.db import connection
from dns.resolver import NoResolverConfiguration
from pytest_django import Settings

from deploy.ports import free_port
from notifications.doctor import Finding, Level, environment, post, run, server_log, servers, work
from notifications.doctor.collations import collations
from notifications.management.commands.doctor import checks
from tests.games.stories import NOON, players, started
from tests.notifications.conftest import post_office  # noqa: F401
from tests.notifications.post_office import PostOffice
from ttr_site import worker_clocks

pytestmark = pytest.mark.django_db


def errors(found: list[Finding]) -> dict[str, str]:
    return {one.about: one.text for one in found if one.level is Level.ERROR}


def test_where_everything_is_wrong_everything_is_named(settings: Settings) -> None:
    game = started(players(2))
    settings.SEED_KEYS = [Fernet.generate_key().decode()]
    settings.SECRET_KEY = "short"
    settings.DEBUG = True
    settings.MAIL_PAGE_URL = "http://localhost:8026"
    settings.HEARTBEAT_URL = f"http://127.0.0.1:{free_port()}/heartbeat"
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"

    found = errors(list(run(check for check in checks("ada@example.org") if check is not post.domain)))

    assert found.keys() >= {
        *("DEBUG", "SECRET_KEY", "MAIL_PAGE_URL", "SEED_KEYS", "HEARTBEAT_URL", "Redis", "workers", "beat"),
        *("mail server", "test email"),
    }
    assert game.pk in found["SEED_KEYS"]
    assert "PostgreSQL" not in found


def test_a_site_that_is_well_has_no_errors(settings: Settings, post_office: PostOffice) -> None:  # noqa: F811
    settings.DEBUG = False
    started(players(2))
    well = (
        environment.environment,
        servers.postgres,
        environment.keys,
        environment.push,
        servers.redis,
        post.mail_server,
    )
    assert errors(list(run(well))) == {}
    assert errors(list(post.letter("ada@example.org"))) == {}
    (letter,) = post_office.to("ada@example.org")
    assert "night-mail check" in letter.text
    post_office.refusals["bela@example.org"] = "550 5.1.1 Nobody here"
    assert "550 5.1.1 Nobody here" in errors(list(post.letter("bela@example.org")))["test email"]


def test_without_a_key_browsers_show_nothing(settings: Settings) -> None:
    assert [one.level for one in environment.push()] == [Level.FINE]
    settings.VAPID_PRIVATE_KEY = ""
    (found,) = environment.push()
    assert (found.level, found.about) == (Level.WARNING, "VAPID_PRIVATE_KEY")


def test_the_command_ends_badly_where_anything_is_wrong(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    settings.DEFAULT_FROM_EMAIL = "post@[192.0.2.1]"  # no resolver is queried for it
    settings.HEARTBEAT_URL = f"http://127.0.0.1:{free_port()}/heartbeat"
    settings.PUBLIC_URL = settings.HEARTBEAT_URL.removesuffix("/heartbeat")
    assert current_app.conf.broker_url
    with pytest.raises(CommandError, match="to correct"):
        call_command("doctor")
    assert "ERROR  HEARTBEAT_URL: nothing answers" in capsys.readouterr().out


def test_records_of_the_senders_domain() -> None:
    there = {
        ("games.example.org", "TXT"): ["v=spf1 mx -all"],
        ("_dmarc.games.example.org", "TXT"): ["v=DMARC1; p=none"],
    }
    has_all = there | {("games.example.org", "MX"): ["10 mail.example.org."]}

    def levels(records: dict[tuple[str, str], list[str]]) -> list[Level]:
        return [one.level for one in post.records("games.example.org", lambda *asked: records.get(asked, []))]

    assert levels(has_all) == [Level.FINE]
    assert levels(there) == [Level.ERROR]
    assert levels({}) == [Level.ERROR, Level.WARNING, Level.WARNING]


def test_answers_need_a_domain_that_receives() -> None:
    def level(records: list[str]) -> list[Level]:
        return [one.level for one in post.way_in("play.example.org", lambda *_: records)]

    assert level(["10 mx.example.org."]) == [Level.FINE]
    assert level([]) == [Level.ERROR]
    assert list(post.answers()) == []


def test_a_missing_resolver_is_a_warning() -> None:
    def nobody(name: str, kind: str) -> list[str]:
        raise NoResolverConfiguration

    assert [one.level for one in post.records("games.example.org", nobody)] == [Level.WARNING]
    assert [one.level for one in post.way_in("play.example.org", nobody)] == [Level.WARNING]


@pytest.mark.parametrize(
    ("name", "bad", "good"),
    [
        ("log_statement", "mod", "ddl"),
        ("log_min_error_statement", "error", "panic"),
        ("log_min_duration_statement", "0", "-1"),
        ("log_parameter_max_length_on_error", "-1", "0"),
        ("log_error_verbosity", "default", "terse"),
    ],
)
def test_a_setting_of_postgresql_that_tells_secrets_is_a_warning(name: str, bad: str, good: str) -> None:
    for value, is_told in ((bad, True), (good, False)):
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL {name} = '{value}'")
        told = [text for text in server_log.problems(connection) if text.startswith(name)]
        assert bool(told) == is_told
        assert [warning.id for warning in server_log.check(["default"]) if name in warning.msg] == [
            "night_mail.W001"
        ] * len(told)


def test_clocks_of_workers_and_beats_are_compared() -> None:
    """The second worker is 40 s behind, and the beat on the first one's machine 15 s."""
    now = NOON.timestamp()
    answers: dict[str, work.ClockAnswer] = {
        "celery@one": {"now": now + 0.5, "beats": {"one": 15.5, "two": -39.8}},
        "celery@two": {"now": now - 40, "beats": {"one": -25, "two": 0.1}},
    }
    found = [str(finding).split(", and deadlines")[0] for finding in work.compare_clocks(answers, NOON)]
    assert found == [
        "warning  clock: the beat on one, whose ticks come late or early, and PostgreSQL's are 15.0 s apart",
        "  ERROR  clock: the beat on two, whose ticks come late or early, and PostgreSQL's are 40.3 s apart",
        "  ERROR  clock: the machine of celery@two and PostgreSQL's are 40.0 s apart",
        "warning  clock: the beat on one, whose ticks come late or early, and PostgreSQL's are 15.0 s apart",
        "  ERROR  clock: the beat on two, whose ticks come late or early, and PostgreSQL's are 40.1 s apart",
    ]


def test_a_worker_knows_how_long_ticks_take_from_each_beat() -> None:
    for sent_at, origin in ((100.0, "gen1@one"), (103.0, "gen1@one"), (110.0, "gen2@two")):
        worker_clocks.note({"sent_at": sent_at, "origin": origin}, 105.0)
    worker_clocks.note({"origin": "gen3@three"}, 105.0)
    assert worker_clocks.clocks(None)["beats"] == {"one": 2.0, "two": -5.0}


@pytest.mark.parametrize(("seconds", "level"), [(1, Level.FINE), (-5, Level.WARNING), (60, Level.ERROR)])
def test_clocks_are_compared(seconds: int, level: Level) -> None:
    assert servers.compared(NOON, NOON + timedelta(seconds=seconds)).level is level


def test_when_the_sweep_was_last_heard() -> None:
    assert work.heard(None, NOON).level is Level.ERROR
    assert work.heard(NOON, NOON + timedelta(seconds=90)).level is Level.FINE
    assert work.heard(NOON, NOON + timedelta(minutes=3)).level is Level.ERROR


def test_indexes_sorted_by_other_rules_are_named() -> None:
    """As after an upgrade of the operating system: the recorded collation version differs from the machine's."""
    assert [one.level for one in collations()] == [Level.FINE]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE pg_database SET datcollversion = '2.31' WHERE datname = current_database()")
    (found,) = collations()
    assert (found.level, found.about) == (Level.ERROR, "sorting")
    assert "2.31 then" in found.text
    assert f"ALTER DATABASE {connection.settings_dict['NAME']} REFRESH COLLATION VERSION" in found.text


def test_the_collation_of_a_column_is_compared_too() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE COLLATION swedish (provider = libc, locale = 'C.UTF-8')")
        cursor.execute("UPDATE pg_collation SET collversion = '2.31' WHERE collname = 'swedish'")
        assert [one.level for one in collations()] == [Level.FINE]  # nothing uses it
        cursor.execute("CREATE TEMPORARY TABLE names (name text COLLATE swedish)")
    (found,) = collations()
    assert "ALTER COLLATION swedish REFRESH COLLATION VERSION" in found.text
