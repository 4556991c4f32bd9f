"""The steps of a cup from its beginning to its end. Each is a transaction, and can safely be repeated.

**Beginning.** All players who can play are locked, then the cup; if somebody has entered in between, the next sweep
does it. With too few players it is put off by a week, twice at most, and then called off; all who have entered are
told. Otherwise everyone gets a seed by rating, players without a rating after the others in the order of entry, and the
first round is drawn: its tables are promised as rows, and their games begin after that, one transaction each.

**End of a round.** When all its tables are done, or at `ends_at`, games that are still running are ended by their
present points, even if paused, disputed or set aside: all players know that from the start. Then the round is closed. A
game that cannot be ended does not hold it up for more than an hour.

**The next round** is drawn a day after that, from the results as they are then; a game that a ruling has resumed
meanwhile is ended again. After the last round the cup is over at once.
"""

from datetime import datetime, timedelta
from typing import Final
from zlib import crc32

from django.db import transaction

from games.competitions import fixtures, hosts
from games.competitions.cups import bracket, course, creation, exits, knockout, round_robin, scores, swiss, turns
from games.competitions.cups.course import CupCourse
from games.competitions.cups.draws import RoundDraw
from games.models import Cup, CupEntrant, CupGame, CupRound, Rating, Rule
from games.signals import cup_changed
from games.table import rulings
from games.table.rulings.commands import PRESENT_POINTS

BREAK: Final = timedelta(days=1)
"""The time between the end of a round and the next round."""
PUT_OFF: Final = timedelta(days=7)
MOST_PUT_OFF: Final = 2
FEWEST: Final = 4
"""The fewest players a cup needs; it may need more, since it needs two tables (`fewest`)."""
WAITED: Final = timedelta(hours=1)
"""How long a round waits for games that could not be ended."""


def fewest(cup: Cup) -> int:
    """Return how many players the cup needs."""
    return max(FEWEST, cup.seats + 1)


def begin(*, cup_id: str, now: datetime) -> bool:
    """Begin the cup, put it off, or call it off. Return False if not due, or if somebody entered meanwhile."""
    with transaction.atomic():
        ids = set(CupEntrant.objects.filter(cup=cup_id).values_list("player", flat=True))
        available = fixtures.lock_players(ids, now)
        cup = creation.locked(cup_id)
        if cup.state != Cup.State.OPEN or cup.entry_closes_at > now:
            return False
        entered = list(CupEntrant.objects.filter(cup=cup))
        if any(entrant.player_id not in ids for entrant in entered):
            return False
        entrants = [entrant for entrant in entered if entrant.player_id in available and entrant.left_at is None]
        if len(entrants) < fewest(cup):
            _put_off_cup(cup, now)
            return True
        CupEntrant.objects.filter(cup=cup, left_at=None).exclude(pk__in=[entrant.pk for entrant in entrants]).delete()
        _seed_entrants(cup, entrants)
        cup.state = Cup.State.RUNNING
        cup.save(update_fields=["state"])
        _draw_round(course.current_course(cup), now)
    return True


def _put_off_cup(cup: Cup, now: datetime) -> None:
    if cup.put_off >= MOST_PUT_OFF:
        creation.close(cup, Cup.State.CALLED_OFF, now)
        return
    while cup.entry_closes_at <= now:
        cup.entry_closes_at += PUT_OFF
    cup.put_off += 1
    cup.save(update_fields=["entry_closes_at", "put_off"])
    cup_changed.send(sender=Cup, cup=cup, what="postponed", round=None, entrant=None, now=now)


def _seed_entrants(cup: Cup, entrants: list[CupEntrant]) -> None:
    rated = Rating.objects.filter(ruleset=cup.ruleset, player__in=[entrant.player_id for entrant in entrants])
    skills = dict(rated.values_list("player", "cautious"))
    entrants.sort(
        key=lambda entrant: (
            entrant.player_id not in skills,
            -skills.get(entrant.player_id, 0.0),
            entrant.entered_at,
            entrant.pk,
        )
    )
    for seed, entrant in enumerate(entrants):
        entrant.seed = seed
    CupEntrant.objects.bulk_update(entrants, ["seed"])


def _draw_round(cup_course: CupCourse, now: datetime) -> None:
    """Draw the next round, with its promised games."""
    cup, number = cup_course.cup, len(cup_course.rounds) + 1
    round_draw = _pair_players(cup_course)
    ends_at = now + timedelta(days=cup.round_days)
    row = CupRound.objects.create(cup=cup, number=number, began_at=now, ends_at=ends_at, byes=sorted(round_draw.byes))
    CupGame.objects.bulk_create(
        CupGame(round=row, number=table, seeds=seeds)
        for table, seeds in enumerate(_seat_players(cup_course, number, round_draw), 1)
    )


def _seat_players(cup_course: CupCourse, number: int, round_draw: RoundDraw[int]) -> list[list[int]]:
    """Return the seeds at each table by seat, so that everyone begins about equally often."""
    if cup_course.cup.kind == Cup.Kind.ROUND_ROBIN:
        return [list(seeds) for seeds in round_draw.tables]
    seat_counts = cup_course.sat()
    return [
        turns.seated(seeds, seat_counts, crc32(f"{cup_course.cup.pk}.{number}.{table}".encode()))
        for table, seeds in enumerate(round_draw.tables, 1)
    ]


