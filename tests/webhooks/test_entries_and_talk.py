"""A program can get every entry and every line of talk, as its player may read them at that moment."""

import pytest
from time_machine import TimeMachineFixture

from games.lobby import departures
from games.models import Game, Player, TalkLine, TalkMute
from games.people import privacy, relations
from games.table.talk import new_lines
from notifications import wake_up
from notifications.models import WebhookDelivery
from notifications.outbox.webhooks import delivery, registry
from tests.games.stories import DAY, NOON, chosen, players, post, started
from tests.webhooks.receiver import Receiver

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _at_noon(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(NOON, tick=False)


def posted(receiver: Receiver) -> list[dict[str, object]]:
    """Post all due messages, and return the received data."""
    before = len(receiver.got)
    delivery.deliver_due(clock=lambda: NOON, until=NOON + DAY)
    came = sorted(receiver.got[before:], key=lambda one: one.data["data"].get("entry") or one.data["data"].get("line"))
    return [one.data["data"] for one in came]


def test_every_entry_is_told_as_the_log_has_it(receiver: Receiver) -> None:
    ada, bob = players(2)
    registry.register(player=ada, url=receiver.url(), events=["entry"], now=NOON)
    full, _ = registry.register(player=bob, url=receiver.url(), events=["entry"], full=True, now=NOON)
    game = chosen(started([ada, bob]))
    post(game, 0, "draw deck")
    head = Game.objects.get().head
    heard = posted(receiver)
    small = [one for one in heard if one["player"] == ada.pk]
    assert [one["entry"] for one in small] == list(range(1, head + 1))
    assert small[0].keys() == {"webhook", "player", "game", "your_seat", "entry", "links"}
    drawn = heard[-1] if heard[-1]["player"] == bob.pk else heard[-2]
    assert (drawn["webhook"], drawn["entry"]) == (full.pk, head)
    assert '"card"' not in str(drawn["logged"]).replace("'", '"')  # only the other player may know the card
    assert drawn["view"]["your_seat"] == 1  # type: ignore[index]


def test_nobody_hears_of_a_game_after_leaving_it(receiver: Receiver) -> None:
    people = players(3)
    registry.register(player=people[2], url=receiver.url(), events=["entry", "talk"], full=True, now=NOON)
    game = chosen(started(people, public=False))
    assert len(posted(receiver)) == Game.objects.get().head
    new_lines.say(player=people[0], game_id=game.pk, text="Are you still there?", now=NOON)
    game.seats.filter(player=people[2]).update(player=None)
    assert posted(receiver) == []
    assert WebhookDelivery.objects.filter(state=WebhookDelivery.State.DROPPED).count() == 1


def test_lines_are_told_but_for_those_of_muted_and_erased_players(receiver: Receiver) -> None:
    ada, bob, eve = people = players(3)
    registry.register(player=ada, url=receiver.url(), events=["talk"], now=NOON)
    registry.register(player=bob, url=receiver.url(), events=["talk"], full=True, now=NOON)
    game = started(people)

    def say(player: Player, text: str) -> None:
        new_lines.say(player=player, game_id=game.pk, text=text, now=NOON)

    relations.add(TalkMute, player=ada, other_id=eve.pk, now=NOON)
    say(eve, "Hello, @everyone")
    say(bob, "Good luck!")
    small, *whole = sorted(posted(receiver), key=lambda one: "said" in one)
    assert (small["line"], small["by"], small["player"]) == (2, bob.pk, ada.pk)
    assert [one["said"]["text"] for one in whole] == ["Hello, @everyone", "Good luck!"]  # type: ignore[index]

    say(bob, "Sorry.")
    relations.add(TalkMute, player=ada, other_id=bob.pk, now=NOON)
    assert [one["player"] for one in posted(receiver)] == [bob.pk]  # she may no longer read it

    say(eve, "Bye.")
    departures.resign(player=eve, game_id=game.pk, now=NOON)
    privacy.erase_player(player=eve, now=NOON)
    assert TalkLine.objects.filter(text="").count() == 2
    assert posted(receiver) == []


@pytest.mark.django_db(transaction=True)
def test_the_worker_is_called_where_a_line_is_to_be_told(monkeypatch: pytest.MonkeyPatch, receiver: Receiver) -> None:
    calls: list[str] = []
    monkeypatch.setattr(wake_up, "_call", calls.append)
    ada, bob = players(2)
    game = started([ada, bob])
    calls.clear()
    wake_up.heard(wake_up.CALL)
    new_lines.say(player=ada, game_id=game.pk, text="Hello", now=NOON)
    assert wake_up.CALL not in calls
    registry.register(player=bob, url=receiver.url(), events=["talk"], now=NOON)
    new_lines.say(player=ada, game_id=game.pk, text="Hello?", now=NOON)
    assert wake_up.CALL in calls
