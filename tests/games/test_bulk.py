"""One ruling for many games: chosen once, applied game by game, even if one of them fails."""

from datetime import timedelta

import pytest

from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.models import AdminAct, BulkItem, BulkRuling, Game, Outage, Ruling
from games.table import rulings
from games.table.play import deadlines
from games.table.rulings import bulk
from games.table.rulings.commands import TakeBackTimeouts, read
from games.tasks import rule_in_bulk
from tests.games.admins import admin, at_the_desk
from tests.games.stories import NOON, chosen, play_on, players, started

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def games() -> list[Game]:
    people = players(2)
    return [chosen(started(people)) for _ in range(3)]


def states(found: BulkRuling) -> dict[str, int]:
    counted = vars(bulk.progress(found.pk))
    return {name: counted[name] for name in ("total", "pending", "done", "refused", "failed")}


def test_every_running_game_gets_more_time(games: list[Game]) -> None:
    deadlines = {game.pk: game.turns.get(closed_at=None).deadline_at for game in games}
    started_bulk = bulk.start(
        admin=admin("Olga", "operator"), order=rulings.Extend(hours=6), now=NOON, text="We were away.", note="Power."
    )
    assert states(started_bulk) == {"total": 3, "pending": 3, "done": 0, "refused": 0, "failed": 0}
    assert bulk.is_due()
    assert bulk.work(now=NOON + HOUR, limit=2) == 2
    assert states(started_bulk) == {"total": 3, "pending": 1, "done": 2, "refused": 0, "failed": 0}
    assert bulk.work(now=NOON + HOUR) == 1
    assert bulk.work(now=NOON + 2 * HOUR) == 0
    assert not bulk.is_due()
    for game in games:
        assert game.turns.get(closed_at=None).deadline_at == deadlines[game.pk] + 6 * HOUR
    assert bulk.progress(started_bulk.pk).finished_at == NOON + HOUR
    assert set(Ruling.objects.values_list("public_text", "staff_note")) == {("We were away.", "Power.")}
    acts = AdminAct.objects.order_by("id").values_list("what", flat=True)
    assert list(acts) == ["bulk_started", "ruled", "ruled", "ruled"]


def test_pausing_and_resuming_finds_the_games_that_it_makes_sense_for(games: list[Game]) -> None:
    olga = admin("Olga", "operator")
    outage = rulings.Pause("outage")
    rulings.rule(admin=admin("Rita", "referee"), game_id=games[0].pk, order=rulings.Pause(), now=NOON)
    bulk.start(admin=olga, order=outage, now=NOON, game_ids=[games[0].pk])
    bulk.work(now=NOON)
    assert set(bulk.candidates(outage)) == set(games[1:])
    assert set(bulk.candidates(rulings.Resume("outage"))) == {games[0]}
    bulk.start(admin=olga, order=rulings.Resume("outage"), now=NOON)
    bulk.work(now=NOON)
    assert Game.objects.get(pk=games[0].pk).pauses == ["ruling"]


def test_one_games_trouble_is_no_other_games(games: list[Game]) -> None:
    broken, paused, sound = games
    Game.objects.filter(pk=broken.pk).update(board_digest="0" * 64)
    rulings.rule(admin=admin("Rita", "referee"), game_id=paused.pk, order=rulings.Pause("outage"), now=NOON)
    started_bulk = bulk.start(
        admin=admin("Olga", "operator"),
        order=rulings.Pause("outage"),
        now=NOON,
        game_ids=[game.pk for game in games],
    )
    assert rule_in_bulk() == 3
    found = {item.game_id: (item.state, item.code) for item in BulkItem.objects.filter(bulk=started_bulk)}
    assert found == {
        broken.pk: ("failed", "BoardChanged"),
        paused.pk: ("refused", "already_paused"),
        sound.pk: ("done", ""),
    }
    assert Game.objects.get(pk=broken.pk).quarantined_until is not None


def test_anyone_who_has_lost_the_right_meanwhile_rules_no_more(games: list[Game]) -> None:
    olga = admin("Olga", "operator")
    started_bulk = bulk.start(admin=olga, order=rulings.Pause(), now=NOON)
    olga.groups.clear()
    bulk.work(now=NOON)
    assert states(started_bulk)["refused"] == 3
    assert not Game.objects.filter(paused_at__isnull=False).exists()


