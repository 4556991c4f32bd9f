"""Match points and standings in small competitions, computed by hand."""

import pytest

from games.competitions.results import How, Match, Result, TieBreak, match_points, most, standings


def ranked(*ranks: int, points: tuple[int, ...] = ()) -> Result:
    return Result(How.RANKED, ranks, points or tuple(100 - rank for rank in ranks))


def game(seats: str, *ranks: int, points: tuple[int, ...] = ()) -> Match[str]:
    return Match(tuple(seats), ranked(*ranks, points=points))


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ((1, 2), [2, 0]),
        ((2, 1, 3), [2, 4, 0]),
        ((1, 2, 3, 4), [6, 4, 2, 0]),
        ((1, 1, 3, 4), [5, 5, 2, 0]),
        ((1, 1, 1, 1), [3, 3, 3, 3]),
        ((2, 1, 2, 2, 5), [4, 8, 4, 4, 0]),
    ],
)
def test_match_points_are_for_opponents_finished_ahead_of(ranks: tuple[int, ...], expected: list[int]) -> None:
    assert match_points(ranked(*ranks), len(ranks)) == expected
    assert sum(expected) == len(ranks) * (len(ranks) - 1)
    assert max(expected) <= most(len(ranks))


def test_a_void_game_is_shared_and_a_deserted_one_gives_nothing() -> None:
    assert match_points(Result(How.VOID), 4) == [3, 3, 3, 3]
    assert match_points(Result(How.LEFT), 4) == [0, 0, 0, 0]


def test_a_running_game_counts_for_nothing() -> None:
    running = Match(("a", "b"), Result(How.RUNNING))
    lines = standings("ab", [running])
    assert [(line.contestant, line.rank, line.points, line.played) for line in lines] == [
        ("a", 1, 0, 0),
        ("b", 1, 0, 0),
    ]


def test_wins_part_those_with_the_same_points() -> None:
    """A and b have 6 of 12 points each, but b has won a game."""
    lines = standings("abcd", [game("abcd", 2, 1, 3, 4), game("abcd", 3, 4, 1, 2)])
    assert [(line.contestant, line.rank, line.points) for line in lines] == [
        ("c", 1, 8),
        ("b", 2, 6),
        ("a", 3, 6),
        ("d", 4, 4),
    ]
    assert lines[1].tie_breaks == {TieBreak.WINS: 1}
    assert not lines[0].tie_breaks


def test_direct_meetings_count_only_among_those_who_are_level() -> None:
    """Players a and b have one win each and the same points; b finished ahead of a where they met."""
    games = [game("ab", 2, 1), game("ac", 1, 2), game("cb", 1, 2)]
    lines = {line.contestant: line for line in standings("abc", games, [TieBreak.WINS, TieBreak.DIRECT])}
    assert {one: line.points for one, line in lines.items()} == {"a": 2, "b": 2, "c": 2}
    assert {line.rank for line in lines.values()} == {1}
    games.append(game("ad", 1, 2))
    games.append(game("bd", 1, 2))
    games.append(game("cd", 2, 1))
    first, second, *_others = standings("abcd", games, [TieBreak.WINS, TieBreak.DIRECT])
    assert (first.contestant, second.contestant) == ("b", "a")
    assert first.tie_breaks == {TieBreak.WINS: 2, TieBreak.DIRECT: 2}


def test_the_margin_is_what_is_missing_to_the_winner() -> None:
    games = [game("ab", 1, 2, points=(90, 80)), game("ab", 2, 1, points=(60, 100))]
    first, second = standings("ab", games)
    assert (first.contestant, first.rank, second.rank) == ("b", 1, 2)
    assert (first.tie_breaks[TieBreak.MARGIN], second.tie_breaks[TieBreak.MARGIN]) == (-10, -40)


def test_points_of_a_seat_that_left_are_no_margin() -> None:
    left = Match(("a", "b"), Result(How.RANKED, (1, 2), (40, 70)))
    (line,) = standings("a", [left, Match(("a", "b"), Result(How.VOID))], [TieBreak.MARGIN])
    assert line.points == 3
    assert standings("ab", [left], [])[1].contestant == "b"


