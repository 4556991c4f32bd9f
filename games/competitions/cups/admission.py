"""Entering and leaving a cup.

Before the cup begins, leaving leaves no trace. Afterwards it is final: the player advances to no further round, and
stand-ins take the seats (`exits`).
"""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Max, Q
from django.dispatch import receiver

from games.competitions import audience, invitations, messages
from games.competitions.cups import bracket, course, creation, exits, round_robin, substitution
from games.errors import Forbidden, Refused
from games.lobby import bots
from games.models import Cup, CupEntrant, CupRound, Player
from games.people import mentions
from games.people.suspension import awake
from games.signals import player_erased, player_leaving

MOST_ENTRANTS: Final = 128
MOST_CUPS: Final = 5
"""Cups that one player can be in at a time."""
GOING_ON: Final = (Cup.State.OPEN, Cup.State.RUNNING)


def enter(*, player: Player, cup_id: str, instead_of: str | None = None, now: datetime) -> Cup:
    """Enter the player into the cup, late with the last seed; an invitation is accepted so. Again changes nothing.

    `instead_of`: the id of whose place the player's invitation is for. Raises NotFound("no_such_cup"), Forbidden
    (account_suspended, address_needed, bots_not_allowed, competition_of_club, removed_by_host), Refused
    (cup_entry_closed, cup_full, too_many_cups_entered, same_hands, place_gone, invitation_changed).
    """
    with transaction.atomic():
        player = awake(player, now)
        audience.lock_membership(player, Cup, cup_id)
        cup = creation.locked(cup_id)
        entrant = CupEntrant.objects.filter(cup=cup, player=player).first()
        if entrant is not None and entrant.left_at is None:
            return cup
        audience.refuse_outsiders(player, cup)
        invitation = invitations.find(cup, player, now)
        invitations.refuse_other_terms(invitation, instead_of)
        if invitation is None and entrant is not None and cup.state == Cup.State.OPEN:
            raise Forbidden("removed_by_host")
        bots.refuse_bot(cup, player)
        _refuse_same_hands(cup, player)
        if CupEntrant.objects.filter(player=player, left_at=None, cup__state__in=GOING_ON).count() >= MOST_CUPS:
            raise Refused("too_many_cups_entered", most=MOST_CUPS)
        if invitation is not None:
            invitations.close(invitation, now)
        if invitation is not None and invitation.instead_of is not None:
            _take_place(cup, invitation.instead_of, player, entrant, now)
        else:
            _add(cup, player, entrant, now)
    return cup


def _add(cup: Cup, player: Player, entrant: CupEntrant | None, now: datetime) -> None:
    if not can_enter(cup, now) or (entrant is not None and cup.state != Cup.State.OPEN):
        raise Refused("cup_entry_closed")
    most = round_robin.MOST_PLAYERS if cup.kind == Cup.Kind.ROUND_ROBIN else MOST_ENTRANTS
    if CupEntrant.objects.filter(Q(left_at=None) | Q(seed__isnull=False), cup=cup).count() >= most:
        raise Refused("cup_full", most=most)
    last_seed = CupEntrant.objects.filter(cup=cup).aggregate(seed=Max("seed"))["seed"]
    facts = {
        "entered_at": now,
        "seed": None if last_seed is None else last_seed + 1,
        "left_at": None,
        "why": "",
    }
    CupEntrant.objects.update_or_create(cup=cup, player=player, defaults=facts)


def _take_place(cup: Cup, leaver: Player, player: Player, entrant: CupEntrant | None, now: datetime) -> None:
    """Let the player play on in the leaver's place; before the cup begins, just enter if that is not there any more."""
    place = substitution.find_place(cup, leaver.pk)
    if cup.state == Cup.State.OPEN and place is None:
        _add(cup, player, entrant, now)
        return
    if place is None or (entrant and cup.state == Cup.State.RUNNING) or not substitution.can_take(player, cup, place):
        raise Refused("place_gone")
    was_in = place.left_at is None
    substitution.substitute(cup, place, player, now)
    if was_in:
        messages.send(cup, [leaver], messages.REMOVED)


def can_enter(cup: Cup, now: datetime) -> bool:
    """Check whether players can enter: until the cup begins; a Swiss one also late, until its second round is drawn."""
    if cup.state == Cup.State.OPEN:
        return cup.entry_closes_at > now
    is_first = cup.state == Cup.State.RUNNING and not CupRound.objects.filter(cup=cup, number=2).exists()
    return cup.kind == Cup.Kind.SWISS and is_first


def _refuse_same_hands(cup: Cup, player: Player) -> None:
    """Raise Refused("same_hands") if the player's owner, or another bot of that owner, has entered."""
    entered = Player.objects.filter(pk__in=CupEntrant.objects.filter(cup=cup, left_at=None).values("player"))
    if entered.filter(Q(pk=player.hands) | Q(owner=player.hands)).exclude(pk=player.pk).exists():
        raise Refused("same_hands", name=player.name)


def leave(*, player: Player, cup_id: str, now: datetime) -> Cup:
    """Take the player out of the cup. Nothing changes for a player who has left it already or never entered.

    Raises NotFound("no_such_cup").
    """
    with transaction.atomic():
        return _take_out(player, creation.locked(cup_id), CupEntrant.Why.LEFT, now)


def leave_as_seen(*, player: Player, cup_id: str, state: str, now: datetime) -> Cup:
    """Leave the cup if it is still in the state that the player was shown, since leaving has other effects in another.

    Raises NotFound("no_such_cup"), Refused("has_gone_on").
    """
    with transaction.atomic():
        cup = creation.locked(cup_id)
        if state != cup.state:
            raise Refused("has_gone_on")
        return _take_out(player, cup, CupEntrant.Why.LEFT, now)


def _take_out(player: Player, cup: Cup, why: CupEntrant.Why, now: datetime) -> Cup:
    entrant = CupEntrant.objects.filter(cup=cup, player=player).first()
    if entrant is None or entrant.left_at is not None:
        return cup
    if cup.state == Cup.State.OPEN:
        entrant.delete()
    elif cup.state == Cup.State.RUNNING and entrant.seed in bracket.still_in(course.current_course(cup)):
        exits.drop(entrant, why, now)
    return cup


@receiver(player_leaving)
def leave_all_cups(*, player: Player, now: datetime, **_more: object) -> None:
    """Take a player who is about to be erased out of all cups."""
    entered = CupEntrant.objects.filter(player=player, left_at=None, cup__state__in=GOING_ON)
    for cup_id in entered.order_by("cup").values_list("cup", flat=True):
        with transaction.atomic():
            _take_out(player, creation.locked(cup_id), CupEntrant.Why.GONE, now)


@receiver(player_erased)
def forget_named(*, player: Player, **_more: object) -> None:
    """Clear the names of cups that their host named after themselves."""
    own_cups = Cup.objects.filter(host=player).values_list("pk", "name")
    Cup.objects.filter(pk__in=[key for key, name in own_cups if mentions.names(name, player.name)]).update(name="")
