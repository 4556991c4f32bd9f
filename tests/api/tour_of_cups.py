"""The part of the tour that goes through cups."""

from typing import TYPE_CHECKING

from django.utils import timezone

from games import instants
from games.competitions.cups import sweeps
from games.lobby import departures
from games.models import Seat

BEGINS = "2026-03-09T12:00:00Z"

if TYPE_CHECKING:
    # Importing this at run time would be circular: the tour imports this module.
    from tests.api.tour import Tourist


def walk(people: list["Tourist"], others: list["Tourist"]) -> None:
    """Play a cup of five, one of whom leaves; and cancel another."""
    host, second, *_ = people
    charter = {
        "name": "Spring Cup",
        "kind": "knockout",
        "ruleset": "usa@1",
        "seats": 2,
        "advancing": 1,
        "clock": "daily",
        "entry_closes_at": BEGINS,
    }
    here = f"/cups/{host.do('post', '/cups', charter)['id']}"
    host.do("patch", here, {"name": "Cup of the thaw"})
    host.do("post", f"{here}/messages", {"text": "Bring tea."})
    host.do("post", f"{here}/invitations", {"name": second.do("get", "/me")["name"]})
    for each in [*people, *others]:
        each.do("post", f"{here}/enter", {"instead_of": None})
    sweeps.sweep(now=instants.read(BEGINS))
    host.do("get", "/cups")
    host.do("get", here)
    _correct(host, here)
    second.do("post", f"{here}/leave")
    again = host.do("post", "/cups", charter)["id"]
    host.do("post", f"/cups/{again}/call-off")


def _correct(host: "Tourist", here: str) -> None:
    """Let a player resign in a game that the host has no part in, and correct its result for a while."""
    seats = Seat.objects.filter(game__cupgame__isnull=False).exclude(game__seats__player__cups__isnull=False)
    seat = seats.select_related("player", "game").order_by("game", "number").first()
    assert seat is not None
    assert seat.player is not None
    departures.resign(player=seat.player, game_id=seat.game_id, now=timezone.now())
    there = f"{here}/games/{seat.game_id}/correction"
    wanted = {"ranks": [1, 2], "reason": "He resigned by mistake, and both agree."}
    host.do("post", f"{there}?dry_run=true", wanted)
    host.do("post", there, wanted)
    host.do("delete", there)