def test_strength_is_what_the_opponents_have() -> None:
    games = [game("ac", 1, 2), game("bd", 1, 2), game("cd", 1, 2)]
    first, second, *_others = standings("abcd", games, [TieBreak.STRENGTH])
    assert (first.contestant, second.contestant) == ("a", "c")
    assert first.tie_breaks[TieBreak.STRENGTH] == 2


def test_those_whom_nothing_parts_share_a_rank_in_the_order_given() -> None:
    games = [game("ab", 1, 1), game("cd", 1, 1)]
    assert [line.rank for line in standings("dcba", games)] == [1, 1, 1, 1]
    assert [line.contestant for line in standings("dcba", games)] == ["d", "c", "b", "a"]


def test_an_empty_seat_has_ones_own_points_when_strength_is_added_up() -> None:
    """Players a and b are level: b had a bye, and met c; a met c and d."""
    bye = Match(("b",), Result(How.RANKED, (1,), (0,)), empty=1)
    games = [game("ac", 1, 2), bye, game("ad", 2, 1), game("bc", 2, 1)]
    lines = {line.contestant: line for line in standings("abcd", games, (TieBreak.STRENGTH,))}
    assert {one: line.points for one, line in lines.items()} == {"a": 2, "b": 2, "c": 2, "d": 2}
    assert {one: line.tie_breaks[TieBreak.STRENGTH] for one, line in lines.items()} == {"a": 4, "b": 4, "c": 4, "d": 2}
    assert [lines[one].rank for one in "abc"] == [1, 1, 1]


def test_a_void_game_at_a_table_with_an_empty_seat_gives_what_a_shared_first_place_gives() -> None:
    shared = match_points(ranked(1, 1, 1), 3, empty=1)
    assert match_points(Result(How.VOID), 3, empty=1) == shared == [4, 4, 4]
    assert match_points(Result(How.LEFT), 3, empty=1) == [0, 0, 0]
    assert match_points(ranked(1, 2, 3), 3, empty=1) == [6, 4, 2]


def bye(player: str) -> Match[str]:
    return Match((player,), ranked(1, points=(0,)), empty=1)


def test_after_the_first_round_a_bye_is_as_good_as_a_game_won() -> None:
    lines = standings("abcde", [bye("a"), game("bd", 1, 2), game("ce", 1, 2)], (TieBreak.STRENGTH, TieBreak.MARGIN))
    assert [(line.contestant, line.rank) for line in lines[:3]] == [("a", 1), ("b", 1), ("c", 1)]


def test_those_who_had_a_bye_are_on_average_as_strong_as_those_level_with_them() -> None:
    """Of the players with 2 points, d, e and f have met 4, 6 and 2; a and b have 6 each, with own points for the
    bye."""
    first_round = [bye("a"), bye("b"), game("ce", 1, 2), game("df", 1, 2), game("gh", 1, 2)]
    second_round = [game("ca", 1, 2), game("gb", 1, 2), game("ed", 1, 2), game("fh", 1, 2)]
    lines = standings("abcdefgh", [*first_round, *second_round], (TieBreak.STRENGTH,))
    strengths = {line.contestant: line.tie_breaks[TieBreak.STRENGTH] for line in lines if line.points == 2}
    assert strengths == {"a": 4, "b": 4, "d": 4, "e": 6, "f": 2}


def test_the_strength_of_who_has_played_fewer_games_evens_out_nothing() -> None:
    """C and f won their first game and left; b, d and e have met 4, as has a with own points for the bye."""
    games = [bye("a"), game("bd", 1, 2), game("ce", 1, 2), game("fg", 1, 2), game("da", 1, 2), game("eb", 1, 2)]
    lines = standings("abcdefg", games, (TieBreak.STRENGTH,))
    strengths = {line.contestant: line.tie_breaks[TieBreak.STRENGTH] for line in lines if line.points == 2}
    assert strengths == {"a": 4, "b": 4, "c": 2, "d": 4, "e": 4, "f": 0}
