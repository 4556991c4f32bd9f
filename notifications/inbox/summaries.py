"""What an email asks for, in our own words only, for the question whether its player wrote it."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

import engine
from engine.errors import MalformedMove
from games.presentation import words
from games.presentation.prospects import deeds
from notifications.inbox import agreements, invitations, orders
from notifications.inbox.actions import offered_now
from notifications.inbox.handlers import NAMES
from notifications.inbox.orders import Decline, PlayMove
from notifications.inbox.reply import MOST_NAMED, Reply


def describe_orders(reply: Reply, lines: Sequence[str]) -> list[str]:
    """Return descriptions of the lines' orders, without carrying them out."""
    if invitations.is_asked(reply, lines):
        return invitations.describe(reply, lines)
    if answers := agreements.describe_answers(reply, lines):
        return answers
    rules, offered = engine.ruleset(reply.game.ruleset, reply.game.options), offered_now(reply)
    ordered = [order for order in orders.read(lines, offered).orders if not isinstance(order, Decline)][:MOST_NAMED]
    return [
        _describe_move(rules, order.notation) if isinstance(order, PlayMove) else NAMES[type(order)]
        for order in ordered
    ]


def _describe_move(rules: engine.Ruleset, notation: str) -> str:
    """Return a move in words, whatever was typed."""
    verb, _space, card = notation.partition(" ")
    if verb == "draw" and engine.notation.is_card(card):
        return _("take %(card)s from the face-up cards") % {"card": words.card(card)}
    try:
        return deeds.name(rules, engine.notation.parse(rules, notation))
    except MalformedMove:
        return _("a move that nobody can make")
