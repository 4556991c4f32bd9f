"""The latest events of a game, for players who come back to look."""

from typing import Final

from games.models import Entry, Game

MOST_LATELY: Final = 24
"""The maximum number of entries searched for the latest events."""


def claimed_lately(game: Game, seat: int | None, number: int) -> list[str]:
    """Return the tracks claimed up to an entry since this seat's last move, newest first.

    For a spectator it is the newest claim.
    """
    entries = Entry.objects.filter(game=game, number__lte=number).order_by("-number")
    routes: list[str] = []
    for entry in entries.only("number", "seat", "at", "public", "packed")[:MOST_LATELY]:
        if seat is not None and entry.seat == seat:
            break
        routes += [event["route"] for event in entry.public["events"] if event["type"] == "route_claimed"]
        if seat is None and routes:
            break
    return routes
