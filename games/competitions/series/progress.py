"""The progress of a series from one game to the next.

1. When a game of a series is over, a worker is called (`on_entry`); a lost call does little harm, since `advance_due`
   finds every series whose newest game is over.
2. Its people are locked first, then the series. If, under the lock, the next game turns out to be open, or a ruling has
   resumed the last one, there is nothing to do.
3. After the last game, or with too few people left, the series is over. Otherwise its next game is created and started.

If a ruling resumes the last game, the series is not over after all.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Final

import structlog
from celery import current_app
from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.dispatch import receiver

from games import signals
from games.competitions import fixtures
from games.lobby.lobby import Wishes
from games.models import Entry, Game, Player, Seat, Series, SeriesGame, SeriesLeaver
from games.table.clocks import mapping
from games.table.play import due_work, quarantine
from games.table.play.sweeps import DueRow, DueRows, run_guarded

FEWEST_PEOPLE: Final = 2
OVER: Final = (Game.Status.ENDED, Game.Status.VOID, Game.Status.ABANDONED, Game.Status.CLOSED)
GO_ON: Final = "games.tasks.go_on_with_series"
"""The name of the task that advances series."""
EXPIRES: Final = 30
"""Seconds after which the call expires, because a sweep has done its work."""

log = structlog.get_logger(__name__)


@receiver(signals.entry_recorded)
def on_entry(game: Game, entry: Entry, **_: object) -> None:
    """Call a worker, after the commit, if the game is over; reopen its series if a ruling has resumed it."""
    if game.ended_at is not None:
        if SeriesGame.objects.filter(game=game).exists():
            transaction.on_commit(_call_worker, robust=True)
    elif entry.rules_on_the_table:
        Series.objects.filter(places__game=game, ended_at__isnull=False).update(ended_at=None)


def _call_worker() -> None:
    try:
        current_app.signature(GO_ON).apply_async(retry=False, expires=EXPIRES)
    except Exception as error:  # the broker is down: the next sweep does it
        log.warning("series_not_called", error=type(error).__name__)


def advance_due(*, now: datetime) -> int:
    """Advance every series whose newest game is over; return their number."""
    if not due_work.is_due(DUE, now):
        return 0
    due = list(_due_places(now).order_by("pk"))
    return sum(
        run_guarded("series", DueRow(place.pk, place.game_id or ""), partial(_advance, place, now), now)
        for place in due
    )


def _due_places(now: datetime) -> QuerySet[SeriesGame]:
    return _only_over(_newest_places(now))


def about_to_end(games: Iterable[str]) -> dict[str, datetime]:
    """Return those of these games that are over and end their series once a worker runs, with their end times."""
    leaves = SeriesLeaver.objects.filter(series=OuterRef(OuterRef("series")), player=OuterRef("player"))
    people = Seat.objects.filter(game=OuterRef("game"), status=Seat.Status.PLAYING, player__isnull=False)
    staying = people.exclude(player__kind=Player.Kind.HOUSE).filter(~Exists(leaves)).order_by().values("game")
    counted = Coalesce(Subquery(staying.annotate(count=Count("pk")).values("count")), 0)
    over = SeriesGame.objects.filter(game__in=list(games), game__status__in=OVER, series__ended_at=None)
    ends = Q(number__gte=F("series__games_wanted")) | Q(staying__lt=FEWEST_PEOPLE)
    later = SeriesGame.objects.filter(series=OuterRef("series"), number__gt=OuterRef("number"))
    last_games = over.annotate(staying=counted).filter(ends).exclude(Exists(later))
    return {str(game): at for game, at in last_games.values_list("game", "game__ended_at") if at is not None}


def _newest_places(now: datetime) -> QuerySet[SeriesGame]:
    later = SeriesGame.objects.filter(series=OuterRef("series"), number__gt=OuterRef("number"))
    open_places = SeriesGame.objects.filter(quarantine.sound(now, "game__"), series__ended_at=None)
    return open_places.filter(~Exists(later))


def _only_over(places: QuerySet[SeriesGame]) -> QuerySet[SeriesGame]:
    return places.filter(game__status__in=OVER).select_related("series", "game__host")


def _advance(place: SeriesGame, now: datetime) -> int:
    """Return 1 if the series has advanced or ended; 0 if there was nothing to do after all."""
    with transaction.atomic():
        seats = list(Seat.objects.filter(game=place.game_id).order_by("number"))
        can_play = fixtures.lock_players((seat.player_id for seat in seats if seat.player_id), now)
        series = Series.objects.select_for_update(no_key=True).get(pk=place.series_id)
        before = _only_over(_newest_places(now).filter(pk=place.pk)).first()
        if before is None:
            return 0
        players = _list_next_players(series, seats, can_play)
        if not before.is_last and len([player for player in players if player]) >= FEWEST_PEOPLE:
            _open_next(series, before, players, now)
            return 1
        return _end_series(series, before, now)


def _list_next_players(series: Series, seats: list[Seat], can_play: Mapping[str, Player]) -> list[Player | None]:
    """Return the next game's players in the order of turns: the second player begins. None is a stand-in's seat."""
    leavers = set(series.leavers.values_list("player_id", flat=True))
    staying = [
        None if seat.player_id in leavers or seat.status != Seat.Status.PLAYING else can_play.get(seat.player_id or "")
        for seat in seats
    ]
    return [*staying[1:], *staying[:1]]


def _end_series(series: Series, last: SeriesGame, now: datetime) -> int:
    """End the series, unless an earlier game has been resumed; return 1 if it has ended, else 0."""
    if series.places.filter(game__status=Game.Status.RUNNING).exists():
        return 0
    series.ended_at = now
    series.save(update_fields=["ended_at"])
    if last.game is not None and last.game.started_at is not None:
        signals.series_over.send(sender=Series, series=series, game=last.game, now=now)
    return 1


def _open_next(series: Series, before: SeriesGame, players: list[Player | None], now: datetime) -> None:
    assert before.game is not None
    people = [player for player in players if player]
    host = next((player for player in people if player.pk == before.game.host_id), people[0])
    place = SeriesGame.objects.create(series=series, number=before.number + 1)
    fixtures.start(fixture=place, host=host, wishes=_wishes_like(before.game), players=players, now=now)


def _wishes_like(before: Game) -> Wishes:
    return Wishes(
        ruleset=before.ruleset,
        seats=before.seats_wanted,
        name=before.name,
        public=before.public,
        club=before.club_id,
        bots=before.bots,
        pause_on_dispute=before.pause_on_dispute,
        rated=before.rated,
        options=before.options,
        clock=mapping.terms(before),
    )


DUE: Final = DueRows(name="series", due=_due_places)
