"""A NUL in a request is a client's error on every page, never a server error."""

import pytest
from django.test import Client
from pytest_django import Settings

from tests.games.admins import GROUPS, admin, at_the_desk
from tests.games.stories import players
from ttr_site.nul import FORM

pytestmark = pytest.mark.django_db

LINKS = ["mail", "disputes", "invitations", "pauses", "plans", "seats", "accounts/link", "accounts/stop"]
DESK = [
    "player/\0/moderate/",
    "player/\0/person/",
    "game/\0/change/",
    "game/bulk/\0/",
    "player/?kind=\0",
    "turn/?kind=\0",
]


@pytest.mark.parametrize("page", [*LINKS, "admin/games/game"])
def test_no_address_has_one(page: str, caplog: pytest.LogCaptureFixture) -> None:
    answer = Client().get(f"/{page}/\0.x~y")
    assert (answer.status_code, "Content-Security-Policy" in answer) == (400, True)
    assert [line for line in caplog.records if line.exc_info or line.levelname == "ERROR"] == []


@pytest.mark.parametrize("page", DESK)
def test_not_at_the_admins_desk_either(page: str) -> None:
    staff = at_the_desk(admin("Olga", *GROUPS))
    assert staff.get(f"/admin/games/{page}").status_code == 400


@pytest.mark.parametrize(
    ("page", "form"),
    [
        ("/accounts/invitations/", {"do": "withdraw", "invitation": "\0"}),
        ("/mail/", {"do": "end_address", "address": "\0"}),
        ("/oauth/token/", {"grant_type": "authorization_code", "client_id": "\0", "code": "a"}),
        ("/oauth/revoke_token/", {"client_id": "\0", "token": "a"}),
    ],
)
def test_no_form_in_parts_has_one(page: str, form: dict[str, str], settings: Settings) -> None:
    settings.SIGN_UP = "invited"
    (ann,) = players(1)
    assert at_the_desk(ann).post(page, form).status_code == 400


def test_no_form_has_one(caplog: pytest.LogCaptureFixture) -> None:
    (ada,) = players(1)
    browser = Client()
    browser.force_login(ada)
    for page in ("/tables/new", "/games/000000000000", "/games/000000000000/talk", "/settings/name"):
        assert browser.post(page, "text=a%00b&key=%00", content_type=FORM).status_code == 400
    assert [line for line in caplog.records if line.exc_info or line.levelname == "ERROR"] == []
