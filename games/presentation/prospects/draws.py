"""Cards to take: first those that the viewer's tickets lack.

On a board, tickets lack the cards of the routes on their shortest ways; in a game without a board, the cards still
needed to pay for them. If no open card is lacking, cards of which most are held come first.
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
from engine.parts.any_card import is_locomotive_alone
from engine.parts.market import DrawBlind, TakeCard
from engine.parts.network import routes_in
from games.presentation import words
from games.presentation.prospects import cards, helped_tickets, ticket_status
from games.presentation.prospects.viewpoint import Viewpoint, hand, held_tickets, open_goals
from games.presentation.prospects.ways import Land

DECK: Final = "deck"
PLAIN: Final = 1
"""The weight of a card for a gray route: any color will do, so it counts for less than a lacking card."""
LACKING: Final = 4


@dataclass(frozen=True)
class DrawOffer:
    """Cards that can be taken in one turn: places of the market from 1, or DECK.

    `then` describes the result. `moves` are the same in notation. They name the second card by its color where three
    locomotives renew the market (B9). `helps` are the numbers of the tickets that lack these cards. `adds`: they help a
    ticket, or add to cards that are held, or are hidden.
    """

    take: Sequence[str]
    name: str
    then: str
    moves: Sequence[str]
    helps: Sequence[int]
    adds: bool


class Draws:
    """The cards that the viewer can take now. `most`: how many more can be taken in this turn."""

    def __init__(self, viewpoint: Viewpoint, land: Land | None, most: int) -> None:
        self.viewpoint, self.land, self.most = viewpoint, land, most
        self.alone = is_locomotive_alone(viewpoint.rules)
        market = viewpoint.view["market"]
        self.open = {
            str(move.place + 1): str(market[move.place]) for move in viewpoint.options if isinstance(move, TakeCard)
        }
        self.blind = any(isinstance(move, DrawBlind) for move in viewpoint.options)

    @property
    def useful(self) -> list[DrawOffer]:
        """Offer face-up cards that tickets lack, the face-up locomotive, other face-up cards, and the deck."""
        offers = [
            offer for offer in (self._locomotive(), self._open_cards(), self._from_the_deck()) if offer is not None
        ]
        return sorted(offers, key=lambda offer: not offer.helps)

    @cached_property
    def wishes(self) -> list[tuple[TicketFact, Counter[str]]]:
        """Return how much each kind of card would help, for each uncompleted ticket."""
        board, tickets = self.viewpoint.rules.board, held_tickets(self.viewpoint)
        return [
            (
                board.tickets[board.ticket_of[ticket["number"]]],
                self._of_routes(stands) if self.land else self._of_slots(stands),
            )
            for ticket, stands in zip(tickets, ticket_status.of_held(self.viewpoint, self.land), strict=True)
            if open_goals(board, ticket)
        ]

    @cached_property
    def lacking(self) -> Counter[str]:
        """Return how much each kind of card would help, over all tickets."""
        total: Counter[str] = Counter()
        for _ticket, wish in self.wishes:
            total.update(wish)
        return total

    @property
    def needed(self) -> frozenset[str]:
        """Return the kinds of cards that a ticket's way takes and of which too few are held."""
        return frozenset(kind for kind, weight in self.lacking.items() if weight >= LACKING)

    def _of_routes(self, stands: ticket_status.TicketStanding) -> Counter[str]:
        total: Counter[str] = Counter()
        if stands.missing is not None and self.land is not None:
            for route in routes_in(stands.missing.routes):
                total.update(self._of_route(self.land.board.routes[route]))
        return total

    def _of_route(self, route: RouteFact) -> Mapping[str, int]:
        own_hand = hand(self.viewpoint)
        symbols = not self.alone and own_hand.get(cards.LOCO, 0) < route.ferry_locomotives
        wild = {cards.LOCO: LACKING} if symbols else {}
        if route.color == GRAY:
            return dict.fromkeys(KINDS[:-1], PLAIN) | wild
        kind = KINDS[route.color]
        return {kind: LACKING if own_hand.get(kind, 0) < route.length else 0} | wild

    def _of_slots(self, stands: ticket_status.TicketStanding) -> Counter[str]:
        return Counter({slot.kind: LACKING for slot in stands.slots if not slot.covered})

    def _offer(self, take: Sequence[str], name: str, then: str) -> DrawOffer:
        card_words = [take[0], *(self.open.get(place, place) for place in take[1:])] if self.alone else take
        kinds = [self.open[place] for place in take if place in self.open]
        helped = [ticket.number for ticket in self._helped(kinds)]
        adds = bool(helped) or not kinds or not self.blind or any(self._is_held(kind) for kind in kinds)
        return DrawOffer(take, name, then, [f"draw {card}" for card in card_words], helped, adds)

    def _is_held(self, kind: str) -> bool:
        return kind == cards.LOCO or hand(self.viewpoint).get(kind, 0) > 0

    def _locomotive(self) -> DrawOffer | None:
        place = next((place for place, kind in self.open.items() if kind == cards.LOCO), None)
        if place is None or not self.alone:
            return None
        return self._offer([place], _("Take the face-up locomotive"), _("that is your whole turn"))

    def _open_cards(self) -> DrawOffer | None:
        """Offer the best card of the market together with the second best or one from the deck."""
        own_hand = hand(self.viewpoint)
        plain = [place for place, kind in self.open.items() if kind != cards.LOCO or not self.alone]
        best = sorted(
            plain, key=lambda place: (-self.lacking[self.open[place]], -own_hand.get(self.open[place], 0), place)
        )
        if not best:
            return None
        kinds = [self.open[place] for place in best]
        # A face-up card is replaced at once: the last card of the deck would be gone.
        has_second = self.blind and self.viewpoint.view["deck"] > 1
        if self.most == 1 or (len(best) == 1 and not has_second):
            return self._offer(best[:1], _("Take %(card)s") % {"card": words.card(kinds[0])}, self._then(kinds[:1]))
        if len(best) > 1 and (self.lacking[kinds[1]] >= LACKING or not has_second):
            return self._offer(best[:2], _name_two(*kinds[:2]), self._then(kinds[:2]))
        title = _("Take %(card)s, then one from the deck") % {"card": words.card(kinds[0])}
        return self._offer([best[0], DECK], title, self._then(kinds[:1]))

    def _then(self, kinds: Sequence[str]) -> str:
        """Return how many of these the hand has afterwards, and which tickets lack them."""
        after = Counter(hand(self.viewpoint))
        after.update(kinds)
        makes = _("that makes %(cards)s") % {"cards": words.counted({kind: after[kind] for kind in kinds})}
        helps = helped_tickets.describe_help(self.viewpoint, self._helped(kinds), len(self.wishes))
        return _(" · ").join(filter(None, (makes, helps)))

    def _helped(self, kinds: Sequence[str]) -> list[TicketFact]:
        """Return the tickets that these cards help; in the last turn of a game on a board they come too late."""
        if self.viewpoint.rules.board.routes and self.viewpoint.view["turns_left"] is not None:
            return []
        return [ticket for ticket, wish in self.wishes if any(wish[kind] >= LACKING for kind in kinds)]

    def _from_the_deck(self) -> DrawOffer | None:
        if not self.blind:
            return None
        cards_left = self.viewpoint.view["deck"]
        then = ngettext("%(n)d card is left in it", "%(n)d cards are left in it", cards_left) % {"n": cards_left}
        if self.most == 1 or cards_left < self.most:
            return self._offer([DECK], _("Take one from the deck"), then)
        return self._offer([DECK] * self.most, _("Take two from the deck"), then)


def _name_two(first: str, second: str) -> str:
    if first == second:
        return _("Take %(two)s") % {"two": words.two(first)}
    return _("Take %(first)s and %(second)s") % {"first": words.card(first), "second": words.card(second)}
