"""Cards to take: those that the viewer's tickets lack first.

On a board, tickets lack the cards of the routes on their shortest ways; in a game without one, the cards that are left
to pay for them. Where they lack nothing that lies open, cards of which most are held.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import GRAY, RouteFact, TicketFact
from engine.cards import KINDS
from engine.parts.market import DrawBlind, TakeCard
from engine.parts.network import routes_in
from games import words
from games.prospects import cards, helping, standing
from games.prospects.viewpoint import Viewpoint, hand, you
from games.prospects.ways import Land

DECK: Final = "deck"
PLAIN: Final = 1
"""A card that is lacking counts for so much; the color of a gray route is one's own choice, so it counts for less."""
LACKING: Final = 4


@dataclass(frozen=True)
class DrawOffer:
    """Cards that can be taken in one turn: places of the market from 1, or DECK; `then` says what that leads to.

    `moves` are the same in notation. The second card has its color there: three locomotives renew the market (B9).
    `helps` are the numbers of the tickets that lack these cards.
    """

    take: Sequence[str]
    name: str
    then: str
    moves: Sequence[str]
    helps: Sequence[int]


class Draws:
    """All that the viewer could take now. `most`: so many cards in this turn."""

    def __init__(self, seen: Viewpoint, land: Land | None, most: int) -> None:
        self.seen, self.land, self.most = seen, land, most
        market = seen.view["market"]
        self.open = {
            str(move.place + 1): str(market[move.place]) for move in seen.options if isinstance(move, TakeCard)
        }
        self.blind = any(isinstance(move, DrawBlind) for move in seen.options)

    @property
    def useful(self) -> list[DrawOffer]:
        """Open cards that tickets lack, the open locomotive, other open cards, the deck."""
        every = [one for one in (self._locomotive(), self._open_cards(), self._from_the_deck()) if one is not None]
        return sorted(every, key=lambda one: not one.helps)

    @cached_property
    def wishes(self) -> list[tuple[TicketFact, Counter[str]]]:
        """For each ticket that is not done, how much each kind of card would help."""
        board, held = self.seen.rules.board, you(self.seen).get("tickets", ())
        return [
            (
                board.tickets[board.ticket_of[ticket["number"]]],
                self._of_routes(stands) if self.land else self._of_slots(stands),
            )
            for ticket, stands in zip(held, standing.of_held(self.seen, self.land), strict=True)
            if not ticket.get("completed")
        ]

    @cached_property
    def lacking(self) -> Counter[str]:
        """How much each kind of card would help."""
        found: Counter[str] = Counter()
        for _ticket, wish in self.wishes:
            found.update(wish)
        return found

    def _of_routes(self, stands: standing.TicketStanding) -> Counter[str]:
        found: Counter[str] = Counter()
        if stands.missing is not None and self.land is not None:
            for route in routes_in(stands.missing.routes):
                found.update(self._of_route(self.land.board.routes[route]))
        return found

    def _of_route(self, route: RouteFact) -> Mapping[str, int]:
        if route.color == GRAY:
            return dict.fromkeys(KINDS[:-1], PLAIN)
        kind = KINDS[route.color]
        return {kind: LACKING if hand(self.seen).get(kind, 0) < route.length else 0}

    def _of_slots(self, stands: standing.TicketStanding) -> Counter[str]:
        return Counter({slot.kind: LACKING for slot in stands.slots if not slot.covered})

    def _offer(self, take: Sequence[str], name: str, then: str) -> DrawOffer:
        named = [take[0], *(self.open.get(place, place) for place in take[1:])]
        helped = self._helped([self.open[place] for place in take if place in self.open])
        return DrawOffer(take, name, then, [f"draw {what}" for what in named], [ticket.number for ticket in helped])

    def _locomotive(self) -> DrawOffer | None:
        place = next((place for place, kind in self.open.items() if kind == cards.LOCO), None)
        if place is None:
            return None
        return self._offer([place], _("Take the open locomotive"), _("that is your whole turn"))

    def _open_cards(self) -> DrawOffer | None:
        """The best card of the market, and with it the second best or one from the deck."""
        held = hand(self.seen)
        plain = [place for place, kind in self.open.items() if kind != cards.LOCO]
        best = sorted(plain, key=lambda place: (-self.lacking[self.open[place]], -held.get(self.open[place], 0), place))
        if not best:
            return None
        kinds = [self.open[place] for place in best]
        if self.most == 1 or (len(best) == 1 and not self.blind):
            return self._offer(best[:1], _("Take %(card)s") % {"card": words.card(kinds[0])}, self._then(kinds[:1]))
        if len(best) > 1 and (self.lacking[kinds[1]] >= LACKING or not self.blind):
            return self._offer(best[:2], _two(*kinds[:2]), self._then(kinds[:2]))
        told = _("Take %(card)s, then one from the deck") % {"card": words.card(kinds[0])}
        return self._offer([best[0], DECK], told, self._then(kinds[:1]))

    def _then(self, kinds: Sequence[str]) -> str:
        """What the hand has of these afterwards, and which tickets lack them."""
        after = Counter(hand(self.seen))
        after.update(kinds)
        makes = _("that makes %(cards)s") % {"cards": cards.describe({kind: after[kind] for kind in kinds})}
        helps = helping.describe_help(self.seen, self._helped(kinds), len(self.wishes))
        return _(" · ").join(filter(None, (makes, helps)))

    def _helped(self, kinds: Sequence[str]) -> list[TicketFact]:
        return [ticket for ticket, wish in self.wishes if any(wish[kind] >= LACKING for kind in kinds)]

    def _from_the_deck(self) -> DrawOffer | None:
        if not self.blind:
            return None
        left = self.seen.view["deck"]
        told = ngettext("%(n)d card is left in it", "%(n)d cards are left in it", left) % {"n": left}
        if self.most == 1 or left < self.most:
            return self._offer([DECK], _("Take one from the deck"), told)
        return self._offer([DECK] * self.most, _("Take two from the deck"), told)


def _two(first: str, second: str) -> str:
    if first == second:
        return _("Take two %(card)s") % {"card": words.card(first)}
    return _("Take %(first)s and %(second)s") % {"first": words.card(first), "second": words.card(second)}
