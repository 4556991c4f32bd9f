"""What the preview of a ruling promises is what the rows, the log, the table and the replay show afterwards."""

import html
from collections.abc import Sequence

import pytest
from django.test import Client

from games.admin import previews
from games.admin.situation import Situation
from games.models import Departure, Entry, Game, Player, Seat, Turn
from games.people import reliability
from games.table import rulings, store
from games.table.play import deadlines
from games.table.rulings import Order, Preview
from tests.games.admins import admin, at_the_desk
from tests.games.stories import DAY, NOON, chosen, holder, play_on, players, started
from tests.notifications.test_rulings_told import TOLD
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db
WORDS = "Because of the storm in Denver."


@pytest.fixture
def game() -> Game:
    game = chosen(started(players(3), name="The Old Line"))
    play_on(game, 4)
    return Game.objects.get(pk=game.pk)


def pages_of(game: Game) -> dict[str, str]:
    """Return what a player reads in the log, in the replay, and an admin at the desk."""
    player, head = Client(), Game.objects.get(pk=game.pk).head
    player.force_login(Seat.objects.get(game=game, number=2).player)  # type: ignore[arg-type]
    judge = Player.objects.get(name="Judge")
    found = {
        "log": player.get(f"/games/{game.pk}/log"),
        "replay": player.get(f"/games/{game.pk}/replay/{head}"),
        "desk": at_the_desk(judge).get(f"/admin/games/game/{game.pk}/change/"),
    }
    assert {name: page.status_code for name, page in found.items()} == dict.fromkeys(found, 200)
    return {name: " ".join(html.unescape(page.content.decode()).split()) for name, page in found.items()}


def as_promised(game: Game, promised: Preview) -> None:
    """Check the rows against what the preview said about them."""
    now = Game.objects.get(pk=game.pk)
    assert (now.status, now.pauses) == (promised.status[1], promised.pauses[1])
    seats = {seat.number: seat for seat in Seat.objects.filter(game=game)}
    for change in promised.seats:
        assert seats[change.seat].status == change.statuses[1]
        if change.players[0] == change.players[1] or Player.objects.filter(pk=change.players[1]).exists():
            assert seats[change.seat].player_id == change.players[1]
    turns = {turn.prompt_id: turn for turn in Turn.objects.filter(game=game, closed_at=None)}
    for prompt, (_before, after) in promised.deadlines.items():
        assert turns[prompt].deadline_at == after
    assert not turns.keys() & set(promised.closed)
    opened = {(turn.seat, turn.kind, turn.deadline_at) for turn in turns.values()}
    assert {(prompt.seat, prompt.kind, prompt.deadline_at) for prompt in promised.opened} <= opened


@pytest.mark.parametrize("kind", at_length(TOLD, at_once=["resumed", "taken_back", "replaced", "ended"]))
def test_what_the_preview_promises_is_shown_everywhere(game: Game, kind: str) -> None:
    judge, now = admin("Judge", "referee"), NOON + DAY / 8
    *first, order = TOLD[kind][0]
    if kind == "set_back":
        order = rulings.SetBack(game.head + 1)
    if kind == "moved_for":
        order = rulings.MoveFor(Turn.objects.get(game=game, closed_at=None).seat)
    ordered(game, judge, first)
    game.refresh_from_db()
    promised = rulings.preview(admin=judge, game_id=game.pk, order=order, now=now)
    sentences = previews.preview_text(promised, Situation.load(game, judge)).sentences
    assert sentences[0].startswith("An admin ")
    rulings.rule(admin=judge, game_id=game.pk, order=order, now=now, text=WORDS)
    as_promised(game, promised)
    for name, page in pages_of(game).items():
        for sentence in (sentences[0], *(sentences[1:] if sentences[-1] != "…" else ())):
            assert sentence in page, name
        assert WORDS in page, name
    taken_back = [entry for entry in promised.taken_back if Entry.objects.get(game=game, number=entry).kind == "move"]
    assert bool(taken_back) == (kind == "taken_back")


def ordered(game: Game, judge: Player, orders: Sequence[Order]) -> None:
    for order in orders:
        rulings.rule(admin=judge, game_id=game.pk, order=order, now=NOON + DAY / 8)


def test_whoever_is_replaced_for_not_moving_keeps_that_on_record(game: Game) -> None:
    judge, turn = admin("Judge", "referee"), Turn.objects.get(game=game, closed_at=None)
    late = holder(game, turn.seat)
    rulings.rule(admin=judge, game_id=game.pk, order=rulings.Replace(turn.seat), now=turn.deadline_at)
    assert Entry.objects.latest("number").public["idle"] is True
    assert list(Departure.objects.values_list("player", "how")) == [(late.pk, "taken_over")]
    assert reliability.reliability_of([late.pk], turn.deadline_at)[late.pk].games_left == 1
    assert "Its player had not moved in time." in pages_of(game)["log"]
    rulings.undo(admin=judge, game_id=game.pk, entry=game.head + 1, now=turn.deadline_at, text="A mistake.")
    assert reliability.reliability_of([late.pk], turn.deadline_at)[late.pk].games_left == 0


def test_whoever_is_replaced_in_time_or_instead_of_a_stand_in_does_not(game: Game) -> None:
    judge, turn = admin("Judge", "referee"), Turn.objects.get(game=game, closed_at=None)
    rulings.rule(admin=judge, game_id=game.pk, order=rulings.Replace(turn.seat), now=NOON + DAY / 8)
    newcomer = players(1, "Nina")[0]
    rulings.rule(admin=judge, game_id=game.pk, order=rulings.Replace(turn.seat, newcomer.pk), now=NOON + 9 * DAY)
    assert not Departure.objects.exists()


def test_an_absent_player_who_is_replaced_does(game: Game) -> None:
    judge, turn = admin("Judge", "referee"), Turn.objects.get(game=game, closed_at=None)
    late = holder(game, turn.seat)
    assert deadlines.expire_turn(turn_id=turn.pk, now=turn.expires_at)
    rulings.rule(admin=judge, game_id=game.pk, order=rulings.Replace(turn.seat), now=turn.expires_at)
    assert [departure.player for departure in Departure.objects.all()] == [late]


def test_what_the_table_takes_back_says_who_asked(game: Game) -> None:
    admin("Judge", "referee")
    by, order, now = holder(game, 1), rulings.TakeBack(4), NOON + DAY / 8
    promised = rulings.previews.preview_for_the_table(by=by, game=store.read(game.pk), order=order, now=now)
    rulings.handler.by_the_table(by=by, agreed=[0, 1, 2], game_id=game.pk, order=order, now=now)
    assert promised.facts["asked_by"] == Entry.objects.latest("number").public["asked_by"] == 1
    for page in pages_of(game).values():
        assert "Player 1 asked, and the table agreed: part of the game is taken back:" in page
