"""Who is in a club: players join, ask and leave; hosts let them in, turn them away, remove them, and make others hosts.

Every act can be repeated without harm, and none of them touches a game: whoever sits at a table of the club keeps the
seat.
"""

from contextlib import suppress
from datetime import datetime
from typing import Final

from django.db import transaction

from games import signals
from games.competitions.clubs import creation, selectors, succession
from games.competitions.clubs.creation import locked, locked_for_host
from games.errors import Forbidden, NotFound, Refused
from games.models import Club, ClubMember, Player
from games.people.suspension import awake

MOST_MEMBERS: Final = 200
MOST_WAITING: Final = 100
"""How many players can wait for an answer of the hosts at a time."""
MOST_ASKED: Final = 10
"""How many clubs a player can wait for at a time."""
State = ClubMember.State
PUT_OUT: Final = {State.MEMBER: State.REMOVED, State.ASKED: State.REFUSED, State.INVITED: State.REVOKED}
"""What becomes of somebody whom a host puts out."""


def join(*, player: Player, club_id: str, now: datetime, by_link: bool = False) -> ClubMember:
    """Join the club, or ask to. Return the membership, or the request that now waits for a host.

    An invitation or the club's link opens every club; a host's no closes it until a host invites the player. Raises
    NotFound("no_such_club"), Forbidden (account_suspended, address_needed, only_people_in_clubs,
    not_invited_to_club), Refused (too_many_clubs, club_full, too_many_requests_to_clubs,
    too_many_ask_the_club).
    """
    with transaction.atomic():
        player = awake(player, now)
        club = locked(club_id)
        seen_club = selectors.see(player, club)
        if seen_club.own is not None and (seen_club.is_member or (seen_club.own.state == State.ASKED and not by_link)):
            return seen_club.own
        may_enter = seen_club.is_invited or (by_link and not _is_shut_out(seen_club))
        if not may_enter and not club.public:
            raise NotFound("no_such_club")
        creation.refuse_no_human(player)
        creation.refuse_more_clubs(player)
        if may_enter or seen_club.entry == Club.Entry.OPEN:
            return _take_in(club, player, now)
        if seen_club.entry == Club.Entry.REQUEST:
            return _ask(club, player, now)
        raise Forbidden("not_invited_to_club")


def _is_shut_out(seen_club: selectors.SeenClub) -> bool:
    """Check whether not even the link opens the club to its reader, whom a host has removed, turned away or blocked."""
    return seen_club.is_barred or (seen_club.own is not None and seen_club.own.state in selectors.SHUT_OUT)


def _take_in(club: Club, player: Player, now: datetime) -> ClubMember:
    """Make the player a member. Raises Refused("club_full"). The club's row must be locked."""
    _refuse_full(club)
    return _set_state(club, player, State.MEMBER, now)


def _refuse_full(club: Club) -> None:
    if ClubMember.objects.filter(club=club, state=State.MEMBER).count() >= MOST_MEMBERS:
        raise Refused("club_full", most=MOST_MEMBERS)


def _ask(club: Club, player: Player, now: datetime) -> ClubMember:
    """Put the player's request before the hosts, who hear of it, but not twice in a day.

    Raises Refused (too_many_requests_to_clubs, too_many_ask_the_club).
    """
    requests = ClubMember.objects.filter(state=State.ASKED)
    if requests.filter(player=player).count() >= MOST_ASKED:
        raise Refused("too_many_requests_to_clubs", most=MOST_ASKED)
    if requests.filter(club=club).count() >= MOST_WAITING:
        raise Refused("too_many_ask_the_club", most=MOST_WAITING)
    row = _set_state(club, player, State.ASKED, now)
    last = row.asked_at if row.asked_at and row.asked_at > now - creation.A_DAY else None
    if last is None:
        row.asked_at = now
        row.save(update_fields=["asked_at"])
    signals.club_changed.send(sender=Club, club=club, what="asked", player=player, now=now, last=last)
    return row


def _set_state(club: Club, player: Player, state: ClubMember.State, now: datetime) -> ClubMember:
    row, _new = ClubMember.objects.update_or_create(
        club=club, player=player, defaults={"state": state, "since": now, "is_host": False}
    )
    return row


