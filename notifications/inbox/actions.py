"""Execution of an email's orders through the services that the API uses, so an email can do and learn no more.

The orders are carried out one after another. The first move answers the question that the email was about; each further
move answers the question that the previous one opened. The first order that fails ends the email, and is explained.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import takewhile
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine.errors import EngineError, MalformedMove
from engine.logged_events import LoggedEvent
from engine.parts.market import DrawAgain
from engine.parts.substitutes import SubstitutesPlayed
from games import languages
from games.errors import Refused
from games.lobby import departures
from games.models import Game, Seat
from games.presentation.words import draws
from games.presentation.words.sentences import Clause
from games.refusals import explained
from games.table.play import moves
from games.table.play.moves import Posted, Request
from games.zones import zone
from notifications.batch import Batch
from notifications.inbox import agreements, explanations, invitations, orders, outcomes, pace, regrets
from notifications.inbox.handlers import HANDLERS
from notifications.inbox.orders import (
    MOST_DRAWN,
    LeaveGame,
    Offered,
    Order,
    OrdersRead,
    PlayMove,
    SayLine,
    StoppedAt,
    TakeBackMove,
    Title,
    Why,
    talk,
)
from notifications.inbox.reply import (
    ActedOn,
    LikelyMoves,
    Reply,
    after_the_turn,
    not_done_either,
    not_your_turn,
    refused,
    refused_because,
    short,
)
from notifications.inbox.unlocked_table import UnlockedTable
from notifications.letters import hand, news
from notifications.letters.choices import best_choices
from notifications.models import InboundEmail, Notification
from notifications.order_words import order_words
from notifications.pictures import DrawingTime

CITY_REFUSED: Final = frozenset({"city_taken", "city_barred", "city_not_own"})
MOST_OFFERED: Final = 2000
"""The most legal moves that are listed for interpreting orders; if there are more, orders are just tried."""


def act(reply: Reply, lines: Sequence[str]) -> ActedOn:
    """Carry out what the lines order, as far as possible. The player's language must be active."""
    if invitations.is_asked(reply, lines):
        return invitations.act(reply, lines)
    acted = _act_in_game(reply, lines)
    if not acted.has_moved and not acted.did_anything and (seated := invitations.tell_seated(reply, lines)):
        if _orders_more(reply, lines):
            acted.sentences += seated
        else:
            acted.sentences, acted.suggests = seated, None
        return acted
    if not acted.did_anything and regrets.ask_the_others() not in " ".join(acted.sentences):
        acted.sentences += regrets.name_ways_back(reply, lines)
    return acted


def _orders_more(reply: Reply, lines: Sequence[str]) -> bool:
    """Check whether a line beside a yes to an invitation was meant as an order."""
    accepted, offered = invitations.read(reply, lines), offered_now(reply)
    return any(orders.is_meant(line, offered) for line in lines if accepted is None or line != accepted[0])


def _act_in_game(reply: Reply, lines: Sequence[str]) -> ActedOn:
    acted = ActedOn(proposal=reply.proposal)
    lines = agreements.answered(reply, lines, acted)
    if acted.sentences and not lines:
        return acted
    table = UnlockedTable.read(reply.game)
    reply, answered, read = _read(reply, lines, table)
    if not acted.has_order and _offer_talk(reply, table, explanations.find_talk_alone(read, answered), acted):
        return acted
    is_talk_alone = acted.has_order and not read.has_order  # below an answer to a proposal
    acted.has_order |= read.has_order
    prompt: str | None = reply.prompt
    for index, order in enumerate(read.orders):
        try:
            prompt = _do_order(reply, order, prompt, acted, UnlockedTable.read(reply.game) if index else table)
        except (EngineError, Refused) as refusal:
            acted.sentences += _explain_refusal(reply, order, refusal)
            if isinstance(order, PlayMove) and refusal.code in CITY_REFUSED:
                acted.sentences += _suggest_cities(order, answered)
            _name_undone(read.undone_from(index), acted)
            acted.must_tell = True
            if isinstance(order, PlayMove) and isinstance(refusal, EngineError):
                acted.suggests = _suggest_moves(reply, prompt, partial(orders.beginning_like, order.notation))
            return acted
    if not is_talk_alone:
        _tell_unread(reply, read, lines, answered, acted, prompt)
    acted.unsaid = " ".join(talk.find(read)) if acted.did_anything else ""
    is_open = not is_talk_alone and (read.stopped is not None or not read.orders)
    acted.must_tell |= bool(acted.unsaid) or is_open or acted.asks
    return acted


