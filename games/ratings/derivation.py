"""The derivation of all ratings from the games that have ended, in the order of their ends.

1. One ruleset at a time is locked, because a rating depends on every rating before it.
2. Games are processed in order, in batches. Earlier results derived from them are deleted, and skills start as the
   games before have left them. Everyone for whom a game counts gets a row (`results`): the players who began it are
   compared with each other, and each player who took over a seat, alone, with those who stayed. Of the games that a
   player lost by the same absence, without a move in any game between the first and the last, only the first to end
   counts.
3. The newest row of each player concerned is the player's rating.

For a game that has just ended, this is one game. If an old game changes, thousands may follow: then `StaleRatings` says
from which game on, a worker processes them (`catch_up`), and nobody else waits for longer than a batch takes. A game
that ends meanwhile is left to the worker, which reaches it in order.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple, cast

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from games import advisory_locks
from games.kinds import EntryKind
from games.models import Departure, Entry, Game, Player, RatedSeat, Rating, Seat, StaleRatings, Turn
from games.ratings import results
from games.ratings.results import RatedGame, RatedPlayer
from games.ratings.skill import NEWCOMER, Skill, after

AT_ONCE: Final = 500
"""The number of games that are processed, and held in memory, at once."""
FEW: Final = 10
"""The maximum number of later rated seats for which all is derived at once, when a game is changed."""
FEWEST: Final = 2
"""The minimum number of players to compare."""
OWN_MOVES: Final = [kind for kind in EntryKind if kind.in_time]
"""The kinds of entries by which a player has moved in time."""
Losses = defaultdict[str, list[datetime]]
"""The instants at which absences cost players a seat, by player."""


class NextGames(NamedTuple):
    """The point to continue from: games that ended at an instant, after a key ("": all of them), and later."""

    since: datetime
    after: str = ""

    def beyond(self, key: str) -> Q:
        """Return the condition for rows beyond this point; `key` is the field of the game's id."""
        same = Q(ended_at=self.since, **{f"{key}__gt": self.after}) if self.after else Q(ended_at=self.since)
        return Q(ended_at__gt=self.since) | same


def derive(ruleset: str, since: datetime) -> None:
    """Derive again the ratings from games that ended at `since` or later."""
    with transaction.atomic():
        _lock(ruleset)
        start: NextGames | None = NextGames(since)
        while start is not None:
            start = _derive_some(ruleset, start, AT_ONCE)
        StaleRatings.objects.filter(ruleset=ruleset, since__gte=since).delete()


def follow(ruleset: str, since: datetime) -> None:
    """Derive the effects of a change of a game that ended then, or leave them to the worker if there are many."""
    with transaction.atomic():
        _lock(ruleset)
        stale = StaleRatings.objects.filter(ruleset=ruleset).first()
        if stale is None and RatedSeat.objects.filter(ruleset=ruleset, ended_at__gt=since)[: FEW + 1].count() <= FEW:
            return derive(ruleset, since)
        if stale is None or since <= stale.since:
            StaleRatings.objects.update_or_create(ruleset=ruleset, defaults={"since": since, "after": ""})
        return None


def catch_up(*, games: int = AT_ONCE) -> int:
    """Derive stale ratings, with `games` games per transaction; return the number of transactions."""
    transactions = 0
    for ruleset in StaleRatings.objects.order_by("ruleset").values_list("ruleset", flat=True):
        while _catch_up_some(ruleset, games):
            transactions += 1
    return transactions


def _catch_up_some(ruleset: str, games: int) -> bool:
    """Derive a batch of stale ratings; return whether there were any."""
    with transaction.atomic():
        _lock(ruleset)
        stale = StaleRatings.objects.filter(ruleset=ruleset).first()
        if stale is None:
            return False
        start = _derive_some(ruleset, NextGames(stale.since, stale.after), games)
        if start is None:
            stale.delete()
        else:
            stale.since, stale.after = start
            stale.save()
        return True


def _derive_some(ruleset: str, start: NextGames, most: int) -> NextGames | None:
    """Derive the ratings from the next games; return the point to continue from, or None after the last."""
    games = list(_ended(ruleset).filter(start.beyond("pk")).order_by("ended_at", "pk")[:most])
    last = NextGames(cast("datetime", games[-1].ended_at), games[-1].pk) if len(games) == most else None
    dropped = RatedSeat.objects.filter(ruleset=ruleset).filter(start.beyond("game"))
    if last is not None:
        dropped = dropped.exclude(last.beyond("game")) | RatedSeat.objects.filter(ruleset=ruleset, game__in=games)
    concerned = set(dropped.values_list("player_id", flat=True))
    dropped.delete()
    counted_for = results.rated_games(games)
    everyone = [rated for game in counted_for.values() for rated in (*game.began, *game.joined)]
    player_ids = {rated.player for rated in everyone}
    before = RatedSeat.objects.filter(ruleset=ruleset, player__in=player_ids).exclude(start.beyond("game"))
    skills, lost = _newest(before), Losses(list)
    absent = {rated.player for rated in everyone if rated.lost_at}
    _remember(before.filter(lost_at__isnull=False, player__in=absent), lost)
    rows = list[RatedSeat]()
    for game in games:
        game_rows = _rated(game, counted_for.get(game.pk, RatedGame()).only(partial(_is_new, lost)), skills)
        _remember(game_rows, lost)
        rows += game_rows
    RatedSeat.objects.bulk_create(rows)
    _write(ruleset, concerned | player_ids)
    return last


