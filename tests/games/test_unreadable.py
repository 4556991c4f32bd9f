"""A log that cannot be folded: clocks, the end without ranks and words still work; all else says why it does not."""

from collections.abc import Callable

import pytest
from django.test import Client
from structlog.testing import capture_logs

from engine.verify import verify
from games.errors import Refused
from games.models import Entry, Game, GameSecret, Player, Ruling, Seat, Turn
from games.table import rulings, store
from games.table.disputes import lifecycle
from games.table.rulings import commands, unreadable
from games.table.store.export import export
from tests.games.admins import admin, at_the_desk
from tests.games.stories import DAY, NOON, chosen, holder, play_on, players, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    game = chosen(started(players(3), name="The Old Line"))
    play_on(game, 6)
    return spoil(game)


def spoil(game: Game) -> Game:
    """Let the log be of another board than the software's, so that it cannot be folded."""
    Game.objects.filter(pk=game.pk).update(board_digest="0" * 64)
    return Game.objects.get(pk=game.pk)


def mend(game: Game) -> Game:
    digest = store.loader.codec_for(game.ruleset, frozenset(game.options.items())).rules.board.digest
    Game.objects.filter(pk=game.pk).update(board_digest=digest)
    return Game.objects.get(pk=game.pk)


def rule(game: Game, order: rulings.Order) -> Ruling:
    judge = Player.objects.filter(name="Judge").first() or admin("Judge", "referee")
    return rulings.rule(admin=judge, game_id=game.pk, order=order, now=NOON + DAY / 4, text="We are mending it.")


def test_pausing_resuming_and_more_time_need_no_position(game: Game) -> None:
    seats = list(Seat.objects.order_by("number").values("player", "status", "bank"))
    before = Turn.objects.get(closed_at=None)
    rule(game, rulings.Extend(hours=5))
    assert rule(game, rulings.Pause()).entry == game.head + 2
    assert Game.objects.get().pauses == ["ruling"]
    rule(game, rulings.Resume())
    after = Turn.objects.get(closed_at=None)
    assert (after.pk, after.deadline_at > before.deadline_at) == (before.pk, True)
    assert list(Seat.objects.order_by("number").values("player", "status", "bank")) == seats
    assert GameSecret.objects.get().position is None
    mend(game)
    assert store.load(store.read(game.pk)).state == store.replayed(store.read(game.pk)), "mended, it goes on"


def test_voiding_ends_it_without_ranks_and_closes_every_question(game: Game) -> None:
    rule(game, commands.End("void"))
    ended = Game.objects.get()
    assert (ended.status, ended.ended_at is not None) == (Game.Status.VOID, True)
    assert not Turn.objects.filter(closed_at=None).exists()
    assert set(Seat.objects.values_list("points", "rank")) == {(None, None)}
    assert Entry.objects.latest("number").public["unread"] is True
    mended = mend(game)
    assert store.replayed(mended).outcome == "void"


def test_a_voided_game_that_is_mended_can_be_checked(game: Game) -> None:
    rule(game, commands.End("void"))
    Game.objects.filter(pk=game.pk).update(secrets_open_at=NOON)
    verify(export(store.read(mend(game).pk)))


ALL_ELSE = [
    commands.TakeBack(4),
    commands.MoveFor(0),
    commands.Replace(0),
    commands.Remove(1),
    commands.Reinstate(1),
    commands.End("adjudicated"),
    commands.End("forfeit", (1,)),
    commands.Reopen(),
    commands.Correct(1, 5),
]


@pytest.mark.parametrize("order", ALL_ELSE, ids=lambda order: f"{order.kind} {getattr(order, 'how', '')}")
def test_every_other_ruling_says_that_the_log_cannot_be_read(game: Game, order: rulings.Order) -> None:
    with pytest.raises(Refused, match="log_unreadable"):
        rule(game, order)
    with pytest.raises(Refused, match="log_unreadable"):
        rulings.preview(admin=Player.objects.get(name="Judge"), game_id=game.pk, order=order, now=NOON)
    assert Game.objects.get().head == game.head


