"""What the Card Game shows instead of a map: rail yards, cards on the tracks, big cities."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine.cards import KINDS
from engine.parts.yards import RowView
from games.presentation import words
from games.presentation.prospects import cards
from games.presentation.words.lists import listed
from games.web.table.sight import Sight

COLORS: Final = KINDS[:-1]


@dataclass(frozen=True)
class Pile:
    """A row of a yard: its color, and how many cards of which kinds, locomotives last."""

    color: str
    cards: Sequence[tuple[str, int]]
    description: str


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
    completed: int


@dataclass(frozen=True)
class BigCity:
    """A big city: the bonus for the most completed tickets there, and who has the most now."""

    name: str
    bonus: int
    leading: str


@dataclass(frozen=True)
class Yards:
    """Everything that the table shows instead of a map."""

    colors: Sequence[tuple[str, str]]
    rows: Sequence[SeatYard]
    stack: Sequence[cards.Chip] | None
    on_track: int
    cities: Sequence[BigCity]
    round: int
    deck: int


def list_yards(sight: Sight) -> Yards | None:
    """Return the yards; None for a game without yards."""
    if not all("yard" in seat for seat in sight.view["seats"]):
        return None
    own = sight.you.get("on_track") if sight.you else None
    return Yards(
        colors=[(color, words.card(color)) for color in COLORS],
        rows=[_build_row(sight, seat) for seat in sight.view["seats"]],
        stack=None if own is None else cards.chips(own),
        on_track=sight.view["seats"][sight.seat]["on_track"] if sight.seat is not None else 0,
        cities=_list_cities(sight),
        round=sight.view["round"],
        deck=sight.view["deck"],
    )


def _build_row(sight: Sight, seat: engine.SeatView) -> SeatYard:
    piles = {row["color"]: _build_pile(row) for row in seat["yard"]}
    return SeatYard(
        mark=seat["seat"] + 1,
        name=sight.name(seat["seat"]),
        you=seat["seat"] == sight.seat,
        turn=any(turn.seat == seat["seat"] for turn in sight.turns),
        away=bool(seat["away"]),
        piles=[piles.get(color) for color in COLORS],
        track=seat["on_track"],
        hand=seat["cards"],
        completed=len(seat["completed"]),
    )


def _build_pile(row: RowView) -> Pile:
    card_counts = cards.paid(row["color"], row["cards"], row["locomotives"])
    return Pile(row["color"], list(card_counts.items()), words.counted(card_counts))


def _list_cities(sight: Sight) -> list[BigCity]:
    worth = sorted(
        sight.board.big_cities.items(), key=lambda city_bonus: (-city_bonus[1], sight.board.cities[city_bonus[0]].name)
    )
    return [
        _build_city(sight, sight.board.cities[city].slug, sight.board.cities[city].name, bonus) for city, bonus in worth
    ]


def _build_city(sight: Sight, slug: str, name: str, bonus: int) -> BigCity:
    naming = {
        seat["seat"]: sum(slug in (ticket["from"], ticket["to"]) for ticket in seat["completed"])
        for seat in sight.view["seats"]
    }
    most = max(naming.values())
    leading = listed(sight.you_or_name(seat) for seat, count in naming.items() if count == most) if most else ""
    return BigCity(name, bonus, _("%(names)s with %(n)d") % {"names": leading, "n": most} if leading else "")
