"""Places in the running season: who has one, who had it last, and how they change hands."""

from datetime import datetime

from games.models import League, LeagueExit, LeagueMember, LeaguePlace, LeagueSeason, Player
from games.people.player_rows import ids_of_owner
from games.signals import league_changed


def place_of(league: League, player: Player) -> LeaguePlace | None:
    """Return the player's place in the running season, if any."""
    running = LeaguePlace.objects.filter(division__season__league=league, player=player)
    return running.filter(division__season__state=LeagueSeason.State.RUNNING).first()


def find_place(league: League, player_id: str) -> LeaguePlace | None:
    """Return the place in the running season that the player has or, while nobody has it, had last."""
    places = LeaguePlace.objects.filter(
        division__season__league=league, division__season__state=LeagueSeason.State.RUNNING
    ).select_related("player", "division__season")
    left = [row.place_id for row in _list_last_exits(league) if row.player_id == player_id]
    return places.filter(player=player_id).first() or places.filter(pk__in=left).first()


def has_running_season(league: League) -> bool:
    """Check whether a season of the league is running."""
    return LeagueSeason.objects.filter(league=league, state=LeagueSeason.State.RUNNING).exists()


def has_lost_place(league: League, player: Player) -> bool:
    """Check whether the player had a place in the running season, or their owner or a bot of theirs, and lost it."""
    exits = LeagueExit.objects.filter(
        place__division__season__league=league, place__division__season__state=LeagueSeason.State.RUNNING
    )
    return exits.filter(player__in=ids_of_owner(player)).exists()


def list_former_holders(league: League) -> list[Player]:
    """Return those who last had the places of the running season that nobody has."""
    return [row.player for row in _list_last_exits(league)]


def _list_last_exits(league: League) -> list[LeagueExit]:
    vacant = LeaguePlace.objects.filter(
        division__season__league=league, division__season__state=LeagueSeason.State.RUNNING, player=None
    )
    exits = LeagueExit.objects.filter(place__in=vacant).select_related("player")
    return list(exits.order_by("place", "-at", "-pk").distinct("place"))


def vacate(place: LeaguePlace, why: LeagueExit.Why, now: datetime) -> None:
    """Take the place from its player, and end the membership. The league's row must be locked."""
    if place.player is None:
        return
    LeagueExit.objects.create(place=place, player=place.player, why=why, at=now)
    LeagueMember.objects.filter(player=place.player, league__seasons__divisions__places=place).delete()
    place.player, place.given_at, place.unsettled = None, now, True
    place.save(update_fields=["player", "given_at", "unsettled"])


def give(place: LeaguePlace, player: Player, now: datetime) -> None:
    """Give a place that nobody has to the player, who hears of it. The league's row must be locked."""
    place.player, place.given_at, place.unsettled = player, now, True
    place.save(update_fields=["player", "given_at", "unsettled"])
    season = place.division.season
    league_changed.send(sender=League, season=season, what="place_given", place=place, now=now)