def test_the_desk_rules_and_says_what_does_not_work(game: Game) -> None:
    desk, at = at_the_desk(admin("Judge", "referee")), f"/admin/games/game/{game.pk}/"
    assert desk.get(f"{at}change/").status_code == 200
    for kind, query in (("paused", ""), ("ended", "?how=void")):
        assert desk.get(f"{at}rule/{kind}/{query}").status_code == 200, kind
    for kind, query in (("taken_back", "?before=4"), ("ended", "?how=adjudicated"), ("removed", "?seat=1")):
        answer = desk.get(f"{at}rule/{kind}/{query}")
        assert answer.status_code == 409, kind
        assert "The game’s log cannot be read." in answer.content.decode(), kind


def test_words_still_reach_the_table(game: Game) -> None:
    judge = admin("Judge", "referee")
    Game.objects.filter(pk=game.pk).update(pause_on_dispute=True)
    dispute = lifecycle.open_dispute(
        player=holder(game, 0), game_id=game.pk, kind="suspected_bug", text="It hangs.", now=NOON + DAY / 4
    )
    assert dispute.paused_game
    lifecycle.comment_as_admin(admin=judge, dispute_id=dispute.pk, text="We see it.", now=NOON + DAY / 4)
    lifecycle.resolve(admin=judge, dispute_id=dispute.pk, text="Void.", now=NOON + DAY / 4)
    browser = Client()
    browser.force_login(holder(game, 1))
    assert Game.objects.get().paused_at is None


def test_another_error_is_not_laid_to_the_log(game: Game) -> None:
    with pytest.raises(ZeroDivisionError), unreadable.guard(mend(game)):
        _ = 1 // 0
    with pytest.raises(Refused, match=unreadable.CODE), unreadable.guard(spoil(game)):
        _ = 1 // 0


GONE_WRONG = ["", "/news", "/log", "/seat", "/plan", "/agreements", "/note", "/thumbnail.svg"]


@pytest.mark.parametrize("page", GONE_WRONG)
def test_a_players_page_says_that_the_game_cannot_be_read(game: Game, page: str) -> None:
    browser = Client(raise_request_exception=False)
    browser.force_login(holder(game, 0))
    answer = browser.get(f"/games/{game.pk}{page}")
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "nothing is lost" in text
    assert f"/games/{game.pk}/disputes" in text
    onlooker = Client(raise_request_exception=False).get(f"/games/{game.pk}").content.decode()
    assert "nothing is lost" in onlooker
    assert "/disputes" not in onlooker


def test_the_servers_log_says_it_once_wherever_the_game_is_met(game: Game) -> None:
    host, desk = Client(raise_request_exception=False), at_the_desk(admin("Judge", "referee"))
    host.force_login(holder(game, 0))
    meetings: dict[str, Callable[[], object]] = {
        "a list": lambda: host.get("/api/v1/games?include=position"),
        "the game": lambda: host.get(f"/api/v1/games/{game.pk}"),
        "the desk": lambda: desk.get(f"/admin/games/game/{game.pk}/change/"),
        "a ruling": lambda: rule(game, rulings.Pause()),
    }
    for name, meet in meetings.items():
        with capture_logs() as lines:
            meet()
        told = [(line["game"], line["error"]) for line in lines if line["event"] == "log_unreadable"]
        assert told == [(game.pk, "BoardChanged")], name


def test_programs_hear_it_as_a_problem(game: Game) -> None:
    browser = Client(raise_request_exception=False)
    for answer in (browser.get(f"/api/v1/games/{game.pk}"), browser.get(f"/api/v1/games/{game.pk}/board.svg")):
        assert (answer.status_code, answer.json()["code"]) == (409, unreadable.CODE)


def test_another_failure_of_its_pages_stays_a_failure(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    mend(game)
    monkeypatch.setattr("games.web.table.sight.load_sight", lambda *_: 1 // 0)
    assert Client(raise_request_exception=False).get(f"/games/{game.pk}").status_code == 500


def test_a_player_asks_for_an_admin_on_a_page(game: Game) -> None:
    browser, page = Client(), f"/games/{game.pk}/disputes"
    browser.force_login(holder(game, 0))
    assert "Ask for an admin" in browser.get(page).content.decode()
    assert browser.post(page, {"do": "open", "kind": "suspected_bug", "text": "It hangs."}).status_code == 302
    assert "It hangs." in browser.get(page).content.decode()


def test_the_front_page_shows_another_game(game: Game) -> None:
    readable = chosen(started(players(2, "Other"), name="The New Line"))
    assert game.head > readable.head
    page = Client().get("/").content.decode()
    assert f"/games/{readable.pk}" in page
    assert f"/games/{game.pk}" not in page
