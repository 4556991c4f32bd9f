"""A host connects a chat to a game: it gets what any spectator may know, in its format, until a player objects."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from time_machine import TimeMachineFixture

import engine
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.lobby import departures
from games.models import Game, Player, Seat
from games.people import privacy
from games.table.talk import new_lines, rights
from notifications import tasks
from notifications.models import Mail, Webhook, WebhookDelivery
from notifications.outbox.calls import http_post
from notifications.outbox.webhooks import delivery, formats, message, registry, table_webhooks
from notifications.outbox.webhooks.formats import ChatNews, TurnToPlay
from tests.games.stories import DAY, NOON, chosen, play_on, players, post, started
from tests.games.worlds import swap_what_is_hidden
from tests.sweeps import at_length
from tests.webhooks.receiver import Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.long]

State = WebhookDelivery.State
ADA = "123456789012345678"
ALL = ["entry", "talk", "your_turn"]
SECRET = "/api/webhooks/1/very-secret"


@pytest.fixture(autouse=True)
def _at_noon(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOON, tick=False)


@pytest.fixture
def people() -> list[Player]:
    return players(3)


def attach(game: Game, url: str, form: str = "discord", **more: Any) -> Webhook:
    """Register a webhook as the host."""
    told: dict[str, Any] = {"events": ALL, "mentions": {}, "now": NOON, **more}
    return table_webhooks.attach(host=game.host, game_id=game.pk, form=form, url=url, **told)


def went(receiver: Receiver, now: datetime = NOON) -> list[dict[str, Any]]:
    """Post all due messages, and return the received bodies."""
    before = len(receiver.got)
    delivery.deliver_due(clock=lambda: now, until=now + DAY)
    return [one.data for one in receiver.got[before:]]


def test_discord_hears_of_a_turn_and_mentions_whose_it_is(people: list[Player], receiver: Receiver) -> None:
    game = started(people, name="Night *train*")
    hook = attach(game, receiver.url(path=SECRET), mentions={people[0].pk: ADA})
    chosen(game)
    post(game, 0, "draw deck")
    post(game, 0, "draw deck")
    *_, last = went(receiver)
    assert {one.path for one in receiver.got} == {SECRET}
    assert "webhook-signature" not in receiver.got[0].headers
    assert last["content"].startswith("Player 0 drew two cards from the deck.\nPlayer 1, it’s your turn until <t:")
    assert last["content"].endswith(f"**Night \\*train\\*** <https://night-mail.example/games/{game.pk}>")
    assert last["allowed_mentions"] == {"parse": [], "users": []}

    for seat in (1, 2):
        post(game, seat, "draw deck", "draw deck")
    *_, turn = went(receiver)
    assert f"<@{ADA}>, it’s your turn until <t:{int((NOON + DAY).timestamp())}:f>." in turn["content"]
    assert turn["allowed_mentions"] == {"parse": [], "users": [ADA]}
    assert "very-secret" not in hook.url


def test_ntfy_gets_json_at_its_root(people: list[Player], receiver: Receiver) -> None:
    game = started(people, name="Night train")
    attach(game, receiver.url(path="/chats/my-topic?auth=abc"), "ntfy", mentions={people[0].pk: "ada"})
    chosen(game)
    *_, last = went(receiver)
    assert receiver.got[0].path == "/chats/?auth=abc"
    assert last.keys() == {"topic", "title", "message", "click", "priority", "tags"}
    assert (last["topic"], last["title"], last["priority"], last["tags"]) == ("my-topic", "Night train", 4, ["ada"])
    assert last["message"].endswith("Player 0, it’s your turn until 2026-03-03 12:00 UTC.")
    assert last["click"] == f"https://night-mail.example/games/{game.pk}"


def test_a_turn_that_is_over_asks_nobody_and_the_end_tells_the_ranks(people: list[Player], receiver: Receiver) -> None:
    game = chosen(started(people[:2]))
    attach(game, receiver.url(), events=["your_turn"], mentions={people[0].pk: ADA})
    post(game, 0, "draw deck", "draw deck")
    post(game, 1, "draw deck", "draw deck")
    told = went(receiver)
    assert [one["allowed_mentions"]["users"] for one in told] == [[ADA]]
    departures.resign(player=people[1], game_id=game.pk, now=NOON)
    (over,) = went(receiver)
    assert "1. Player 0" in over["content"]
    assert "it’s your turn" not in over["content"]


@pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["usa@1", "card_game@1"]))
def test_what_spectators_may_not_know_changes_no_byte(people: list[Player], ruleset: str) -> None:
    game = started(people, ruleset=ruleset)
    attach(game, "https://chat.example/x")
    play_on(chosen(game), 20)

    def written() -> list[http_post.Message | None]:
        rows = WebhookDelivery.objects.select_related("webhook__player").order_by("pk")
        return [message.write(row, now=NOON) for row in rows]

    before = written()
    assert len([one for one in before if one]) > 10
    swap_what_is_hidden(game)
    assert written() == before


def test_only_talk_that_spectators_may_read_is_told_and_it_mentions_nobody(
    people: list[Player], receiver: Receiver
) -> None:
    game = started(people)
    attach(game, receiver.url(), events=["talk"], mentions={people[0].pk: ADA})
    went(receiver)
    wicked = f"@everyone <@{ADA}> @here [x](https://evil.example) <@&1> **shout**"

    def say(text: str) -> None:
        new_lines.say(player=people[1], game_id=game.pk, text=text, now=NOON)

    say("Among us.")
    assert went(receiver) == []
    rights.open_talk(host=game.host, game_id=game.pk, is_open=True, now=NOON)
    say(wicked)
    (told,) = went(receiver)
    assert told["allowed_mentions"] == {"parse": [], "users": []}
    for active in ("@everyone", "@here", "<@1", " <@", "](", "**shout**"):
        assert active not in told["content"]
    say("Soon erased.")
    Webhook.objects.update(mentions={people[0].pk: ADA, people[1].pk: ADA})
    assert privacy.export_player(player=people[1])["mentioned_in_chats"] == [{"game": game.pk, "as": ADA}]
    privacy.erase_player(player=people[1], now=NOON)
    assert Webhook.objects.get().mentions == {people[0].pk: ADA}
    assert "Soon erased." not in str(went(receiver))


def test_anyone_at_the_table_can_switch_it_off_for_good(people: list[Player], receiver: Receiver) -> None:
    host, other, third = people
    game = started(people)
    hook = attach(game, receiver.url())

    def switch(player: Player, on: bool) -> Webhook:
        return table_webhooks.switch(player=player, game_id=game.pk, webhook_id=hook.pk, on=on, now=NOON)

    assert switch(host, False).state == switch(host, False).state == Webhook.State.OFF
    with pytest.raises(Forbidden, match="not_yours_to_switch_on"):
        switch(other, True)
    assert switch(host, True).off_by is None
    for _ in range(2):  # a double click
        assert switch(other, False).off_by == other
    assert went(receiver) == []
    for player in (host, third):
        assert switch(player, False).off_by == other
        with pytest.raises(Forbidden, match="not_yours_to_switch_on"):
            switch(player, True)
    for act in (
        lambda: attach(game, receiver.url()),
        lambda: table_webhooks.detach(host=host, game_id=game.pk, webhook_id=hook.pk),
    ):
        with pytest.raises(Refused, match="table_wants_none"):
            act()
    assert switch(other, True).state == Webhook.State.ON
    switch(other, False)
    Seat.objects.filter(game=game, player=other).update(player=None)
    assert switch(host, True).state == Webhook.State.ON  # the player who objected has left

    stranger = players(1, "Stranger")[0]
    with pytest.raises(Forbidden, match="not_in_this_game"):
        switch(stranger, False)
    Game.objects.filter(pk=game.pk).update(public=False)
    with pytest.raises(NotFound, match="no_such_game"):
        switch(stranger, False)


def test_what_is_refused(people: list[Player], receiver: Receiver) -> None:
    game = started(people)
    stranger = players(1, "Stranger")[0]
    for form, url in (
        ("discord", "http://chat.example/"),
        ("discord", "https://127.0.0.1/"),
        ("ntfy", "https://n.example/"),
    ):
        with pytest.raises(Unprocessable, match=r"webhook_address|ntfy_topic"):
            attach(game, url, form)
    for form, player, mention in (
        ("discord", people[0], "everyone"),
        ("discord", people[0], "&123456789012345678"),
        ("ntfy", people[0], "a,b"),
        ("discord", stranger, ADA),
    ):
        with pytest.raises(Unprocessable, match="wrong_mention"):
            attach(game, "https://chat.example/topic", form, mentions={player.pk: mention})
    for by, code in ((people[1], "only_the_host"), (stranger, "not_in_this_game")):
        with pytest.raises(Forbidden, match=code):
            table_webhooks.attach(
                host=by, game_id=game.pk, form="ntfy", url="https://chat.example/x", events=ALL, mentions={}, now=NOON
            )
    for _ in range(table_webhooks.MOST):
        attach(game, receiver.url())
    with pytest.raises(Refused, match="too_many_webhooks"):
        attach(game, receiver.url())
    assert not registry.webhooks_of(people[0]).exists()
    with pytest.raises(NotFound):
        registry.find(people[0], table_webhooks.table_webhooks(game.pk)[0].pk)


def test_a_chat_that_is_called_too_often_says_when_to_come_again(people: list[Player], receiver: Receiver) -> None:
    game = started(people)
    hook = attach(game, receiver.url(), events=["entry"])
    registry.test(webhook=hook, now=NOON)
    registry.test(webhook=hook, now=NOON)
    second = timedelta(seconds=1)
    receiver.status, receiver.says = 429, b'{"message": "slow down", "retry_after": 2.5, "global": false}'
    assert len(went(receiver)) == 1
    first, _ = WebhookDelivery.objects.order_by("pk")
    assert first.next_attempt_at == NOON + 2.5 * second
    assert went(receiver, NOON + 2 * second) == []  # the other waits for its turn
    receiver.headers = {"Retry-After": "7"}
    assert len(went(receiver, NOON + 3 * second)) == 1
    first.refresh_from_db()
    assert first.next_attempt_at == NOON + 10 * second
    hook.refresh_from_db()
    assert hook.failing_since is None
    receiver.status, receiver.headers, receiver.says = 204, {}, b""
    assert len(went(receiver, NOON + 10 * second)) == 2

    receiver.status = 429
    for say in (b'{"retry_after": 1e999}', b'{"retry_after": -1}', b'{"retry_after": "1"}', b"[" * 3000, b""):
        registry.test(webhook=hook, now=NOON)
        receiver.says = say
        went(receiver, NOON)
        assert WebhookDelivery.objects.latest("pk").next_attempt_at >= NOON + 8 * second
        WebhookDelivery.objects.all().delete()


def test_a_chat_that_is_no_more_switches_it_off_and_the_host_hears(people: list[Player], receiver: Receiver) -> None:
    game = started(people)
    hook = attach(game, receiver.url(path=SECRET))
    receiver.status = 400
    registry.test(webhook=hook, now=NOON)
    went(receiver)
    assert WebhookDelivery.objects.latest("pk").state == State.FAILED  # the message was wrong, not the webhook
    receiver.status = 404
    registry.test(webhook=hook, now=NOON)
    went(receiver)
    hook.refresh_from_db()
    assert hook.state == Webhook.State.GONE
    mail = Mail.objects.get(template="account/email/webhook_off")
    assert mail.player == game.host
    assert "very-secret" not in str(mail.context)


def test_it_ends_with_its_host(people: list[Player], receiver: Receiver) -> None:
    game = chosen(started(people))
    attach(game, receiver.url())
    post(game, 0, "draw deck", "draw deck")
    Player.objects.filter(pk=people[0].pk).update(suspended_until=NOON + DAY)
    assert went(receiver) == []
    Player.objects.filter(pk=people[0].pk).update(suspended_until=None)
    Game.objects.filter(pk=game.pk).update(host=people[1])
    post(game, 1, "draw deck", "draw deck")
    assert went(receiver) == []
    assert not WebhookDelivery.objects.filter(state=State.QUEUED).exists()
    Game.objects.filter(pk=game.pk).update(host=people[0])
    privacy.erase_player(player=people[0], now=NOON)
    assert not Webhook.objects.exists()


def test_long_messages_are_cut_and_names_are_plain() -> None:
    asked = [TurnToPlay("@everyone", "", NOON)] * 6
    news = ChatNews("T" * 80, "https://night-mail.example/games/x", ["*_" * 3000], asked)
    _, told = formats.posted("discord", "https://chat.example/x", news)
    assert len(told["content"]) <= formats.LONGEST_DISCORD
    assert "@everyone" not in told["content"]
    assert told["content"].endswith("<https://night-mail.example/games/x>")
    _, told = formats.posted("ntfy", "https://chat.example/x", ChatNews("T", "", ["é" * 3000]))
    assert len(told["message"].encode()) <= formats.LONGEST_NTFY


@pytest.mark.django_db(transaction=True)
def test_messages_come_in_order_by_the_worker(people: list[Player], receiver: Receiver) -> None:
    game = chosen(started(people[:2]))
    attach(game, receiver.url(), events=["entry"])
    for seat in (0, 1, 0, 1):
        post(game, seat, "draw deck", "draw deck")
    tasks.call_webhooks()
    assert [one.data["content"].split(" drew")[0] for one in receiver.got] == ["Player 0", "Player 1"] * 2