def _pair_players(cup_course: CupCourse) -> RoundDraw[int]:
    cup = cup_course.cup
    if cup.is_knockout:
        seeds = bracket.advancing(cup_course, cup_course.last) if cup_course.last else sorted(cup_course.players)
        return knockout.paired(seeds, cup.seats, cup.advancing or 1)
    if cup.kind == Cup.Kind.ROUND_ROBIN:
        return _pair_all(cup_course)
    order, field = scores.field_of(cup_course)
    round_draw = swiss.paired(field, cup.seats)
    tables = [[order[place] for place in table] for table in round_draw.tables]
    return RoundDraw(tables, [order[place] for place in round_draw.byes])


def _pair_all(cup_course: CupCourse) -> RoundDraw[int]:
    """Pair the players of a round robin; whoever would meet somebody who has left has a bye."""
    draw = round_robin.paired(cup_course.places, len(cup_course.rounds) + 1)
    tables, byes = [], [seed for seed in map(cup_course.holder, draw.byes) if not cup_course.has_left(seed)]
    for table in draw.tables:
        present = [seed for seed in map(cup_course.holder, table) if not cup_course.has_left(seed)]
        if len(present) == len(table):
            tables.append(present)
        else:
            byes += present
    return RoundDraw(tables, byes)


def start_game(*, fixture_id: int, now: datetime) -> bool:
    """Start a promised game, and drop players who cannot play. Return False if the round is closed or overdue."""
    with transaction.atomic():
        fixture = CupGame.objects.select_related("round__cup__host").get(pk=fixture_id)
        cup, seeds = fixture.round.cup, list(fixture.seeds)
        if fixture.round.closed_at is not None or fixture.round.ends_at <= now:
            return False
        entrants = CupEntrant.objects.filter(cup=cup, seed__in=seeds)
        available = fixtures.lock_players(entrants.filter(left_at=None).values_list("player", flat=True), now)
        creation.locked(cup.pk)
        holders = {entrant.seed: entrant for entrant in entrants.select_related("player")}
        for entrant in holders.values():
            if entrant.left_at is None and entrant.player_id not in available:
                exits.drop(entrant, CupEntrant.Why.GONE, now)
        players = [available.get(holders[seed].player_id) if holders[seed].left_at is None else None for seed in seeds]
        wishes = hosts.wishes_of(cup, len(seeds), f"{cup.name} {fixture.round.number} #{fixture.number}".strip())
        fixtures.start(fixture=fixture, host=cup.host, wishes=wishes, players=players, now=now)
    return True


def announce(*, round_id: int, now: datetime) -> bool:
    """Announce that the round has begun, once all of its games have. Return False if this was already done."""
    with transaction.atomic():
        round_ = CupRound.objects.select_for_update(no_key=True, of=("self",)).select_related("cup").get(pk=round_id)
        if round_.announced_at is not None or CupGame.objects.filter(round=round_, game=None).exists():
            return False
        round_.announced_at = now
        round_.save(update_fields=["announced_at"])
        cup_changed.send(sender=Cup, cup=round_.cup, what="round_began", round=round_, entrant=None, now=now)
    return True


def to_end(cup_course: CupCourse, now: datetime) -> list[str]:
    """Return the ids of the newest round's running games if its time or break is over, or all its tables are done."""
    last = cup_course.last
    if last is None or not (_is_closing(cup_course, now) or _is_break_over(cup_course, now)):
        return []
    return sorted(last.running)


def _is_closing(cup_course: CupCourse, now: datetime) -> bool:
    last = cup_course.last
    if last is None or last.round.closed_at is not None:
        return False
    if course.is_due(cup_course, now):
        return True
    return not cup_course.cup.fixed_dates and all(bracket.is_done(cup_course, last, table) for table in last.tables)


def _is_break_over(cup_course: CupCourse, now: datetime) -> bool:
    return cup_course.last is not None and (cup_course.last.round.closed_at or now) + BREAK <= now


def end_game(game_id: str, cup: Cup, now: datetime) -> bool:
    """End the game by its present points. Raise Refused if it is not running."""
    order = rulings.End(PRESENT_POINTS)
    rulings.by_rule(rule=Rule.ROUND_OVER, by=cup.host, game_id=game_id, order=order, now=now)
    return True


def close_round(*, cup_id: str, now: datetime) -> bool:
    """Close the newest round, and the cup with its last one. Return False if this was done, or is not due."""
    with transaction.atomic():
        cup = creation.locked(cup_id)
        cup_course = course.current_course(cup)
        last = cup_course.last
        if cup.state != Cup.State.RUNNING or last is None or not _is_closing(cup_course, now):
            return False
        if last.running and now < last.round.ends_at + WAITED:
            return False
        last.round.closed_at = now
        last.round.save(update_fields=["closed_at"])
        if bracket.is_decided(cup_course):
            creation.close(cup, Cup.State.OVER, now)
        else:
            cup_changed.send(sender=Cup, cup=cup, what="round_closed", round=last.round, entrant=None, now=now)
    return True


def next_round(*, cup_id: str, now: datetime) -> bool:
    """Draw the next round, or end the cup if nobody is left for one. Return False if this was done, or is not due."""
    with transaction.atomic():
        cup = creation.locked(cup_id)
        cup_course = course.current_course(cup)
        if cup.state != Cup.State.RUNNING or not _is_break_over(cup_course, now):
            return False
        assert cup_course.last is not None
        if cup_course.last.running and now < (cup_course.last.round.closed_at or now) + BREAK + WAITED:
            return False
        if bracket.is_decided(cup_course):
            creation.close(cup, Cup.State.OVER, now)
        else:
            _draw_round(cup_course, now)
    return True
