"""What a picture says in words, for anyone who can't see it: the title of each track, and the position."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import GRAY, Board, RouteFact
from engine.cards import KINDS
from games.pictures.scene import Scene
from games.words.vocabulary import CARDS, attributes

SEPARATOR: Final = ", "


def track(board: Board, route: RouteFact) -> str:
    """A track: its cities, color and spaces, and what else it is: a ferry, say."""
    a, b = (board.cities[city].name for city in route.ends)
    color = _("any color") if route.color == GRAY else str(CARDS[KINDS[route.color]])
    spaces = ngettext("%(count)d space", "%(count)d spaces", route.length) % {"count": route.length}
    said = [f"{a} – {b}", color, spaces]
    return SEPARATOR.join([*said, *attributes(route)])


def claimed(told: str, owner: str) -> str:
    """A track, in words, that is somebody's."""
    return _("%(track)s, claimed by %(owner)s") % {"track": told, "owner": owner}


def piece(told: str, owner: str | None) -> str:
    """A piece, and whose it is, if it is anyone's."""
    return told if owner is None else _("%(piece)s of %(owner)s") % {"piece": told, "owner": owner}


def player(players: Sequence[str], seat: int) -> str:
    """The name at a seat, or its number where no names were given."""
    return players[seat] if seat < len(players) else _("player %(number)d") % {"number": seat + 1}


def position(board: Board, scene: Scene) -> str:
    """How many tracks each has claimed, and which were claimed last."""
    taken = _taken(scene)
    if not taken:
        return _("Nobody has claimed a route yet.")
    routes = [
        _("%(player)s: %(tracks)s") % {"player": player(scene.players, seat), "tracks": _tracks(count)}
        for seat, count in sorted(taken.items())
    ]
    whole = _("Claimed so far: %(list)s.") % {"list": "; ".join(routes)}
    if not scene.last:
        return whole
    last = SEPARATOR.join(track(board, board.routes[board.route_of[slug]]).split(SEPARATOR)[0] for slug in scene.last)
    return whole + " " + _("New: %(tracks)s.") % {"tracks": last}


def _taken(scene: Scene) -> Mapping[int, int]:
    found: dict[int, int] = {}
    for seat in scene.claimed.values():
        found[seat] = found.get(seat, 0) + 1
    return found


def _tracks(count: int) -> str:
    return ngettext("%(count)d track", "%(count)d tracks", count) % {"count": count}
