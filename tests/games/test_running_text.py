"""One player's consecutive actions are told in one sentence."""

from games.presentation.words.running_text import ToldOf, together_by_player

ADA_CLAIMED = ToldOf("Ada", "Ada claimed Ashland – Redding with 1 white, for 1 point.")
ADA_PLACED = ToldOf("Ada", "Ada placed a marker in Redding for 2 black.")
BOB_DREW = ToldOf("Bob", "Bob drew 4 tickets.")


def test_what_follows_about_the_same_player_goes_on_with_and() -> None:
    assert together_by_player([ADA_CLAIMED, ADA_PLACED, BOB_DREW]) == [
        ToldOf(
            "Ada",
            "Ada claimed Ashland – Redding with 1 white, for 1 point and placed a marker in Redding for 2 black.",
        ),
        BOB_DREW,
    ]


def test_what_another_player_did_stands_between() -> None:
    told = [ADA_CLAIMED, BOB_DREW, ADA_PLACED]
    assert together_by_player(told) == told


def test_points_of_another_for_it_end_the_sentence() -> None:
    scored = ToldOf("Ada", "Ada claimed Bend – Boise with 4 white. Bob scored 7 points for a marker there.")
    assert together_by_player([scored, ADA_PLACED]) == [scored, ADA_PLACED]


def test_a_sentence_that_begins_otherwise_stays_as_it_is() -> None:
    late = ToldOf("Ada", "Ada ran out of time, so this was played: Ada drew two cards from the deck.")
    nobody = ToldOf("", "The market was renewed.")
    longer = ToldOf("Ada", "Adam placed a marker in Redding.")
    told = [nobody, nobody, late, ToldOf("Ada", "Of Ada nothing is known."), longer]
    assert together_by_player(told) == told
