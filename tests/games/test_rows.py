"""Changes that the database itself refuses."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import ProtectedError

from games.ids import ALPHABET, new_id
from games.limits import LONGEST_TIME, SHORTEST_TIME
from games.models import AccessToken, Entry, EntrySecret, Game, GameSecret, Player, Seat, Turn
from games.table import store
from tests.games.stories import NOON, players, started

pytestmark = pytest.mark.django_db

HASH = "0" * 64


def game(**facts: Any) -> Game:
    agreed = {
        "ruleset": "usa@1",
        "board_digest": HASH,
        "seats_wanted": 3,
        "time_per_move": timedelta(days=1),
        "created_at": NOON,
        "commitment": HASH,
    }
    return Game.objects.create(host=facts.pop("host", None) or players(1)[0], **agreed | facts)


def logged() -> Entry:
    table = game()
    EntrySecret.objects.create(game=table, number=1, holder=-1, salt=b"salt", body=b"{}")
    return Entry.objects.create(game=table, number=1, kind="started", at=NOON, public={}, hash=HASH)


class TestTheLogOnlyGrows:
    def test_an_entry_is_never_changed(self) -> None:
        entry = logged()
        entry.public = {"other": 1}
        with pytest.raises(DatabaseError, match="Cannot update or delete"):
            entry.save()

    @pytest.mark.parametrize("model", [Entry, EntrySecret])
    def test_no_row_is_changed(self, model: type[Entry | EntrySecret]) -> None:
        logged()
        with pytest.raises(DatabaseError, match="Cannot update or delete"):
            model._default_manager.update(number=2)

    @pytest.mark.parametrize("model", [Entry, EntrySecret])
    def test_no_row_is_deleted(self, model: type[Entry | EntrySecret]) -> None:
        logged()
        with pytest.raises(DatabaseError, match="Cannot update or delete"):
            model._default_manager.all().delete()

    @pytest.mark.parametrize("model", [Entry, EntrySecret])
    def test_no_table_is_emptied(self, model: type[Entry | EntrySecret]) -> None:
        with pytest.raises(DatabaseError, match="Cannot truncate"), connection.cursor() as cursor:
            cursor.execute(f"TRUNCATE {model._meta.db_table}")

    def test_not_even_by_way_of_the_game(self) -> None:
        entry = logged()
        with pytest.raises(ProtectedError):
            entry.game.delete()
        with pytest.raises(DatabaseError), connection.cursor() as cursor:
            cursor.execute("TRUNCATE games_game CASCADE")

    def test_no_number_is_given_twice(self) -> None:
        entry = logged()
        with pytest.raises(IntegrityError):
            Entry.objects.create(game=entry.game, number=1, kind="move", at=NOON, public={}, hash=HASH)

    def test_an_entry_is_found_by_game_and_number(self) -> None:
        entry = logged()
        assert Entry.objects.get(pk=(entry.game_id, 1)) == entry


@pytest.mark.parametrize(
    "facts",
    [
        {"seats_wanted": 1},
        {"seats_wanted": 7},
        {"time_per_move": SHORTEST_TIME - timedelta(seconds=1)},
        {"time_per_move": LONGEST_TIME + timedelta(seconds=1)},
        {"status": "running"},
        {"status": "open", "started_at": NOON},
        {"status": "ended", "started_at": NOON},
        {"status": "ended", "started_at": NOON, "ended_at": NOON - timedelta(days=1), "head": 1, "chain": HASH},
        {"status": "closed"},
        {"head": 1},
        {"chain": HASH},
        {"commitment": "x"},
    ],
    ids=str,
)
def test_games_that_cannot_be(facts: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError):
        game(**facts)


@pytest.mark.parametrize("time", [SHORTEST_TIME, LONGEST_TIME])
def test_games_may_be_as_fast_and_as_slow_as_agreed(time: timedelta) -> None:
    assert game(time_per_move=time).time_per_move == time


class TestSeats:
    def test_a_seat_has_one_place(self) -> None:
        table, (one, two) = game(), (player("one"), player("two"))
        Seat.objects.create(game=table, number=0, player=one, joined_at=NOON)
        Seat.objects.create(game=table, number=0, player=two, joined_at=NOON)
        with pytest.raises(IntegrityError), connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")

    def test_a_player_has_one_seat(self) -> None:
        table, one = game(), player("one")
        Seat.objects.create(game=table, number=0, player=one, joined_at=NOON)
        with pytest.raises(IntegrityError):
            Seat.objects.create(game=table, number=1, player=one, joined_at=NOON)

    def test_seats_can_change_places(self) -> None:
        table = game()
        for number, name in enumerate(("one", "two")):
            Seat.objects.create(game=table, number=number, player=player(name), joined_at=NOON)
        for seat in Seat.objects.filter(game=table):
            seat.number = 1 - seat.number
            seat.save()
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class TestPlayers:
    def test_an_address_is_one_players_whatever_its_case(self) -> None:
        player("one")
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.create_user("ONE@mail.example", "Other")
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.create(email="One@mail.example", name="Upper")
        upper = Player.objects.create(email="Upper@mail.example", name="Upper")
        assert (upper.email, upper.email_key) == ("Upper@mail.example", "upper@mail.example")

    def test_a_name_is_one_players_whatever_its_case(self) -> None:
        player("Åse")
        with pytest.raises(IntegrityError):
            Player.objects.create_user("other@mail.example", "åSE")

    def test_anyone_who_is_not_erased_has_an_address(self) -> None:
        with pytest.raises(IntegrityError):
            Player.objects.create(name="Nobody")

    def test_but_the_house_needs_none(self) -> None:
        Player.objects.create(name="House", kind=Player.Kind.HOUSE)

    def test_anyone_who_is_erased_holds_nothing(self) -> None:
        one = player("one")
        one.erased_at = NOON
        with pytest.raises(IntegrityError):
            one.save()

    def test_a_player_is_never_deleted_from_a_game(self) -> None:
        table = game()
        Seat.objects.create(game=table, number=0, player=table.host, joined_at=NOON)
        with pytest.raises(ProtectedError):
            table.host.delete()

    def test_where_a_player_is_named_in_a_log_it_is_by_id(self) -> None:
        one = player("one")
        assert str(one) == repr(one).partition(": ")[2].rstrip(">") == one.pk

    def test_ids_are_short_opaque_and_never_the_same(self) -> None:
        ids = {new_id() for _ in range(1000)}
        assert len(ids) == 1000
        assert all(len(each) == 12 and set(each) <= set(ALPHABET) for each in ids)


def test_a_token_is_kept_hashed_or_not_at_all() -> None:
    with pytest.raises(IntegrityError):
        AccessToken.objects.create(user=player("one"), token="nm_plain", expires=NOON)


def test_a_turn_ends_after_it_began_and_is_there_once() -> None:
    table = game()
    facts = {"game": table, "seat": 0, "prompt_opened": 1, "kind": "take_turn", "opened_at": NOON}
    with pytest.raises(IntegrityError), transaction.atomic():
        Turn.objects.create(**facts, deadline_at=NOON, expires_at=NOON)
    day, two_days = NOON + timedelta(days=1), NOON + timedelta(days=2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Turn.objects.create(**facts, deadline_at=two_days, expires_at=day)
    Turn.objects.create(**facts, deadline_at=day, expires_at=day)
    with pytest.raises(IntegrityError):
        Turn.objects.create(**facts, deadline_at=two_days, expires_at=two_days)


def test_a_cached_position_knows_as_of_when_it_is() -> None:
    with pytest.raises(IntegrityError):
        GameSecret.objects.create(game=game(), seed=b"x", position=b"{}")


def player(name: str) -> Player:
    return Player.objects.create_user(f"{name.lower()}@mail.example", name)


def test_a_table_printed_tells_nothing() -> None:
    table = store.load(store.read(started(players(2)).id))
    assert len(repr(table)) < 100


GROWING = ["games_turn", "games_seat", "notifications_notification", "notifications_mail", "notifications_replyaddress"]


@pytest.mark.parametrize("table", GROWING)
def test_no_index_is_kept_for_patterns_that_nobody_looks_for(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexname FROM pg_indexes WHERE tablename = %s AND indexdef LIKE '%%_ops)%%'", [table])
        assert cursor.fetchall() == []


def test_a_prompt_is_open_once() -> None:
    table = started(players(2))
    asked = Turn.objects.filter(game=table, closed_at=None).earliest("seat")
    asked.pk = None
    with pytest.raises(IntegrityError, match="turn_open_once"):
        asked.save(force_insert=True)
