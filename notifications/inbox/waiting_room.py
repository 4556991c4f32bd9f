"""Orders about a table that waits for players, in replies to the emails about it: “start” begins it."""

from collections.abc import Sequence
from dataclasses import replace

from games.errors import Refused
from games.models import Game, Seat
from notifications.inbox.orders.lines import greets
from notifications.inbox.reply import ActedOn, Reply, refused, refused_because
from notifications.inbox.site import actions as site_actions
from notifications.inbox.site.handlers import AT_TABLE
from notifications.inbox.site.orders import AtTable
from notifications.inbox.writer import CannotDo, SiteAnswer, Writer
from notifications.policy import kinds

START = "start"


def find_order(reply: Reply, lines: Sequence[str]) -> AtTable | None:
    """Return the order to begin this table in an email's first line, greetings apart; None if there is none."""
    if reply.prompt or reply.game.status != Game.Status.OPEN:
        return None
    if not Seat.objects.filter(game=reply.game, player=reply.player).exists():
        return None
    first = next((line for line in lines if not greets(line)), "")
    order = next(iter(site_actions.read([first], is_asked=False).orders), None)
    if not isinstance(order, AtTable) or order.kind != START or order.table not in ("", reply.game.pk):
        return None
    return replace(order, table=reply.game.pk)


def act(reply: Reply, order: AtTable) -> ActedOn:
    """Begin the table, or say why not."""
    acted, answer = ActedOn(has_order=True, must_tell=True), SiteAnswer()
    writer = Writer(reply.player.email or "", reply.player, [], reply.now)
    try:
        AT_TABLE[START](writer, reply.game.pk, order, answer)
        acted.did_anything = acted.has_moved = True
        acted.includes = [kinds.GAME_STARTED, kinds.YOUR_TURN]
        acted.sentences += [str(words) for kind, words, *_ in answer.parts if kind == "paragraph"]
    except CannotDo as cannot:
        acted.sentences.append(refused_because(order.line, str(cannot)))
    except Refused as refusal:
        acted.sentences.append(refused(order.line, refusal))
    return acted
