"""At a real process's pace: a listener that loses its rights receives nothing after five seconds, whatever goes on."""

import threading
import time
from collections.abc import Callable
from typing import Final

import pytest
from django.utils import timezone

from games.models import AccessToken, Game, Player
from games.people import tokens
from games.table import store
from tests.api.table import Guest, choose_tickets, guest, guests, sit_down
from tests.games.stories import play_on
from tests.locks import in_a_thread
from tests.streams.listening import Process

pytestmark = pytest.mark.long

SECONDS: Final = 5.0


def revoked(someone: Guest) -> None:
    (token,) = AccessToken.objects.filter(user__name=someone.name)
    tokens.revoke_token(player=Player.objects.get(name=someone.name), token_id=token.pk)


def with_too_few_scopes(someone: Guest) -> None:
    AccessToken.objects.filter(user__name=someone.name).update(scope="account:read games:play")


@pytest.mark.parametrize("cut", [revoked, with_too_few_scopes])
def test_a_token_that_is_no_longer_good_hears_nothing_more(streams: Process, cut: Callable[[Guest], None]) -> None:
    people, spectator = guests(2), guest("Spectator")
    game = sit_down(people)
    choose_tickets(people, game)
    in_game = f"/games/{game}/stream"
    listening = [(people[0], "/stream"), (people[0], in_game), (spectator, in_game), (people[1], in_game)]
    ears = [streams.heard_by(someone, path) for someone, path in listening]
    over = threading.Event()

    def play() -> None:
        row = Game.objects.get(pk=game)
        while not over.wait(0.1):
            play_on(row, 1, now=timezone.now())

    playing = threading.Thread(target=in_a_thread, args=[play])
    playing.start()
    cut(people[0])
    cut(spectator)
    end = time.monotonic() + SECONDS
    for ear in ears[:3]:
        ear.ends()
    assert time.monotonic() < end
    over.set()
    playing.join()
    head = store.read(game).head
    while (told := ears[3].next()).type != "entry" or told.data["number"] < head:
        pass
