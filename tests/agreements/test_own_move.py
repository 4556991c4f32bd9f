"""Taking back one's own last move: only before anyone has learned anything from it, or moved."""

from datetime import timedelta

import pytest

from games.errors import Forbidden, NotFound, Refused
from games.models import Game, Seat, Turn
from games.table.agreements import own_move
from games.table.clocks.terms import PRESETS
from games.table.play import deadlines
from games.table.rulings import Pause
from tests.agreements.table import HOUR, agreed, friends
from tests.games.courts import agree, as_row, last, rule
from tests.games.stories import DAY, NOON, chosen, holder, legal, players, post, prompts, started
from tests.notifications.conftest import Carry
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db


def take_back(game: Game, seat: int = 0, at: timedelta = timedelta()) -> int:
    ruling = own_move.take_back(player=holder(game, seat), game_id=game.pk, now=NOON + at)
    agree(game)
    assert ruling.entry is not None
    return ruling.entry


def refusal(game: Game, seat: int = 0) -> str:
    with pytest.raises(Refused) as refused:
        take_back(game, seat)
    assert own_move.last_move(Game.objects.get(pk=game.pk), seat, NOON) is None
    return refused.value.code


def claimed(game: Game) -> str:
    """Have the seats to move play on until one claims a route."""
    while True:
        seat = prompts(game)[0]["seat"]
        claims = [move for move in legal(game, seat) if move.startswith("claim")] if seat == 0 else []
        if claims:
            post(game, seat, claims[0], now=NOON + HOUR)
            return claims[0]
        post(game, seat, "draw deck", "draw deck")


def test_a_claim_is_taken_back_at_once() -> None:
    game = friends(2)
    claim = claimed(game)
    head = as_row(game)["head"]
    assert own_move.last_move(Game.objects.get(pk=game.pk), 0, NOON) == head
    assert own_move.last_move(Game.objects.get(pk=game.pk), 1, NOON) is None
    assert take_back(game, at=2 * HOUR) == head + 1
    told = last(game)
    assert (told["ruling"], told["agreed"], told["as_of"]) == ("taken_back", [0], head - 1)
    assert prompts(game)[0]["seat"] == 0
    assert claim in legal(game, 0)


def test_what_is_asked_again_is_due_as_before() -> None:
    game = friends(2)
    claimed(game)
    before = Turn.objects.filter(game=game, seat=0).latest("closed_at").deadline_at
    take_back(game, at=2 * HOUR)
    assert Turn.objects.get(game=game, closed_at=None).deadline_at == before


def test_not_once_it_would_be_overdue() -> None:
    """Otherwise taking back a minute before the deadline would gain time in every turn."""
    game = friends(2)
    claimed(game)
    due = Turn.objects.filter(game=game, seat=0).latest("closed_at").deadline_at
    with pytest.raises(Refused) as refused:
        own_move.take_back(player=holder(game, 0), game_id=game.pk, now=due)
    assert refused.value.code == "too_late_to_take_back"
    own_move.take_back(player=holder(game, 0), game_id=game.pk, now=due - timedelta(minutes=1))
    assert Turn.objects.get(game=game, closed_at=None).deadline_at == due + timedelta(minutes=9)


def test_it_refills_no_bank() -> None:
    game = friends(2, clock=PRESETS["slow"])
    claim = claimed(game)
    after = Seat.objects.get(game=game, number=0).bank
    take_back(game, at=HOUR)
    post(game, 0, claim, now=NOON + HOUR)
    agree(game)
    assert Seat.objects.get(game=game, number=0).bank == after


def test_the_missed_turns_of_others_still_count() -> None:
    game = friends(2)
    post(game, 0, "draw deck", "draw deck")
    deadlines.sweep(now=NOON + DAY)
    at = NOON + DAY + HOUR
    claim = next(move for move in legal(game, 0) if move.startswith("claim"))
    post(game, 0, claim, now=at)
    own_move.take_back(player=holder(game, 0), game_id=game.pk, now=at)
    agree(game)
    assert Seat.objects.get(game=game, number=1).timeouts_in_a_row == 1


def test_once_for_each_question() -> None:
    game = friends(2)
    claim = claimed(game)
    take_back(game)
    post(game, 0, claim, now=NOON + HOUR)
    assert refusal(game) == "taken_back_before"


def test_once_for_each_player_whose_question_others_have_opened_again() -> None:
    """Taking back asks everybody anew who still chooses first tickets, but counts for one player alone."""
    game = started(players(3))
    kept = {seat: next(iter(legal(game, seat))) for seat in (1, 2)}
    post(game, 2, kept[2])
    take_back(game, 2)
    post(game, 1, kept[1])
    take_back(game, 1)
    post(game, 2, kept[2])
    assert refusal(game, 2) == "taken_back_before"
    post(game, 1, kept[1])
    assert refusal(game, 1) == "taken_back_before"


def test_not_once_somebody_else_has_moved() -> None:
    game = friends(2)
    claimed(game)
    post(game, 1, "draw deck")
    assert refusal(game) == "not_your_last_move"


def test_not_what_has_shown_cards_or_tickets() -> None:
    game = friends(2)
    post(game, 0, "draw deck")
    assert refusal(game) == "something_was_learned"
    post(game, 0, "draw deck")
    post(game, 1, "draw 1")
    assert refusal(game, 1) == "something_was_learned"
    post(game, 1, "draw deck")
    post(game, 0, "tickets")
    assert refusal(game) == "something_was_learned"


