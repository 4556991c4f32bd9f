"""Practice: guests without an address, a table for one, stand-ins that answer at once, and the later cleanup."""

from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.core.exceptions import ValidationError
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

import engine
from games import tasks
from games.errors import Forbidden, NotFound, Refused
from games.lobby import again, closure, departures, lobby, practice, selectors
from games.models import Departure, Entry, Game, MailedCode, Player, Seat, Turn
from games.names import validate_player_name
from games.people import accounts, addresses, guests, reliability
from games.people.privacy import export_player
from games.table import store
from games.table.play import stand_ins
from notifications.models import Mail, Notification
from tests.games.stories import DAY, NOON, default, play_on, players, post, prompts
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

HERE, THERE = "192.0.2.7", "192.0.2.8"


def guest(network: str = HERE, now: Any = NOON) -> Player:
    return guests.come(network=network, now=now)


def table(player: Player | None = None, ruleset: str = "usa@1", now: Any = NOON) -> Game:
    return practice.start(player=player or guest(now=now), ruleset=ruleset, now=now)


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the games for which a worker would be called, without calling it."""
    asked: list[str] = []

    def hear(_task: Any, args: Any = None, **_more: Any) -> None:
        asked.extend(args or ())

    monkeypatch.setattr("celery.canvas.Signature.apply_async", hear)
    return asked


# Coming -----------------------------------------------------------------------------------------------------


def test_a_guest_has_a_name_of_the_houses_and_no_address() -> None:
    one = guest()
    assert one.name.startswith("Guest ")
    assert one.email is None
    assert not one.has_usable_password()


def test_nobody_else_can_be_called_so() -> None:
    with pytest.raises(ValidationError):
        validate_player_name("Guest 4821")


def test_so_many_come_from_one_network_in_a_day(settings: Settings) -> None:
    settings.GUESTS_PER_DAY = 2
    guest(now=NOON - DAY / 2)
    guest()
    with pytest.raises(Refused) as refused:
        guest()
    assert refused.value.code == "too_many_guests"
    assert refused.value.wait == pytest.approx(DAY.total_seconds() / 2)
    guest(THERE)
    guest(now=NOON + DAY / 2 + timedelta(seconds=1))


@pytest.mark.parametrize(("mode", "code"), [("closed", "sign_up_closed"), ("invited", "invitation_needed")])
def test_where_strangers_cannot_sign_up_no_guests_come(settings: Settings, mode: str, code: str) -> None:
    settings.SIGN_UP = mode
    with pytest.raises(Forbidden) as refused:
        guest()
    assert refused.value.code == code


# The table --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["old_west@1"]))
def test_a_practice_table_has_begun_and_goes_on(ruleset: str) -> None:
    game = table(ruleset=ruleset)
    assert game.status == Game.Status.RUNNING
    for _ in range(8):
        stand_ins.play_game(game_id=game.pk, now=NOON)
        (asked,) = prompts(game)
        assert asked["seat"] == 0
        post(game, 0, default(game, 0))
    assert not Turn.objects.filter(game=game, in_time__isnull=False).exists()


def test_pressed_twice_it_is_one_table() -> None:
    one = guest()
    first = table(one)
    assert table(one) == first
    assert table(one, "card_game@1") != first
    post(first, 0, default(first, 0))
    assert table(one) != first


def test_of_some_tables_one_has_to_end_first() -> None:
    one = guest()
    for _ in range(practice.MOST_TABLES):
        game = table(one)
        post(game, 0, default(game, 0))
    with pytest.raises(Refused) as refused:
        table(one)
    assert refused.value.code == "too_many_practice_tables"
    departures.resign(player=one, game_id=game.pk, now=NOON)
    table(one)


def test_it_is_nobody_elses() -> None:
    game, (other,) = table(), players(1)
    assert not selectors.may_know(other, game.pk)
    assert not selectors.visible_games(None).filter(pk=game.pk).exists()
    assert not selectors.open_seats_for(other, NOON).exists()


def test_it_counts_for_nothing_and_no_email_tells_of_it() -> None:
    (player,) = players(1)
    game = table(player)
    for _ in range(12):
        stand_ins.play_game(game_id=game.pk, now=NOON)
        post(game, 0, default(game, 0))
    departures.resign(player=player, game_id=game.pk, now=NOON)
    assert reliability.reliability_of([player.pk], NOON)[player.pk] == reliability.NEW
    assert not Departure.objects.exists()
    assert not Notification.objects.exists()
    assert not Mail.objects.exists()


def test_left_it_is_closed_without_ado() -> None:
    one = guest()
    game = table(one)
    departures.resign(player=one, game_id=game.pk, now=NOON)
    closure.close_due(now=NOON)
    game.refresh_from_db()
    assert game.status == Game.Status.ABANDONED
    assert not Notification.objects.exists()


# Stand-ins --------------------------------------------------------------------------------------------------


def test_stand_ins_are_called_as_soon_as_they_are_asked(
    woken: list[str], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        game = table()
    assert game.pk in woken
    woken.clear()
    tasks.play_stand_ins(game.pk)
    assert {prompt["seat"] for prompt in prompts(game)} == {0}
    with django_capture_on_commit_callbacks(execute=True):
        post(game, 0, default(game, 0))
        post(game, 0, "draw deck", "draw deck")
    assert game.pk in woken


def test_what_they_play_themselves_calls_nobody(
    woken: list[str], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    game = table()
    with django_capture_on_commit_callbacks(execute=True):
        stand_ins.play_game(game_id=game.pk, now=NOON)
    assert game.pk not in woken


def test_at_other_tables_they_wait_for_the_sweep(
    woken: list[str], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    (player,) = players(1)
    wishes = lobby.Wishes("usa@1", 3, DAY, stand_ins=2)
    with django_capture_on_commit_callbacks(execute=True):
        game = lobby.create_game(host=player, wishes=wishes, now=NOON)
    assert game.status == Game.Status.RUNNING
    assert game.pk not in woken


def test_with_the_broker_away_the_sweep_finds_them(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    monkeypatch.setattr(current_app.conf, "broker_url", "redis://localhost:1/0")
    for holder, pool in ((current_app, "_pool"), (current_app.amqp, "_producer_pool")):
        # An open pool would keep its broker, and a pool opened here would be used by later tests.
        monkeypatch.setattr(holder, pool, None)
    with django_capture_on_commit_callbacks(execute=True):
        game = table()
    assert stand_ins.play_due(now=NOON) == 2
    assert {prompt["seat"] for prompt in prompts(game)} == {0}


# What takes an address --------------------------------------------------------------------------------------


def test_a_guest_does_nothing_that_others_would_hear_of() -> None:
    one, (host,) = guest(), players(1)
    wishes = lobby.Wishes("usa@1", 3, DAY)
    there = lobby.create_game(host=host, wishes=wishes, now=NOON).pk
    tried = (
        lambda: lobby.create_game(host=one, wishes=wishes, now=NOON),
        lambda: lobby.join_game(player=one, game_id=there, now=NOON),
        lambda: addresses.ask(player=one, address="a@mail.example", whole=True, now=NOON),
        lambda: accounts.ask_to_erase(player=one, now=NOON),
        lambda: accounts.ask_for_proof(player=one, now=NOON),
        lambda: accounts.change_profile(player=one, changes={"name": "Nils"}, now=NOON),
    )
    for act in tried:
        with pytest.raises(Forbidden) as refused:
            act()
        assert refused.value.code == "address_needed"
    assert not Mail.objects.exists()


def test_and_nobody_can_write_to_one() -> None:
    one, (host,) = guest(), players(1)
    there = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY), now=NOON).pk
    with pytest.raises(NotFound):
        lobby.invite(host=host, game_id=there, names=[one.name], now=NOON)


# Staying ----------------------------------------------------------------------------------------------------


def keep(one: Player, address: str = "new@mail.example", name: str = "Newcomer") -> MailedCode:
    return guests.mail_code(
        guest=one, address=address, facts={"name": name, "time_zone": "UTC"}, asked_by=HERE, now=NOON
    )


def code_to(address: str) -> dict[str, str]:
    mail = Mail.objects.filter(address=address).latest("pk")
    return mail.context or {}


def test_with_an_address_the_guest_stays_and_so_does_the_table() -> None:
    one = guest()
    game = table(one)
    asked = keep(one)
    done = accounts.confirm(confirmation=asked.pk, typed=code_to("new@mail.example")["code"], now=NOON)
    assert (done.player.pk, done.player.email, done.player.name) == (one.pk, "new@mail.example", "Newcomer")
    assert done.player.kind == Player.Kind.HUMAN
    assert guests.forget_old(now=NOON + 2 * DAY) == 0
    assert Seat.objects.filter(game=game, player=one).exists()
    assert Game.objects.get(pk=game.pk).practice


def test_no_link_keeps_a_table_only_the_code_where_it_was_asked_for() -> None:
    """Otherwise somebody could attach another's address to an account that is open elsewhere."""
    one = guest()
    keep(one)
    with pytest.raises(Refused):
        accounts.confirm(confirmation="", typed=code_to("new@mail.example")["link"], now=NOON)
    one.refresh_from_db()
    assert one.email is None


