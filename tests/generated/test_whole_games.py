"""Whole games by a client made from the schema, which knows every event and prompt that they bring."""

from pathlib import Path
from typing import Final

import pytest
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from games.models import Game
from games.people import tokens
from tests.games.stories import holder, players, started
from tests.generated.test_clients import COMMANDS, folder, run

pytestmark = [pytest.mark.clients, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1200)]
__all__ = ["folder"]

PLAYS: Final = """
import os
import random

from night_mail import AuthenticatedClient
from night_mail.api.play import get_log, list_moves, post_moves
from night_mail.models import Options, Posted, PostMoveRequest

game, rng = os.environ["GAME"], random.Random(1)
clients = [AuthenticatedClient(base_url=os.environ["SERVER"], token=token) for token in os.environ["TOKENS"].split()]


def play(client: AuthenticatedClient) -> bool:
    legal = list_moves.sync(game, client=client)
    if not isinstance(legal, Options) or legal.prompt is None:
        return False
    lines = [option.notation for option in legal.moves]
    claims = [line for line in lines if line.startswith("claim")]
    posted = post_moves.sync(game, client=client, body=PostMoveRequest(legal.prompt, rng.choice(claims or lines)))
    assert isinstance(posted, Posted), posted
    return True


while any([play(client) for client in clients]):
    pass
after = 0
while True:
    log = get_log.sync(game, client=clients[0], after=after)
    assert log is not None and not hasattr(log, "code"), log
    if not log.results:
        break
    after = log.results[-1].number
    for entry in log.results:
        print(*(type(event).__name__ for event in entry.events))
"""
"""Claims routes as long as there are any, so that games end."""


@pytest.mark.parametrize("ruleset", ["europe@1", "nordic@1", "usa_mega@1"])
def test_a_whole_game(folder: Path, ruleset: str, live_server: LiveServer, transactional_db: None) -> None:
    now = timezone.now()
    game = started(players(2), now=now, ruleset=ruleset)
    (command,) = (command for command in COMMANDS if "python" in command)
    run(folder, *command.split(), "--fail-on-warning")
    (folder / "plays.py").write_text(PLAYS)
    secrets = [tokens.create_sign_in_token(player=holder(game, seat), now=now)[1] for seat in (0, 1)]
    seen = run(folder, "python", "plays.py", SERVER=live_server.url, GAME=game.pk, TOKENS=" ".join(secrets)).split()
    assert Game.objects.get(pk=game.pk).status == Game.Status.ENDED
    assert {"RouteClaimedEvent", "GameEndedEvent"} <= set(seen)
    assert "UnknownEvent" not in seen
