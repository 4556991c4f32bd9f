"""What becomes known of series and leagues becomes notifications."""

from datetime import datetime

from django.dispatch import receiver

from engine.codec import Json
from games import signals
from games.models import (
    Game,
    LeagueGame,
    LeaguePlace,
    LeagueSeason,
    Seat,
)
from notifications.models import (
    Notification,
)
from notifications.policy import kinds, seasons, together
from notifications.policy.creation import note


@receiver(signals.series_over)
def on_series_over(game: Game, now: datetime, **_: object) -> None:
    """Notify everyone with a seat in the series' last game, whose result can now be reported along with it."""
    seats = Seat.objects.filter(game=game, player__isnull=False).select_related("player")
    fields: Json = {"kind": kinds.SERIES_OVER.name, "game": game, "entry": game.head, "created_at": now}
    note([Notification(player=seat.player, seat=seat.number, **fields) for seat in seats if seat.player])
    together.release_results([game.pk])


@receiver(signals.league_changed)
def on_league_changed(season: LeagueSeason, what: str, place: LeaguePlace | None, now: datetime, **_: object) -> None:
    """Notify everyone concerned by a change; after a season, also release the results that waited for its end."""
    if place is not None:
        note(seasons.of_place(season, place, what, now))
    elif what == "postponed":
        note(seasons.of_postponed(season, now))
    else:
        note(seasons.of_all_places(season, what, now))
    if what == "over":
        together.release(LeagueGame.objects.filter(division__season=season))