def test_a_choice_of_first_tickets_before_the_others_have_chosen() -> None:
    game = started(players(3))
    chose = next(iter(legal(game, 1)))
    post(game, 1, chose)
    take_back(game, 1)
    assert {prompt["seat"] for prompt in prompts(game)} == {0, 1, 2}
    others = started(players(3, "Other"))
    chosen(others)
    assert refusal(others, 2) in ("something_was_learned", "not_your_last_move")


def test_not_in_a_game_that_stands_still_or_is_over() -> None:
    game = friends(2)
    claimed(game)
    rule(game, Pause())
    assert refusal(game) == "game_paused"
    over = chosen(started(players(2, "Other")))
    claimed(over)
    agreed(over, 0, 1, now=NOON, kind="ended", how="void")
    assert refusal(over) == "game_not_running"


def test_only_the_move_that_was_seen() -> None:
    game = friends(2)
    claimed(game)
    with pytest.raises(Refused) as refused:
        own_move.take_back(player=holder(game, 0), game_id=game.pk, now=NOON, entry=as_row(game)["head"] - 1)
    assert refused.value.code == "not_your_last_move"
    with pytest.raises(Refused):
        take_back(game, 1)


def test_strangers_do_not_learn_of_the_game() -> None:
    game = friends(2, public=False)
    stranger = players(1, "Stranger")[0]
    with pytest.raises(NotFound):
        own_move.take_back(player=stranger, game_id=game.pk, now=NOON + DAY)
    Game.objects.filter(pk=game.pk).update(public=True)
    with pytest.raises(Forbidden):
        own_move.take_back(player=stranger, game_id=game.pk, now=NOON + DAY)


def test_it_is_undone_as_any_ruling_by_the_table() -> None:
    game = friends(2)
    claimed(game)
    entry = take_back(game)
    agreed(game, 1, 0, now=NOON + HOUR, kind="undo", entry=entry)
    assert prompts(game)[0]["seat"] == 1


def test_the_log_says_you_to_the_player_whose_move_it_was() -> None:
    game = friends(2)
    claimed(game)
    take_back(game)
    own, other = (text_of(browser_of(holder(game, seat)), f"/games/{game.pk}/log") for seat in range(2))
    name = holder(game, 0).name
    assert "You took back your last move: You claimed " in own
    assert f"{name} took this back: {name} claimed " in other
    assert "after entry" not in own + other


def test_the_email_about_the_next_turn_tells_what_counts(carry: Carry) -> None:
    game = friends(2)
    claimed(game)
    take_back(game)
    post(game, 0, "draw deck", "draw deck", now=NOON)
    (told,) = [mail.text for mail in carry(NOON + HOUR) if mail.to == [holder(game, 1).email]]
    assert "drew two cards from the deck" in told
    assert "took back" not in told
    assert f"{holder(game, 0).name} claimed" not in told


def test_whoever_had_been_asked_reads_once_that_there_is_nothing_to_do(carry: Carry) -> None:
    """It is no ruling, and the others had nothing to do before and have nothing to do now."""
    game = friends(3)
    claimed(game)
    carry(NOON + HOUR)
    take_back(game, at=HOUR)
    (mail,) = carry(NOON + 2 * HOUR)
    name = holder(game, 0).name
    assert mail.to == [holder(game, 1).email]
    assert str(mail.message["Subject"]).startswith(f"{name} took a move back: ")
    assert f"You have nothing to do until {name} moves again." in " ".join(mail.text.split())
    assert "uling" not in mail.text


def test_whoever_is_asked_again_meanwhile_reads_only_that(carry: Carry) -> None:
    game = friends(3)
    claim = claimed(game)
    carry(NOON + HOUR)
    take_back(game, at=HOUR)
    post(game, 0, claim, now=NOON + HOUR)
    assert ["took a move back" in mail.text for mail in carry(NOON + 2 * HOUR)] == [False]


def test_there_is_nothing_for_the_table_to_undo() -> None:
    game = friends(2)
    claimed(game)
    take_back(game)
    assert "Undo it" not in text_of(browser_of(holder(game, 1)), f"/games/{game.pk}/agreements")


def test_the_page_says_that_a_claim_stays_the_second_time() -> None:
    game = friends(2)
    route = claimed(game).split()[1]
    take_back(game)
    page = text_of(browser_of(holder(game, 0)), f"/games/{game.pk}?route={route}")
    assert "You have taken it back once, so this time it stays." in page
    assert "You can take it back" not in page


def test_taking_the_same_entry_back_again_changes_nothing() -> None:
    game = friends(2)
    claimed(game)
    seen = as_row(game)["head"]
    first = own_move.take_back(player=holder(game, 0), game_id=game.pk, now=NOON, entry=seen)
    assert own_move.take_back(player=holder(game, 0), game_id=game.pk, now=NOON, entry=seen) == first
    assert as_row(game)["head"] == first.entry


def test_one_that_was_undone_is_not_taken_back_again() -> None:
    game = friends(2)
    claimed(game)
    seen = as_row(game)["head"]
    back = own_move.take_back(player=holder(game, 0), game_id=game.pk, now=NOON, entry=seen)
    agreed(game, 1, 0, now=NOON + HOUR, kind="undo", entry=back.entry)
    with pytest.raises(Refused):
        own_move.take_back(player=holder(game, 0), game_id=game.pk, now=NOON + HOUR, entry=seen)
