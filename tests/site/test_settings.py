"""Missing or wrong settings are reported at once, in a sentence."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from deploy import keys

ROOT = Path(__file__).resolve().parent.parent.parent
SETTINGS = ROOT / "ttr_site" / "settings.py"
EXAMPLE = (ROOT / "deploy" / "env.example").read_text()
READERS = "choice|contact|day|document|fernet_keys|flag|host_names|items|required|seconds|text|web_address|whole"
REQUIRED = [
    "DATABASE_URL",
    "DEFAULT_FROM_EMAIL",
    "EMAIL_URL",
    "PUBLIC_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "SEED_KEYS",
]


def load() -> dict[str, Any]:
    return runpy.run_path(str(SETTINGS))


@pytest.mark.parametrize("name", REQUIRED)
@pytest.mark.parametrize("value", [None, "", " "])
def test_a_missing_variable_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str | None) -> None:
    if value is None:
        monkeypatch.delenv(name)
    else:
        monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=rf"^{name} is not set\."):
        load()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "sqlite:///games.db"),
        ("REPLICA_URL", "sqlite:///games.db"),
        ("ALLOWED_HOSTS", "https://games.example.org"),
        ("ALLOWED_HOSTS", "games.example.org:8000"),
        ("DATABASE_POOL_SIZE", "six"),
        ("DATABASE_URL", "postgresql://127.0.0.1:port/games"),
        ("DATABASE_URL", "postgresql://127.0.0.1"),
        ("DATABASE_URL", "postgresql://127.0.0.1/games?sslmod=require"),
        ("DATABASE_URL", "postgresql://127.0.0.1/games?sslmode=required"),
        ("DATABASE_URL", "postgresql://127.0.0.1/games?sslmode=verify-full"),
        ("DEBUG", "flase"),
        ("DEFAULT_FROM_EMAIL", "Night Mail"),
        ("EMAIL_PICTURES", "flase"),
        ("EMAIL_PICTURES", "2"),
        ("EMAIL_URL", "pigeon://roof"),
        ("EMAIL_URL", "dummymail://"),
        ("EMAIL_URL", "smtps://user:password@mail.example.org"),
        ("EMAIL_URL", "smtp://mail.example.org:25?use_tls=1"),
        ("EMAIL_URL", "smtp://mail.example.org:smtp"),
        ("EMAIL_URL", "smtp:"),
        ("EXPORTS_PER_MINUTE", "0"),
        ("GUESTS_PER_DAY", "-1"),
        ("HEARTBEAT_URL", "http://127.0.0.1:8000"),
        ("HEARTBEAT_URL", "web:8000/heartbeat"),
        ("LOG_FORMAT", "pretty"),
        ("LOG_LEVEL", "LOUD"),
        ("MAIL_IN_ADDRESS", "play"),
        ("MAIL_RETURN_ADDRESS", "play@games"),
        ("MAIL_COMPLAINTS_ADDRESS", "complaints"),
        ("MAIL_WEBHOOKS", "pigeon"),
        ("MAIL_WEBHOOK_SECRET", "short"),
        ("MAIL_IN_IMAP_URL", "imap://play:password@imap.example.org"),
        ("MAIL_IN_IMAP_URL", "imaps://play@imap.example.org"),
        ("MAIL_IN_ADDRESS", f"{'p' * 34}@games.example.org"),
        ("MAIL_IN_RESOLVERS", "ns.example.org"),
        ("PUBLIC_URL", "games.example.org"),
        ("PUBLIC_URL", "https://example.org/games"),
        ("PUBLIC_URL", "https://games.example.org?from=mail"),
        ("PUBLIC_URL", "https://games.example.org:https"),
        ("REDIS_URL", "http://localhost"),
        ("REDIS_URL", "redis://localhost/first"),
        ("REPLICA_MOST_LAG_SECONDS", "3s"),
        ("SIGN_UP", "inivted"),
        ("TRUSTED_PROXY_COUNT", "one"),
        ("SEED_KEYS", "short"),
        ("VAPID_PRIVATE_KEY", "short"),
        ("VAPID_PRIVATE_KEY", "A" * 43),
        ("SIGN_UP", "by_friends"),
        ("TICK_SECONDS", "0"),
        ("TICK_SECONDS", "30s"),
        ("TWO_PERSON_RULINGS", "ture"),
        ("UNSTARTED_GAMES_CLOSE_AFTER_DAYS", "5"),
        ("TICK_SECONDS", "61"),
        ("WEBHOOK_AUTHORITY", "/nowhere.pem"),
        ("WEBHOOK_NETWORKS", "10.20.0.0/99"),
        ("WEBHOOK_RESOLVERS", "ns.example.org"),
    ],
)
def test_a_wrong_variable_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=rf"^{name} must "):
        load()


def test_a_secrets_file_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path / "missing"))
    with pytest.raises(ImproperlyConfigured, match=r"^SECRET_KEY_FILE must name a file"):
        load()


def test_spaces_after_commas_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "one.example.org, two.example.org")
    assert load()["ALLOWED_HOSTS"][-2:] == ["one.example.org", "two.example.org"]


@pytest.mark.parametrize(("said", "meant"), [("false", False), ("No", False), ("0", False), ("TRUE", True), ("", True)])
def test_a_switch_is_on_or_off(monkeypatch: pytest.MonkeyPatch, said: str, meant: bool) -> None:
    monkeypatch.setenv("EMAIL_PICTURES", said)
    assert load()["EMAIL_PICTURES"] is meant


def test_every_variable_is_in_the_example() -> None:
    names = ("web", "strangers", "stream", "worker", "beat", "mail-in", "mail-fetch", "release")
    scripts = (ROOT / "deploy" / name for name in names)
    modules = ("databases.py", "mail_in.py", "mail_server.py", "owed.py", "web_push.py", "webhook_settings.py")
    programs = [SETTINGS, *map(SETTINGS.with_name, modules), *scripts]
    text = "".join(path.read_text() for path in programs)
    read = re.findall(rf'(?:{READERS})\("([A-Z_]+)"', text)
    read += re.findall(r"\$\{([A-Z_]+):?-", text)
    read = [name.removesuffix("_FILE") for name in read]
    described = re.findall(r"^#?([A-Z_]+)=", EXAMPLE, re.MULTILINE)
    assert set(read) - {"VERBOSITY", "RUNTIME_DIRECTORY", "TMPDIR", "WEB_SOCKET", "STREAM_SOCKET"} == set(described)


def test_the_example_works_with_new_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    given = dict(re.findall(r"^([A-Z_]+)=(.*)$", EXAMPLE, re.MULTILINE)) | keys.new()
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    settings = load()
    assert settings["EMAIL_USE_TLS"]
    assert settings["SESSION_COOKIE_SECURE"]
    assert settings["DATABASES"]["default"]["NAME"] == "night_mail"


def test_only_the_web_process_has_a_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DATABASE_POOL_SIZE", raising=False)
    assert "pool" not in load()["DATABASES"]["default"]["OPTIONS"]
    monkeypatch.setenv("DATABASE_POOL_SIZE", "3")
    assert load()["DATABASES"]["default"]["OPTIONS"]["pool"]["max_size"] == 3


def test_the_worker_may_knock_where_it_is_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEARTBEAT_URL", "http://web:8000/heartbeat")
    assert "web" in load()["ALLOWED_HOSTS"]
