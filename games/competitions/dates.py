"""The dates of a competition that its host can move: of its next beginning, and of the end of what is running."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.competitions.audience import Competition
from games.models import Cup, CupRound, LeagueSeason


@dataclass(frozen=True, slots=True)
class MovableDate:
    """A date as it is announced, the last instant to which it can move, and how it is moved."""

    at: datetime
    latest: datetime
    move: Callable[[datetime], None]


def find_beginning(competition: Competition, latest: datetime) -> MovableDate | None:
    """Return when the cup, or the season that is planned, begins; None where everything has begun."""
    if isinstance(competition, Cup):
        is_open = competition.state == Cup.State.OPEN
        return MovableDate(competition.entry_closes_at, latest, _cup_mover(competition)) if is_open else None
    season = competition.seasons.filter(state=LeagueSeason.State.PLANNED).first()
    return None if season is None else MovableDate(season.starts_at, latest, _season_mover(season))


def _cup_mover(cup: Cup) -> Callable[[datetime], None]:
    def move(at: datetime) -> None:
        cup.entry_closes_at = at
        cup.save(update_fields=["entry_closes_at"])

    return move


def _season_mover(season: LeagueSeason) -> Callable[[datetime], None]:
    def move(at: datetime) -> None:
        season.ends_at += at - season.starts_at
        season.starts_at = at
        season.save(update_fields=["starts_at", "ends_at"])

    return move


def find_end(competition: Competition, longer: timedelta, now: datetime) -> MovableDate | None:
    """Return when the round or the season that runs ends; None where none does.

    It can move to as much later as this than its days would have it.
    """
    if isinstance(competition, Cup):
        round_ = competition.rounds.filter(closed_at=None, ends_at__gt=now).first()
        if round_ is None:
            return None
        return _end_of(round_, round_.began_at + timedelta(days=competition.round_days) + longer)
    season = competition.seasons.filter(state=LeagueSeason.State.RUNNING, ends_at__gt=now).first()
    if season is None:
        return None
    return _end_of(season, season.starts_at + timedelta(days=competition.season_days) + longer)


def _end_of(running: CupRound | LeagueSeason, latest: datetime) -> MovableDate:
    def move(at: datetime) -> None:
        running.ends_at = at
        running.save(update_fields=["ends_at"])

    return MovableDate(running.ends_at, latest, move)
