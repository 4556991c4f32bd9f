"""`make demo` starts with invented players whose emails stay local; with real email the site starts without them."""

import pytest

from deploy import demo

SERVER = "smtp+tls://user:password@mail.example.org:587"


@pytest.fixture(autouse=True)
def _unset(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PUBLIC_URL", "WEB_PORT", "MAIL_PORT"):
        monkeypatch.delenv(name, raising=False)


def test_a_demo_keeps_its_emails_to_itself() -> None:
    found = demo.settings({"EMAIL_URL": "filemail:///folder", "MAIL_IN_ADDRESS": "play@games.example.org"})
    assert found["MAIL_IN_ADDRESS"] == "play@mail.localhost"
    assert found["MAIL_PAGE_URL"].startswith("http://localhost:")
    assert {"demo", "mail", "door"} <= demo.programs("python", found).keys()


@pytest.mark.parametrize(
    ("more", "door"),
    [
        ({}, None),
        ({"MAIL_IN_ADDRESS": "play@games.example.org"}, "mail-in"),
        (
            {"MAIL_IN_ADDRESS": "play@games.example.org", "MAIL_IN_IMAP_URL": "imaps://a:b@imap.example.org"},
            "mail-fetch",
        ),
    ],
)
def test_on_real_mail_nobody_is_invented_and_the_settings_count(
    monkeypatch: pytest.MonkeyPatch, more: dict[str, str], door: str | None
) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://games.example.org")
    given = {"EMAIL_URL": SERVER, "PUBLIC_URL": "https://games.example.org", **more}
    found = demo.settings(given)
    assert given.items() <= found.items()
    assert "MAIL_PAGE_URL" not in found
    programs = demo.programs("python", found)
    assert not {"demo", "mail"} & programs.keys()
    assert [command[0].rpartition("/")[2] for name, command in programs.items() if name == "door"] == [door] * bool(
        door
    )


@pytest.mark.parametrize(("argument", "status"), [("--help", 0), ("--prot", 2)])
def test_a_demo_that_is_asked_for_help_does_not_start(
    argument: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        demo.main([argument])
    assert ended.value.code == status
    printed = capsys.readouterr()
    assert "python -m deploy.demo" in printed.out + printed.err
    assert "Starting PostgreSQL" not in printed.out