def test_an_address_that_has_an_account_is_told_so_and_nothing_else_happens() -> None:
    (owner,) = players(1)
    one = guest()
    free, taken = keep(one), keep(one, owner.email or "")
    assert set(vars(free)) == set(vars(taken))
    assert taken.purpose == MailedCode.Purpose.NOTHING
    mail = Mail.objects.get(address=owner.email)
    assert mail.template == "account/email/keep_has_account"
    with pytest.raises(Refused):
        accounts.confirm(confirmation=taken.pk, typed=code_to(owner.email or "")["code"], now=NOON)
    one.refresh_from_db()
    assert (one.kind, one.email) == (Player.Kind.GUEST, None)


def test_of_two_guests_with_one_address_the_second_is_told() -> None:
    first, second = guest(), guest()
    codes = []
    for one, name in ((first, "Anna"), (second, "Berta")):
        asked = keep(one, name=name)
        codes.append((asked.pk, code_to("new@mail.example")["code"]))
    accounts.confirm(confirmation=codes[0][0], typed=codes[0][1], now=NOON)
    with pytest.raises(Refused) as refused:
        accounts.confirm(confirmation=codes[1][0], typed=codes[1][1], now=NOON)
    assert refused.value.code == "address_taken"


def test_a_name_that_somebody_has_is_refused_at_once() -> None:
    (owner,) = players(1)
    with pytest.raises(Refused) as refused:
        keep(guest(), name=owner.name)
    assert refused.value.code == "name_taken"