def test_what_cannot_be_ordered_so(games: list[Game]) -> None:
    olga = admin("Olga", "operator")
    with pytest.raises(Unprocessable):
        bulk.start(admin=olga, order=rulings.Remove(seat=0), now=NOON)
    with pytest.raises(Unprocessable, match="deadline_or_hours"):
        bulk.start(admin=olga, order=rulings.Extend(), now=NOON)
    with pytest.raises(Unprocessable, match="malformed_ruling"):
        read({"kind": "extended", "hours": 6, "prompt": "\\ÍÿÛe"})
    with pytest.raises(NotFound):
        bulk.start(admin=olga, order=rulings.Pause(), now=NOON, game_ids=["0" * 12])
    with pytest.raises(Refused):
        bulk.start(admin=olga, order=rulings.Resume(), now=NOON)
    with pytest.raises(Forbidden):
        bulk.start(admin=admin("Rita", "referee"), order=rulings.Pause(), now=NOON)
    assert not BulkRuling.objects.exists()


def test_what_ran_out_in_an_outage_is_taken_back_in_all_games(games: list[Game]) -> None:
    """Check that games in which somebody has moved since are left to rulings of their own."""
    late, moved, later = games
    waited_for = late.turns.get(closed_at=None).seat
    chief = admin("Olga", "operator", "referee")
    for game in (late, moved):
        turn = game.turns.get(closed_at=None)
        assert deadlines.expire_turn(turn_id=turn.pk, now=turn.expires_at)
    ran_out = late.turns.filter(closed_at=None).get().opened_at
    play_on(moved, 1, now=ran_out + HOUR)
    turn = later.turns.get(closed_at=None)
    assert deadlines.expire_turn(turn_id=turn.pk, now=ran_out + 8 * HOUR)
    order = TakeBackTimeouts(ran_out - HOUR, ran_out + HOUR)
    with pytest.raises(Forbidden):
        bulk.start(admin=admin("Oskar", "operator"), order=order, now=ran_out + 9 * HOUR)
    started_bulk = bulk.start(admin=chief, order=order, now=ran_out + 9 * HOUR, text="We were down.")
    bulk.work(now=ran_out + 9 * HOUR)
    assert dict(BulkItem.objects.values_list("game", "code")) == {late.pk: "", moved.pk: "played_on"}
    assert (states(started_bulk)["done"], states(started_bulk)["refused"]) == (1, 1)
    ruling = Ruling.objects.get()
    assert (ruling.game, ruling.kind, ruling.public_text) == (late, "taken_back", "We were down.")
    asked = late.turns.get(closed_at=None)
    assert asked.deadline_at > ran_out + 9 * HOUR
    assert asked.seat == waited_for
    assert not late.turns.filter(in_time=False).exists(), "it counts against nobody"
    with pytest.raises(Refused, match="no_games"):
        bulk.start(admin=chief, order=TakeBackTimeouts(NOON, NOON + HOUR), now=ran_out + 9 * HOUR)


def test_the_desk_asks_from_when_to_when(games: list[Game]) -> None:
    Outage.objects.create(started_at=NOON - 2 * HOUR, ended_at=NOON - HOUR)
    turn = games[0].turns.get(closed_at=None)
    deadlines.expire_turn(turn_id=turn.pk, now=turn.expires_at)
    desk = at_the_desk(admin("Olga", "operator", "referee"))
    assert 'value="2026-03-02 10:00:00"' in desk.get("/admin/games/game/bulk/").content.decode()
    asked = {"what": "taken_back", "since": "2026-03-03 12:00", "until": ""}
    assert "From when to when" in desk.get("/admin/games/game/bulk/", asked).content.decode()
    page = desk.get("/admin/games/game/bulk/", asked | {"until": "2026-03-03 13:00"})
    assert "1 game will be ruled on." in page.content.decode()
    sent = {"order": page.context["order"], "shown": page.context["shown"], "text": "We were down."}
    assert desk.post("/admin/games/game/bulk/", sent).status_code == 302
    assert bulk.work(now=turn.expires_at + HOUR) == 1
    assert Ruling.objects.get().kind == "taken_back"
