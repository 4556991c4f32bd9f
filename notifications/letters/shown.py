"""Emails that show what their reader asked for: the board, all moves, the status, the log, or help."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from django.utils.translation import gettext as _

from engine import notation
from engine.errors import EngineError
from engine.model import Move
from engine.parts.claims import ClaimRoute
from engine.parts.substitutes import ClaimWith
from games.presentation import words
from games.presentation.prospects import cards
from notifications import reply_addresses
from notifications.context import Context
from notifications.letters import choices, hand, moves, news, places, turn_email
from notifications.letters.choices import Choice
from notifications.letters.document import Element, Heading, Items, Paragraph, Verbatim
from notifications.letters.player_counts import players
from notifications.letters.sections import Cards, ChoiceLines, Numbered
from notifications.order_words import order_words
from notifications.times import left, spell

MOST_NUMBERED: Final = 600
"""The most moves that get numbers: as many as fit into an email of 100 kB, and far more than anyone reads."""
Group = tuple[str, str]
"""A group of moves: their verb, and the route or city after it, if they share one."""
CLAIMS: Final = frozenset({ClaimRoute.tag, ClaimWith.tag})
PAID: Final = frozenset({"claim", "marker"})
"""Verbs followed by a route or a city, and then by cards."""


def what(context: Context, section_names: Sequence[str]) -> Iterator[Element]:
    """Show the requested sections in order, then the suggested moves if it is the reader's turn."""
    if context.turn is not None and context.game.paused_at:
        yield from turn_email.until(context)
    elif context.turn is not None:
        yield from turn_email.question(context.turn)
        yield from turn_email.deadline(context)
    yield from _drop_repeated_cards(part for name in section_names for part in SHOWN[name](context))
    if "moves" not in section_names:
        yield from moves.moves(context, choices.best_choices(context))


def _drop_repeated_cards(parts: Iterable[Element]) -> Iterator[Element]:
    """Leave out cards already shown: both the board and the status contain the hand."""
    previous: list[Element] = []
    for part in parts:
        if not (isinstance(part, Cards) and part in previous):
            yield part
        previous.append(part)


def listed(context: Context, section_names: Sequence[str]) -> list[Sequence[str]]:
    """Return the moves that the numbers in an email with these sections stand for."""
    best = choices.best_choices(context)
    return [
        *(choice.moves for choice in best),
        *([move] for move in (_list_others(context, best) if "moves" in section_names else ())),
    ]


def _show_board(context: Context) -> Iterator[Element]:
    """Show the picture of the board, and describe what lies open on the table."""
    yield from turn_email.board(context)
    rows = list(turn_email.table(context))
    yield from rows or [Paragraph(_("Nobody has anything on the board yet."))]
    yield from hand.market(context)
    yield from hand.hand(context)
    yield from hand.stack(context)


def _show_status(context: Context) -> Iterator[Element]:
    """Show whose turn it is and until when, every player's counts, and the reader's cards and tickets."""
    if context.game.ended_at is None:
        yield Heading(_("Whose turn it is"))
        yield Items([_turn_line(context, turn.seat) for turn in context.asked] or [_("Nobody is asked anything now.")])
    yield from players(context)
    yield from hand.piles(context)
    yield from hand.hand(context)
    yield from hand.stack(context)
    yield from hand.every_ticket(context)


def _turn_line(context: Context, seat: int) -> str:
    turn = next(turn for turn in context.asked if turn.seat == seat)
    placeholders = {
        "name": _("%(name)s (you)") % {"name": context.name(seat)} if seat == context.seat else context.name(seat),
        "when": spell(turn.deadline_at, context.reader.time_zone),
        "left": left(turn.deadline_at, context.now),
    }
    if context.game.paused_at:
        return _("%(name)s, once the game goes on") % placeholders
    if context.now >= turn.deadline_at:
        return _("%(name)s, whose time is over") % placeholders
    return _("%(name)s, until %(when)s (%(left)s)") % placeholders


def _show_moves(context: Context) -> Iterator[Element]:
    """List every legal move with a number, the most sensible first."""
    if not context.options:
        yield Paragraph(_("You are not asked anything now, so there is no move to make."))
        return
    if context.game.paused_at:
        yield Paragraph(_("The game is paused. Ask for your moves when it goes on."))
        return
    best = choices.best_choices(context)
    others, numbers = _list_others(context, best), listed(context, ["moves"])
    for part in moves.moves(context, best):
        yield replace(part, question=replace(part.question, listed=numbers)) if isinstance(part, ChoiceLines) else part
    if not others:
        yield from moves.all_moves(context)
    elif len(context.options) <= MOST_NUMBERED and not context.has_more_options:
        yield Numbered(
            _("All other moves (%(n)d)") % {"n": len(others)}, list(_group_moves(context, others, len(best)))
        )
    else:
        yield Numbered(_("Other moves (%(n)d)") % {"n": len(others)}, list(_group_moves(context, others, len(best))))
        yield Paragraph(_("There are more ways to pay than fit here. To pay otherwise, name the cards."))


def _list_others(context: Context, best: Iterable[Choice]) -> list[str]:
    """Return the moves in notation that are not among the choices, keeping those of a group together."""
    listed = {choice.moves[0] for choice in best if len(choice.moves) == 1}
    notations = list(_unlisted_moves(context, listed))
    groups = sorted(dict.fromkeys(map(_group_of, notations)), key=lambda group: group[0] not in PAID)
    order = {group: index for index, group in enumerate(groups)}
    return sorted(notations, key=lambda move: order[_group_of(move)])