def decline(*, player: Player, club_id: str, now: datetime) -> None:
    """Decline an invitation, or take back a request. Without either, nothing changes."""
    with transaction.atomic():
        with suppress(NotFound):
            locked(club_id)
        rows = ClubMember.objects.filter(club=club_id, player=player)
        rows.filter(state=State.INVITED).update(state=State.DECLINED, since=now)
        rows.filter(state=State.ASKED).update(state=State.REVOKED, since=now)


def leave(*, player: Player, club_id: str, now: datetime, heir_name: str = "") -> None:
    """Leave the club; the last host may say who hosts it from now on. For anyone else nothing changes.

    Without a name the longest member hosts it. The last member closes it. Raises NotFound("no_such_club"),
    Unprocessable("cannot_host_club").
    """
    with transaction.atomic():
        club = locked(club_id)
        own = ClubMember.objects.filter(club=club, player=player, state=State.MEMBER).first()
        if own is None:
            if not club.public:
                raise NotFound("no_such_club")
            return
        succession.go(own, club, now, heir_name)


def let_in(*, host: Player, club_id: str, player_id: str, now: datetime) -> ClubMember:
    """Let somebody in who asks to join, who hears of it. Repeating this changes nothing.

    Raises NotFound (no_such_club, no_such_member), Forbidden (account_suspended, only_hosts), Refused (club_full,
    too_many_clubs_of_player).
    """
    with transaction.atomic():
        host = awake(host, now)
        club = locked_for_host(host, club_id)
        row = _row_of(club, player_id)
        if row.state == State.MEMBER:
            return row
        if row.state != State.ASKED or not row.player.is_active:
            raise NotFound("no_such_member")
        _refuse_more_clubs_of(row.player)
        _refuse_full(club)
        row.state, row.since = State.MEMBER, now
        row.save(update_fields=["state", "since"])
        signals.club_changed.send(sender=Club, club=club, what="let_in", player=row.player, now=now)
    return row


def _refuse_more_clubs_of(player: Player) -> None:
    try:
        creation.refuse_more_clubs(player)
    except Refused as refusal:
        raise Refused("too_many_clubs_of_player", name=player.name) from refusal


def put_out(*, host: Player, club_id: str, player_id: str, now: datetime, state: str | None = None) -> ClubMember.State:
    """Remove a member, turn away somebody who asks, or take an invitation back; nobody is told.

    With the `state` that the host has seen, this acts only while it still holds. A removed player gets in again only if
    a host invites them. Repeating this changes nothing. Return the state afterwards. Raises NotFound (no_such_club,
    no_such_member), Forbidden (account_suspended, only_hosts), Refused("is_a_host").
    """
    with transaction.atomic():
        host = awake(host, now)
        club = locked_for_host(host, club_id)
        row = _row_of(club, player_id)
        if row.is_host:
            raise Refused("is_a_host")
        after = State.REMOVED if row.state == State.INVITED and row.shut_out else PUT_OUT.get(State(row.state))
        if after is not None and state in (None, row.state):
            was_member = row.state == State.MEMBER
            row.state, row.since = after, now
            row.save(update_fields=["state", "since"])
            if was_member:
                signals.club_left.send(sender=Club, club=club, player=row.player, now=now)
    return State(row.state)


def make_host(*, host: Player, club_id: str, player_id: str, now: datetime) -> ClubMember:
    """Make a member a host of the club, beside the others. Repeating this changes nothing.

    Raises NotFound (no_such_club, no_such_member), Forbidden (account_suspended, only_hosts).
    """
    with transaction.atomic():
        host = awake(host, now)
        club = locked_for_host(host, club_id)
        row = _row_of(club, player_id)
        if row.state != State.MEMBER:
            raise NotFound("no_such_member")
        if not row.is_host:
            succession.make_host(row, club, now)
    return row


def step_down(*, host: Player, club_id: str, now: datetime) -> None:
    """Be a member like the others again. Raises NotFound, Forbidden("only_hosts"), Refused("last_host")."""
    with transaction.atomic():
        club = locked_for_host(host, club_id)
        if ClubMember.objects.filter(club=club, is_host=True).count() == 1:
            raise Refused("last_host")
        ClubMember.objects.filter(club=club, player=host).update(is_host=False)


def _row_of(club: Club, player_id: str) -> ClubMember:
    """Lock and return what the player is to the club. Raises NotFound("no_such_member")."""
    rows = ClubMember.objects.select_for_update(no_key=True, of=("self",)).filter(club=club, player=player_id)
    row = rows.select_related("player").first()
    if row is None:
        raise NotFound("no_such_member")
    return row
