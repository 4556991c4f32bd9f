"""Entering and leaving a league.

A member plays in the next season and those after it, and waits for a place in a season that is running.
Leaving, or an erasure, gives up a place at once, with all its seats. `places.vacate` does this, whatever the reason.
Whoever enters on a host's invitation may get somebody else's place.
"""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver

from games.competitions import audience, invitations, messages
from games.competitions.leagues import places, replacements
from games.competitions.leagues.creation import locked
from games.errors import Forbidden, Refused
from games.lobby import bots
from games.models import (
    CompetitionInvitation,
    League,
    LeagueExit,
    LeagueMember,
    LeaguePlace,
    LeagueRemoval,
    LeagueSeason,
    Player,
)
from games.people import mentions
from games.people.suspension import awake
from games.signals import player_leaving

MOST_MEMBERS: Final = 1000
MOST_LEAGUES: Final = 5
"""How many leagues one player can be in."""


def enter(*, player: Player, league_id: str, instead_of: str | None = None, now: datetime) -> League:
    """Make the player a member, and accept an invitation of theirs. Repeating this changes nothing.

    `instead_of`: the id of whose place the player's invitation is for. Raises NotFound("no_such_league"), Forbidden
    (account_suspended, address_needed, bots_not_allowed, competition_of_club, removed_by_host), Refused (league_closed,
    league_full, too_many_leagues_entered, same_hands, place_gone, invitation_changed).
    """
    with transaction.atomic():
        player = awake(player, now)
        audience.lock_membership(player, League, league_id)
        league = locked(league_id)
        invitation = invitations.find(league, player, now)
        if LeagueMember.objects.filter(league=league, player=player).exists():
            if instead_of is not None and (invitation or not _has_followed(league, player, instead_of)):
                invitations.refuse_other_terms(invitation, instead_of)
                _accept(league, player, invitation, now)
            return league
        invitations.refuse_other_terms(invitation, instead_of)
        audience.refuse_outsiders(player, league)
        if invitation is None and is_kept_out(league, player):
            raise Forbidden("removed_by_host")
        if league.closed_at is not None:
            raise Refused("league_closed")
        bots.refuse_bot(league, player)
        _refuse_same_hands(league, player)
        if LeagueMember.objects.filter(league=league).count() >= MOST_MEMBERS:
            raise Refused("league_full", most=MOST_MEMBERS)
        if LeagueMember.objects.filter(player=player, league__closed_at=None).count() >= MOST_LEAGUES:
            raise Refused("too_many_leagues_entered", most=MOST_LEAGUES)
        LeagueMember.objects.create(league=league, player=player, entered_at=now)
        LeagueRemoval.objects.filter(league=league, player=player).delete()
        _accept(league, player, invitation, now)
    return league


def _has_followed(league: League, player: Player, leaver_id: str) -> bool:
    """Check whether the leaver is out and the member has what there was to get: a place, while a season is running."""
    if LeagueMember.objects.filter(league=league, player=leaver_id).exists():
        return False
    return places.place_of(league, player) is not None or not places.has_running_season(league)


def _accept(league: League, player: Player, invitation: CompetitionInvitation | None, now: datetime) -> None:
    if invitation is not None:
        invitations.close(invitation, now)
        if invitation.instead_of is not None:
            _take_place(league, invitation.instead_of, player, now)


def _take_place(league: League, leaver: Player, player: Player, now: datetime) -> None:
    """Take the leaver out, and give their place in the running season to the player.

    Between seasons the player has just entered, also if the leaver is gone already. Raises Refused("place_gone").
    """
    place = places.find_place(league, leaver.pk)
    is_member = LeagueMember.objects.filter(league=league, player=leaver).exists()
    if place is None and not is_member and places.has_running_season(league):
        raise Refused("place_gone")
    if place is not None and not replacements.can_take(player, place):
        raise Refused("place_gone")
    if is_member or (place and place.player_id):
        LeagueMember.objects.filter(league=league, player=leaver).delete()
        keep_out(league, leaver, now)
        messages.send(league, [leaver], messages.REMOVED)
    if place is not None:
        places.vacate(place, LeagueExit.Why.REMOVED, now)
        places.give(place, player, now)


def keep_out(league: League, player: Player, now: datetime) -> None:
    """Let the player enter the league again by invitation only."""
    LeagueRemoval.objects.get_or_create(league=league, player=player, defaults={"at": now})


def is_kept_out(league: League, player: Player) -> bool:
    """Check whether a host has taken the player out of the league, so that they can enter again by invitation only."""
    return LeagueRemoval.objects.filter(league=league, player=player).exists()


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
        if key_of(places.place_of(league, player)) not in ("", place):
            raise Refused("has_gone_on")
        return _take_out(player, league, LeagueExit.Why.LEFT, now)


def key_of(place: LeaguePlace | None) -> str:
    """Return a key for the place that a player would give up, "" for none."""
    return "" if place is None else str(place.pk)


def _take_out(player: Player, league: League, why: LeagueExit.Why, now: datetime) -> League:
    LeagueMember.objects.filter(league=league, player=player).delete()
    place = places.place_of(league, player)
    if place is not None:
        places.vacate(place, why, now)
    return league


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
