"""Erasing a player leaves nothing in the outbox."""

import json

import pytest
from django.apps import apps
from django.core.serializers import serialize

from games.people.privacy import erase_player, export_player
from games.signals import account_mail
from notifications.lists import Mode, Stream
from notifications.models import DeadAddress, Habits, Mail, Notification, Preference
from notifications.policy import preferences
from tests.games.stories import NOON, chosen, players, started
from tests.notifications.conftest import Carry
from tests.notifications.post_office import PostOffice

pytestmark = pytest.mark.django_db


def test_nothing_personal_is_left_and_nothing_is_sent(carry: Carry, post_office: PostOffice) -> None:
    people = players(3)
    gone = people[0]
    post_office.refusals["player0@mail.example"] = "550 No such user"
    game = started(people)
    carry(NOON)
    chosen(game)
    preferences.put(gone, {Stream.TURNS: Mode.AT_ONCE}, now=NOON)
    preferences.put_habits(gone, {"reminders": 2}, now=NOON)
    facts = {"template": "account/email/login_code", "context": {"code": "ABCD"}}
    account_mail.send(sender=type(gone), address=gone.email, player=gone, **facts)
    account_mail.send(sender=type(gone), address="PLAYER0@mail.example", player=None, **facts)
    assert DeadAddress.objects.count() == 1
    erase_player(player=gone, now=NOON)
    for model in (Mail, Notification, Preference, Habits, DeadAddress):
        assert not model.objects.filter(player=gone).exists()
    rows = [row for model in apps.get_app_config("notifications").get_models() for row in model._default_manager.all()]
    assert "player0" not in serialize("json", rows).lower()
    post_office.refusals.clear()
    assert [mail.to for mail in carry(NOON)] == [["player1@mail.example"]]


def test_others_do_not_read_the_name_any_more(carry: Carry) -> None:
    people = players(3)
    chosen(started(people))
    erase_player(player=people[0], now=NOON)
    emails = carry(NOON)
    assert emails
    assert not [mail for mail in emails if "Player 0" in mail.text + mail.html or "erased-" in mail.text]
    assert "Seat 1 (former player)" in emails[0].text


def test_what_we_hold_is_in_the_players_export(carry: Carry) -> None:
    people = players(2)
    started(people)
    carry(NOON)
    held = export_player(player=people[0])
    assert held["mail_preferences"] == dict.fromkeys(Stream.values, "at_once")
    assert [mail["stream"] for mail in held["mails"]] == ["turns"]
    assert json.dumps(held, default=str)
