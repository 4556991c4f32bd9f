"""Rulings about the position: taking back, moving for a seat, ending, resuming, correcting points."""

from datetime import timedelta

import pytest

import engine
from engine import verify
from games.errors import Refused, Unprocessable
from games.lobby import departures
from games.models import AdminAct, Game, Ruling, Seat, Turn
from games.table import store
from games.table.rulings import Correct, End, Learned, MoveFor, Remove, Reopen, TakeBack
from notifications.models import Notification
from tests.games.courts import agree, as_row, last, preview, rule, undo, view
from tests.games.stories import DAY, NOON, chosen, play_on, players, post, post_to, prompts, started
from tests.games.worlds import lay_out

pytestmark = pytest.mark.django_db

LATER = NOON + timedelta(hours=5)
OPENED = NOON + timedelta(hours=73)


@pytest.fixture
def game() -> Game:
    return chosen(started(players(3)))


def table(game: Game) -> list[object]:
    """Return every seat's view, without the numbers of entries and prompts."""
    views = [view(game, seat) for seat in (None, 0, 1, 2)]
    for seen in views:
        seen["entry"] = 0
        for prompt in seen["prompts"]:
            prompt["id"] = ""
    return list(views)


class TestTakingBack:
    def test_everything_is_as_it_was_and_nothing_is_gone_from_the_log(self, game: Game) -> None:
        before, log = table(game), store.public_log(game)
        post(game, 0, "draw deck", "draw deck")
        longer = store.public_log(store.read(game.id))
        rule(game, TakeBack(4), now=LATER)
        assert table(game) == before
        assert longer[: len(log)] == log
        assert store.public_log(store.read(game.id))[:-1] == longer

    def test_an_old_answer_does_not_answer_the_new_question(self, game: Game) -> None:
        old = prompts(game)[0]["id"]
        post(game, 0, "draw deck", "draw deck")
        rule(game, TakeBack(4), now=LATER)
        assert prompts(game)[0]["id"] == "7.0"
        with pytest.raises(Refused, match="prompt_not_open"):
            post_to(game, 0, old, "draw deck")
        post(game, 0, "draw deck", "draw deck", now=LATER)

    def test_anyone_who_is_asked_anew_has_a_whole_time_and_hears_of_it(self, game: Game) -> None:
        post(game, 0, "draw deck", "draw deck")
        rule(game, TakeBack(4), now=LATER)
        turn = Turn.objects.get(game=game, closed_at=None)
        assert (turn.seat, turn.deadline_at) == (0, LATER + DAY)
        assert Notification.objects.filter(kind="your_turn", player=game.host, prompt_opened=7).count() == 1

    def test_the_preview_says_what_was_learned_and_not_what(self, game: Game) -> None:
        post(game, 0, "draw deck", "draw deck")
        post(game, 1, "tickets")
        offer = next(prompt["offer"] for prompt in view(game, 1)["prompts"] if "offer" in prompt)
        post(game, 1, f"keep {offer[0]['number']}")
        lay_out(game, "red", "blue", "green", "white", "black")  # whatever event replaces it, none may be removed
        post(game, 2, "draw 1")
        seen = preview(game, TakeBack(4))
        assert seen.learned == [
            Learned(None, "market_filled", 1, 1),
            Learned(0, "card_drawn", 2, 2),
            Learned(1, "tickets_drawn", 1, 3),
        ]
        assert list(seen.taken_back) == [5, 6, 7, 8, 9]
        assert [(one.seat, one.kind) for one in seen.opened] == [(0, "take_turn")]

    def test_undone_what_was_taken_back_holds_again(self, game: Game) -> None:
        post(game, 0, "draw deck", "draw deck")
        before = table(game)
        back = rule(game, TakeBack(4))
        assert list(preview(game, TakeBack(6)).brought_back) == [5, 6]
        undo(game, back)
        assert table(game) == before

    def test_an_undone_ruling_is_not_undone_again_unless_that_was(self, game: Game) -> None:
        post(game, 0, "draw deck", "draw deck")
        first = rule(game, TakeBack(4))
        second = undo(game, first)
        with pytest.raises(Refused, match="already_undone"):
            undo(game, first)
        undo(game, second)
        assert prompts(game)[0]["seat"] == 0

    @pytest.mark.parametrize("as_of", [0, 4, 99, -1])
    def test_only_earlier_entries(self, game: Game, as_of: int) -> None:
        with pytest.raises(Unprocessable, match="no_such_entry"):
            rule(game, TakeBack(as_of))