def rulesets() -> list[str]:
    """Return every ruleset in which any game is, or could be, rated."""
    ended = Game.objects.filter(status=Game.Status.ENDED).values_list("ruleset", flat=True)
    return sorted({*ended.distinct(), *Rating.objects.values_list("ruleset", flat=True).distinct()})


def _lock(ruleset: str) -> None:
    advisory_locks.wait_for_name(f"ratings of {ruleset}")


def _ended(ruleset: str) -> QuerySet[Game]:
    """Return the ended games that could count."""
    meant = Game.objects.filter(ruleset=ruleset, rated=True, public=True, practice=False)
    return meant.filter(status=Game.Status.ENDED, ended_at__isnull=False)


def _rated(game: Game, counted_for: RatedGame, skills: dict[str, Skill]) -> list[RatedSeat]:
    """Return the rows of a game, and update `skills` to those after it."""
    joined = [_rows(game, [*counted_for.stayed, rated], skills)[-1:] for rated in counted_for.joined]
    rows = sum(joined, _rows(game, counted_for.began, skills))
    skills |= {row.player_id: Skill(row.mu, row.sigma) for row in rows}
    return rows


def _rows(game: Game, players: Sequence[RatedPlayer], skills: Mapping[str, Skill]) -> list[RatedSeat]:
    """Return the rows of these players' skills after the game, in which they are compared with each other."""
    if len(players) < FEWEST:
        return []
    places = [1 + sum(other.rank < rated.rank for other in players) for rated in players]
    new_skills = after([skills.get(rated.player, NEWCOMER) for rated in players], places)
    shared = {"game": game, "ruleset": game.ruleset, "ended_at": game.ended_at}
    return [
        RatedSeat(player_id=rated.player, rank=place, lost_at=rated.lost_at, mu=skill.mu, sigma=skill.sigma, **shared)
        for rated, place, skill in zip(players, places, new_skills, strict=True)
    ]


def _remember(rows: Iterable[RatedSeat], lost: Losses) -> None:
    """Record when absences have cost these rows' players their seats."""
    for row in rows:
        if row.lost_at is not None:
            lost[row.player_id].append(row.lost_at)


def _is_new(lost: Losses, rated: RatedPlayer) -> bool:
    """Check that the player has not lost an earlier game by the same absence.

    The absence is the same if the player made no move in any game in between.
    """
    at = rated.lost_at
    if at is None:
        return True
    before = max((other for other in lost[rated.player] if other <= at), default=None)
    following = min((other for other in lost[rated.player] if other > at), default=None)
    return (before is None or _has_moved(rated.player, before, at)) and (
        following is None or _has_moved(rated.player, at, following)
    )


def _has_moved(player: str, since: datetime, until: datetime) -> bool:
    """Check whether the player has made a move in any game between these instants, taken back or not."""
    turns = Turn.objects.filter(player=player, closed_at__gt=since, closed_at__lt=until)
    return turns.filter(in_time=True).exists() or _has_moved_by_logs(player, turns.filter(in_time=None))


def _has_moved_by_logs(player: str, turns: QuerySet[Turn]) -> bool:
    """Check by the logs whether a move closed any of these turns, whose rows no longer show it.

    The move may have been taken back, or the player erased. An erased player's games are found only in the logs, which
    takes longer.
    """
    if not Player.objects.filter(pk=player, erased_at__isnull=False).exists():
        sat = Seat.objects.filter(player=player).values_list("game_id", flat=True)
        departures = Departure.objects.filter(player=player).values_list("game_id", flat=True)
        turns = turns.filter(game__in=sat.union(departures))
    moves = Entry.objects.filter(
        game=OuterRef("game"), seat=OuterRef("seat"), at=OuterRef("closed_at"), kind__in=OWN_MOVES
    )
    return turns.filter(Exists(moves)).exists()


def _newest(rows: QuerySet[RatedSeat]) -> dict[str, Skill]:
    """Return each player's skill after the last of these rows."""
    newest = rows.order_by("player", "-ended_at", "-game").distinct("player")
    return {player: Skill(mu, sigma) for player, mu, sigma in newest.values_list("player_id", "mu", "sigma")}


def _write(ruleset: str, player_ids: Collection[str]) -> None:
    """Write the ratings of these players, and delete those of players without any."""
    skills = _newest(RatedSeat.objects.filter(ruleset=ruleset, player__in=player_ids))
    counted = RatedSeat.objects.filter(ruleset=ruleset, player__in=player_ids).order_by().values("player")
    games = dict(counted.annotate(n=Count("pk")).values_list("player", "n"))
    Rating.objects.filter(ruleset=ruleset, player__in=set(player_ids) - skills.keys()).delete()
    ratings = [
        Rating(player_id=player_id, ruleset=ruleset, games=games[player_id], cautious=skill.cautious, **skill._asdict())
        for player_id, skill in sorted(skills.items())
    ]
    changed = ["mu", "sigma", "games", "cautious"]
    Rating.objects.bulk_create(
        ratings, update_conflicts=True, unique_fields=["player", "ruleset"], update_fields=changed
    )
