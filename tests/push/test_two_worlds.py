"""Two worlds that differ only in hidden facts send browsers the same messages, byte for byte, to any seat."""

from datetime import timedelta

import pytest
from time_machine import TimeMachineFixture

from notifications.models import PushDelivery
from notifications.outbox import queue as mails
from notifications.outbox.push import delivery, registry
from tests.engine.positions import BASE, EVERY, Kind
from tests.games.stories import NOON, chosen, play_on, players, started
from tests.games.worlds import swap_what_is_hidden
from tests.push.browser import SubscribedBrowser
from tests.sweeps import at_length
from tests.webhooks.receiver import Receiver

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.mark.parametrize("kind", at_length(EVERY, at_once=[BASE]), ids=str)
def test_what_is_hidden_changes_no_byte(kind: Kind, receiver: Receiver, time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOON, tick=False)
    people = players(3)
    browsers = {f"/{number}": SubscribedBrowser(receiver.url(path=f"/{number}")) for number in range(3)}
    for player, browser in zip(people, browsers.values(), strict=True):
        registry.register(player=player, keys=browser.keys, label="x", now=NOON)

    def pushed() -> dict[str, bytes]:
        before = len(receiver.got)
        PushDelivery.objects.update(state="queued", attempts=0, next_attempt_at=NOON)
        delivery.deliver_due(clock=lambda: NOON, until=NOON + HOUR)
        return {one.path: browsers[one.path].opened(one) for one in receiver.got[before:]}

    game = chosen(started(people, **kind.wishes))
    play_on(game, 7)
    mails.gather(now=NOON, limit=100)
    here = pushed()
    assert len(here) == 3
    swap_what_is_hidden(game)
    assert pushed() == here
