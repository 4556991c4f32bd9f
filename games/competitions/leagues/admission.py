"""Entering and leaving a league.

A member plays in the next season and those after it, and waits for a place in a season that is running.
Leaving, or an erasure, gives up a place at once, with all its seats. `vacate` does this, whatever the reason.
"""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver

from games.competitions import audience
from games.competitions.leagues.creation import locked
from games.errors import Refused
from games.lobby import bots
from games.models import League, LeagueExit, LeagueMember, LeaguePlace, LeagueSeason, Player
from games.people import mentions
from games.people.suspension import awake
from games.signals import player_leaving

MOST_MEMBERS: Final = 1000
MOST_LEAGUES: Final = 5
"""How many leagues one player can be in."""


def enter(*, player: Player, league_id: str, now: datetime) -> League:
    """Make the player a member. Repeating this changes nothing.

    Raises NotFound("no_such_league"), Forbidden (account_suspended, address_needed, bots_not_allowed,
    competition_of_club), Refused (league_closed, league_full, too_many_leagues_entered, same_hands).
    """
    with transaction.atomic():
        player = awake(player, now)
        audience.lock_membership(player, League, league_id)
        league = locked(league_id)
        if LeagueMember.objects.filter(league=league, player=player).exists():
            return league
        audience.refuse_outsiders(player, league)
        if league.closed_at is not None:
            raise Refused("league_closed")
        bots.refuse_bot(league, player)
        _refuse_same_hands(league, player)
        if LeagueMember.objects.filter(league=league).count() >= MOST_MEMBERS:
            raise Refused("league_full", most=MOST_MEMBERS)
        if LeagueMember.objects.filter(player=player, league__closed_at=None).count() >= MOST_LEAGUES:
            raise Refused("too_many_leagues_entered", most=MOST_LEAGUES)
        LeagueMember.objects.create(league=league, player=player, entered_at=now)
    return league


def _refuse_same_hands(league: League, player: Player) -> None:
    """Raise Refused("same_hands") if the player's owner, or another bot of that owner, has entered."""
    entered = Player.objects.filter(pk__in=LeagueMember.objects.filter(league=league).values("player"))
    if entered.filter(Q(pk=player.hands) | Q(owner=player.hands)).exclude(pk=player.pk).exists():
        raise Refused("same_hands", name=player.name)


def leave(*, player: Player, league_id: str, now: datetime) -> League:
    """End the membership; a place in the running season is given up for good. For non-members nothing changes.

    Raises NotFound("no_such_league").
    """
    with transaction.atomic():
        return _take_out(player, locked(league_id), LeagueExit.Why.LEFT, now)


def leave_as_seen(*, player: Player, league_id: str, place: str, now: datetime) -> League:
    """Leave the league, unless that gives up a place other than the one the player was shown: its key, or "" for none.

    Raises NotFound("no_such_league"), Refused("has_gone_on").
    """
    with transaction.atomic():
        league = locked(league_id)
        if key_of(place_of(league, player)) not in ("", place):
            raise Refused("has_gone_on")
        return _take_out(player, league, LeagueExit.Why.LEFT, now)


def key_of(place: LeaguePlace | None) -> str:
    """Return a key for the place that a player would give up, "" for none."""
    return "" if place is None else str(place.pk)


def _take_out(player: Player, league: League, why: LeagueExit.Why, now: datetime) -> League:
    LeagueMember.objects.filter(league=league, player=player).delete()
    place = place_of(league, player)
    if place is not None:
        vacate(place, why, now)
    return league


def place_of(league: League, player: Player) -> LeaguePlace | None:
    """Return the player's place in the running season, if any."""
    running = LeaguePlace.objects.filter(division__season__league=league, player=player)
    return running.filter(division__season__state=LeagueSeason.State.RUNNING).first()


def vacate(place: LeaguePlace, why: LeagueExit.Why, now: datetime) -> None:
    """Take the place from its player, and end the membership. The league's row must be locked."""
    if place.player is None:
        return
    LeagueExit.objects.create(place=place, player=place.player, why=why, at=now)
    LeagueMember.objects.filter(player=place.player, league__seasons__divisions__places=place).delete()
    place.player, place.given_at, place.unsettled = None, now, True
    place.save(update_fields=["player", "given_at", "unsettled"])


@receiver(player_leaving)
def leave_all(*, player: Player, now: datetime, **_more: object) -> None:
    """Take a player who is about to be erased out of all leagues, and their name out of the leagues they host."""
    entered = LeagueMember.objects.filter(player=player).values("league")
    placed = LeaguePlace.objects.filter(player=player, division__season__state=LeagueSeason.State.RUNNING)
    leagues = League.objects.filter(pk__in=entered) | League.objects.filter(
        pk__in=placed.values("division__season__league")
    )
    for league in leagues.order_by("pk"):
        with transaction.atomic():
            _take_out(player, locked(league.pk), LeagueExit.Why.GONE, now)
    own_leagues = League.objects.filter(host=player).values_list("pk", "name")
    League.objects.filter(pk__in=[key for key, name in own_leagues if mentions.names(name, player.name)]).update(
        name=""
    )
