"""Ending somebody else's competition: admins close a league, or call off a cup that has not begun."""

from datetime import datetime
from typing import Final

from games.competitions import hosts, messages
from games.competitions.cups import creation as cups
from games.competitions.leagues import creation as leagues
from games.errors import NotFound, Refused
from games.models import Cup, DeskProposal, LeagueMember, Player
from games.people.desk_proposals import DeskAct

TEMPLATE: Final = "account/email/competition_ended"


def _refuse_league(_admin: Player, proposal: DeskProposal) -> None:
    if proposal.league is None:
        raise NotFound("no_such_league")
    if proposal.league.closed_at is not None:
        raise Refused("league_closed")


def _close(proposal: DeskProposal, now: datetime) -> None:
    league = leagues.locked(proposal.league_id or "")
    leagues.end(league, now)
    members = Player.objects.filter(pk__in=LeagueMember.objects.filter(league=league).values("player"))
    people = [league.host, *members.exclude(pk=league.host_id).order_by("pk")]
    messages.send(league, people, TEMPLATE, text=proposal.text)


def _refuse_cup(_admin: Player, proposal: DeskProposal) -> None:
    if proposal.cup is None:
        raise NotFound("no_such_cup")
    if proposal.cup.state != Cup.State.OPEN:
        raise Refused("cup_has_begun")


def _call_off(proposal: DeskProposal, now: datetime) -> None:
    """Call the cup off. Everyone who has entered hears of it as always; the host hears the admins' words."""
    cup = cups.locked(proposal.cup_id or "")
    cups.close(cup, Cup.State.CALLED_OFF, now)
    messages.send(cup, [cup.host], TEMPLATE, text=proposal.text)


CLOSING: Final = DeskAct(DeskProposal.Kind.CLOSE, hosts.RIGHT, _refuse_league, _close)
CALLING_OFF: Final = DeskAct(DeskProposal.Kind.CALL_OFF, hosts.RIGHT, _refuse_cup, _call_off)
