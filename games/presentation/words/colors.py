"""Colors and kinds of cards, a message for each of their roles: other languages bend them, and count them, differently.

A sentence takes the role that it needs; none is made of a number and a word.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, npgettext_lazy, pgettext_lazy

from games.presentation.words.lists import listed

Phrases = Mapping[str, Promise]

CARDS: Final[Phrases] = {
    "purple": pgettext_lazy("card", "purple"),
    "blue": pgettext_lazy("card", "blue"),
    "orange": pgettext_lazy("card", "orange"),
    "white": pgettext_lazy("card", "white"),
    "green": pgettext_lazy("card", "green"),
    "yellow": pgettext_lazy("card", "yellow"),
    "black": pgettext_lazy("card", "black"),
    "red": pgettext_lazy("card", "red"),
    "locomotive": pgettext_lazy("card", "locomotive"),
}
"""The names of kinds of cards, standing alone."""
COLORS_OF_CARDS: Final[Phrases] = {
    "purple": pgettext_lazy("color of cards, a noun", "purple"),
    "blue": pgettext_lazy("color of cards, a noun", "blue"),
    "orange": pgettext_lazy("color of cards, a noun", "orange"),
    "white": pgettext_lazy("color of cards, a noun", "white"),
    "green": pgettext_lazy("color of cards, a noun", "green"),
    "yellow": pgettext_lazy("color of cards, a noun", "yellow"),
    "black": pgettext_lazy("color of cards, a noun", "black"),
    "red": pgettext_lazy("color of cards, a noun", "red"),
    "locomotive": pgettext_lazy("color of cards, a noun", "locomotive"),
}
"""The colors of cards as nouns: "nobody else has red"."""
SINGLE_CARDS: Final[Phrases] = {
    "purple": pgettext_lazy("one card, taken or drawn", "purple"),
    "blue": pgettext_lazy("one card, taken or drawn", "blue"),
    "orange": pgettext_lazy("one card, taken or drawn", "orange"),
    "white": pgettext_lazy("one card, taken or drawn", "white"),
    "green": pgettext_lazy("one card, taken or drawn", "green"),
    "yellow": pgettext_lazy("one card, taken or drawn", "yellow"),
    "black": pgettext_lazy("one card, taken or drawn", "black"),
    "red": pgettext_lazy("one card, taken or drawn", "red"),
    "locomotive": pgettext_lazy("one card, taken or drawn", "a locomotive"),
}
"""One card as an object: "took red", "drew a locomotive"."""
PAIRS_OF_CARDS: Final[Phrases] = {
    "purple": pgettext_lazy("two cards, taken or drawn", "two purple"),
    "blue": pgettext_lazy("two cards, taken or drawn", "two blue"),
    "orange": pgettext_lazy("two cards, taken or drawn", "two orange"),
    "white": pgettext_lazy("two cards, taken or drawn", "two white"),
    "green": pgettext_lazy("two cards, taken or drawn", "two green"),
    "yellow": pgettext_lazy("two cards, taken or drawn", "two yellow"),
    "black": pgettext_lazy("two cards, taken or drawn", "two black"),
    "red": pgettext_lazy("two cards, taken or drawn", "two red"),
    "locomotive": pgettext_lazy("two cards, taken or drawn", "two locomotives"),
}
"""Two cards as an object: "took two red"."""
COUNTED_CARDS: Final[Phrases] = {
    "purple": npgettext_lazy("so many cards", "%(n)d purple", "%(n)d purple", "n"),
    "blue": npgettext_lazy("so many cards", "%(n)d blue", "%(n)d blue", "n"),
    "orange": npgettext_lazy("so many cards", "%(n)d orange", "%(n)d orange", "n"),
    "white": npgettext_lazy("so many cards", "%(n)d white", "%(n)d white", "n"),
    "green": npgettext_lazy("so many cards", "%(n)d green", "%(n)d green", "n"),
    "yellow": npgettext_lazy("so many cards", "%(n)d yellow", "%(n)d yellow", "n"),
    "black": npgettext_lazy("so many cards", "%(n)d black", "%(n)d black", "n"),
    "red": npgettext_lazy("so many cards", "%(n)d red", "%(n)d red", "n"),
    "locomotive": npgettext_lazy("so many cards", "%(n)d locomotive", "%(n)d locomotives", "n"),
}
"""So many cards, as an object or standing alone: "placed 3 red"."""
PAID_CARDS: Final[Phrases] = {
    "purple": npgettext_lazy("with or for so many cards", "%(n)d purple", "%(n)d purple", "n"),
    "blue": npgettext_lazy("with or for so many cards", "%(n)d blue", "%(n)d blue", "n"),
    "orange": npgettext_lazy("with or for so many cards", "%(n)d orange", "%(n)d orange", "n"),
    "white": npgettext_lazy("with or for so many cards", "%(n)d white", "%(n)d white", "n"),
    "green": npgettext_lazy("with or for so many cards", "%(n)d green", "%(n)d green", "n"),
    "yellow": npgettext_lazy("with or for so many cards", "%(n)d yellow", "%(n)d yellow", "n"),
    "black": npgettext_lazy("with or for so many cards", "%(n)d black", "%(n)d black", "n"),
    "red": npgettext_lazy("with or for so many cards", "%(n)d red", "%(n)d red", "n"),
    "locomotive": npgettext_lazy("with or for so many cards", "%(n)d locomotive", "%(n)d locomotives", "n"),
}
"""So many cards with which, or for which, something is done: "claimed it with 3 red"."""
TRACKS: Final[Phrases] = {
    "purple": gettext_lazy("purple track"),
    "blue": gettext_lazy("blue track"),
    "orange": gettext_lazy("orange track"),
    "white": gettext_lazy("white track"),
    "green": gettext_lazy("green track"),
    "yellow": gettext_lazy("yellow track"),
    "black": gettext_lazy("black track"),
    "red": gettext_lazy("red track"),
}
"""The tracks of double routes, by their color."""
SEATS: Final = (
    pgettext_lazy("color of a seat", "red"),
    pgettext_lazy("color of a seat", "blue"),
    pgettext_lazy("color of a seat", "green"),
    pgettext_lazy("color of a seat", "yellow"),
    pgettext_lazy("color of a seat", "black"),
    pgettext_lazy("color of a seat", "white"),
)
"""The colors of seats, as they are drawn (`games.presentation.pictures.palette`)."""


def card(kind: str) -> str:
    """Return the name of a kind of train card."""
    return str(CARDS[kind])


def color_of_cards(kind: str) -> str:
    """Return the color of cards as a noun."""
    return str(COLORS_OF_CARDS[kind])


def seat_color(seat: int) -> str:
    """Return the color of a seat's trains."""
    return str(SEATS[seat % len(SEATS)])


def one(kind: str) -> str:
    """Return a single card in a sentence: red, a locomotive."""
    return str(SINGLE_CARDS[kind])


def two(kind: str) -> str:
    """Return two cards of a kind: two red, two locomotives."""
    return str(PAIRS_OF_CARDS[kind])


def counted(kinds: Mapping[str, int]) -> str:
    """Return how many cards there are of each kind: "3 purple, 1 locomotive"."""
    return listed([count_cards(kind, number) for kind, number in kinds.items() if number])


def count_cards(kind: str, number: int) -> str:
    """Return so many cards of a kind: "3 purple"."""
    return str(COUNTED_CARDS[kind] % {"n": number})


def paid_with(kinds: Mapping[str, int]) -> str:
    """Return with how many cards of each kind something is paid, to follow "with" or "for"."""
    return listed([str(PAID_CARDS[kind] % {"n": number}) for kind, number in kinds.items() if number])


def paid(color: str, cards: int, locomotives: int) -> str:
    """Return the payment, a number of cards some of which are locomotives, to follow "with" or "for"."""
    return paid_with({color: cards - locomotives, "locomotive": locomotives})
