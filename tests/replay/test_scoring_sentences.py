"""The final scoring in words, for a spectator and for a player."""

import pytest

import engine
from engine.model import MissingRoute
from engine.parts.scoring import SeatAbove
from games.presentation.scoring.final_score import FinalScore, SeatScore
from games.presentation.scoring.sentences import BEHIND, BEHIND_YOU, Teller
from games.presentation.scoring.turning_point import TurningPoint
from games.presentation.words import SCORING
from games.ratings.changes import RatingChange

BOARD = engine.RULESETS["usa@1"].board
NAMES = ("Ada", "Ben", "Cleo")


def teller(reader: int | None = None) -> Teller:
    return Teller(BOARD, NAMES.__getitem__, reader)


def score(*seats: engine.SeatScoring, point: TurningPoint | None = None) -> FinalScore:
    return FinalScore([SeatScore(seat, None) for seat in seats], point)


def seat(
    number: int, points: int, above: SeatAbove | None = None, *lines: tuple[str, engine.ScoringLine]
) -> engine.SeatScoring:
    return engine.SeatScoring(
        number, 1 if above is None else 2, points, 0, above, tuple((*line, points) for line in lines)
    )


def test_the_margin_names_the_next_or_says_you() -> None:
    ended = score(seat(0, 101), seat(1, 100, SeatAbove(0, "points")))
    assert teller().margin(ended) == "Ada finished 1 point ahead of Ben."
    assert teller(1).margin(ended) == "Ada finished 1 point ahead of you."
    further = score(seat(0, 103), seat(1, 100, SeatAbove(0, "points")))
    assert teller(0).margin(further) == "You finished 3 points ahead of Ben."


@pytest.mark.parametrize("by", ["left", "completed", None])
def test_where_something_else_decided_there_is_no_margin(by: str | None) -> None:
    assert teller().margin(score(seat(0, 100), seat(1, 100, SeatAbove(0, by)))) == ""


def test_what_broke_a_tie_is_said_at_the_seat_below() -> None:
    ended = score(seat(0, 93), seat(1, 93, SeatAbove(0, "longest_path")))
    assert [told.note for told in teller().seats(ended)] == ["", "level with Ada, who has the longest continuous path"]
    assert teller(0).seats(ended)[1].note == "level with you; you have the longest continuous path"


def test_fewer_points_need_no_words() -> None:
    assert teller().seats(score(seat(0, 9), seat(1, 8, SeatAbove(0, "points"))))[1].note == ""


def test_every_tie_break_has_its_sentences() -> None:
    names = {name for rules in engine.RULESETS.values() for name in rules.tie_breaks}
    assert {*BEHIND} == {*BEHIND_YOU} == names | {"left", None}


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ({"denver-santa_fe": 2}, "lacked Cleo’s Denver – Santa Fe"),
        ({"denver-santa_fe": 1}, "lacked your Denver – Santa Fe"),
        ({"denver-santa_fe": None}, "lacked Denver – Santa Fe"),
        ({"denver-santa_fe": 2, "el_paso-phoenix": None}, "lacked 5 spaces"),
    ],
)
def test_a_failed_ticket_says_what_it_lacked(missing: dict[str, int | None], words: str) -> None:
    routes = tuple(MissingRoute(BOARD.route_of[slug], holder) for slug, holder in missing.items())
    line = engine.ScoringLine(-11, ("20",), 0, routes)
    (told,) = teller(1).seats(score(seat(0, -11, None, ("ticket", line))))[0].lines
    assert (told.text, told.points, told.fate, told.lacking) == ("Portland – Phoenix", "−11", "failed", words)


def test_a_ticket_paid_in_cards_says_what_it_takes() -> None:
    board = engine.RULESETS["card_game@1"].board
    line = engine.ScoringLine(-board.tickets[0].points, (str(board.tickets[0].number),))
    (told,) = Teller(board, NAMES.__getitem__, None).seats(score(seat(0, -1, None, ("ticket", line))))[0].lines
    assert told.lacking.startswith("takes ")


def test_a_path_that_is_not_the_longest_scores_nothing_and_shows_no_points() -> None:
    path = engine.ScoringLine(0, ("26",), 1)
    (told,) = teller().seats(score(seat(0, 0, None, ("longest_path", path))))[0].lines
    assert (told.text, told.points) == ("Path of 26 spaces", "")


def test_ratings_have_a_sign_and_no_hyphen() -> None:
    ended = FinalScore([SeatScore(seat(0, 1), RatingChange(1552, 1544))], None)
    (told,) = teller().seats(ended)
    assert (told.rating, told.change) == ("1552 → 1544", "−8")


@pytest.mark.parametrize(
    ("reader", "in_scoring", "words"),
    [
        (None, True, "Ada passed Ben and Cleo in the final scoring."),
        (0, True, "You passed Ben and Cleo in the final scoring."),
        (1, False, "Here Ada passed you and Cleo for good."),
        (0, False, "Here you passed Ben and Cleo for good."),
    ],
)
def test_the_turning_point_says_who_was_passed(reader: int | None, in_scoring: bool, words: str) -> None:
    assert teller(reader).turning_point(TurningPoint(7, 0, [1, 2], in_scoring)) == words


@pytest.mark.parametrize(
    ("reader", "in_scoring", "words"),
    [
        (0, True, "You took the lead in the final scoring."),
        (1, True, "Ada took the lead in the final scoring."),
        (0, False, "Here you took the lead for good."),
        (None, False, "Here Ada took the lead for good."),
    ],
)
def test_nobody_is_passed_who_was_not_ahead(reader: int | None, in_scoring: bool, words: str) -> None:
    assert teller(reader).turning_point(TurningPoint(7, 0, [], in_scoring)) == words


def test_who_alone_was_passed_reads_so() -> None:
    assert teller(1).turning_point(TurningPoint(7, 0, [1], in_scoring=True)) == "Ada passed you in the final scoring."


@pytest.mark.parametrize("rules", engine.RULESETS.values(), ids=lambda rules: str(rules.id))
def test_every_reason_of_points_has_its_words(rules: engine.Ruleset) -> None:
    full = rules.with_options(dict.fromkeys(rules.variants, True))
    assert set(full.accounts) <= set(SCORING)