class TestMovingForASeat:
    def test_a_move_that_an_admin_names(self, game: Game) -> None:
        rule(game, MoveFor(0, "draw 1"))
        assert (last(game)["seat"], last(game)["move"]["type"]) == (0, "take_card")

    def test_without_one_the_default_is_played(self, game: Game) -> None:
        rule(game, MoveFor(0))
        assert last(game)["move"] == {"type": "draw_blind"}

    def test_a_seat_that_is_not_asked(self, game: Game) -> None:
        with pytest.raises(Refused, match="seat_not_asked"):
            rule(game, MoveFor(1, "draw deck"))

    def test_a_refusal_tells_nothing_and_is_on_record(self, game: Game) -> None:
        """The reason why a claim is refused could reveal that the hand lacks something."""
        with pytest.raises(Refused, match=r"^\('move_not_legal', \{\}\)$"):
            rule(game, MoveFor(0, "claim seattle-calgary red 3 loco 1"))
        tried = AdminAct.objects.get(what="move_tried").detail
        assert (tried["seat"], tried["move"]["type"], tried["move"]["route"]) == (0, "claim_route", "calgary-seattle")

    def test_what_the_seat_keeps_to_itself_stays_on_no_record(self) -> None:
        """The acts, the rulings and the log record that tickets were kept, and never which."""
        game = started(players(2))
        wanted = [ticket["number"] for ticket in view(game, 1)["prompts"][1]["offer"]][:2]
        ruling = rule(game, MoveFor(1, f"keep {wanted[0]} {wanted[1]}"))
        assert ruling.asked == {"kind": "moved_for", "seat": 1, "move": {"type": "keep"}}
        assert AdminAct.objects.get(what="ruled").detail["move"] == {"type": "keep"}
        assert [ticket["number"] for ticket in engine.own(view(game, 1))["tickets"]] == wanted

    def test_what_is_no_move_is_on_no_record(self, game: Game) -> None:
        """It reveals nothing, and text that somebody typed could not be erased."""
        for ask in (preview, rule):
            with pytest.raises(engine.MalformedMove):
                ask(game, MoveFor(0, "Alice lives in Elm Street"))
        assert not AdminAct.objects.filter(what="move_tried").exists()

    def test_a_preview_is_on_record_and_looks_into_no_future(self, game: Game) -> None:
        seen = preview(game, MoveFor(0, "draw 1"))
        assert (list(seen.events), list(seen.opened), seen.follows) == ([], [], True)
        assert AdminAct.objects.filter(what="move_tried").count() == 1


class TestEnding:
    def test_void(self, game: Game) -> None:
        rule(game, End("void"))
        assert as_row(game)["status"] == "void"
        assert set(Seat.objects.filter(game=game).values_list("rank", flat=True)) == {None}
        assert not Turn.objects.filter(game=game, closed_at=None).exists()

    def test_by_present_points_which_show_no_ticket(self, game: Game) -> None:
        rule(game, Correct(1, 5))
        rule(game, End("adjudicated"))
        assert list(Seat.objects.filter(game=game).values_list("rank", flat=True)) == [2, 1, 2]
        assert not any("tickets_shown" in seat for seat in view(game)["seats"])
        assert as_row(game)["secrets_open_at"] == NOON + timedelta(hours=72)

    def test_by_forfeit(self, game: Game) -> None:
        rule(game, End("forfeit", (0, 2)))
        assert as_row(game)["status"] == "ended"
        assert list(Seat.objects.filter(game=game).values_list("status", flat=True)) == [
            "forfeited",
            "playing",
            "forfeited",
        ]

    @pytest.mark.parametrize("how", ["void", "adjudicated"])
    def test_its_preview_does_not_tell_what_was_chosen_secretly(self, how: str) -> None:
        """B3: how many tickets each has kept becomes open when all have chosen, and not before."""
        game = started(players(2))
        offered = [ticket["number"] for ticket in view(game, 1)["prompts"][1]["offer"]]
        post(game, 1, f"keep {offered[0]} {offered[1]} {offered[2]}")
        seen = preview(game, End(how))
        assert [event["type"] for event in seen.events] == ["game_ended"]
        assert seen.follows
        play_on(game, 1)
        assert not preview(game, End(how)).follows

    def test_everybody_hears_that_it_is_over(self, game: Game) -> None:
        rule(game, End("void"))
        assert Notification.objects.filter(game=game, kind="game_over").count() == 3

    def test_only_so(self, game: Game) -> None:
        for order in (End("in tears"), End("forfeit"), End("forfeit", (7,))):
            with pytest.raises(Unprocessable):
                rule(game, order)

    def test_an_ended_game_is_not_ended_again(self, game: Game) -> None:
        rule(game, End("void"))
        with pytest.raises(Refused, match="game_not_running"):
            rule(game, End("void"))


