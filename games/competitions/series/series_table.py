"""The standings of a series: everyone who sat at the end of one of its games, or sits at a running one."""

from collections.abc import Mapping, Sequence

from games.competitions import results
from games.competitions.results import Line, Match, Result, TieBreak
from games.models import Player, Seat

TIE_BREAKS = (TieBreak.WINS, TieBreak.MARGIN)
"""All play the same games, so neither their meetings nor the strength of opponents can decide anything."""


def standings(seats: Mapping[str, Sequence[Seat]], played: Mapping[str, Result]) -> list[Line[Player]]:
    """Return everyone's line, from the seats of the games (players loaded) and their results."""
    people = {
        seat.player.pk: seat.player
        for table in seats.values()
        for seat in table
        if seat.player and seat.player.kind in Player.PEOPLE
    }
    games = [Match([seat.player or Player() for seat in table], played[game]) for game, table in seats.items() if table]
    return results.standings(list(people.values()), games, TIE_BREAKS)
