"""Secrets that the log must not contain."""

import io
import json
import logging
import re
import smtplib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import structlog
from celery import Celery
from celery.beat import ScheduleEntry, Scheduler
from celery.exceptions import TimeLimitExceeded
from django.db import IntegrityError, connection
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone
from redis import Redis

from deploy.ports import free_port
from games.models import Player
from ttr_site.logs import formatter
from ttr_site.request_log import IDS

pytestmark = pytest.mark.django_db

SECRET = "Ada.Secret@example.org"


def failing_row() -> IntegrityError:
    with pytest.raises(IntegrityError) as caught:
        Player.objects.create(name="Ada", email=SECRET, erased_at=timezone.now())
    assert SECRET in str(caught.value)
    return caught.value


def written(form: str, message: str, **more: Any) -> str:
    return str(formatter(form).format(logging.LogRecord("site", logging.ERROR, "", 1, message, None, **more)))


@pytest.mark.parametrize("form", ["json", "console"])
def test_the_text_of_a_database_error_is_not_written(form: str) -> None:
    error = failing_row()
    line = written(form, f"failed: {error!r}, {error}", exc_info=(type(error), error, error.__traceback__))
    assert SECRET not in line
    assert "Failing row" not in line
    assert "django.db.utils.IntegrityError" in line
    assert "psycopg.errors.CheckViolation" in line
    assert "test_logs.py" in line


@pytest.mark.parametrize("form", ["json", "console"])
def test_an_error_that_nobody_raised_is_written(form: str) -> None:
    """As when a worker's process is killed at a time limit: the main process logs it, without a traceback."""
    with the_log(form) as log:
        structlog.get_logger("site").exception("task_failed", exception=TimeLimitExceeded(45))
    assert "TimeLimitExceeded(45)" in log.getvalue()


def ask_postgresql(port: int) -> None:
    with connection.wrap_database_errors:
        psycopg.connect(f"postgresql://{SECRET}@127.0.0.1:{port}/night_mail")


def send_message(port: int) -> None:
    with Celery(broker=f"redis://127.0.0.1:{port}/0", set_as_current=False) as app:
        app.send_task("games.tasks.sweep_deadlines", retry=False)


def send_by_beat(port: int) -> None:
    with Celery(broker=f"redis://127.0.0.1:{port}/0", set_as_current=False) as app:
        app.conf.task_publish_retry = False
        Scheduler(app).apply_async(ScheduleEntry(task="games.tasks.sweep_deadlines", app=app))


SERVERS: dict[str, tuple[Callable[[int], object], str]] = {
    "PostgreSQL": (ask_postgresql, "django.db.utils.OperationalError from psycopg.OperationalError"),
    "Redis": (lambda port: Redis(port=port).ping(), "redis.exceptions.ConnectionError from ConnectionRefusedError"),
    "broker": (send_message, "kombu.exceptions.OperationalError from redis.exceptions.ConnectionError"),
    "beat": (send_by_beat, "celery.beat.SchedulingError from kombu.exceptions.OperationalError"),
    "mail server": (lambda port: smtplib.SMTP("127.0.0.1", port), "ConnectionRefusedError"),
}


def away(server: str) -> BaseException:
    """Return the site's error if this server does not answer."""
    ask, _ = SERVERS[server]
    try:
        ask(free_port())
    except Exception as error:
        return error
    raise AssertionError("it answers")


@pytest.mark.long
@pytest.mark.parametrize("server", SERVERS)
def test_a_server_that_is_away_is_a_line_that_says_which_and_where(server: str) -> None:
    error = away(server)
    for form in ("json", "console"):
        line = written(form, "task_failed", exc_info=(type(error), error, error.__traceback__))
        assert line.count("\n") == 0
        assert "Traceback" not in line
        assert SERVERS[server][1] in line
        assert re.search(r", at tests/site/test_logs\.py:\d+", line)
        assert SECRET not in line