def _unlisted_moves(context: Context, listed: Iterable[str]) -> Iterator[str]:
    """Yield the unlisted moves in notation, with only one of several draws of equal cards from the market."""
    kinds = {_move_kind(context, move) for move in listed}
    for move in _moves_that_fit(context):
        notated = notation.write(context.rules, move)
        kind = _move_kind(context, notated)
        if kind not in kinds:
            kinds.add(kind)
            yield notated


def _move_kind(context: Context, move: str) -> str:
    """Return a move's effect, which is the same for several equal cards in the market."""
    verb, _space, place = move.partition(" ")
    if verb != "draw" or not place.isdigit():
        return move
    return f"{verb} {context.view['market'][int(place) - 1]}"


def _moves_that_fit(context: Context) -> Iterable[Move]:
    """Return all moves; if there are too many, every move but claims, and each route with its suggested payment."""
    if len(context.options) <= MOST_NUMBERED:
        return context.options
    claims = context.claims
    if claims is None or context.options.summary is not None:
        return ()
    paid = {claims.suggested(row.slug) for row in claims.every}
    fitting = (
        move for move in context.options if move.tag not in CLAIMS or notation.write(context.rules, move) in paid
    )
    return islice(fitting, MOST_NUMBERED)


def _group_of(move: str) -> Group:
    verb, _space, rest = move.partition(" ")
    return (verb, rest.partition(" ")[0]) if verb in PAID else (verb, "")


def _group_moves(
    context: Context, others: Sequence[str], first: int
) -> Iterator[tuple[str, Sequence[tuple[int, str]]]]:
    """Group the moves, numbering them from `first` + 1."""
    groups: dict[Group, list[tuple[int, str]]] = {}
    for number, move in enumerate(others, first + 1):
        groups.setdefault(_group_of(move), []).append((number, _move_label(context, move)))
    for (verb, about), numbered in groups.items():
        yield _group_title(context, verb, about), numbered


def _group_title(context: Context, verb: str, about: str) -> str:
    """Return the route or city of a group; "" for other groups, whose moves explain themselves."""
    if about in context.board.route_of:
        length = context.board.routes[context.board.route_of[about]].length
        return _("%(route)s %(length)d") % {"route": words.track(about, context.board), "length": length}
    return words.city(about, context.board) if about in {city.slug for city in context.board.cities} else ""


def _move_label(context: Context, move: str) -> str:
    """Return what a move costs, if its group already says what it is for; else describe the move."""
    verb, *rest = move.split(" ")
    paid = rest[1:] if verb in PAID else []
    if paid and len(paid) % 2 == 0 and all(count.isdigit() for count in paid[1::2]):
        kinds = [LONG.get(kind, kind) for kind in paid[::2]]
        return words.counted({kind: int(count) for kind, count in zip(kinds, paid[1::2], strict=True)})
    if paid:
        return " ".join(paid)
    if verb == "draw" and rest[0].isdigit() and (card := context.view["market"][int(rest[0]) - 1]):
        return _("take %(card)s") % {"card": words.card(card)}
    try:
        return context.describe(notation.parse(context.rules, move))
    except EngineError:
        return move


LONG: Final[Mapping[str, str]] = {"loco": cards.LOCO}


def _show_log(context: Context) -> Iterator[Element]:
    """List the latest entries, many more than an email about a turn contains."""
    yield from news.log(context)


def _show_help(context: Context) -> Iterator[Element]:
    """Explain what a reply may say, with moves from the current position as examples."""
    best = choices.best_choices(context)
    yield from _moves_by_example(best) if best else [Paragraph(_("When it is your turn, reply with your move."))]
    yield Heading(_("At any time"))
    yield Verbatim(
        ["board", "moves", "status", "log", "nudge", "pause", "go on", "vacation until 1 December", "resign"]
    )
    yield Verbatim(["take back", "propose take back", "propose more time 2 days", "propose end by points"])
    yield Paragraph(
        _(
            "To plan ahead, write “%(plan)s”, and below it a line for each order; “%(plan_off)s” ends it. "
            "“%(admin)s”, and your words behind it, asks an admin: only admins read them, and the table hears that "
            "you asked. “%(say)s” and your words in the same line, says them at the table. “%(return)s” takes your "
            "seat again after you were away."
        )
        % order_words()
    )
    yield from places.to_read(context)


def _moves_by_example(best: Sequence[Choice]) -> Iterator[Element]:
    if reply_addresses.are_offered():
        yield Heading(_("By its number, on the first line"))
        yield Verbatim(["1"])
    examples = list(examples_of(best))
    if examples:
        yield Heading(_("Or as a move, one on each line"))
        yield Verbatim(examples)
    yield Paragraph(
        _(
            "You may shorten names and colors while only one move begins so; “%(moves)s” brings you the list of them "
            "all."
        )
        % order_words()
    )


def examples_of(best: Iterable[Choice]) -> Iterator[str]:
    """Yield one choice of each kind, as a player types it."""
    kinds: set[tuple[str, int]] = set()
    for choice in best:
        kind = (choice.moves[0].partition(" ")[0], len(choice.moves)) if choice.moves else ("", 0)
        if choice.moves and kind not in kinds:
            kinds.add(kind)
            first, *further = choice.typed
            yield _join_moves(first, further)


def _join_moves(first: str, further: Sequence[str]) -> str:
    """Write several moves of a turn on one line; only drawing cards takes several."""
    return ", then ".join([first, *(move.partition(" ")[2] for move in further)])


SHOWN: Final[Mapping[str, Callable[[Context], Iterator[Element]]]] = {
    "board": _show_board,
    "moves": _show_moves,
    "status": _show_status,
    "log": _show_log,
    "help": _show_help,
}
