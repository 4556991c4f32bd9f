"""Train cards on the page: a hand as chips, the cards of a payment, names and symbols."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cards import KINDS
from games import words

LOCO: Final = "locomotive"


@dataclass(frozen=True)
class Chip:
    """A number of cards of a kind."""

    kind: str
    name: str
    count: int


def chips(held: Mapping[str, int]) -> list[Chip]:
    """A hand, the most first; locomotives come second, as what goes with everything."""
    order = {kind: place for place, kind in enumerate(KINDS)}
    colored = sorted(
        (kind for kind in held if kind != LOCO and held[kind]), key=lambda kind: (-held[kind], order[kind])
    )
    kinds = [*colored[:1], *([LOCO] if held.get(LOCO) else []), *colored[1:]]
    return [Chip(kind, words.card(kind), held[kind]) for kind in kinds]


def face(kind: str) -> str:
    """What stands on a card: short, for there is little room."""
    return _("loco") if kind == LOCO else words.card(kind)


def describe(cards: Mapping[str, int]) -> str:
    """As "4 purple" or "3 purple, 1 locomotive"."""
    return ", ".join(_counted(kind, count) for kind, count in cards.items() if count)


def _counted(kind: str, count: int) -> str:
    if kind == LOCO:
        return ngettext("%(n)d locomotive", "%(n)d locomotives", count) % {"n": count}
    return f"{count} {words.card(kind)}"


def paid(color: str, cards: int, locomotives: int) -> dict[str, int]:
    """A payment by kind."""
    return {kind: count for kind, count in ((color, cards), (LOCO, locomotives)) if count and kind}


def spread(cards: Mapping[str, int]) -> list[str]:
    """Each card for itself."""
    return [kind for kind, count in cards.items() for _ in range(count)]


def without(held: Mapping[str, int], spent: Mapping[str, int]) -> dict[str, int]:
    """What is left of a hand."""
    return {kind: count - spent.get(kind, 0) for kind, count in held.items() if count > spent.get(kind, 0)}


def total(held: Mapping[str, int]) -> int:
    """How many cards."""
    return sum(held.values())


def listed(kinds: Iterable[str]) -> str:
    """As "red, then the deck"; of two alike, as "two red"."""
    first, *further = kinds
    if further == [first]:
        return _("two %(card)s") % {"card": first}
    return _(", then ").join([first, *further])