class TestResuming:
    def test_from_before_what_ended_it(self, game: Game) -> None:
        before = table(game)
        rule(game, End("void"))
        rule(game, Reopen())
        row = as_row(game)
        assert (row["status"], row["ended_at"], row["secrets_open_at"]) == ("running", None, None)
        assert table(game) == before
        play_on(game, 3)
        agree(game)

    @pytest.mark.long
    def test_a_game_that_was_played_to_its_end(self, game: Game) -> None:
        play_on(game, 2000)
        assert as_row(game)["status"] == "ended"
        seen = preview(game, Reopen(), now=LATER)
        assert Learned(None, "game_ended", 1, 1) in seen.learned
        held = sum(len(seat["tickets_shown"]) for seat in view(game)["seats"])
        assert Learned(None, "tickets_shown", held, held) in seen.learned
        again = rule(game, Reopen(), now=LATER)
        assert set(Seat.objects.filter(game=game).values_list("points", "rank")) == {(None, None)}
        undo(game, again, now=LATER)
        assert as_row(game)["status"] == "ended"
        assert as_row(game)["ended_at"] == LATER

    def test_never_after_the_secrets_have_opened(self, game: Game) -> None:
        ended = rule(game, End("void"))
        with pytest.raises(Refused, match="secrets_open"):
            rule(game, Reopen(), now=OPENED)
        with pytest.raises(Refused, match="secrets_open"):
            undo(game, ended, now=OPENED)

    def test_agreeing_to_open_is_asked_again(self, game: Game) -> None:
        rule(game, End("void"))
        departures.agree_to_open(player=game.host, game_id=game.id, now=NOON)
        rule(game, Reopen())
        assert not Seat.objects.filter(game=game, agrees_to_open=True).exists()

    def test_only_what_has_ended_and_only_to_when_it_had_not(self, game: Game) -> None:
        with pytest.raises(Refused, match="game_not_ended"):
            rule(game, Reopen())
        rule(game, End("void"))
        with pytest.raises(Unprocessable, match="no_such_entry"):
            rule(game, Reopen(99))

    @pytest.mark.long
    def test_its_export_holds(self, game: Game) -> None:
        rule(game, Remove(2))
        rule(game, TakeBack(4))
        rule(game, End("void"))
        rule(game, Reopen())
        play_on(game, 2000)
        export = store.export(store.read(game.id))
        assert verify.verify(export) == len(export["entries"])


class TestPoints:
    def test_they_are_seen_at_once(self, game: Game) -> None:
        rule(game, Correct(1, -4))
        assert [seat["points"] for seat in view(game)["seats"]] == [0, -4, 0]

    def test_in_an_ended_game_ranks_follow(self, game: Game) -> None:
        rule(game, End("adjudicated"))
        rule(game, Correct(2, 1), now=OPENED)
        assert list(Seat.objects.filter(game=game).values_list("points", "rank")) == [(0, 2), (0, 2), (1, 1)]
        assert as_row(game)["ended_at"] == NOON

    def test_undone_they_are_taken_away_again(self, game: Game) -> None:
        undo(game, rule(game, Correct(1, -4)))
        assert [seat["points"] for seat in view(game)["seats"]] == [0, 0, 0]
        assert Ruling.objects.order_by("entry").values_list("undoes", flat=True)[1] == 5

    @pytest.mark.parametrize("points", [0, 201, -201])
    def test_within_bounds(self, game: Game, points: int) -> None:
        with pytest.raises(Unprocessable, match="points_out_of_range"):
            rule(game, Correct(0, points))
