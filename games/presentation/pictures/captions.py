"""A picture in words, for anyone who can't see it: the title of each track, and the position."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import GRAY, Board, RouteFact
from engine.cards import KINDS
from games.presentation.pictures.scene import Scene
from games.presentation.words.colors import CARDS
from games.presentation.words.lists import listed, listed_with_commas
from games.presentation.words.vocabulary import attributes


def track(board: Board, route: RouteFact) -> str:
    """Describe a track: its cities, color, spaces and properties, such as being a ferry."""
    color = _("any color") if route.color == GRAY else str(CARDS[KINDS[route.color]])
    spaces = ngettext("%(count)d space", "%(count)d spaces", route.length) % {"count": route.length}
    parts = [_name_ends(board, route), color, spaces]
    return listed([*parts, *attributes(route)])


def _name_ends(board: Board, route: RouteFact) -> str:
    a, b = (board.cities[city].name for city in route.ends)
    return f"{a} – {b}"


def claimed(title: str, owner: str) -> str:
    """Add the owner to the title of a track."""
    return _("%(track)s, claimed by %(owner)s") % {"track": title, "owner": owner}


def piece(title: str, owner: str | None) -> str:
    """Add the owner, if any, to the title of a piece."""
    return title if owner is None else _("%(piece)s of %(owner)s") % {"piece": title, "owner": owner}


def player(players: Sequence[str], seat: int) -> str:
    """Return the name at a seat, or its number if no names were given."""
    return players[seat] if seat < len(players) else _("player %(number)d") % {"number": seat + 1}


def position(board: Board, scene: Scene) -> str:
    """Describe how many tracks each player has claimed, and which were claimed last."""
    counts = _count_tracks(scene)
    if not counts:
        return _("Nobody has claimed a route yet.")
    routes = [
        _("%(player)s: %(tracks)s") % {"player": player(scene.players, seat), "tracks": _tracks(count)}
        for seat, count in sorted(counts.items())
    ]
    summary = _("Claimed so far: %(list)s.") % {"list": listed_with_commas(routes)}
    if not scene.last:
        return summary
    last = listed(_name_ends(board, board.routes[board.route_of[slug]]) for slug in scene.last)
    return summary + " " + _("New: %(tracks)s.") % {"tracks": last}


def _count_tracks(scene: Scene) -> Mapping[int, int]:
    counts: dict[int, int] = {}
    for seat in scene.claimed.values():
        counts[seat] = counts.get(seat, 0) + 1
    return counts


def _tracks(count: int) -> str:
    return ngettext("%(count)d track", "%(count)d tracks", count) % {"count": count}
