"""What hosts change on the page of a competition: its name, its dates, and who is in it."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.http import HttpRequest
from django.utils.translation import gettext as _

from games import names
from games.competitions import changes, handover, messages
from games.competitions.audience import Competition
from games.errors import Unprocessable
from games.models import Cup, LeagueSeason, Player
from games.web.competition_forms import AT
from games.zones import zone


def act(request: HttpRequest, competition: Competition, host: Player, now: datetime) -> str:
    """Perform a button's action for the host, and return its confirmation; "" for any other. Raise Refused."""
    match request.POST.get("do"):
        case "rename":
            changes.rename(host=host, competition=competition, name=request.POST.get("name", ""), now=now)
            return _("It has another name.")
        case "later":
            changes.move_beginning(host=host, competition=competition, at=_read_day(request, host), now=now)
            return _("It begins later. Everyone who has entered is told.")
        case "longer":
            changes.move_end(host=host, competition=competition, at=_read_day(request, host), now=now)
            return _("It ends later. Everyone in it is told.")
        case "remove":
            player = request.POST.get("player", "")
            changes.remove(host=host, competition=competition, player_id=player, now=now)
            return _("%(name)s is out.") % {"name": Player.objects.get(pk=player).display_name}
        case "message":
            changes.message(host=host, competition=competition, text=request.POST.get("text", ""), now=now)
            return _("Everyone in it gets your email.")
        case "hand_over":
            name = request.POST.get("name", "")
            heir = handover.hand_over(player=host, competition=competition, name=name, now=now)
            return _("%(name)s hosts it now.") % {"name": heir.name}
    return ""


@dataclass(frozen=True)
class HostChoices:
    """What its host can change: the first day to which the beginning or the end can move, and who can be removed."""

    later: date | None
    longer: date | None
    people: list[Player]


def offer(competition: Competition, moving: datetime | None, reader: Player) -> HostChoices:
    """Return what this host can change in a competition. `moving`: its date to come, of the beginning or the end."""
    first = None if moving is None else moving.astimezone(zone(reader.time_zone)).date() + timedelta(days=1)
    is_planned = moving is not None and not _has_begun(competition)
    people = messages.everyone_in(competition).exclude(pk=reader.pk)
    return HostChoices(
        first if is_planned else None,
        None if is_planned else first,
        sorted(people, key=lambda player: names.sort_key(player.name)),
    )


def _has_begun(competition: Competition) -> bool:
    if isinstance(competition, Cup):
        return competition.state != Cup.State.OPEN
    return competition.seasons.filter(state=LeagueSeason.State.RUNNING).exists()


def _read_day(request: HttpRequest, host: Player) -> datetime:
    """Return the evening of the chosen day, where the host lives. Raises Unprocessable("no_such_day")."""
    try:
        day = date.fromisoformat(request.POST.get("day", ""))
    except ValueError as error:
        raise Unprocessable("no_such_day") from error
    return datetime.combine(day, AT, zone(host.time_zone))
