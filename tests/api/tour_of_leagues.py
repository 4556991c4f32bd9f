"""The part of the tour that goes through leagues."""

from typing import TYPE_CHECKING

from django.utils import timezone

from games import instants
from games.competitions.leagues import admission, sweeps
from games.models import Player

BEGINS = "2026-03-09T12:00:00Z"

if TYPE_CHECKING:
    # Importing this at run time would be circular: the tour imports this module.
    from tests.api.tour import Tourist


def walk(people: list["Tourist"]) -> None:
    """Play a league of sixteen; one of them gives up the place, and the host lets it end with the season."""
    host, second, _ = people
    charter = {
        "name": "Northern League",
        "ruleset": "usa@1",
        "seats": 2,
        "games_each": 2,
        "clock": "daily",
        "starts_at": BEGINS,
    }
    league = host.do("post", "/leagues", charter)["id"]
    here = f"/leagues/{league}"
    for number in range(14):
        _enters(Player.objects.create_user(f"{number}@league.example", f"Rider {number}"), league)
    for each in (host, second):
        each.do("post", f"{here}/enter")
    host.do("patch", here, {"name": "Northern Lights"})
    host.do("post", f"{here}/messages", {"text": "The first season begins on Monday."})
    sweeps.sweep(now=instants.read(BEGINS))
    for path in ("/leagues", here, f"{here}/seasons", f"{here}/seasons/1"):
        host.do("get", path)
    second.do("post", f"{here}/leave")
    host.do("post", f"{here}/close")


def _enters(player: Player, league: str) -> None:
    """Have somebody else enter a league."""
    admission.enter(player=player, league_id=league, now=timezone.now())
