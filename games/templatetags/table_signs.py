"""Small symbols of the table's page, cached because a page has a hundred of them; and rows of such symbols."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.presentation.prospects.cards import Chip
from games.presentation.prospects.claims import spaces_in_words
from games.presentation.words import colors
from games.web.table.market import MarketCard
from games.web.table.tickets import TicketTrail

register = template.Library()

MOST_SIDE_BY_SIDE: Final = 8
"""Cards; more of them, as on a route of nine spaces, are counted by kind."""


def _svg(kind: str, box: str, symbol: str) -> str:
    return f'<svg class="{kind}" viewBox="{box}" aria-hidden="true"><use href="#{symbol}"/></svg>'


@register.simple_tag
@cache
def slot(kind: str) -> SafeString:
    """Return the symbol of a route's space; kind "wheel" for one that takes a locomotive."""
    return mark_safe(_svg("slot", "-13 -6.5 26 13", "wheel" if kind == "wheel" else f"slot-{kind}"))


@register.simple_tag
def slots(kinds: Sequence[str]) -> SafeString:
    """Return the symbols of a route's spaces, and hidden words for them."""
    return _joined("slots", (*map(slot, kinds), f" {_unseen(spaces_in_words(kinds))} "))


@register.simple_tag
@cache
def mark(seat: int) -> SafeString:
    """Return the train in the color of a seat, numbered from 1."""
    return mark_safe(_svg("mark", "-14 -7.5 28 15", f"train-{seat}"))


@register.simple_tag
@cache
def sign(kind: str) -> SafeString:
    """Return the symbol of a card, or of the deck."""
    return mark_safe(_svg("sign", "0 0 12 12", f"sign-{kind}"))


@register.simple_tag
@cache
def card(kind: str, state: str = "") -> SafeString:
    """Return a card without text."""
    return mark_safe(f'<span class="card card-{kind} {state}">{sign(kind)}</span>')


@register.simple_tag
def named_card(kind: str) -> SafeString:
    """Return a card with its name for screen readers."""
    return mark_safe(f"{card(kind)}{_unseen(colors.card(kind))}")


@register.simple_tag
@cache
def laid(kind: str, count: int) -> SafeString:
    """Return a kind of card with its number, hidden from screen readers: text beside it says the same."""
    return mark_safe(f'<span class="laid card-{kind}" aria-hidden="true">{sign(kind)}{count}</span>')


@register.simple_tag
def fan(kinds: Iterable[str]) -> SafeString:
    """Return these cards side by side, or, if they are many, each kind with its number."""
    each = list(kinds)
    is_crowded = len(each) > MOST_SIDE_BY_SIDE
    return _joined("fan", (laid(*counted) for counted in Counter(each).items()) if is_crowded else map(card, each))


@register.simple_tag
def chips(counted: Iterable[Chip]) -> SafeString:
    """Return these counts of cards, as items of a list."""
    return mark_safe("".join(_chip(chip.kind, chip.count, chip.counted) for chip in counted))


@cache
def _chip(kind: str, count: int, counted: str) -> str:
    before, number, after = counted.partition(str(count))
    return f'<li class="chip card-{kind}">{sign(kind)}{_unseen(before)}<b>{number}</b>{_unseen(after)}</li>'


@register.simple_tag
def cells(counts: Iterable[str], columns: Iterable[str]) -> SafeString:
    """Return these numbers as cells of a table's row, each with its column's heading for where no headings stand.

    The role keeps them cells for screen readers where the style sheet lays the table out as a strip.
    """
    pairs = zip(counts, columns, strict=True)
    return mark_safe("".join(f'<td role="cell" data-label="{escape(name)}">{escape(n)}</td>' for n, name in pairs))


@register.simple_tag
def market_cards(cards: Iterable[MarketCard]) -> SafeString:
    """Return the market and the deck, as items of a list: links if a card can be chosen or put back."""
    return mark_safe("".join(map(_market_card, cards)))


@lru_cache(maxsize=1024)
def _market_card(card: MarketCard) -> str:
    content = f"{sign(card.kind)}{_face(card)}{_order(card.order)}"
    if not card.href:
        return f'<li><span class="market-card card-{card.kind} closed">{content}</span></li>'
    current = ' aria-current="true"' if card.order else ""
    return f'<li><a href="{escape(card.href)}" class="market-card card-{card.kind}"{current}>{content}</a></li>'


def _face(card: MarketCard) -> str:
    """Return the text printed on a card, completed by hidden words for screen readers."""
    before, face, after = card.words.partition(card.face or card.words)
    if not face or before[-1:].isalnum() or after[:1].isalnum():
        return f'<span aria-hidden="true">{escape(card.face)}</span> {_unseen(card.words)}'
    return f"{_unseen(before)}<span>{escape(face)}</span>{_unseen(after)}"


def _unseen(words: str) -> str:
    return f'<span class="unseen">{escape(words)}</span>' if words else ""


def _order(order: str) -> str:
    """Return a card's position in the order of choice, "" if it was not chosen."""
    return f' <b class="order"><span class="unseen">{escape(_("chosen:"))} </span>{order}</b>' if order else ""


@register.simple_tag
def trail(line: TicketTrail) -> SafeString:
    """Return a ticket's way as a line: its connected and missing stretches, and the stops between them."""
    ways = (f'<path class="{_JOINED[stretch.joined]}" d="M{stretch.x} 7H{stretch.to}"/>' for stretch in line.stretches)
    stops = (
        f'<circle class="stop{" joined" if stop.joined else ""}" cx="{stop.x}" cy="7" r="{5.5 if stop.end else 4}"/>'
        for stop in line.stops
    )
    box = 'viewBox="0 0 300 14" preserveAspectRatio="xMinYMid meet" aria-hidden="true"'
    return mark_safe(f'<svg class="way" {box}>{"".join(ways)}{"".join(stops)}</svg>')


_JOINED = {True: "joined", False: "lacking"}


def _joined(kind: str, signs: Iterable[str]) -> SafeString:
    return mark_safe(f'<span class="{kind}">{"".join(signs)}</span>')
