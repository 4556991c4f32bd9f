"""What hosts change on the page of a competition: its name, its dates, and who is in it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from games import names
from games.competitions import call_ups, changes, handover, invitations, messages
from games.competitions.audience import Competition
from games.errors import Unprocessable
from games.models import CompetitionInvitation, Cup, LeagueSeason, Player
from games.web.competition_forms import AT
from games.zones import zone


def act(request: HttpRequest, competition: Competition, reader: Player, now: datetime) -> str:
    """Perform a button's action for the host, or for who is invited, and return its confirmation; "" for any other.

    Raises Refused.
    """
    action = ACTIONS.get(request.POST.get("do", ""))
    return action(request.POST, competition, reader, now) if action else ""


def _rename(posted: QueryDict, competition: Competition, host: Player, now: datetime) -> str:
    changes.rename(host=host, competition=competition, name=posted.get("name", ""), now=now)
    return _("It has another name.")


def _begin_later(posted: QueryDict, competition: Competition, host: Player, now: datetime) -> str:
    changes.move_beginning(host=host, competition=competition, at=_read_day(posted, host), now=now)
    return _("It begins later. Everyone who has entered is told.")


def _end_later(posted: QueryDict, competition: Competition, host: Player, now: datetime) -> str:
    changes.move_end(host=host, competition=competition, at=_read_day(posted, host), now=now)
    return _("It ends later. Everyone in it is told.")


def _remove(posted: QueryDict, competition: Competition, host: Player, now: datetime) -> str:
    player_id = posted.get("player", "")
    changes.remove(host=host, competition=competition, player_id=player_id, now=now)
    return _("%(name)s is out.") % {"name": Player.objects.get(pk=player_id).display_name}


def _invite(posted: QueryDict, competition: Competition, host: Player, now: datetime) -> str:
    name, leaver = posted.get("name", ""), posted.get("instead_of") or None
    call_ups.invite(host=host, competition=competition, name=name, instead_of=leaver, now=now)
    return _("%(name)s is invited. Nothing changes until they enter.") % {"name": name}


def _withdraw(posted: QueryDict, competition: Competition, host: Player, now: datetime) -> str:
    call_ups.withdraw(player=host, competition=competition, player_id=posted.get("player", ""), now=now)
    return _("The invitation is taken back.")


def _decline(_posted: QueryDict, competition: Competition, player: Player, now: datetime) -> str:
    call_ups.withdraw(player=player, competition=competition, player_id=player.pk, now=now)
    return _("You have declined.")


def _write(posted: QueryDict, competition: Competition, host: Player, now: datetime) -> str:
    changes.message(host=host, competition=competition, text=posted.get("text", ""), now=now)
    return _("Everyone in it gets your email.")


def _hand_over(posted: QueryDict, competition: Competition, host: Player, now: datetime) -> str:
    heir = handover.hand_over(player=host, competition=competition, name=posted.get("name", ""), now=now)
    return _("%(name)s hosts it now.") % {"name": heir.name}


ACTIONS: Final[Mapping[str, Callable[[QueryDict, Competition, Player, datetime], str]]] = {
    "rename": _rename,
    "later": _begin_later,
    "longer": _end_later,
    "remove": _remove,
    "invite": _invite,
    "withdraw": _withdraw,
    "decline": _decline,
    "message": _write,
    "hand_over": _hand_over,
}
"""The actions of the buttons, by their value."""


@dataclass(frozen=True)
class HostChoices:
    """What its host can change: the first day to which the beginning or the end can move, and who is in it.

    `people` can be removed, `replaceable` be followed by somebody else, and `invitations` be taken back.
    """

    later: date | None
    longer: date | None
    people: list[Player]
    replaceable: list[Player]
    invitations: list[CompetitionInvitation]


def offer(competition: Competition, moving: datetime | None, reader: Player) -> HostChoices:
    """Return what this host can change in a competition. `moving`: its date to come, of the beginning or the end."""
    first = None if moving is None else moving.astimezone(zone(reader.time_zone)).date() + timedelta(days=1)
    is_planned = moving is not None and not _has_begun(competition)
    people = messages.everyone_in(competition).exclude(pk=reader.pk)
    return HostChoices(
        first if is_planned else None,
        None if is_planned else first,
        _sort(people),
        _sort(call_ups.list_replaceable(competition)),
        invitations.list_lately(competition, timezone.now()),
    )


def _sort(people: Iterable[Player]) -> list[Player]:
    return sorted(people, key=lambda player: names.sort_key(player.name))


def _has_begun(competition: Competition) -> bool:
    if isinstance(competition, Cup):
        return competition.state != Cup.State.OPEN
    return competition.seasons.filter(state=LeagueSeason.State.RUNNING).exists()


def _read_day(posted: QueryDict, host: Player) -> datetime:
    """Return the evening of the chosen day, where the host lives. Raises Unprocessable("no_such_day")."""
    try:
        day = date.fromisoformat(posted.get("day", ""))
    except ValueError as error:
        raise Unprocessable("no_such_day") from error
    return datetime.combine(day, AT, zone(host.time_zone))
