"""Recipients of a league's notifications: players with a place, those who have entered, and its host."""

from datetime import datetime

from django.db.models import Q

from games.models import LeaguePlace, LeagueSeason, Player
from notifications.models import Notification
from notifications.policy import kinds
from notifications.policy.kinds import NotificationKind


def of_all_places(season: LeagueSeason, event: str, now: datetime) -> list[Notification]:
    """Return notices that the season has begun or ended, for everyone with a place in it."""
    kind = {"began": kinds.SEASON_BEGAN, "over": kinds.SEASON_OVER}[event]
    places = LeaguePlace.objects.filter(division__season=season, player__isnull=False).select_related("player")
    return [_build_notification(season, place.player, now, kind) for place in places.order_by("pk")]


def of_place(season: LeagueSeason, place: LeaguePlace, event: str, now: datetime) -> list[Notification]:
    """Return the notice that the player of a place has gained it, or is about to lose it."""
    kind = {"place_given": kinds.PLACE_GIVEN, "place_lost": kinds.PLACE_LOST}[event]
    return [_build_notification(season, place.player, now, kind)]


def of_postponed(season: LeagueSeason, now: datetime) -> list[Notification]:
    """Return notices of a season's postponement for the host and all entrants: once, however often it happens."""
    concerned = Player.objects.filter(
        Q(pk=season.league.host_id) | Q(league_memberships__league=season.league_id)
    ).distinct()
    return [_build_notification(season, player, now, kinds.SEASON_POSTPONED) for player in concerned.order_by("pk")]


def _build_notification(
    season: LeagueSeason, player: Player | None, now: datetime, kind: NotificationKind
) -> Notification:
    return Notification(player=player, season=season, kind=kind.name, created_at=now)