def _offer_talk(reply: Reply, table: UnlockedTable, words: str, acted: ActedOn) -> bool:
    """Offer to say an email's words, if it has no others, at a table where its writer sits. Return whether it was."""
    if not words or table.seat_of(reply.player) is None:
        return False
    acted.unsaid, acted.must_tell = words, True
    acted.sentences.append(_("I found no order in your email."))
    if reply.listed:
        acted.sentences += [_("The question that you answered is no longer open."), *_tell_answered(reply)]
    return True


def _tell_unread(
    reply: Reply,
    read: OrdersRead[Order],
    lines: Sequence[str],
    answered: Offered,
    acted: ActedOn,
    prompt: str | None,
) -> None:
    """Explain the line at which reading stopped, or say that there is no order."""
    if read.stopped is None:
        acted.sentences += _name_unread(read, lines, is_asked=answered.is_open and prompt == reply.prompt)
        return
    acted.sentences += _explain_stop(reply, read, answered, acted, has_ended=prompt is None)
    _name_undone(read.meant_below, acted)
    acted.suggests = _suggest_moves(reply, prompt, partial(_guess_moves, read.stopped, reply.prompt == prompt))


def _read(reply: Reply, lines: Sequence[str], table: UnlockedTable) -> tuple[Reply, Offered, OrdersRead[Order]]:
    """Read the orders as an answer to the email's question; if it asked none, a written move answers the open one.

    Where a yes confirms an earlier email, the question that is open by now need not be the one that was meant.
    """
    answered = offered_at(reply, table)
    read = orders.read(lines, answered)
    open_prompt = None if reply.prompt or reply.is_sure else table.open_prompt(reply.player)
    if open_prompt is not None and _writes_a_move(read, answered):
        return _read(replace(reply, prompt=open_prompt), lines, table)
    return replace(reply, letters=answered.letters), answered, read


def _writes_a_move(read: OrdersRead[Order], answered: Offered) -> bool:
    is_begun = read.stopped is not None and explanations.is_of_the_game(read.stopped, answered)
    return is_begun or any(isinstance(order, PlayMove) for order in read.orders)


def _name_unread(read: OrdersRead[Order], lines: Sequence[str], *, is_asked: bool) -> Iterator[str]:
    """Say that there is no order, or what stands above words for the table and may have been meant as the answer."""
    if not read.orders:
        yield _("I found no order in your email.")
        if is_asked:
            yield _("A number, or a move, is one.")
    elif is_asked and all(isinstance(order, SayLine) for order in read.orders):
        above = takewhile(lambda line: line.strip() != read.orders[0].line.strip(), lines)
        unread = [line.strip() for line in above if line in read.skipped and not talk.is_empty(line)]
        if unread:
            yield _("Not understood as a move: “%(lines)s”.") % {"lines": " ".join(unread)}


def _tell_answered(reply: Reply) -> Iterator[str]:
    """Say why a question is closed: an earlier email has answered it, or somebody has taken a move back."""
    about = {"address__player": reply.player, "address__game": reply.game, "address__prompt": reply.prompt}
    if reply.prompt and InboundEmail.objects.filter(reason=pace.MOVED, **about).exists():
        yield _("An earlier email of yours has answered it.")
    yield from agreements.tell_taken_back(reply)


def _explain_stop(
    reply: Reply, read: OrdersRead[Order], answered: Offered, acted: ActedOn, *, has_ended: bool
) -> list[str]:
    """Say why reading stopped; a move below the end of a turn was not meant for the question before it."""
    assert read.stopped is not None
    if has_ended and explanations.is_of_the_game(read.stopped, answered):
        return [after_the_turn(read.stopped.line)]
    sentences = explanations.explained(read.stopped, answered, is_first=not (read.orders or acted.did_anything))
    return sentences if answered.is_open or acted.did_anything else [*sentences, *_tell_answered(reply)]


def _explain_refusal(reply: Reply, order: Order, refusal: EngineError | Refused) -> Iterator[str]:
    """Explain why an order was refused; to whoever a stand-in plays for, how to come back, since no order counts."""
    seats = list(Seat.objects.filter(game=reply.game))
    if reply.game.status == Game.Status.RUNNING and departures.stand_in_of(reply.game, seats, reply.player):
        sentence = _("Not done: “%(line)s”. A stand-in has your seat. Reply “%(return)s” first, and it is yours again.")
        yield sentence % {**order_words(), "line": short(order.line)}
    elif isinstance(order, TakeBackMove) and refusal.code in regrets.ASKS_THE_OTHERS:
        yield refused_because(order.line, f"{explained(refusal).heading} {regrets.ask_the_others()}")
    elif refusal.code == "prompt_not_open":
        has_turn = bool(reply.prompt) or UnlockedTable.read(reply.game).open_prompt(reply.player) is not None
        yield refused(order.line, refusal) if has_turn else not_your_turn(order.line)
        yield from _tell_answered(reply)
    else:
        yield refused(order.line, _in_letters(refusal, reply.letters))


