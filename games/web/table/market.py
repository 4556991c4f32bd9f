"""The market and the deck: what can be taken, what was chosen, and the buttons that take it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from django.utils.translation import gettext as _

import engine
from engine.parts.any_card import is_locomotive_alone
from engine.parts.market import DrawBlind, TakeCard
from games.presentation import words
from games.presentation.prospects import cards
from games.web.table.asked import Action
from games.web.table.sight import Sight
from games.web.table.steps import Step

DECK: Final = "deck"
WHOLE: Final = 2
FLUSHING: Final = 2
"""With this many locomotives in the market, the next card may cause a new market."""


@dataclass(frozen=True)
class MarketCard:
    """A card of the market, or the deck. `href` chooses it or puts it back; `order` is its position among those chosen.

    `face` is printed on it; `words` tell screen readers what happens to it: "Take purple from place 2".
    """

    kind: str
    words: str
    face: str
    href: str
    order: str = ""


@dataclass(frozen=True)
class Market:
    """Everything that can be taken; `hint` says how many cards. The buttons take the chosen ones.

    `alone`: a face-up locomotive is a turn's only card.
    """

    template: ClassVar[str] = "web/table/_market.html"
    cards: Sequence[MarketCard]
    title: str
    hint: str
    actions: Sequence[Action] = ()
    alone: bool = True

    @property
    def open(self) -> bool:
        return any(card.href for card in self.cards)

    @property
    def is_refilled(self) -> bool:
        """Check whether an open card is chosen, which another replaces before the turn is over."""
        staying = (DECK, cards.LOCO) if self.alone else (DECK,)
        return any(card.order and card.kind not in staying for card in self.cards)


class Taking:
    """The cards that can be taken, and those already chosen, in order. `most`: how many more this turn allows."""

    def __init__(self, sight: Sight, step: Step, most: int) -> None:
        self.sight, self.most = sight, most
        self.alone = is_locomotive_alone(sight.rules)
        moves = list(sight.options)
        self.open = {str(move.place + 1) for move in moves if isinstance(move, TakeCard)}
        self.open |= {DECK for move in moves if isinstance(move, DrawBlind)}
        self.chosen = self._take_while_possible(step.take)

    def _find_kind(self, place: str) -> str:
        return DECK if place == DECK else str(self.sight.view["market"][int(place) - 1])

    def _take_while_possible(self, take: Sequence[str]) -> tuple[str, ...]:
        """Return the chosen places up to the first that can't be taken."""
        possible: tuple[str, ...] = ()
        for place in take:
            if not self._may_take(possible, place):
                break
            possible = (*possible, place)
        return possible

    def _may_take(self, chosen: Sequence[str], place: str) -> bool:
        if place not in self.open or len(chosen) >= self.most:
            return False
        if not chosen:
            return True
        repeated = place in chosen and place != DECK
        return not repeated and not self._is_alone(chosen[0]) and not self._is_alone(place)

    def _is_alone(self, place: str) -> bool:
        """Check whether the card at this place is a turn's only one (B6)."""
        return self.alone and self._find_kind(place) == cards.LOCO

    def market(self) -> Market:
        """Build the market for the panel."""
        places = [str(place) for place in range(1, len(self.sight.view["market"]) + 1)]
        full = self.most == WHOLE
        return Market(
            cards=[*(self._build_card(place) for place in places), self._build_deck()],
            title=_("Take cards") if full else _("Take your second card"),
            hint=self._phrase_hint(full),
            actions=self._list_actions(),
            alone=self.alone,
        )

    def _phrase_hint(self, full: bool) -> str:
        if self.chosen:
            return self._phrase_choice(self.chosen)
        if not self.alone:
            return _("two, locomotives like any other") if full else _("any, a locomotive too")
        return _("two, or one face-up locomotive") if full else _("any but a face-up locomotive")

    def _phrase_choice(self, chosen: Sequence[str]) -> str:
        if set(chosen) == {DECK} and len(chosen) < self.most:
            return _("choose the deck again for your second card")
        return _("choose it again to put it back") if len(chosen) == 1 else _("choose one again to put it back")

    def _build_card(self, place: str) -> MarketCard:
        kind = self.sight.view["market"][int(place) - 1]
        if kind is None:
            return MarketCard("none", _("empty"), "", "")
        if place in self.chosen:
            remaining = [chosen for chosen in self.chosen if chosen != place]
            back = _("Put back %(card)s to place %(place)s") % {"card": words.card(kind), "place": place}
            order = str(self.chosen.index(place) + 1)
            return MarketCard(kind, back, cards.face(kind), _build_href(remaining), order)
        href = self._address_with(place)
        phrase = _("Take %(card)s from place %(place)s") if href else "%(card)s"
        return MarketCard(kind, phrase % {"card": words.card(kind), "place": place}, cards.face(kind), href)

    def _address_with(self, place: str) -> str:
        if self._may_take(self.chosen, place):
            return _build_href([*self.chosen, place])
        return _build_href([place]) if self._may_take((), place) else ""

    def _build_deck(self) -> MarketCard:
        order = " ".join(str(number) for number, place in enumerate(self.chosen, 1) if place == DECK)
        if self.chosen.count(DECK) == len(self.chosen) == self.most or (
            order and not self._may_take(self.chosen, DECK)
        ):
            href, phrase = _build_href([place for place in self.chosen if place != DECK]), _("Put back to the deck")
        else:
            href, phrase = self._address_with(DECK), _("Take a card from the deck")
        return MarketCard(DECK, phrase if href else _("deck"), _("deck"), href, order)

    def _list_actions(self) -> list[Action]:
        if not self.chosen:
            return []
        kinds = [self._find_kind(place) for place in self.chosen]
        moves = [self._write_move(place, later=number > 0) for number, place in enumerate(self.chosen)]
        if self.alone and kinds == [cards.LOCO]:
            return [Action(_("Take the locomotive (your whole turn)"), moves)]
        names = [_("the deck") if kind == DECK else words.card(kind) for kind in kinds]
        if set(kinds) == {DECK}:
            label = _("Take one from the deck") if len(kinds) == 1 else _("Take two from the deck")
            return [Action(label, moves)]
        return [Action(_("Take %(cards)s") % {"cards": cards.listed(names)}, moves)]

    def _write_move(self, place: str, *, later: bool) -> str:
        """Return the move in notation. A later card is named by its color if the market may be new by then."""
        if place == DECK:
            return engine.notation.write(self.sight.rules, DrawBlind())
        kind, market = self._find_kind(place), self.sight.view["market"]
        if later and self.alone and market.count(cards.LOCO) >= FLUSHING:
            return f"draw {kind}"
        return f"draw {place}"


def _build_href(chosen: Sequence[str]) -> str:
    return f"?take={','.join(chosen)}"
