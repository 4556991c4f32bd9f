"""Compacting the logs of finished games: nothing is lost, and only the tables' owner can do it."""

import hashlib
import json
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pgtrigger
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.models import F, Sum

import engine
from engine import verify
from engine.codec import canonical
from games.management.commands import compact_log, replay
from games.models import Dispute, Entry, EntrySecret, Game, Turn, packed
from games.people import reliability
from games.table import store
from games.table.clocks import old_turns
from games.table.play import reveal
from tests.games.stories import DAY, NOON, chosen, play_on, players, post, started
from tests.locks import held, in_a_thread, wait_for_a_lock
from tests.sweeps import at_length

ROLES = Path(__file__).resolve().parent.parent.parent / "deploy" / "roles.sql"
LATER = NOON + 30 * DAY
HOUR = timedelta(hours=1)
FORGETFUL = """
CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.parts = NULL; RETURN NEW; END $$;
CREATE TRIGGER forgetful BEFORE UPDATE ON games_entry FOR EACH ROW EXECUTE FUNCTION forget();
"""
KILL = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock'
"""

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture(params=at_length(engine.RULESETS, at_once=["usa@1", "old_west@1", "card_game@1"]))
def game(request: pytest.FixtureRequest) -> Game:
    """Return a finished game of each ruleset."""
    return finished(request.param)


def finished(ruleset: str = "usa@1", name: str = "Player") -> Game:
    found = started(players(2, name), ruleset=ruleset)
    play_on(found, 2000)
    return store.read(found.pk)


def readable_log(game: Game) -> tuple[Any, ...]:
    """Return every reader's view of a game's log."""
    fresh = store.read(game.pk)
    return (
        canonical(store.export(fresh)),
        [canonical(entry) for seat in (None, 0, 1) for entry in store.log_for(fresh, seat)],
        canonical(store.log_for(fresh, 0, after=5, limit=3)),
        [canonical(json.loads(text)) for _, text in store.log_texts_for(game.pk, 0, 0, fresh.head)],
        [canonical(entry) for entry in store.whole_table(game.pk, fresh.host_id, lines=1).entries],
        [canonical(part) for part in store.public_log(fresh)],
        canonical(store.Logs({game.pk: fresh}, {(game.pk, 1): 3}).for_seat(game.pk, 1)),
        store.told_secretly(fresh, range(1, fresh.head + 1)),
        [canonical(view) for _, view in store.views_along(fresh)],
        canonical(store.view_after(fresh, 1, 7)),
    )


class TestNothingIsLost:
    def test_everyone_is_told_the_same_to_the_byte(self, game: Game) -> None:
        before = readable_log(game)
        store.compact(game.pk)
        assert readable_log(game) == before
        assert not EntrySecret.objects.filter(game=game).exists()
        assert not Entry.objects.filter(game=game, kind="move", packed=None).exists()

    def test_the_checker_still_agrees(self, game: Game) -> None:
        store.compact(game.pk)
        verify.verify(store.export(store.read(game.pk)))
        assert replay.find_differences(game.pk) == []

    def test_it_is_done_once(self) -> None:
        game = finished()
        store.compact(game.pk)
        kept = list(Entry.objects.filter(game=game).values_list("number", "packed", "parts"))
        assert not store.compactable(Game.objects.filter(pk=game.pk)).exists()
        store.compact(game.pk)
        again = Entry.objects.filter(game=game).values_list("number", "packed")
        assert list(again) == [(number, column) for number, column, _ in kept]

    def test_an_instance_tells_no_difference(self) -> None:
        game = finished()
        before = {entry.number: (entry.public, entry.hash) for entry in Entry.objects.filter(game=game)}
        store.compact(game.pk)
        assert {entry.number: (entry.public, entry.hash) for entry in Entry.objects.filter(game=game)} == before

    def test_what_queries_look_for_stays_as_it_is(self) -> None:
        game = finished()
        store.compact(game.pk)
        first = Entry.objects.get(game=game, number=1, public__players__contains=[game.host_id])
        assert first.packed is None

    def test_it_takes_less_than_half(self) -> None:
        game = finished()
        before = size(game)
        store.compact(game.pk)
        assert size(game) < before / 2


class TestNothingIsChangedByMistake:
    def test_a_log_with_a_broken_chain_is_left_alone(self) -> None:
        game = finished()
        with pgtrigger.ignore("games.Entry:append_only"):
            Entry.objects.filter(game=game, number=9).update(hash="0" * 64)
        refused(game, store.LogWouldChange)

    def test_a_form_that_says_something_else_is_undone(self) -> None:
        game = finished()
        with connection.cursor() as cursor:
            cursor.execute(FORGETFUL)
        refused(game, store.LogWouldChange)

    def test_a_part_that_no_key_opens_stops_it(self) -> None:
        game = finished()
        part = EntrySecret.objects.filter(game=game).latest("number")
        body = bytearray(part.body)
        body[-1] ^= 1
        with pgtrigger.ignore("games.EntrySecret:append_only"):
            EntrySecret.objects.filter(pk=part.pk).update(body=bytes(body))
        refused(game, Exception)

    def test_the_log_still_only_grows(self) -> None:
        game = finished()
        store.compact(game.pk)
        with pytest.raises(DatabaseError, match="Cannot update or delete"):
            Entry.objects.filter(game=game).update(parts=None)

    def test_an_entry_is_kept_in_one_form(self) -> None:
        game = finished()
        guard = pgtrigger.ignore("games.Entry:append_only")
        with pytest.raises(DatabaseError, match="entry_kept_in_one_form"), guard, transaction.atomic():
            Entry.objects.filter(game=game, number=2).update(packed=b"both")

    def test_an_unknown_dictionary_is_an_error(self) -> None:
        kept = bytearray(packed.pack({"a": 1}, "0" * 64, number=1, at=NOON))
        assert packed.unpack(kept, number=1, at=NOON) == ({"a": 1}, "0" * 64)
        kept[32] = 99
        with pytest.raises(ValueError, match="newer release"):
            packed.unpack(kept, number=1, at=NOON)


class TestTurns:
    def test_each_move_keeps_one_however_many_questions_it_asked(self, game: Game) -> None:
        counted = Turn.objects.filter(game=game, in_time__isnull=False)
        before, used, percent = counted.count(), time_used(game), reliability.reliability_of([game.host_id], NOON + DAY)
        old_turns.fold(game.pk)
        assert Turn.objects.filter(game=game).count() == counted.count() == before
        assert time_used(game) == used
        assert reliability.reliability_of([game.host_id], NOON + DAY) == percent

    def test_it_lasts_from_its_first_question_to_its_last_answer(self) -> None:
        game = chosen(started(players(2)))
        post(game, 0, "draw deck", now=NOON + HOUR)
        post(game, 0, "draw deck", now=NOON + 3 * HOUR)
        old_turns.fold(game.pk)
        (turn,) = Turn.objects.filter(game=game, seat=0).exclude(kind="keep_first_tickets")
        assert (turn.kind, turn.opened_at, turn.closed_at) == ("draw_again", NOON, NOON + 3 * HOUR)
        assert turn.in_time

    def test_what_another_was_asked_in_between_stays_apart(self) -> None:
        game = chosen(started(players(2)))
        for hour, seat in enumerate((0, 0, 1, 1, 0, 0)):
            post(game, seat, "draw deck", now=NOON + hour * HOUR)
        old_turns.fold(game.pk)
        old_turns.fold(game.pk)
        drawn = Turn.objects.filter(game=game, kind="draw_again").order_by("closed_at")
        assert list(drawn.values_list("seat", flat=True)) == [0, 1, 0]

    def test_open_ones_are_left_alone(self) -> None:
        game = chosen(started(players(2)))
        post(game, 0, "draw deck", now=NOON + HOUR)
        old_turns.fold(game.pk)
        assert Turn.objects.get(game=game, closed_at=None).opened_at == NOON + HOUR


@pytest.mark.django_db(transaction=True)
def test_killed_half_way_it_has_done_nothing_and_can_be_run_again() -> None:
    """Meanwhile the log stays readable."""
    game = finished()
    before, rows = readable_log(game), rows_of(game)
    died: list[Exception] = []

    def run() -> None:
        try:
            call_command("compact_log")
        except OperationalError as error:
            died.append(error)

    running = threading.Thread(target=in_a_thread, args=[run])
    with held(EntrySecret.objects.filter(game=game, number=1)):
        running.start()
        wait_for_a_lock()
        assert readable_log(game) == before
        with connection.cursor() as cursor:
            cursor.execute(KILL)
        running.join()
    assert died
    assert rows_of(game) == rows
    call_command("compact_log")
    assert readable_log(game) == before
    assert not EntrySecret.objects.filter(game=game).exists()


class TestTheCommand:
    def test_it_takes_what_is_long_over(self) -> None:
        game, running = finished(), started(players(2, "Runner"))
        assert due(LATER) == [game.pk]
        assert due(NOON + 13 * DAY) == []
        call_command("compact_log")
        assert due(LATER) == []
        assert store.read(running.pk).head

    def test_not_while_a_dispute_keeps_the_secrets_sealed(self) -> None:
        game = finished()
        facts: dict[str, Any] = {"kind": Dispute.Kind.OTHER, "text": "", "created_at": NOON}
        Dispute.objects.create(game=game, opened_by=game.host, **facts)
        assert not reveal.secrets_are_open(game, LATER)
        assert due(LATER) == []

    def test_only_those_that_are_named(self) -> None:
        games = [finished(), finished("card_game@1", "Other")]
        assert due(LATER, games[1].pk) == [games[1].pk]

    def test_one_that_fails_is_told_and_the_others_are_done(self, capsys: pytest.CaptureFixture[str]) -> None:
        broken, whole = finished(), finished("card_game@1", "Other")
        with pgtrigger.ignore("games.Entry:append_only"):
            Entry.objects.filter(game=broken, number=9).update(hash="0" * 64)
        with pytest.raises(CommandError, match="could not"):
            call_command("compact_log")
        assert capsys.readouterr().err == f"{broken.pk}: it could not be compacted (LogWouldChange)\n"
        assert due(LATER) == [broken.pk]
        assert not EntrySecret.objects.filter(game=whole).exists()

    def test_the_sites_own_role_is_refused(self, application: None) -> None:
        with pytest.raises(CommandError, match="owner of the tables"):
            call_command("compact_log")

    def test_nor_could_it_do_so_by_another_way(self, game: Game, application: None) -> None:
        rows = rows_of(game)
        with pytest.raises(DatabaseError, match="permission denied"):
            store.compact(game.pk)
        assert rows_of(game) == rows


def test_the_dictionary_is_never_changed() -> None:
    """Logs compressed with it could no longer be read."""
    assert packed.NEWEST == 1
    assert digest(packed.dictionary(1)) == "d5e8babf818ca099ad425d98fe01e0884275b29fc1c7880a778323b339d137aa"


@pytest.fixture
def application(db: None) -> Iterator[None]:
    """Use the site's own database role until the test is over."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE night_mail_test")
        cursor.execute(ROLES.read_text().replace(':"application"', "night_mail_test"))
        cursor.execute("SET ROLE night_mail_test")
        yield
        cursor.execute("RESET ROLE")


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def time_used(game: Game) -> dict[int, timedelta]:
    """Return each seat's time over all its turns."""
    taken = F("closed_at") - F("opened_at")
    return dict(Turn.objects.filter(game=game).values_list("seat").annotate(used=Sum(taken)).order_by("seat"))


def due(now: datetime, *named: str) -> list[str]:
    return list(compact_log.due(named, now))


def refused(game: Game, error: type[Exception]) -> None:
    """Check that compacting fails with this error and changes no row."""
    rows = rows_of(game)
    with pytest.raises(error):
        store.compact(game.pk)
    assert rows_of(game) == rows


def rows_of(game: Game) -> list[Any]:
    """Return the log's rows as stored in PostgreSQL."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_jsonb(entry) FROM games_entry entry WHERE game_id = %s ORDER BY number", [game.pk])
        entries = cursor.fetchall()
        cursor.execute(
            "SELECT to_jsonb(part) FROM games_entrysecret part WHERE game_id = %s ORDER BY number, holder", [game.pk]
        )
        return [*entries, *cursor.fetchall()]


def size(game: Game) -> int:
    """Return the bytes of the log's rows."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce((SELECT sum(pg_column_size(entry.*)) FROM games_entry entry WHERE game_id = %(game)s), 0)"
            " + coalesce((SELECT sum(pg_column_size(part.*)) FROM games_entrysecret part WHERE game_id = %(game)s), 0)",
            {"game": game.pk},
        )
        row = cursor.fetchone()
    assert row is not None
    return int(row[0])
