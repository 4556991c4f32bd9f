"""The Card Game's tables in place of a map: rail yards, what lies on the tracks, big cities."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.cards import KINDS
from games import words
from games.prospects import cards
from games.web.table.sight import Sight

COLORS: Final = KINDS[:-1]


@dataclass(frozen=True)
class Pile:
    """A row of a yard: how many cards of which kinds, locomotives last."""

    color: str
    cards: Sequence[tuple[str, int]]
    told: str


@dataclass(frozen=True)
class SeatYard:
    """A seat's yard by color, and its counts."""

    mark: int
    name: str
    you: bool
    turn: bool
    away: bool
    piles: Sequence[Pile | None]
    track: int
    hand: int
    done: int


@dataclass(frozen=True)
class BigCity:
    """What the most completed tickets of a city bring, and who has most now."""

    name: str
    bonus: int
    leading: str


@dataclass(frozen=True)
class Yards:
    """The table without a map."""

    colors: Sequence[tuple[str, str]]
    rows: Sequence[SeatYard]
    stack: Sequence[cards.Chip] | None
    on_track: int
    cities: Sequence[BigCity]
    round: int
    deck: int


def list_yards(sight: Sight) -> Yards | None:
    """The yards; None where the game has none."""
    if not all("yard" in seat for seat in sight.view["seats"]):
        return None
    own = sight.you.get("on_track") if sight.you else None
    return Yards(
        colors=[(color, words.card(color)) for color in COLORS],
        rows=[_row(sight, seat) for seat in sight.view["seats"]],
        stack=None if own is None else cards.chips(own),
        on_track=sight.view["seats"][sight.seat]["on_track"] if sight.seat is not None else 0,
        cities=_cities(sight),
        round=sight.view["round"],
        deck=sight.view["deck"],
    )


def _row(sight: Sight, seat: Mapping[str, Any]) -> SeatYard:
    piles = {row["color"]: _pile(row) for row in seat["yard"]}
    return SeatYard(
        mark=seat["seat"] + 1,
        name=sight.name(seat["seat"]),
        you=seat["seat"] == sight.seat,
        turn=any(turn.seat == seat["seat"] for turn in sight.turns),
        away=bool(seat["away"]),
        piles=[piles.get(color) for color in COLORS],
        track=seat["on_track"],
        hand=seat["cards"],
        done=len(seat["completed"]),
    )


def _pile(row: Mapping[str, Any]) -> Pile:
    held = cards.paid(row["color"], row["cards"], row["locomotives"])
    return Pile(row["color"], list(held.items()), cards.describe(held))


def _cities(sight: Sight) -> list[BigCity]:
    worth = sorted(sight.board.big_cities.items(), key=lambda one: (-one[1], sight.board.cities[one[0]].name))
    return [_city(sight, sight.board.cities[city].slug, sight.board.cities[city].name, bonus) for city, bonus in worth]


def _city(sight: Sight, slug: str, name: str, bonus: int) -> BigCity:
    naming = {
        seat["seat"]: sum(slug in (ticket["from"], ticket["to"]) for ticket in seat["completed"])
        for seat in sight.view["seats"]
    }
    most = max(naming.values())
    leading = ", ".join(sight.you_or_name(seat) for seat, count in naming.items() if count == most) if most else ""
    return BigCity(name, bonus, _("%(names)s with %(n)d") % {"names": leading, "n": most} if leading else "")
