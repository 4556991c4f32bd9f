"""docs/examples: the webhook receiver, the terminal player and the third-party app work as documented."""

import json
import os
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from deploy.ports import free_port
from games.models import Player, Turn
from games.people import own_apps
from games.people.own_apps import AppWish
from notifications.models import WebhookDelivery
from notifications.outbox.calls import http_post
from notifications.outbox.webhooks import message, registry
from tests.games.stories import legal, players, started
from tests.inbox.certificates import issued_to
from tests.patience import eventually
from tests.site.running import Client, token_of
from tests.web.people import browser_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

EXAMPLES: Final = Path(__file__).resolve().parents[2] / "docs" / "examples"
WAITING: Final = "/games?filter=waiting"


@contextmanager
def receiving(secret: str, port: int, **more: str) -> Iterator["subprocess.Popen[str]"]:
    """Run the webhook receiver as its users do."""
    known = {"PATH": os.environ["PATH"], "SECRET": secret, "PORT": str(port), **more}
    command = [sys.executable, str(EXAMPLES / "webhook.py")]
    with subprocess.Popen(command, env=known, stdout=subprocess.PIPE, text=True) as program:
        try:
            yield program
        finally:
            program.kill()


def status(port: int, posted: http_post.Message) -> int:
    """Post to the receiver and return its status; 0 if there is no answer yet."""
    try:
        with urlopen(Request(f"http://127.0.0.1:{port}/", posted.body, posted.headers, method="POST")) as answer:
            return int(answer.status)
    except HTTPError as refusal:
        return refusal.code
    except OSError:
        return 0


def test_the_receiver_tells_each_signed_message_once() -> None:
    now, port, people = timezone.now(), free_port(), players(2)
    _, secret = registry.register(player=people[0], url="https://bot.example/", events=["your_turn"], now=now)
    game = started(people, now=now)
    delivery = WebhookDelivery.objects.select_related("webhook__player", "notification").get()
    posted, old = message.write(delivery, now=now), message.write(delivery, now=now - registry.OVERLAP)
    assert posted
    assert old
    with receiving(secret, port) as program:
        assert eventually(lambda: status(port, posted) == 204)
        assert status(port, posted) == 204
        assert status(port, posted._replace(body=posted.body.replace(b"1.0", b"2.0"))) == 400
        assert status(port, old) == 400
        program.kill()
        assert program.communicate()[0] == f"your_turn {game.pk} 1.0\n"


def test_the_receiver_proves_itself_with_a_certificate_of_its_own(tmp_path: Path) -> None:
    certificate, files = issued_to("localhost"), {"CERTIFICATE": tmp_path / "cert.pem", "KEY": tmp_path / "key.pem"}
    files["CERTIFICATE"].write_bytes(certificate.chain)
    files["KEY"].write_bytes(certificate.key)
    port, trust = free_port(), ssl.create_default_context(cadata=certificate.authority.decode())

    def refusal() -> int:
        try:
            urlopen(f"https://localhost:{port}/", b"{}", context=trust).close()
        except HTTPError as error:
            return error.code
        except OSError:
            return 0
        return 204

    with receiving(registry.new_secret(), port, **{name: str(file) for name, file in files.items()}):
        assert eventually(lambda: refusal() == 400)


def test_a_game_is_played_in_a_terminal(live_server: LiveServer) -> None:
    now, people = timezone.now(), players(2)
    games = {game.pk: game for game in (started(people, now=now), started(people, now=now))}
    token = token_of(people[0])
    first, second = (one["id"] for one in Client(live_server.url, token).ask("GET", WAITING)[1]["results"])
    move = legal(games[first], 0)[0]
    known = {"PATH": os.environ["PATH"], "SERVER": live_server.url, "TOKEN": token}
    command = [sys.executable, str(EXAMPLES / "play.py")]
    typed = f"nonsense\n\n {move.upper()} \nskip\n"
    done = subprocess.run(command, env=known, input=typed, capture_output=True, text=True, check=True, timeout=60)
    assert "2 of your games wait for you." in done.stdout
    assert done.stdout.count("There is no such move.") == 1
    assert done.stdout.count(f"   {move}\n") >= 2
    assert list(Turn.objects.filter(seat=0, closed_at=None).values_list("game", flat=True)) == [second]


def let_in(player: Player, page: str) -> None:
    """Authorize the app as the player's browser does, following the redirect."""
    browser = browser_of(player)
    asked = browser.get(page)
    assert "Let Timetables in?" in asked.content.decode()
    hidden = {name: value for name, value in asked.context["form"].initial.items() if value}
    answer = browser.post(page, {**hidden, "allow": "yes"})
    urlopen(answer["Location"], timeout=60).close()


def trade(server: LiveServer, client_id: str, kept: Path) -> None:
    """Exchange the app's last refresh token for an answer that gets lost."""
    spent = json.loads(kept.read_text())["refresh_token"]
    form = {"grant_type": "refresh_token", "client_id": client_id, "refresh_token": spent}
    urlopen(f"{server.url}/oauth/token/", urlencode(form).encode(), timeout=60).close()


def test_the_app_is_let_in_once_and_renews_itself(live_server: LiveServer, tmp_path: Path) -> None:
    now, people = timezone.now(), players(2)
    wish = AppWish("Timetables", ["http://127.0.0.1/back"])
    app, _ = own_apps.register(owner=people[1], wish=wish, has_secret=False, now=now)
    game = started(people, now=now)
    known = {"PATH": os.environ["PATH"], "SERVER": live_server.url, "CLIENT_ID": app.client_id, "BROWSER": "true"}
    command, kept, waits = (
        [sys.executable, str(EXAMPLES / "app.py")],
        tmp_path / "tokens.json",
        f"waits for you: {game.pk}",
    )
    with subprocess.Popen(command, cwd=tmp_path, env=known, stdout=subprocess.PIPE, text=True) as program:
        try:
            assert program.stdout
            let_in(people[0], program.stdout.readline().rpartition(" ")[2].strip().removeprefix(live_server.url))
            assert waits in program.communicate(timeout=60)[0]
        finally:
            program.kill()
    for lost in (False, True):
        if lost:
            trade(live_server, app.client_id, kept)
        again = subprocess.run(command, cwd=tmp_path, env=known, capture_output=True, text=True, timeout=60, check=True)
        assert again.stdout.startswith(waits), "nobody is asked again, even where an answer was lost"
    assert kept.stat().st_mode & 0o077 == 0
