"""Two worlds that differ only in facts hidden from a player: webhooks post the same bytes, the whole view included."""

import json

import pytest

from games.models import Game, Player
from notifications.models import WebhookDelivery
from notifications.outbox.calls import http_post
from notifications.outbox.webhooks import message, registry
from notifications.outbox.webhooks.events import OFFERED
from tests.engine.positions import EVERY, Kind
from tests.engine.yards_table import CARDS
from tests.games.stories import NOON, chosen, play_on, players, started
from tests.games.worlds import swap_what_is_hidden
from tests.sweeps import at_length

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def posted(player: Player) -> dict[int, http_post.Message | None]:
    """Return the messages now due to the player's webhook, by the number of the delivery."""
    rows = WebhookDelivery.objects.select_related("webhook__player", "notification").filter(webhook__player=player)
    return {row.pk: message.write(row, now=NOON) for row in rows}


@pytest.mark.parametrize("kind", at_length(EVERY, at_once=[CARDS]), ids=str)
def test_what_is_hidden_changes_no_byte(kind: Kind) -> None:
    people = players(3)
    for player in people:
        registry.register(player=player, url="https://bot.example/", events=OFFERED, full=True, now=NOON)
    game = chosen(started(people, **kind.wishes))
    play_on(game, 20)
    for own, player in enumerate(people):
        before = posted(player)
        told = [json.loads(one.body)["data"] for one in before.values() if one]
        assert sorted(one["logged"]["number"] for one in told if "logged" in one) == list(
            range(1, Game.objects.get().head + 1)
        )
        swap_what_is_hidden(game, own)
        assert posted(player) == before
    swap_what_is_hidden(game)
    assert posted(people[2]) != before
