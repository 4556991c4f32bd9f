"""The part of the tour that goes through leagues."""

from typing import TYPE_CHECKING

from django.utils import timezone

from games import instants
from games.competitions.leagues import admission, sweeps
from games.lobby import departures
from games.models import Player, Seat

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
    host.do("post", f"{here}/invitations", {"name": second.do("get", "/me")["name"]})
    for each in (host, second):
        each.do("post", f"{here}/enter", {"instead_of": None})
    host.do("patch", here, {"name": "Northern Lights"})
    host.do("post", f"{here}/messages", {"text": "The first season begins on Monday."})
    sweeps.sweep(now=instants.read(BEGINS))
    for path in ("/leagues", here, f"{here}/seasons", f"{here}/seasons/1"):
        host.do("get", path)
    _correct(host, here)
    second.do("post", f"{here}/leave")
    host.do("post", f"{here}/close")


def _enters(player: Player, league: str) -> None:
    """Have somebody else enter a league."""
    admission.enter(player=player, league_id=league, now=timezone.now())


def _correct(host: "Tourist", here: str) -> None:
    """Let a player resign in a game that the host has no part in, and correct its result for a while."""
    seats = Seat.objects.filter(game__leaguegame__isnull=False).exclude(game__seats__player__leagues__isnull=False)
    seat = seats.select_related("player").order_by("game", "number").first()
    assert seat is not None
    assert seat.player is not None
    departures.resign(player=seat.player, game_id=seat.game_id, now=timezone.now())
    there = f"{here}/games/{seat.game_id}/correction"
    wanted = {"ranks": [1, 2], "reason": "She resigned by mistake, and both agree."}
    host.do("post", f"{there}?dry_run=true", wanted)
    host.do("post", there, wanted)
    host.do("delete", there)
