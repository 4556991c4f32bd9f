"""Another player in somebody's place in a cup, as its host wants it.

Before the cup begins, one is out and the other in. Later the newcomer gets a seed of their own, with which they play on
where the other would have: in their games that are not over, and in the draws to come. What was played so far stays
with who played it. The seats are handed over by the next sweep (`replacements.settle`).
"""

from datetime import datetime

from django.db.models import Max

from games.competitions import seat_knowledge
from games.competitions.cups import bracket, course, exits
from games.competitions.cups.course import CupCourse
from games.models import Cup, CupEntrant, CupGame, Player


def find_place(cup: Cup, player_id: str) -> CupEntrant | None:
    """Return the entry that somebody else can take over, of a player who is in the cup or whose place still counts."""
    entrant = CupEntrant.objects.select_related("player").filter(cup=cup, player=player_id).first()
    if entrant is None or (cup.state == Cup.State.OPEN and entrant.left_at is not None):
        return None
    return entrant if cup.state == Cup.State.OPEN or _can_be_followed(course.current_course(cup), entrant) else None


def list_replaceable(cup: Cup) -> list[Player]:
    """Return the players whose entry somebody else can take over, in the order in which they entered."""
    cup_course = course.current_course(cup)
    if cup.state == Cup.State.OPEN:
        return [row.player for row in cup_course.entered if row.left_at is None]
    return [row.player for row in cup_course.entered if _can_be_followed(cup_course, row)]


def _can_be_followed(cup_course: CupCourse, entrant: CupEntrant) -> bool:
    if cup_course.cup.state != Cup.State.RUNNING or entrant.seed is None or entrant.seed in cup_course.heirs:
        return False
    if not cup_course.cup.is_knockout:
        return True
    return entrant.seed in bracket.still_in(cup_course) or bool(_games_to_take(cup_course, entrant.seed))


def _games_to_take(cup_course: CupCourse, seed: int) -> list[CupGame]:
    """Return the games of the newest round, if it is not closed, that this seed has not finished."""
    last = cup_course.last
    if last is None or last.round.closed_at is not None:
        return []
    return [table.game for table in last.tables if table.runs and seed in table.seeds]


def can_take(newcomer: Player, cup: Cup, entrant: CupEntrant) -> bool:
    """Check whether the newcomer may know what the seats hold."""
    games = _games_to_take(course.current_course(cup), entrant.seed) if entrant.seed is not None else []
    return not seat_knowledge.knows_seats(newcomer, [game.game_id for game in games if game.game_id])


def substitute(cup: Cup, leaver: CupEntrant, newcomer: Player, now: datetime) -> None:
    """Let the newcomer play on in the leaver's place. The cup's row must be locked."""
    if cup.state == Cup.State.OPEN:
        leaver.left_at, leaver.why = now, CupEntrant.Why.REMOVED
        leaver.save(update_fields=["left_at", "why"])
        enter_anew(cup, newcomer, now)
        return
    cup_course = course.current_course(cup)
    assert leaver.seed is not None
    last_seed = CupEntrant.objects.filter(cup=cup).aggregate(seed=Max("seed"))["seed"]
    entrant = CupEntrant.objects.create(
        cup=cup, player=newcomer, entered_at=now, seed=last_seed + 1, instead_of=leaver.seed, unsettled=True
    )
    for game in _games_to_take(cup_course, leaver.seed):
        game.seeds = [entrant.seed if seed == leaver.seed else seed for seed in game.seeds]
        game.save(update_fields=["seeds"])
    exits.drop(leaver, CupEntrant.Why.REMOVED, now)


def enter_anew(cup: Cup, player: Player, now: datetime) -> None:
    """Enter a player before the cup begins, also one whom its host had taken out."""
    facts = {"entered_at": now, "left_at": None, "why": ""}
    CupEntrant.objects.update_or_create(cup=cup, player=player, defaults=facts)
