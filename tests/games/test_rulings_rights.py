"""Permissions for rulings: groups, admins who play, two admins; and the record of all of it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection

import engine
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.models import AdminAct, AdminReason, BulkItem, Entry, Game, Mention, Player, Ruling
from games.people import audit, rights
from games.people.privacy import erase_player, export_player
from games.table import rulings
from games.table.rulings import (
    Correct,
    End,
    Extend,
    MoveFor,
    Order,
    Pause,
    Reinstate,
    Remove,
    Reopen,
    Replace,
    Resume,
    TakeBack,
    bulk,
)
from games.table.rulings.secrets import open_secrets
from tests.games.courts import admin, as_row, last, rule, undo, view
from tests.games.stories import NOON, chosen, players, started
from tests.undone import undone

pytestmark = pytest.mark.django_db

GROUPS: dict[str, set[str]] = {
    "": set(),
    "support": {"extend", "replace"},
    "referee": {"extend", "replace", "rule", "open_secrets"},
    "operator": {"bulk", "moderate"},
}
ORDERS: list[tuple[Order, str]] = [
    (Extend(hours=1), "extend"),
    (Replace(1), "replace"),
    (Pause(), "rule"),
    (Resume(), "rule"),
    (TakeBack(1), "rule"),
    (MoveFor(0), "rule"),
    (Remove(1), "rule"),
    (Reinstate(1), "rule"),
    (End("void"), "rule"),
    (Reopen(), "rule"),
    (Correct(1, 1), "rule"),
]


@pytest.fixture
def game() -> Game:
    return chosen(started(players(3)))


@pytest.fixture
def two(settings: Any) -> None:
    settings.TWO_PERSON_RULINGS = True


def roads(person: Player, game: Game, order: Order) -> list[Callable[[], Any]]:
    """Return every way to carry out an order, or to preview it."""
    facts: dict[str, Any] = {"admin": person, "game_id": game.id, "order": order, "now": NOON}
    return [lambda: rulings.preview(**facts), lambda: rulings.rule(**facts)]


def in_bulk(person: Player, game: Game, order: Order) -> str:
    """Return the code of why the game is not ruled on in bulk; "" if it is."""
    bulk.start(admin=person, order=order, game_ids=[game.pk], now=NOON)
    bulk.work(now=NOON)
    return BulkItem.objects.latest("pk").code


def refusal(road: Callable[[], Any]) -> str:
    """Return the code of the refusal; "" if there is none."""
    try:
        road()
    except Refused as error:
        return error.code
    return ""


@pytest.mark.parametrize("group", GROUPS)
def test_each_group_may_do_what_it_may(game: Game, group: str) -> None:
    """An allowed ruling may still be refused because it makes no sense now."""
    person, missing = admin(group), {}
    for order, right in ORDERS:
        with undone():
            missing[order.kind, right] = {refusal(road) == "right_missing" for road in roads(person, game, order)}
    assert missing == {(order.kind, right): {right not in GROUPS[group]} for order, right in ORDERS}


def test_anyone_who_plays_is_refused_on_every_road(game: Game) -> None:
    person = Player.objects.get(pk=game.host_id)
    Player.objects.filter(pk=person.pk).update(is_superuser=True, is_staff=True)
    person.refresh_from_db()
    for order, _ in ORDERS:
        for road in roads(person, game, order):
            with pytest.raises(Forbidden, match="plays_in_this_game"):
                road()
    with pytest.raises(Forbidden, match="plays_in_this_game"):
        open_secrets(admin=person, game_id=game.id, reason="curiosity", now=NOON)
    assert in_bulk(person, game, Pause()) == "plays_in_this_game"


def test_so_is_anyone_who_played_before(game: Game) -> None:
    gone = Player.objects.get(pk=game.host_id)
    rule(game, Replace(0, players(1, "New")[0].pk))
    gone.groups.add(Group.objects.get(name="referee"))
    gone = Player.objects.get(pk=gone.pk)
    assert rights.plays(gone, game)
    with pytest.raises(Forbidden, match="plays_in_this_game"):
        rule(game, Pause(), by=gone)


def test_and_anyone_who_has_taken_a_seat_over(game: Game) -> None:
    boss = admin()
    newcomer = admin("referee", "Newcomer")
    rule(game, Replace(0, newcomer.pk), by=boss)
    rule(game, Replace(0), by=boss)
    with pytest.raises(Forbidden, match="plays_in_this_game"):
        rule(game, Pause(), by=newcomer)


def test_nobody_gives_themselves_a_seat(game: Game) -> None:
    for road in roads(boss := admin(), game, Replace(1, boss.pk)):
        with pytest.raises(Forbidden, match="not_yourself"):
            road()


@pytest.mark.parametrize("what", ["secrets opened", "a move tried"])
def test_anyone_who_has_learned_what_seats_hold_takes_no_seat(game: Game, what: str) -> None:
    boss, curious = admin(), admin("referee", "Curious")
    if what == "secrets opened":
        open_secrets(admin=curious, game_id=game.id, reason="Suspected collusion.", now=NOON)
    else:
        rulings.preview(admin=curious, game_id=game.id, order=MoveFor(0, "draw deck"), now=NOON)
    with pytest.raises(Refused, match="has_seen_secrets"):
        rule(game, Replace(1, curious.pk), by=boss)


def test_undoing_takes_the_right_of_the_opposite(game: Game) -> None:
    support = admin("support", "Helper")
    given = rule(game, Extend(hours=1), by=support)
    with pytest.raises(Forbidden, match="right_missing"):
        undo(game, given, by=support)
    undo(game, given)


def test_in_bulk_only_clocks_are_ruled_on(game: Game) -> None:
    operator = admin("operator", "Operator")
    assert in_bulk(operator, game, Pause("outage")) == ""
    with pytest.raises(Unprocessable, match="not_in_bulk"):
        in_bulk(operator, game, End("void"))
    with pytest.raises(Forbidden):
        in_bulk(admin("support", "Helper"), game, Resume())


@pytest.mark.usefixtures("two")
class TestTwoAdmins:
    @pytest.mark.parametrize("order", [End("void"), Correct(1, 5)], ids=lambda order: order.kind)
    def test_a_weighty_ruling_waits_for_another(self, game: Game, order: Order) -> None:
        one, other = admin(), admin("referee", "Other")
        proposed = rule(game, order, by=one, text="Because.", note="Between us.")
        assert (proposed.state, proposed.entry) == ("proposed", None)
        assert not Entry.objects.filter(game=game, kind="ruled").exists()
        with pytest.raises(Forbidden, match="same_admin"):
            rulings.confirm(admin=one, ruling_id=proposed.pk, now=NOON)

        done = rulings.confirm(admin=other, ruling_id=proposed.pk, now=NOON)

        assert (done.state, done.entry, done.public_text) == ("done", 5, "Because.")
        assert (last(game)["by"], last(game)["confirmed_by"]) == (one.pk, other.pk)
        with pytest.raises(NotFound, match="no_such_ruling"):
            rulings.confirm(admin=other, ruling_id=proposed.pk, now=NOON)

    def test_anyone_who_plays_cannot_confirm(self, game: Game) -> None:
        proposed = rule(game, End("void"))
        host = Player.objects.get(pk=game.host_id)
        host.groups.add(Group.objects.get(name="referee"))
        with pytest.raises(Forbidden, match="plays_in_this_game"):
            rulings.confirm(admin=Player.objects.get(pk=host.pk), ruling_id=proposed.pk, now=NOON)

    def test_it_can_be_withdrawn(self, game: Game) -> None:
        boss = admin()
        proposed = rule(game, End("void"), by=boss)
        rulings.withdraw(admin=boss, ruling_id=proposed.pk, now=NOON)
        with pytest.raises(NotFound):
            rulings.confirm(admin=admin("referee", "Other"), ruling_id=proposed.pk, now=NOON)

    def test_things_may_have_changed_meanwhile(self, game: Game) -> None:
        proposed = rule(game, End("void"))
        rule(game, End("adjudicated"))
        with pytest.raises(Refused, match="game_not_running"):
            rulings.confirm(admin=admin("referee", "Other"), ruling_id=proposed.pk, now=NOON)
        assert Ruling.objects.get(pk=proposed.pk).state == "proposed"

    def test_proposed_twice_it_waits_once(self, game: Game) -> None:
        boss = admin()
        first = rule(game, Correct(1, 5), by=boss)
        assert rule(game, Correct(1, 5), by=boss) == first
        assert rule(game, Correct(1, 4), by=boss) != first
        assert AdminAct.objects.filter(what="proposed").count() == 2

    def test_what_is_undone_already_is_not_undone_again_by_a_second_proposal(self, game: Game) -> None:
        one, other = admin(), admin("referee", "Other")
        corrected = rulings.confirm(admin=other, ruling_id=rule(game, Correct(1, 5), by=one).pk, now=NOON)
        proposed = [undo(game, corrected, by=by) for by in (one, other)]
        rulings.confirm(admin=other, ruling_id=proposed[0].pk, now=NOON)
        with pytest.raises(Refused, match="already_undone"):
            rulings.confirm(admin=one, ruling_id=proposed[1].pk, now=NOON)
        assert [seat["points"] for seat in view(game)["seats"]] == [0, 0, 0]

    def test_nor_what_was_taken_back_meanwhile(self, game: Game) -> None:
        one, other = admin(), admin("referee", "Other")
        corrected = rulings.confirm(admin=other, ruling_id=rule(game, Correct(1, 5), by=one).pk, now=NOON)
        proposed = undo(game, corrected, by=one)
        rule(game, TakeBack(4), by=one)
        with pytest.raises(Refused, match="nothing_to_undo"):
            rulings.confirm(admin=other, ruling_id=proposed.pk, now=NOON)

    def test_other_rulings_do_not_wait(self, game: Game) -> None:
        assert rule(game, Pause()).state == "done"


class TestOnRecord:
    def test_every_ruling_is(self, game: Game) -> None:
        boss = admin()
        done = rule(game, Pause(), by=boss, text="A moment.", note="Odd emails.")
        act = AdminAct.objects.get()
        assert (act.what, act.by, act.game, act.entry) == ("ruled", boss, game, done.entry)
        assert act.reason.text == "Odd emails."
        assert (done.kind, done.public_text) == ("paused", "A moment.")

    def test_no_word_of_an_admin_is_in_the_log(self, game: Game) -> None:
        rule(game, Pause(), text="A moment.", note="Odd emails.")
        assert "moment" not in str(last(game))
        assert "Odd" not in str(last(game))

    def test_the_log_names_the_admin_by_id(self, game: Game) -> None:
        boss = admin()
        rule(game, Pause(), by=boss)
        assert last(game)["by"] == boss.pk
        assert boss.name not in str(last(game))

    def test_the_list_only_grows(self, game: Game) -> None:
        rule(game, Pause())
        act = AdminAct.objects.get()
        act.what = "nothing"
        with pytest.raises(DatabaseError, match="Cannot update or delete"):
            act.save()

    @pytest.mark.parametrize("statement", ["UPDATE games_adminact SET what = 'x'", "DELETE FROM games_adminact"])
    def test_not_even_in_sql(self, game: Game, statement: str) -> None:
        rule(game, Pause())
        with pytest.raises(DatabaseError, match="Cannot update or delete"), connection.cursor() as cursor:
            cursor.execute(statement)

    def test_nor_is_it_emptied(self) -> None:
        with pytest.raises(DatabaseError, match="Cannot truncate"), connection.cursor() as cursor:
            cursor.execute("TRUNCATE games_adminact CASCADE")

    def test_what_names_an_erased_player_is_for_staff_to_decide(self, game: Game) -> None:
        boss, host = admin(), Player.objects.get(pk=game.host_id)
        address = host.email
        rule(game, Pause(), by=boss, text=f"{host.name} asked for it.", note=f"See {host.email}.")
        audit.note(boss, "warned", NOON, player=host, reason=f"{host.name} was rude")
        erase_player(player=host, now=NOON)
        ruling = Ruling.objects.get()
        assert (ruling.public_text, ruling.staff_note) == ("Player 0 asked for it.", f"See {address}.")
        asked = Mention.objects.filter(player=host, state=Mention.State.ASKED)
        assert set(asked.values_list("source", "field")) >= {("ruling", "public_text"), ("ruling", "staff_note")}
        assert not AdminReason.objects.filter(text__contains="was rude").exists()
        assert AdminAct.objects.filter(what="warned", player=host).exists()

    def test_an_admin_gets_all_that_is_held_and_can_be_forgotten(self, game: Game) -> None:
        boss = admin()
        rule(game, Pause(), by=boss, text="A moment.", note="Odd emails.")
        held = export_player(player=boss)
        assert held["rulings"][0]["public_text"] == "A moment."
        assert held["admin_acts"][0]["reason__text"] == "Odd emails."
        erase_player(player=boss, now=NOON)
        assert Ruling.objects.get().public_text == ""


class TestOpeningSecrets:
    def test_it_is_noted_first(self, game: Game) -> None:
        boss = admin()
        seen = open_secrets(admin=boss, game_id=game.id, reason="A dispute about a hand.", now=NOON)
        assert [one["hand"] for one in seen] == [engine.own(view(game, seat))["hand"] for seat in range(3)]
        act = AdminAct.objects.get(game=game, what="secrets_opened")
        assert (act.by, act.entry, act.reason.text) == (boss, as_row(game)["head"], "A dispute about a hand.")

    def test_it_takes_the_right_and_a_reason(self, game: Game) -> None:
        with pytest.raises(Forbidden, match="right_missing"):
            open_secrets(admin=admin("support", "Helper"), game_id=game.id, reason="Why not", now=NOON)
        with pytest.raises(Unprocessable, match="reason_missing"):
            open_secrets(admin=admin(), game_id=game.id, reason="  ", now=NOON)
        assert not AdminAct.objects.exists()


def test_an_order_survives_json() -> None:
    for order, _ in ORDERS:
        assert rulings.read(rulings.written(order)) == order
    assert rulings.read(rulings.written(Extend(deadline_at=NOON))) == Extend(deadline_at=NOON)
    assert rulings.read({"kind": "ended", "how": "forfeit", "seats": [1, 2]}) == End("forfeit", (1, 2))


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "unknown_ruling"),
        ({"kind": "blessed"}, "unknown_ruling"),
        ({"kind": "removed"}, "malformed_ruling"),
        ({"kind": "removed", "seat": "1"}, "malformed_ruling"),
        ({"kind": "removed", "seat": 1, "why": "x"}, "malformed_ruling"),
        ({"kind": "extended", "deadline_at": "tomorrow"}, "malformed_ruling"),
        ({"kind": "extended", "deadline_at": "2026-03-03T12:00:00"}, "malformed_ruling"),
        ({"kind": "ended", "how": "forfeit", "seats": 3}, "malformed_ruling"),
    ],
    ids=str,
)
def test_what_is_no_order(data: dict[str, Any], code: str) -> None:
    with pytest.raises(Unprocessable, match=code):
        rulings.read(data)
