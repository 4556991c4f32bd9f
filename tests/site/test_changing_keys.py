"""A key is changed in three steps, and things made with the old one stay valid until they expire."""

import os
import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from deploy import keys
from games import signed_links
from games.models import MailedCode
from games.people import codes, sightings
from games.web.seat_link.rights import HALF_A_YEAR
from notifications import links
from notifications.doctor import old_keys
from notifications.models import Mail
from notifications.outbox.push import registry, vapid
from tests.games.stories import NOON, players

TODAY = date(2026, 3, 2)
NEW = {name: key.make() for name, key in keys.KEYS.items()}


def value(text: str, name: str) -> str:
    return str(re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)[-1])


@pytest.mark.parametrize("name", ["SEED_KEYS", "MAIL_WEBHOOK_SECRET"])
def test_a_list_of_keys_goes_through_three_steps(name: str) -> None:
    text = f"OTHER=1\n{name}=a\n# the end\n"
    text = keys.changed(text, "prepare", name, TODAY)
    old, new = value(text, name).split(",")
    assert old == "a"
    text = keys.changed(text, "use", name, TODAY)
    assert value(text, name) == f"{new},a"
    assert value(text, f"{name}_SINCE") == "2026-03-02"
    text = keys.changed(text, "retire", name, TODAY)
    assert value(text, name) == new
    assert text.startswith(f"OTHER=1\n{name}={new}\n# the end\n")


@pytest.mark.parametrize("name", ["SECRET_KEY", "VAPID_PRIVATE_KEY"])
def test_a_key_with_fallbacks_goes_through_three_steps(name: str) -> None:
    text = keys.changed(f"{name}=a\n#{name}_FALLBACKS=\n", "prepare", name, TODAY)
    new = value(text, f"{name}_FALLBACKS")
    assert value(text, name) == "a"
    text = keys.changed(text, "use", name, TODAY)
    assert (value(text, name), value(text, f"{name}_FALLBACKS")) == (new, "a")
    text = keys.changed(text, "retire", name, TODAY)
    assert (value(text, name), value(text, f"{name}_FALLBACKS")) == (new, "")


@pytest.mark.parametrize(
    ("step", "given", "why"),
    [("prepare", "", "is not set"), ("use", "a", "no new SEED_KEYS"), ("retire", "a", "no older key")],
)
def test_a_step_that_is_not_due_is_refused(step: str, given: str, why: str) -> None:
    with pytest.raises(keys.NotYet, match=why):
        keys.changed(f"SEED_KEYS={given}\n", step, "SEED_KEYS", TODAY)


def test_the_file_keeps_its_mode(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "env"
    file.write_text("SECRET_KEY=a\n")
    file.chmod(0o640)
    keys.main(["prepare", "SECRET_KEY", str(file)])
    assert f"use SECRET_KEY {file}" in capsys.readouterr().out
    assert file.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["env"]
    with pytest.raises(SystemExit, match="is not set"):
        keys.main(["prepare", "VAPID_PRIVATE_KEY", str(file)])


def change(settings: Settings) -> None:
    """Change SECRET_KEY, as `use` does."""
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = NEW["SECRET_KEY"]


@pytest.mark.django_db
def test_links_sessions_and_codes_outlive_the_key(client: Client, settings: Settings) -> None:
    ada, now = players(1)[0], timezone.now()
    client.force_login(ada)
    code = codes.mail_code(
        address="player0@mail.example",
        purpose=MailedCode.Purpose.SIGN_IN,
        template="account/email/login_code",
        asked_by="a network",
        now=now,
        player=ada,
    )
    token = codes.token(code)
    typed = (Mail.objects.get().context or {})["code"]
    sightings.note(ada.pk, "192.0.2.1", now)
    link = signed_links.sign(links.MAIL, ada, "", now)
    change(settings)
    assert signed_links.read(links.MAIL, link, now).player == ada
    assert client.get("/accounts/").wsgi_request.user == ada
    assert list(sightings.came_from("192.0.2.1")) == [ada]
    assert signed_links.read_row(codes.WAY_IN, token) == code.id
    assert codes.match(code, typed)
    assert not codes.match(code, "0000-0000")


@pytest.mark.django_db
def test_a_session_keeps_its_name_whichever_key_a_process_has_in_front(client: Client, settings: Settings) -> None:
    """So a browser whose requests reach several processes during the restarts with the new key stays signed in."""
    client.force_login(players(1)[0])
    name, before = client.cookies["sessionid"].value, settings.SECRET_KEY
    change(settings)
    new = settings.SECRET_KEY
    for front, behind in ((new, before), (before, new), (new, before)):
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = front, [behind]
        assert client.get("/games").status_code == 200
        assert client.cookies["sessionid"].value == name
    settings.SECRET_KEY_FALLBACKS = []
    assert client.get("/games").status_code == 200


@pytest.mark.django_db
def test_a_browser_is_told_with_the_key_that_it_believes(settings: Settings) -> None:
    before = vapid.public_key()
    settings.VAPID_PRIVATE_KEY_FALLBACKS = [settings.VAPID_PRIVATE_KEY]
    settings.VAPID_PRIVATE_KEY = NEW["VAPID_PRIVATE_KEY"]
    assert vapid.public_key() != before
    assert f"k={before}" in vapid.proof("https://push.example/1", before, NOON)
    settings.VAPID_PRIVATE_KEY_FALLBACKS = []
    assert not vapid.is_ours(before)


def test_a_browser_is_known_again_after_the_key(settings: Settings) -> None:
    (before,) = registry._digests("https://push.example/1")
    change(settings)
    assert registry._digests("https://push.example/1")[1] == before


def test_the_doctor_says_when_an_old_key_may_go(settings: Settings) -> None:
    assert not list(old_keys.signing())
    change(settings)
    assert "SECRET_KEY_SINCE" in next(old_keys.signing()).text
    today = timezone.now().date()
    settings.SECRET_KEY_SINCE = today
    assert f"until {today + HALF_A_YEAR + timedelta(days=1)}" in next(old_keys.signing()).text
    settings.SECRET_KEY_SINCE = today - HALF_A_YEAR - timedelta(days=1)
    assert "may go" in next(old_keys.signing()).text
