"""docs/webhooks.md is correct: it has every type of message, and its examples have the members of real ones."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from games.table.talk import new_lines
from notifications.api import messages
from notifications.models import WebhookDelivery
from notifications.outbox.webhooks import formats, message, registry
from notifications.outbox.webhooks.events import AT_TABLES, OFFERED, TITLES
from notifications.outbox.webhooks.formats import ChatNews, TurnToPlay
from tests.api.described import load_document
from tests.api.test_schema_examples import mistakes
from tests.games.stories import DAY, NOON, chosen, players, post, started

pytestmark = pytest.mark.django_db

PAGE: Final = (Path(__file__).resolve().parents[2] / "docs" / "webhooks.md").read_text(encoding="utf-8")
OWN, CHATS = PAGE.split("## A table's chat")
NTFY: Final = "https://ntfy.sh/my-topic"
ALWAYS: Final = {"webhook", "player", "links"}


def documented() -> dict[str, set[str]]:
    """Return the additional members of each type."""
    rows = [line.split("|") for line in OWN.splitlines() if line.startswith("| `")]
    return {row[1].strip(" `"): set(re.findall(r"`(\w+)`", row[3])) for row in rows}


def examples() -> dict[str, dict[str, Any]]:
    found = (json.loads(block) for block in re.findall(r"```json\n(.+?)```", PAGE, re.DOTALL))
    return {one["type"]: one for one in found if "type" in one}


def test_every_type_has_a_line() -> None:
    assert documented().keys() == TITLES.keys()
    of_schema = {kind: set(messages.OF_WEBHOOKS.get(kind, messages.IN_LOG)) for kind in TITLES}
    assert documented() == of_schema


def test_live_messages_have_these_members() -> None:
    people = players(2)
    for player, full in zip(people, (False, True), strict=True):
        registry.register(player=player, url="https://bot.example/", events=OFFERED, full=full, now=NOON)
    game = chosen(started(people))
    new_lines.say(player=people[0], game_id=game.pk, text="Good luck!", now=NOON)
    post(game, 0, "draw deck", "draw deck")
    rows = WebhookDelivery.objects.select_related("webhook__player", "notification")
    written = (message.write(row, now=NOON) for row in rows)
    live = [json.loads(one.body) for one in written if one]
    assert {one["type"] for one in live} == {"game_started", "your_turn", "entry", "talk"}
    whole, schema = load_document(), {"$ref": "#/components/schemas/WebhookMessage"}
    assert not [wrong for one in live for wrong in mistakes(whole, schema, one)]
    for one in live:
        view = {"view"} if "view" in one["data"] else set()
        assert one["data"].keys() <= documented()[one["type"]] | ALWAYS | view, one
        assert one["data"].keys() >= ALWAYS | {"game", "your_seat"}
    for name, shown in examples().items():
        assert any(shape(one) == shape(shown) for one in live if one["type"] == name), name


def test_chats_are_told_in_this_form() -> None:
    asked = TurnToPlay("Bob", "bob", NOON + DAY)
    told = ["Ada drew two cards from the deck."]
    for form, url, mention in (("discord", "https://discord.com/x", "123456789012345678"), ("ntfy", NTFY, "bob")):
        news = ChatNews("Night train", "https://.../games/3w8f6rn2pa5y", told, [replace(asked, mention=mention)])
        _, body = formats.posted(form, url, news)
        assert body in [json.loads(block) for block in re.findall(r"```json\n(.+?)```", CHATS, re.DOTALL)]
    assert set(re.findall(r"^\| `(\w+)`", CHATS, re.MULTILINE)) == AT_TABLES.keys()


def shape(value: Any) -> Any:
    """Return the names of the members at every depth."""
    return {name: shape(one) for name, one in value.items()} if isinstance(value, dict) else None
