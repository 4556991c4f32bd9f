"""One player's consecutive actions are told in one sentence."""

from typing import Any

import pytest

import engine
from games.presentation import words
from games.presentation.words.board import claimed_for_points
from games.presentation.words.running_text import ToldOf, together_by_player
from games.presentation.words.sentences import Plain, Spoken

BOARD = engine.ruleset("usa@1").board
WEST = engine.ruleset("old_west@1").board
ADA, BOB = 0, 1


def name(seat: int) -> str:
    return ("Ada", "Bob")[seat]


def spoken(event: Any) -> Spoken:
    told = words.tell_to(None, event, name, WEST)
    assert told is not None
    return told


def claimed(slug: str, points: int = 1) -> Spoken:
    claim: Any = {"type": "route_claimed", "seat": ADA, "route": slug, "color": "white", "cards": 1, "locomotives": 0}
    return claimed_for_points(claim, points, BOARD).speak(None, name)


PLACED = spoken(
    {"type": "marker_placed", "seat": ADA, "city": "portland", "color": "black", "cards": 2, "locomotives": 0}
)
DREW = spoken({"type": "tickets_drawn", "seat": BOB, "offer_count": 4})
CLAIM = claimed("portland-seattle-1")


def tell(*turns: tuple[str, tuple[Spoken, ...]]) -> list[str]:
    return [turn.line for turn in together_by_player(ToldOf(who, sentences) for who, sentences in turns)]


def test_what_follows_about_the_same_player_goes_on_with_and() -> None:
    assert tell(("Ada", (CLAIM,)), ("Ada", (PLACED,)), ("Bob", (DREW,))) == [
        "Ada claimed Portland – Seattle with 1 white, for 1 point and placed a marker in Portland for 2 black.",
        "Bob drew 4 tickets.",
    ]


def test_a_full_stop_within_a_name_ends_no_sentence() -> None:
    (told,) = tell(("Ada", (claimed("duluth-sault_st_marie", points=4),)), ("Ada", (PLACED,)))
    assert told == (
        "Ada claimed Duluth – Sault St. Marie with 1 white, for 4 points and placed a marker in Portland for 2 black."
    )


def test_what_another_player_did_stands_between() -> None:
    assert len(tell(("Ada", (CLAIM,)), ("Bob", (DREW,)), ("Ada", (PLACED,)))) == 3


def test_points_of_another_for_it_end_the_sentence() -> None:
    assert len(tell(("Ada", (CLAIM, DREW)), ("Ada", (PLACED,)))) == 2


def test_a_sentence_that_begins_otherwise_stays_as_it_is() -> None:
    late, nobody = Plain("Ada ran out of time, so this was played:"), Plain("The market was renewed.")
    told = [("", (nobody,)), ("", (nobody,)), ("Ada", (late, PLACED)), ("Ada", (nobody,)), ("Ada", (PLACED,))]
    assert len(tell(*told)) == len(told)


def test_what_cannot_go_on_from_another_sentence_is_a_sentence_of_its_own() -> None:
    left = spoken({"type": "seat_left", "seat": ADA, "how": "resigned"})
    assert tell(("Ada", (PLACED,)), ("Ada", (left,))) == [
        "Ada placed a marker in Portland for 2 black.",
        "Ada resigned.",
    ]


@pytest.mark.parametrize("player", ["Ada", "A & B", "Dr. No"])
def test_a_players_name_is_bold_wherever_it_stands(player: str) -> None:
    told = words.tell_to(None, {"type": "turn_skipped", "seat": ADA}, lambda seat: player, BOARD)
    assert told is not None
    bold = f"<strong>{player.replace('&', '&amp;')}</strong>"
    assert ToldOf(player, (told,)).html == f"The turn of {bold} was skipped."
