"""The reason why a player's deadline moved stays private, even where old log entries mention it."""

import json
from datetime import timedelta

import pytest
from time_machine import travel

from engine import rulings, verify
from engine.record import Cause
from games.kinds import EntryKind
from games.models import Entry, Game
from games.table import store
from games.table.play import log_entries
from games.table.rulings import End
from tests.games.admins import admin, at_the_desk
from tests.games.courts import rule
from tests.games.stories import NOON, chosen, players, started

pytestmark = pytest.mark.django_db


def told_as_once(game: Game, reason: str) -> None:
    """Rewrite an entry in the form of an older release."""
    table = store.load(store.lock(game.id))
    facts = {**log_entries.common_facts(EntryKind.CLOCK, 0, NOON), "reason": reason, "deadlines": {}}
    log_entries.record(table, Cause(facts), rulings.noted(table.state, game.head + 1), table.chance(), NOON)
    game.refresh_from_db()


def test_no_view_tells_a_vacation_from_habits_and_the_export_is_as_it_was() -> None:
    game = chosen(started(players(2)))
    for reason in ("vacation", "habits"):
        told_as_once(game, reason)
    logs = store.Logs({game.id: store.read(game.id)}, {(game.id, 1): 0})
    row = store.read(game.id)
    texts = [json.loads(text) for _, text in store.log_texts_for(game.id, 1, 0, row.head)]
    for log in (
        store.log_for(row, 1),
        store.log_for(row, None),
        logs.for_seat(game.id, 1),
        store.public_log(row),
        texts,
    ):
        assert [entry["reason"] for entry in log if entry["kind"] == "clock"] == ["player", "player"]
    with travel(NOON, tick=False):
        pages = at_the_desk(admin("Rita", "referee"))
        shown = pages.get(f"/admin/games/game/{game.pk}/log/").content.decode()
    assert "player" in shown
    assert '"vacation&quot;' not in shown
    assert "&quot;habits&quot;" not in shown
    rule(game, End("void"), now=NOON + timedelta(hours=1))
    export = store.export(store.read(game.id))
    kept = [entry["public"]["reason"] for entry in export["entries"] if entry["public"]["kind"] == "clock"]
    assert kept == ["vacation", "habits"]
    assert verify.verify(json.loads(json.dumps(export))) == Entry.objects.filter(game=game).count()
