"""Describing two cards that a seat draws in one turn together, though each has its own entry in the log."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cards import KINDS, LOCOMOTIVE
from engine.logged_events import LoggedCardDrawn, LoggedCardTaken
from engine.parts.market import CardDrawn, CardTaken
from games.logged_entries import LoggedEntry
from games.presentation.words.colors import one, two
from games.presentation.words.sentences import SeatDeed, Sentence

Draw = LoggedCardTaken | LoggedCardDrawn
TAKEN, DRAWN = CardTaken.tag, CardDrawn.tag
DRAWS: Final = frozenset({TAKEN, DRAWN})
MOVES: Final = frozenset({"move", "planned", "stand_in"})
WHOLE_TURN: Final = KINDS[LOCOMOTIVE]
"""A card that is the only one of the turn if it is taken from the market (B5)."""


TWO_UNKNOWN: Final = Sentence(
    you=gettext_lazy("You drew two cards from the deck"),
    name=gettext_lazy("%(name)s drew two cards from the deck"),
    then=gettext_lazy("%(before)s and drew two cards from the deck"),
)
TWO_ALIKE: Final[Mapping[str, Sentence]] = {
    TAKEN: Sentence(
        you=gettext_lazy("You took %(two)s from the face-up cards"),
        name=gettext_lazy("%(name)s took %(two)s from the face-up cards"),
        then=gettext_lazy("%(before)s and took %(two)s from the face-up cards"),
    ),
    DRAWN: Sentence(
        you=gettext_lazy("You drew %(two)s from the deck"),
        name=gettext_lazy("%(name)s drew %(two)s from the deck"),
        then=gettext_lazy("%(before)s and drew %(two)s from the deck"),
    ),
}
TWO_DIFFERENT: Final[Mapping[tuple[str, str], Sentence]] = {
    (TAKEN, TAKEN): Sentence(
        you=gettext_lazy("You took %(first)s and %(second)s from the face-up cards"),
        name=gettext_lazy("%(name)s took %(first)s and %(second)s from the face-up cards"),
        then=gettext_lazy("%(before)s and took %(first)s and %(second)s from the face-up cards"),
    ),
    (TAKEN, DRAWN): Sentence(
        you=gettext_lazy("You took %(first)s from the face-up cards and drew %(second)s from the deck"),
        name=gettext_lazy("%(name)s took %(first)s from the face-up cards and drew %(second)s from the deck"),
        then=gettext_lazy("%(before)s and took %(first)s from the face-up cards and drew %(second)s from the deck"),
    ),
    (DRAWN, TAKEN): Sentence(
        you=gettext_lazy("You drew %(first)s from the deck and took %(second)s from the face-up cards"),
        name=gettext_lazy("%(name)s drew %(first)s from the deck and took %(second)s from the face-up cards"),
        then=gettext_lazy("%(before)s and drew %(first)s from the deck and took %(second)s from the face-up cards"),
    ),
    (DRAWN, DRAWN): Sentence(
        you=gettext_lazy("You drew %(first)s and %(second)s from the deck"),
        name=gettext_lazy("%(name)s drew %(first)s and %(second)s from the deck"),
        then=gettext_lazy("%(before)s and drew %(first)s and %(second)s from the deck"),
    ),
}


def by_turns(entries: Sequence[LoggedEntry]) -> list[list[LoggedEntry]]:
    """Return the entries in order, each alone, except that a turn's second card joins the first."""
    groups: list[list[LoggedEntry]] = []
    for entry in entries:
        if groups and len(groups[-1]) == 1 and _goes_with(groups[-1][0], entry):
            groups[-1].append(entry)
        else:
            groups.append([entry])
    return groups


def _goes_with(first: LoggedEntry, second: LoggedEntry) -> bool:
    together = (first["seat"], first["kind"], first["number"] + 1) == (second["seat"], second["kind"], second["number"])
    before, after = draw_of(first), draw_of(second)
    if not together or first["kind"] not in MOVES or before is None or after is None:
        return False
    return not (before["type"] == TAKEN and before["card"] == WHOLE_TURN)


def draw_of(entry: LoggedEntry) -> Draw | None:
    """Return the card that the entry's move drew, if any."""
    return next(
        (event for event in entry["events"] if event["type"] == "card_taken" or event["type"] == "card_drawn"), None
    )


def pair(group: Sequence[LoggedEntry]) -> tuple[Draw, Draw] | None:
    """Return both cards if the group consists of a turn's two cards."""
    draws = [draw_of(entry) for entry in group]
    return (draws[0], draws[1]) if len(draws) == 2 and draws[0] and draws[1] else None


def tell_two(first: Draw, second: Draw) -> SeatDeed:
    """Describe both cards in one sentence, as far as its reader may know them."""
    card_names = [one(event["card"]) if "card" in event else None for event in (first, second)]
    if card_names == [None, None]:
        return SeatDeed(first["seat"], TWO_UNKNOWN)
    if card_names[0] == card_names[1] and first["type"] == second["type"]:
        return SeatDeed(first["seat"], TWO_ALIKE[first["type"]], {"two": two(first["card"])})
    cards = {"first": card_names[0] or _("a card"), "second": card_names[1] or _("a card")}
    return SeatDeed(first["seat"], TWO_DIFFERENT[first["type"], second["type"]], cards)
