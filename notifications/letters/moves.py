"""The legal moves in an email: every one of them in notation, and still short.

Moves are grouped by how they are written, whatever they mean: a verb, what it is about, and the cards that go with it.
What can be had for the same cards shares a line. Where there may be millions of moves, the mail says how they are
written instead.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.translation import gettext as _

import engine
from games import words
from notifications.context import Context
from notifications.letters import timeouts
from notifications.letters.document import Element, Heading, Paragraph, Verbatim

MOST: Final = 30
"""So many are listed of moves of which there may be very many."""

WITH_CARDS: Final = re.compile(r"(\w+) (\D\S*) ((?:[a-z]+ )?\d+(?: [a-z]+ \d+)*)")
"""A verb, what it is about, cards: "claim denver-omaha purple 3 loco 1", "place blue 2"."""


def moves(context: Context) -> Iterator[Element]:
    """Every legal move, or how to write one; and what happens if none of them is made in time."""
    if not context.options:
        return
    yield Heading(_("Your moves"))
    if context.options.summary is not None and len(context.options) > MOST:
        yield Paragraph(words.composing(context.prompt["type"] if context.prompt else "", len(context.options)))
    else:
        yield from _listed([engine.notation.write(context.rules, move) for move in context.options])
    yield from timeouts.ahead(context)


def _listed(lines: list[str]) -> Iterator[Element]:
    grouped, others = _grouped(lines)
    if others:
        yield Verbatim([" | ".join(others)])
    if grouped:
        example = next(line for line in lines if WITH_CARDS.fullmatch(line))
        yield Paragraph(
            _("Or combine one choice from before a colon with one from after it, for example: %(move)s")
            % {"move": example}
        )
        yield Verbatim([f"{about}: {cards}" for about, cards in grouped])


def _grouped(lines: Iterable[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """What can be had for the same cards and those cards; and all other moves."""
    cards: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    others = []
    for line in lines:
        if found := WITH_CARDS.fullmatch(line):
            verb, about, paid = found.groups()
            cards[verb, about].append(paid)
        else:
            others.append(line)
    alike: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for (verb, about), ways in cards.items():
        alike[verb, " | ".join(ways)].append(about)
    return [(f"{verb} {' | '.join(abouts)}", ways) for (verb, ways), abouts in alike.items()], others
