"""Which players hear about a league: those with a place, those who have entered, and its host."""

from datetime import datetime

from django.db.models import Q

from games.models import LeaguePlace, LeagueSeason, Player
from notifications.models import Notification
from notifications.policy import kinds
from notifications.policy.kinds import NotificationKind


def of_all_places(season: LeagueSeason, event: str, now: datetime) -> list[Notification]:
    """Note that the season began, or is over, for everyone with a place in it."""
    kind = {"began": kinds.SEASON_BEGAN, "over": kinds.SEASON_OVER}[event]
    places = LeaguePlace.objects.filter(division__season=season, player__isnull=False).select_related("player")
    return [_build_notification(season, place.player, now, kind) for place in places.order_by("pk")]


def of_place(season: LeagueSeason, place: LeaguePlace, event: str, now: datetime) -> list[Notification]:
    """Note that the player of a place has been given it, or is about to lose it."""
    kind = {"place_given": kinds.PLACE_GIVEN, "place_lost": kinds.PLACE_LOST}[event]
    return [_build_notification(season, place.player, now, kind)]


def of_postponed(season: LeagueSeason, now: datetime) -> list[Notification]:
    """Note for the host and everyone who has entered that it is put off: once, however often it is."""
    concerned = Player.objects.filter(
        Q(pk=season.league.host_id) | Q(league_memberships__league=season.league_id)
    ).distinct()
    return [_build_notification(season, player, now, kinds.SEASON_POSTPONED) for player in concerned.order_by("pk")]


def _build_notification(
    season: LeagueSeason, player: Player | None, now: datetime, kind: NotificationKind
) -> Notification:
    return Notification(player=player, season=season, kind=kind.name, created_at=now)
