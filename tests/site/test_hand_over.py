"""Strangers have a separate process behind nginx: players' processes pass on requests with invalid credentials."""

from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import psutil
import pytest
from django.test import Client

from deploy.ports import free_port
from games.models import Game
from tests.api.people import API, player, secret_of
from tests.bench.fronted import answers, configured, nginx
from tests.games.stories import players, started
from tests.patience import eventually
from tests.site.running import Site, running, token_of
from tests.web.people import browser_of
from tests.web.seat_links import opened

HANDED_OVER = {"X-Accel-Redirect": "@strangers"}
UNKNOWN = "no sessions"
ASKED_TO = {"X-Hands-Over": "yes"}


@pytest.mark.django_db
class TestPlayersProcess:
    @pytest.mark.parametrize("cookie", ["sessionid", "seat"])
    def test_a_cookie_that_opens_nothing_is_handed_over(self, cookie: str) -> None:
        browser = Client()
        browser.cookies[cookie] = "made-up"
        answer = browser.get("/tables", headers=ASKED_TO)
        assert answer.headers.items() >= HANDED_OVER.items()
        assert answer.content == b""
        assert "X-Accel-Redirect" not in browser.get("/tables"), "no proxy has asked for it"

    def test_a_wrong_token_is_handed_over_before_anything_is_done(self) -> None:
        wrong = {"Authorization": "Bearer nm_wrong", **ASKED_TO}
        for method, address in (("GET", "/me"), ("POST", "/games"), ("GET", "/nowhere")):
            assert Client().generic(method, API + address, headers=wrong).headers.items() >= HANDED_OVER.items()

    def test_players_are_served(self) -> None:
        ada = player("Ada")
        token = {"Authorization": f"Bearer {secret_of(ada)}", **ASKED_TO}
        assert Client().get(f"{API}/me", headers=token).json()["name"] == "Ada"
        assert "Ada" in browser_of(ada).get("/account", headers=ASKED_TO, follow=True).content.decode()

    def test_so_is_a_seat_by_link(self) -> None:
        game = started(players(2))
        assert "X-Accel-Redirect" not in opened(game, 0).http.get(f"/games/{game.pk}", headers=ASKED_TO)


class Browser:
    """A client behind the proxy that detects which process of the site served it."""

    def __init__(self, port: int, strangers: psutil.Process) -> None:
        self._port, self._strangers = port, strangers
        self._open = build_opener(NoRedirects()).open

    def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, str, bool]:
        """Return the answer's status and text, and whether the process for strangers worked on it."""
        before = sum(self._strangers.cpu_times()[:2])
        request = Request(f"http://localhost:{self._port}{path}", body or None, headers, method=method)
        for _ in range(20):  # enough work to show in the process's CPU clock
            answer = self._answer(request)
        return int(answer.status or 0), answer.read().decode(), sum(self._strangers.cpu_times()[:2]) > before

    def _answer(self, request: Request) -> HTTPResponse | HTTPError:
        try:
            found: HTTPResponse = self._open(request)
        except HTTPError as refusal:
            return refusal
        return found


class NoRedirects(HTTPRedirectHandler):
    """A handler that does not follow redirects, so that the test can see them."""

    def redirect_request(self, *_: object) -> None:
        return None


@pytest.fixture
def proxied() -> Iterator[tuple[Site, Browser]]:
    strangers, port = free_port(), free_port()
    given = {"STRANGERS_PORT": str(strangers), "TRUSTED_PROXY_COUNT": "1", "WEB_WORKERS": "1"}
    with TemporaryDirectory(prefix="night-mail-", dir="/tmp") as folder, running("web", "strangers", **given) as site:
        home = Path(folder)
        home.chmod(0o711)
        (home / "logs").mkdir()
        first = psutil.Process(site.processes["strangers"].process.pid)
        assert eventually(lambda: answers(strangers))
        with nginx(home, port, configured(home, port, site, strangers)):
            yield site, Browser(port, first.children()[0])


@pytest.mark.deploy
@pytest.mark.django_db(transaction=True)
def test_behind_the_proxy(proxied: tuple[Site, Browser]) -> None:
    site, browser = proxied
    assert all(process.nice() == 10 for process in _family(site.processes["strangers"].process.pid))
    assert autogroup(site, "strangers").endswith((" nice 10\n", UNKNOWN))
    assert autogroup(site, "web").endswith((" nice 0\n", UNKNOWN))
    assert all(process.nice() == 0 for process in _family(site.processes["web"].process.pid))
    people = players(2)
    game = started(people)
    right, wrong = f"Bearer {token_of(people[0])}", "Bearer nm_wrong"
    assert browser.ask("GET", f"/api/v1/games/{game.pk}", Authorization=right)[::2] == (200, False)
    assert browser.ask("GET", f"/api/v1/games/{game.pk}", Authorization=wrong)[::2] == (401, True)
    assert browser.ask("GET", "/tables")[::2] == (200, True)
    status, text, by_strangers = browser.ask("GET", "/tables", Cookie="sessionid=made-up")
    assert (status, "Night Mail" in text, by_strangers) == (200, True, True)
    body = b'{"email": "ada@example.org", "name": "Ada", "time_zone": "UTC", "kind": "human"}'
    sent = {"Content-Type": "application/json"}
    status, text, by_strangers = browser.ask("POST", "/api/v1/games", body, Authorization=wrong, **sent)
    assert (status, "invalid_token" in text, by_strangers) == (401, True, True), "a body goes along"
    assert browser.ask("POST", "/oauth/token/", b"grant_type=none")[2], "secrets of apps"
    assert not browser.ask("POST", "/api/v1/accounts/sign-in", b'{"email": "nobody"}', **sent)[2], "who wants in"
    assert Game.objects.count() == 1


def autogroup(site: Site, script: str) -> str:
    """Return Linux's scheduling group of a process's session, if processors are shared between sessions."""
    file = Path(f"/proc/{site.processes[script].process.pid}/autogroup")
    return file.read_text() if file.exists() else UNKNOWN


def _family(first: int) -> list[psutil.Process]:
    process = psutil.Process(first)
    return [process, *process.children(recursive=True)]