def test_a_bug_has_its_traceback_even_where_a_server_is_away() -> None:
    def handle_badly(trouble: BaseException) -> None:
        try:
            raise trouble
        except type(trouble):
            int("a bug")

    with pytest.raises(ValueError, match="a bug") as caught:
        handle_badly(away("Redis"))
    for error in (failing_row(), caught.value):
        line = written("json", "task_failed", exc_info=(type(error), error, error.__traceback__))
        assert "Traceback (most recent call last)" in line


CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"
TOKEN = "unguessable-token"
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)")


@contextmanager
def the_log(form: str = "json") -> Iterator[io.StringIO]:
    """Yield everything the site logs, at the lowest level."""
    stream, root = io.StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(stream), root.level
    handler.setFormatter(formatter(form))
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield stream
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


def addresses(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    """Yield every address of the site with arguments other than ids, with a secret in each of their places."""
    for one in resolver.url_patterns:
        route = before + re.sub(r"\\Z|[\^$]", "", str(one.pattern))
        if isinstance(one, URLResolver):
            yield from addresses(one, route)
        elif {first or second for first, second in PARAMETER.findall(route)} - IDS:
            yield PARAMETER.sub(lambda part: "1" if (part[1] or part[2]) in IDS else TOKEN, route)


def test_no_address_brings_a_secret_into_the_log() -> None:
    found = set(addresses(get_resolver()))
    browser = Client(
        enforce_csrf_checks=True, HTTP_REFERER=f"https://testserver/seats/{TOKEN}", raise_request_exception=False
    )
    with the_log() as log:
        for address in (*found, f"/oauth/authorize/?state={TOKEN}", f"/nowhere/{TOKEN}"):
            browser.get(address)
            browser.post(address, secure=True)
    assert f"/seats/{TOKEN}" in found
    assert [line for line in log.getvalue().splitlines() if TOKEN in line] == []
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert "POST /seats/<str:token>" in {line.get("request") for line in lines}
    assert "django.security.csrf" in {line["logger"] for line in lines}


def shown_by_the_proxy(path: str) -> str:
    """Return nginx's log entry for an address: the first matching pattern of the map determines it."""
    told = re.search(r"map \$uri \$night_mail_address \{(.*?)\n\}", CONFIGURATION.read_text(), re.DOTALL)
    assert told is not None
    patterns = re.findall(r"^\s*~(\S+)\s+(\S+);", told[1].replace("(?<", "(?P<"), re.MULTILINE)
    shown, fits = next(
        ((shown, fits) for pattern, shown in patterns if (fits := re.search(pattern, path))), ("/...", None)
    )
    names = {"uri": path, **(fits.groupdict() if fits else {})}
    return re.sub(r"\$(\w+)", lambda name: names[name[1]], shown)


OF_COMPETITIONS = {
    *(f"/api/v1/{kind}/unguessable-token/invitations{rest}" for kind in ("cups", "leagues") for rest in ("", "/1")),
    *(f"/api/v1/{kind}/unguessable-token/messages" for kind in ("cups", "leagues")),
    "/api/v1/cups/unguessable-token/entrants/1",
    "/api/v1/leagues/unguessable-token/members/1",
    *(f"/api/v1/{kind}/unguessable-token/games/1/correction" for kind in ("cups", "leagues")),
    "/api/v1/cups/unguessable-token/standings.csv",
    "/api/v1/leagues/unguessable-token/seasons/unguessable-token/standings.csv",
}
"""Ids of competitions and players, which give access to nothing."""


def test_nor_into_the_proxys() -> None:
    """`.ci/try-proxy` tests some of them with a real nginx."""
    told = {address: shown_by_the_proxy(address) for address in addresses(get_resolver())}
    assert {address for address, shown in told.items() if TOKEN in shown} == {
        "/api/v1/admin/mentions/unguessable-token",  # numbers of rows
        "/api/v1/games/1/proposals/unguessable-token",  # ids, which give access to nothing
        "/api/v1/games/1/proposals/unguessable-token/agree",
        "/api/v1/games/1/proposals/unguessable-token/decline",
        "/api/v1/me/apps/unguessable-token",
        "/api/v1/me/mail/addresses/unguessable-token",
        "/api/v1/me/relations/1/unguessable-token",
        "/api/v1/me/bots/unguessable-token",
        "/api/v1/me/bots/unguessable-token/token",
        "/api/v1/me/push-subscriptions/unguessable-token",
        "/api/v1/me/push-subscriptions/unguessable-token/test",
        "/api/v1/me/webhooks/unguessable-token",
        "/api/v1/me/webhooks/unguessable-token/deliveries",
        "/api/v1/me/webhooks/unguessable-token/deliveries/unguessable-token/replay",
        "/api/v1/me/webhooks/unguessable-token/secret",
        "/api/v1/me/webhooks/unguessable-token/test",
        "/api/v1/game-lists/unguessable-token",
        "/api/v1/game-lists/unguessable-token/results.csv",
        "/api/v1/clubs/unguessable-token",
        *OF_COMPETITIONS,
        *(f"/api/v1/clubs/unguessable-token/{act}" for act in ("join", "leave", "decline", "link", "ladder")),
        *(f"/api/v1/clubs/unguessable-token/{part}" for part in ("announcements", "emails", "talk")),
        "/api/v1/clubs/unguessable-token/announcements/unguessable-token",
        "/api/v1/clubs/unguessable-token/talk/unguessable-token/report",
        "/api/v1/clubs/unguessable-token/invitations",
        "/api/v1/clubs/unguessable-token/members",
        "/api/v1/clubs/unguessable-token/members/1",
        *(f"/api/v1/cups/unguessable-token{act}" for act in ("", "/call-off", "/enter", "/leave")),
        *(f"/api/v1/leagues/unguessable-token{act}" for act in ("", "/close", "/enter", "/leave", "/seasons")),
        "/api/v1/leagues/unguessable-token/seasons/unguessable-token",
        *(f"/api/v1/series/unguessable-token{act}" for act in ("", "/leave", "/stay")),
        "/api/v1/tokens/unguessable-token",
    }
    assert shown_by_the_proxy("/api/v1/games") == "/api/v1/games"


@pytest.mark.django_db(transaction=True)
def test_nor_does_an_error() -> None:
    connection.close()
    there, connection.settings_dict["NAME"] = connection.settings_dict["NAME"], "nowhere"
    try:
        with the_log() as log:
            browser = Client(raise_request_exception=False)
            browser.cookies["sessionid"] = "of-somebody"
            answer = browser.get(f"/admin/{TOKEN}", {"state": TOKEN})
    finally:
        connection.settings_dict["NAME"] = there
    assert answer.status_code == 503
    assert "Service Unavailable: /admin/" in log.getvalue()
    assert TOKEN not in log.getvalue()


def test_a_probe_that_is_well_leaves_no_line() -> None:
    with the_log() as log:
        Client().get("/healthz")
        Client().post("/heartbeat")
        Client().get("/api/v1/rulesets/usa@1")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    told = [line["request"] for line in lines if line["event"] == "request_finished"]
    assert told == ["GET /api/v1/rulesets/usa@1"]


@pytest.mark.parametrize(("proxies", "told"), [(0, "192.0.2.1"), (1, "198.51.100.7")])
def test_a_line_has_the_address_that_the_proxies_we_know_tell(settings: Any, proxies: int, told: str) -> None:
    """A visitor's own claim about the address is not believed."""
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}
    visitor = Client(REMOTE_ADDR="192.0.2.1", HTTP_X_FORWARDED_FOR="203.0.113.9, 198.51.100.7")
    with the_log() as log:
        visitor.get("/open")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert {line["ip"] for line in lines if line.get("event") == "request_finished"} == {told}
