"""Rows to place in the viewer's rail yard: by color, from few cards to many; and one card each of three colors."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine.cards import KINDS
from engine.parts.tickets import HeldTicketView
from engine.parts.yards import PlaceRow, PlaceThree
from games.presentation import words
from games.presentation.prospects import cards, helped_tickets, ticket_status
from games.presentation.prospects.viewpoint import Viewpoint, hand, held_tickets
from games.presentation.words.capitals import begin_line
from games.presentation.words.sentences import finish

THREE: Final = "three"


@dataclass(frozen=True)
class RowOffer:
    """A row that can be placed: its name, its effects, its cards, the word that chooses it, its move.

    `does` is the effect on others; `helps` are the numbers of the tickets that take its color and may still lack it.
    """

    name: str
    reason: str
    cards: Sequence[str]
    place: str
    move: str
    does: str = ""
    helps: Sequence[int] = ()


@dataclass(frozen=True)
class RowWay:
    """A way to place a row: its move, its cards, the remaining cards, its button."""

    move: str
    cards: Sequence[str]
    keeps: str
    button: str
    chosen: bool


@dataclass(frozen=True)
class RowChoice:
    """All ways to place a color, or three colors."""

    title: str
    note: str
    ways: Sequence[RowWay]


class Rows:
    """The rows that the viewer can place now."""

    def __init__(self, viewpoint: Viewpoint) -> None:
        self.viewpoint = viewpoint
        self.by_color: defaultdict[str, list[PlaceRow]] = defaultdict(list)
        self.threes: list[PlaceThree] = []
        for move in viewpoint.options:
            if isinstance(move, PlaceRow):
                self.by_color[KINDS[move.color]].append(move)
            elif isinstance(move, PlaceThree):
                self.threes.append(move)

    @cached_property
    def own_hand(self) -> Mapping[str, int]:
        """Return the viewer's train cards by kind."""
        return hand(self.viewpoint)

    @property
    def useful(self) -> list[RowOffer]:
        """Offer the best row of each color, longest first; rows with locomotives only if there are no others."""
        best = [self._best(color) for color in self.by_color]
        plain = [move for move in best if not move.locomotives] or best
        return [self._offer(move) for move in sorted(plain, key=lambda move: -move.cards)]

    @property
    def every(self) -> list[RowOffer]:
        """Offer a row of each color, and three colors at once."""
        offers = [self._offer(self._best(color)) for color in self.by_color]
        if self.threes:
            first = self.threes[0]
            kinds = [KINDS[color] for color in first.colors]
            offers.append(
                RowOffer(_("Three colors at once"), _("one card each"), kinds, THREE, self._to_notation(first))
            )
        return offers

    def _best(self, color: str) -> PlaceRow:
        """Return the move with as many of the color as possible, and the fewest locomotives."""
        return min(self.by_color[color], key=lambda move: (-move.cards, move.locomotives))

    def _offer(self, move: PlaceRow) -> RowOffer:
        color = KINDS[move.color]
        spent = cards.paid(color, move.cards, move.locomotives)
        return RowOffer(
            name=words.counted(spent),
            reason=self._reason(color),
            cards=cards.spread(spent),
            place=color,
            move=self._to_notation(move),
            does=self._robs(color),
            helps=[ticket["number"] for ticket in self._wanting(color, None)],
        )

    def _to_notation(self, move: PlaceRow | PlaceThree) -> str:
        return engine.notation.write(self.viewpoint.rules, move)

    def _reason(self, color: str) -> str:
        """Return the effects of a row on others, and the tickets it helps."""
        return _(" · ").join(filter(None, (self._robs(color), self._helps(color))))

    def _robs(self, color: str) -> str:
        for seat in self.viewpoint.view["seats"]:
            for row in seat["yard"]:
                if row["color"] == color and seat["seat"] != self.viewpoint.seat:
                    placeholders = {"name": self.viewpoint.name(seat["seat"]), "n": row["cards"] + row["locomotives"]}
                    return _("robs %(name)s, who has %(n)d") % placeholders
        return _("nobody else has %(color)s") % {"color": words.color_of_cards(color)}

    def _helps(self, color: str) -> str:
        board = self.viewpoint.rules.board
        helped = [board.tickets[board.ticket_of[ticket["number"]]] for ticket in self._wanting(color, None)]
        return helped_tickets.describe_help(self.viewpoint, helped, len(self.ticket_standings))

    def _wanting(self, color: str, *also: bool | None) -> list[HeldTicketView]:
        """Return the tickets that lack a card of this color. `also`: None to include slots whose state is hidden.

        In the last turn of a round none does: what is placed then is discarded (C13).
        """
        if self._is_last_turn:
            return []
        return [
            ticket
            for ticket, standing in self.ticket_standings
            if any(slot.kind == color and slot.covered in (False, *also) for slot in standing.slots)
        ]

    @property
    def _is_last_turn(self) -> bool:
        """Check whether this is the viewer's last turn of the round."""
        return self.viewpoint.view["turns_left"] is not None

    @cached_property
    def ticket_standings(self) -> list[tuple[HeldTicketView, ticket_status.TicketStanding]]:
        """Return the viewer's tickets, each with its standing."""
        return list(zip(held_tickets(self.viewpoint), ticket_status.of_held(self.viewpoint, None), strict=True))

    def ways(self, place: str, picked: Sequence[str]) -> RowChoice | None:
        """Return the ways to place the chosen row, the usual one first; None if it cannot be placed."""
        if place == THREE and self.threes:
            ways_for_three = [self._three(move) for move in self.threes]
            return RowChoice(_("Three colors at once"), _("One card of each."), _mark_chosen(ways_for_three, picked))
        if place not in self.by_color:
            return None
        moves = sorted(self.by_color[place], key=lambda move: (move.locomotives, -move.cards))
        best = self._best(place)
        moves = [best, *(move for move in moves if move != best)]
        title = _("A row of %(color)s") % {"color": words.color_of_cards(place)}
        return RowChoice(title, self._note(place), _mark_chosen([self._row(move) for move in moves], picked))

    def _note(self, color: str) -> str:
        reason = self._reason(color)
        reason = finish(begin_line(reason))
        if self._is_last_turn:
            return reason
        return f"{reason} {_('From your next turn on, one card of it a turn goes on your track.')}"

    def _row(self, move: PlaceRow) -> RowWay:
        spent = cards.paid(KINDS[move.color], move.cards, move.locomotives)
        return self._way(move, spent)

    def _three(self, move: PlaceThree) -> RowWay:
        return self._way(move, {KINDS[color]: 1 for color in move.colors})

    def _way(self, move: PlaceRow | PlaceThree, spent: Mapping[str, int]) -> RowWay:
        rest = cards.without(self.own_hand, spent)
        keeps = words.counted({kind: rest.get(kind, 0) for kind in KINDS if kind in {*spent, cards.LOCO}})
        return RowWay(
            move=self._to_notation(move),
            cards=cards.spread(spent),
            keeps=_("keeps %(cards)s") % {"cards": keeps} if keeps else "",
            button=_("Place %(cards)s") % {"cards": words.counted(spent)},
            chosen=False,
        )


def _mark_chosen(ways: Sequence[RowWay], picked: Sequence[str]) -> list[RowWay]:
    """Mark the chosen way, or else the first."""
    chosen = next((index for index, way in enumerate(ways) if way.move in picked), 0)
    return [RowWay(way.move, way.cards, way.keeps, way.button, n == chosen) for n, way in enumerate(ways)]