def _in_letters(refusal: EngineError | Refused, letters: Mapping[str, int]) -> EngineError | Refused:
    """Return the refusal with any numbers of offered tickets replaced by their letters."""
    offered = refusal.detail.get("offered")
    if not isinstance(refusal, EngineError) or not isinstance(offered, list):
        return refusal
    by_number = {number: letter for letter, number in letters.items()}
    tickets = [by_number.get(number, number) for number in offered]
    return type(refusal)(refusal.code, **{**refusal.detail, "offered": tickets})


def _suggest_cities(order: PlayMove, offered: Offered) -> Iterator[str]:
    """Yield a sentence with the cities that are available instead of a taken one."""
    verb = order.notation.partition(" ")[0]
    legal = [move.split(" ") for move in offered.moves or ()]
    slugs = {pieces[1] for pieces in legal if len(pieces) > 1 and pieces[0] == verb}
    names = [city.name for city in offered.rules.board.cities if city.slug in slugs]
    if names:
        yield _("You can choose %(cities)s.") % {"cities": _(", ").join(names)}


def _name_undone(lines: Sequence[str], acted: ActedOn) -> None:
    """List the lines that were not carried out because an earlier one failed."""
    if lines:
        acted.sentences.append(not_done_either(lines))


Suggests = Callable[[Offered], Sequence[str]]


def _suggest_moves(reply: Reply, prompt: str | None, suggests: Suggests) -> LikelyMoves | None:
    """Return moves that may have been meant, among the legal answers to the question that is open now."""
    if prompt is None:
        return None
    moves = suggests(offered_now(replace(reply, prompt=prompt)))
    return LikelyMoves(prompt, moves) if moves else None


def _guess_moves(stopped: StoppedAt, is_answered: bool, offered: Offered) -> Sequence[str]:
    """Return moves that a line may have meant: those suggested, or the nearest ones if moves were made since."""
    if stopped.reason is Why.WHICH_DAY or not offered.moves:
        return ()
    return stopped.suggestions if is_answered else orders.near(stopped.line, offered)


def leave(reply: Reply) -> ActedOn:
    """Resign for the player, who has confirmed it."""
    acted, order = ActedOn(), LeaveGame("resign")
    try:
        acted.sentences.append(HANDLERS[LeaveGame](reply, order, acted))
    except (EngineError, Refused) as refusal:
        acted.sentences.append(refused(order.line, refusal))
    return acted


def _do_order(reply: Reply, order: Order, prompt: str | None, acted: ActedOn, table: UnlockedTable) -> str | None:
    """Carry out one order, and return the question that the next move answers. Raises EngineError, Refused."""
    if not isinstance(order, PlayMove):
        acted.sentences.append(HANDLERS[type(order)](reply, order, acted))
        return prompt
    if prompt is None:
        raise Refused("turn_ended")
    posted = _post_first(reply, [order.notation, order.otherwise], prompt, table)
    acted.did_anything = acted.has_moved = True
    acted.asks = posted.prompt is not None
    first = acted.drew
    _tell_move(reply, order, posted, acted, table)
    both = (first, acted.drew) if first is not None and acted.drew is not None else ()
    if any(draw["type"] == draws.TAKEN for draw in both):
        acted.played = _("You drew two cards")
    acted.played = acted.played or _tell_publicly(reply, posted, table)
    return posted.goes_on


def offered_now(reply: Reply) -> Offered:
    """Return the answers open to the player as the table is now (see `offered_at`)."""
    return offered_at(reply, UnlockedTable.read(reply.game))


def offered_at(reply: Reply, table: UnlockedTable) -> Offered:
    """Return the answers open to the player, if the question still is."""
    rules, seat = engine.ruleset(table.game.ruleset, table.game.options), table.seat_of(reply.player)
    today = reply.now.astimezone(zone(reply.player.time_zone)).date()
    if seat is None or not table.is_open(reply.player, reply.prompt):
        is_asked = table.game.status != Game.Status.RUNNING or seat is None or bool(table.open_prompt(reply.player))
        closed = Offered(None, reply.listed, rules, today, suggested=reply.suggested, is_open=False)
        return replace(closed, is_asked=is_asked, language=languages.of_player(reply.player))
    legal_moves = engine.options(table.state, seat.number)
    legal = [engine.notation.write(rules, move) for move in legal_moves] if len(legal_moves) <= MOST_OFFERED else None
    view = engine.view(table.state, seat.number)
    letters = hand.letters_of_offer(view, seat.number)
    titles = cache(partial(_read_titles, reply, seat.number))
    about = (reply.listed, rules, today, view["market"], letters, reply.suggested)
    offered = Offered(legal, *about, language=languages.of_player(reply.player), titles=titles)
    return replace(offered, draws_left=_count_draws_left(table, seat.number))