def test_a_player_keeps_nothing() -> None:
    with pytest.raises(Forbidden):
        keep(players(1)[0])


# Going ------------------------------------------------------------------------------------------------------


def test_after_a_day_nothing_personal_is_left() -> None:
    one = guest()
    name = one.name
    game = table(one)
    play_on(game, 8)
    keep(one)
    assert guests.forget_old(now=NOON + DAY / 2) == 0
    assert guests.forget_old(now=NOON + DAY) == 1
    closure.close_due(now=NOON + DAY)
    one.refresh_from_db()
    game.refresh_from_db()
    assert one.erased_at is not None
    assert not one.is_active
    assert name not in str(export_player(player=one))
    assert game.status == Game.Status.ABANDONED
    assert not MailedCode.objects.filter(player=one).exists()
    assert name not in str(list(Entry.objects.filter(game=game).values_list("public", flat=True)))
    assert not Notification.objects.exists()
    store.load(game)


def test_the_sweep_does_it() -> None:
    one = guest(now=NOON - 400 * DAY)
    tasks.forget_old_access()
    one.refresh_from_db()
    assert one.erased_at is not None


def test_an_ended_practice_table_is_played_again_by_the_guest_alone() -> None:
    one = guest()
    game = table(one)
    departures.resign(player=one, game_id=game.pk, now=NOON)
    closure.close_due(now=NOON)
    found = again.play_again(player=one, game_id=game.pk, now=NOON).game
    assert found != game
    assert (found.practice, found.status) == (True, Game.Status.RUNNING)
