"""What an email asks for, in our own words only, for the question whether its player wrote it."""

from collections.abc import Sequence
from itertools import groupby

import engine
from notifications.inbox import agreements, invitations, orders
from notifications.inbox.actions import offered_now
from notifications.inbox.handlers import NAMES
from notifications.inbox.orders import Decline, PlayMove
from notifications.inbox.reply import MOST_NAMED, Reply
from notifications.letters.move_names import name_moves


def describe_orders(reply: Reply, lines: Sequence[str]) -> list[str]:
    """Return descriptions of the lines' orders, without carrying them out."""
    if invitations.is_asked(reply, lines):
        return invitations.describe(reply, lines)
    if answers := agreements.describe_answers(reply, lines):
        return answers
    rules, offered = engine.ruleset(reply.game.ruleset, reply.game.options), offered_now(reply)
    ordered = [order for order in orders.read(lines, offered).orders if not isinstance(order, Decline)][:MOST_NAMED]
    descriptions: list[str] = []
    for is_move, neighbors in groupby(ordered, lambda order: isinstance(order, PlayMove)):
        if is_move:
            moves = [order.notation for order in neighbors if isinstance(order, PlayMove)]
            descriptions.append(name_moves(rules, moves, offered.market, offered.letters))
        else:
            descriptions += [NAMES[type(order)] for order in neighbors]
    return descriptions