def _count_draws_left(table: UnlockedTable, seat: int) -> int:
    """Return how many cards a turn that draws may still draw."""
    return 1 if any(turn.seat == seat and turn.kind == DrawAgain.tag for turn in table.turns) else MOST_DRAWN


def _read_titles(reply: Reply, seat: int) -> Sequence[Title]:
    """Return the texts of the list that the reply answers; none if it lists anything else today."""
    notification = Notification(player=reply.player, game=reply.game, seat=seat)
    best = best_choices(Batch([notification], reply.now, DrawingTime()).context(notification))
    if [list(choice.moves) for choice in best] != [list(moves) for moves in reply.listed]:
        return ()
    return [Title(choice.name, " ".join((choice.name, choice.why, choice.worth))) for choice in best]


def _post_first(reply: Reply, notations: Sequence[str | None], prompt: str, table: UnlockedTable) -> Posted:
    """Post the first of these moves that can be played. If none can, raises the error of the last one."""
    first, *others = filter(None, notations)
    try:
        return _post(reply, first, prompt, table)
    except EngineError:
        if not others:
            raise
        return _post_first(reply, others, prompt, table)


def _post(reply: Reply, notation: str, prompt: str, table: UnlockedTable) -> Posted:
    """Post a move. If its color lies in several slots of the market, take any of them."""

    def post(text: str) -> Posted:
        _check_move(reply, text, prompt, table)
        request = Request(prompt=prompt, moves=[text])
        return moves.post_moves(player=reply.player, game_id=reply.game.pk, request=request, now=reply.now)

    try:
        return post(notation)
    except MalformedMove as refusal:
        notations = refusal.detail.get("known")
        if refusal.code != "which_place" or not isinstance(notations, list):
            raise
        return post(str(notations[0]))


def _check_move(reply: Reply, text: str, prompt: str, table: UnlockedTable) -> None:
    """Raise the rules' objection, if any, to a move that answers an open question, before any secret is read."""
    seat = table.seat_of(reply.player)
    if seat is not None and table.is_open(reply.player, prompt):
        engine.check(table.state, seat.number, engine.notation.parse_at(table.state, text))


def _tell_move(reply: Reply, order: PlayMove, posted: Posted, acted: ActedOn, table: UnlockedTable) -> None:
    """Say what a move came to; of two cards alike, in one sentence, since the same one twice would be told once."""
    sentence = _describe_move(reply, order, posted, acted, table)
    drawn = [draw for entry in posted.told if (draw := draws.draw_of(entry)) is not None]
    first, acted.drew = acted.drew, drawn[0] if drawn else None
    if first is not None and acted.drew is not None and acted.sentences[-1:] == [sentence]:
        acted.sentences[-1] = draws.tell_two(first, acted.drew).speak(posted.seat, table.name).text
    else:
        acted.sentences.append(sentence)


def _describe_move(reply: Reply, order: PlayMove, posted: Posted, acted: ActedOn, table: UnlockedTable) -> str:
    board = engine.ruleset(reply.game.ruleset, reply.game.options).board
    facts = [event for entry in posted.told for event in entry["events"]]
    acted.tickets += outcomes.list_tickets(facts, posted.seat, board)
    acted.afterwards += outcomes.tell_others(facts, posted.seat, table.name, board)
    return outcomes.describe(order, facts, posted.seat, table.name, board, reply.letters)


def _is_beside_a_claim(event: LoggedEvent) -> bool:
    """Check whether an event only says how a claim was paid, which comes behind the claim itself in a subject."""
    return event["type"] == SubstitutesPlayed.tag


def _tell_publicly(reply: Reply, posted: Posted, table: UnlockedTable) -> str:
    """Say to the player what they did, giving away nothing of their hand, without a full stop."""
    board = engine.ruleset(reply.game.ruleset, reply.game.options).board
    events = [event for entry in posted.told_to_all for event in entry["events"]]
    own = sorted((event for event in events if event.get("seat") == posted.seat), key=_is_beside_a_claim)
    statements = news.tell_facts(own, posted.seat, table.name, board)
    return next((spoken.clause for spoken in statements if isinstance(spoken, Clause)), _("Played"))
