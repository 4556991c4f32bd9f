"""The ladder of a club: its members by their ratings within it, from its own games alone.

Nothing of it is stored, so rulings that change a result take effect at once, and no rating outside the club changes.
Stand-ins don't count; whoever has left the club stays an opponent in the games they played.
"""

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from games.competitions.clubs.selectors import MEMBER
from games.models import Club, ClubMember, Game, Player, Seat
from games.ratings import skill
from games.ratings.skill import NEWCOMER, Skill

MOST_GAMES: Final = 500
"""How many of the latest games count: more than a club of 24 plays in a year."""
FEWEST_PEOPLE: Final = 2


@dataclass(slots=True)
class LadderLine:
    """A member's record in the club's ended games: `points` are those of all games."""

    player: Player
    played: int = 0
    won: int = 0
    second: int = 0
    points: int = 0
    skill: Skill = NEWCOMER

    @property
    def rating(self) -> int:
        return self.skill.rating


def build_ladder(club: Club) -> list[LadderLine]:
    """Return the members, the highest rating within the club first; those without a game come last."""
    members = ClubMember.objects.filter(club=club, state=MEMBER).select_related("player").order_by("since", "pk")
    lines = {row.player_id: LadderLine(row.player) for row in members}
    skills: dict[str, Skill] = {}
    for _game, group in groupby(_list_results(club), key=lambda seat: seat.game_id):
        seats = list(group)
        if len(seats) >= FEWEST_PEOPLE:
            _count(seats, lines, skills)
    for player_id, line in lines.items():
        line.skill = skills.get(player_id, NEWCOMER)
    return sorted(lines.values(), key=lambda line: (line.played == 0, -line.rating, -line.points))


def _list_results(club: Club) -> list[Seat]:
    """Return the people's seats in the club's latest ended games, the earliest game first."""
    ended = Game.objects.filter(club=club, status=Game.Status.ENDED, ended_at__isnull=False)
    latest = ended.order_by("-ended_at", "-pk").values("pk")[:MOST_GAMES]
    seats = Seat.objects.filter(game__in=latest, rank__isnull=False, player__kind=Player.Kind.HUMAN)
    return list(seats.order_by("game__ended_at", "game", "number"))


def _count(seats: list[Seat], lines: dict[str, LadderLine], skills: dict[str, Skill]) -> None:
    """Count a game's result for everyone who sat there at its end."""
    ids = [str(seat.player_id) for seat in seats]
    ranks = [seat.rank or 0 for seat in seats]
    before = [skills.get(player_id, NEWCOMER) for player_id in ids]
    skills.update(zip(ids, skill.after(before, ranks), strict=True))
    for player_id, seat in zip(ids, seats, strict=True):
        line = lines.get(player_id)
        if line is not None:
            line.played += 1
            line.won += seat.rank == 1
            line.second += seat.rank == 2
            line.points += seat.points or 0
