"""What an email shows of a game: all that a player back from three days away needs, each part in a short function."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import words
from games.clocks import mapping
from games.clocks.terms import DEFAULT
from games.models import Turn
from games.words import draws
from notifications import absences
from notifications.context import Context
from notifications.letters import addresses, moves, places
from notifications.letters.document import Element, Grid, Heading, Items, Paragraph, Picture, Verbatim
from notifications.letters.registry import Body
from notifications.times import length, spell, when_over

SHOWN_ELSEWHERE: Final = frozenset({"market_filled", "hand_dealt", "first_tickets_dealt"})
"""Facts that the rest of the mail shows as they stand now."""
RULED: Final = "ruled"
TAKEN_OVER: Final = "taken_over"
CORRECTION: Final = "correction"
"""Why points come from an admin."""


def turn(context: Context) -> Iterator[Element]:
    """Everything you need to decide a turn."""
    yield from losses(context)
    yield from news(context)
    yield from note(context)
    yield from board(context)
    yield from market(context)
    yield from hand(context)
    yield from stack(context)
    yield from offer(context)
    yield from claimed(context)
    yield from tickets(context)
    yield from suggestion(context)
    yield from players(context)
    yield from away(context)
    yield from table(context)
    yield from moves.moves(context)
    yield from witness(context)


def seat(context: Context) -> Iterator[Element]:
    """The same for a player who is new to the seat and isn't asked anything yet."""
    yield from news(context)
    yield from market(context)
    yield from hand(context)
    yield from stack(context)
    yield from tickets(context)
    yield from players(context)
    yield from away(context)
    yield from table(context)
    yield from witness(context)
    yield places.table(context)


def ending(context: Context) -> Iterator[Element]:
    """How it came out, and what admins decided."""
    yield from rulings(context)
    yield from board(context)
    yield from result(context)
    yield from witness(context)
    yield places.table(context)


def asked(context: Context) -> Iterator[Element]:
    """The deadline, the way to the table, and everything you need to decide."""
    yield from deadline(context)
    yield places.table(context)
    yield from turn(context)


def clock(context: Context) -> Iterator[Element]:
    """For anything that moves clocks: the deadline, and what happened."""
    yield from deadline(context)
    yield from news(context)
    yield from witness(context)
    yield places.table(context)


def brief(context: Context) -> Iterator[Element]:
    """What happened, and how all stand."""
    yield from news(context)
    yield from players(context)
    yield from witness(context)
    yield places.table(context)


def nothing(context: Context) -> Iterator[Element]:
    """Not a word of the game: only the way there."""
    yield places.table(context)


def deadline(context: Context) -> Iterator[Element]:
    """Until when the reader's open turn can be played."""
    if context.turn:
        when = spell(context.turn.deadline_at, context.reader.time_zone)
        yield Paragraph(_("Play by %(when)s.") % {"when": when})
        yield from _clock(context, context.turn)


def _clock(context: Context, turn: Turn) -> Iterator[Element]:
    """What is in the bank, and what happens in the end, for anything but a plain clock."""
    terms, bank = mapping.terms(context.game), context.seats[context.seat].bank
    if bank:
        yield Paragraph(
            _("This includes %(time)s from your time bank. What you don’t use stays there.") % {"time": length(bank)}
        )
    if turn.expires_at != turn.deadline_at:
        when = spell(turn.expires_at, context.reader.time_zone)
        yield Paragraph(_("After that, your grace period runs until %(when)s.") % {"when": when})
    if terms.when_over != DEFAULT:
        yield Paragraph(when_over(terms))


def losses(context: Context) -> Iterator[Element]:
    """What others have taken from the reader since their last move."""
    events = [event for entry in context.latest for event in entry["events"] if event.get("victim") == context.seat]
    if events:
        yield Heading(_("Taken from you"))
        yield Items(words.tell_all(events, context.name, context.rules.board))


def news(context: Context) -> Iterator[Element]:
    """What has happened since the reader's last move, one line per entry."""
    told = lines(context)
    if told:
        yield Heading(_("What happened since your last move"))
        if context.is_long:
            yield Paragraph(_("A lot has happened. These are the latest events; the game’s log has the rest."))
        yield Items(told)


def lines(context: Context) -> list[str]:
    """The same lines, the latest one last."""
    return [line for group in draws.by_turns(context.latest) if (line := _lines(group, context))]


def _lines(group: Sequence[Mapping[str, Any]], context: Context) -> str:
    """An entry; or a turn's two cards in one sentence, and what else happened then."""
    two = draws.pair(group)
    if two is None:
        return " ".join(filter(None, (_line(entry, context) for entry in group)))
    last = [event for entry in group for event in entry["events"] if event not in two]
    rest = _line({**group[-1], "kind": "move", "events": last}, context)
    own_plan = group[-1]["kind"] == "planned" and group[-1]["seat"] == context.seat
    told = [_("Your plan played:") if own_plan else "", draws.tell_two(*two, _you(context)), rest]
    return " ".join(filter(None, told))


def _you(context: Context) -> Callable[[int], str]:
    """What players are called where a sentence begins with one: the reader sees which cards they drew themselves."""
    return lambda seat: _("You") if seat == context.seat else context.name(seat)


def rulings(context: Context) -> Iterator[Element]:
    """What admins have decided since the reader's last move, when the result tells the rest."""
    for entry in context.latest:
        if entry["kind"] == RULED:
            yield Paragraph(_line(_without_scoring(entry), context))


def _without_scoring(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Without the points that the rules gave at the end: the result has them all."""
    return {**entry, "events": [event for event in entry["events"] if event.get("reason", CORRECTION) == CORRECTION]}


def _line(entry: Mapping[str, Any], context: Context) -> str:
    if entry["kind"] == TAKEN_OVER:
        return words.taken_over(entry, context.name)
    told = [event for event in entry["events"] if event["type"] not in SHOWN_ELSEWHERE]
    sentences = words.tell_all(told, context.name, context.rules.board)
    if entry["kind"] == "planned" and entry["seat"] == context.seat:
        sentences.insert(0, _("Your plan played:"))
    if entry["kind"] == "timeout":
        sentences.insert(0, _("%(name)s ran out of time, so this was played:") % {"name": context.name(entry["seat"])})
    if entry["kind"] == RULED:
        sentences.insert(0, words.ruling(entry, context.name))
    return " ".join(sentences)


def note(context: Context) -> Iterator[Element]:
    """The reader's private note."""
    if context.note:
        yield Heading(_("Your note"))
        yield Verbatim(context.note.splitlines())


def board(context: Context) -> Iterator[Element]:
    """A picture of the board: what it shows is in the words of the email, too."""
    drawn = context.picture()
    if drawn is not None:
        words = _("The board. %(words)s") % {"words": drawn.words}
        yield Picture(addresses.content_id(drawn.name), drawn.png, words)


def market(context: Context) -> Iterator[Element]:
    """The face-up cards, each with its move, and what lies face down."""
    view = context.view
    yield Heading(_("Market"))
    rows = [[f"{place}", words.card(card) if card else _("empty")] for place, card in enumerate(view["market"], 1)]
    yield Grid([_("place"), _("card")], rows)
    piles = {name: view[name] for name in ("deck", "discard_pile", "ticket_deck")}
    yield Paragraph(_("Deck: %(deck)d. Discard pile: %(discard_pile)d. Tickets to draw: %(ticket_deck)d.") % piles)


def hand(context: Context) -> Iterator[Element]:
    """The reader's train cards."""
    held = context.view["you"]["hand"]
    yield Heading(_("Your cards (%(count)d)") % {"count": sum(held.values())})
    yield Paragraph(words.counted(held) or _("None."))


def stack(context: Context) -> Iterator[Element]:
    """The reader's cards on the track, if there are any and the reader may look through them."""
    lying = context.view["you"].get("on_track")
    if lying is not None:
        yield Heading(_("Your cards on the track (%(count)d)") % {"count": sum(lying.values())})
        yield Paragraph(words.counted(lying) or _("None."))


def offer(context: Context) -> Iterator[Element]:
    """The tickets that the reader is to choose from."""
    if context.prompt and "offer" in context.prompt:
        yield Heading(_("Tickets to choose from"))
        yield Paragraph(_at_least(context.prompt["at_least"]))
        yield Grid([_("number"), _("ticket (points)")], [_ticket(one, context) for one in context.prompt["offer"]])


def _at_least(least: int) -> str:
    if not least:
        return _("Keep as many as you like, or none.")
    return ngettext("Keep at least %(n)d.", "Keep at least %(n)d.", least) % {"n": least}


def claimed(context: Context) -> Iterator[Element]:
    """The route that the question is about."""
    if context.prompt and "route" in context.prompt:
        yield Heading(_("The route you claimed"))
        yield Paragraph(words.route(context.prompt["route"], context.rules.board))


def suggestion(context: Context) -> Iterator[Element]:
    """The tickets that are suggested for an answer."""
    if context.prompt and "suggestion" in context.prompt:
        board, numbers = context.rules.board, context.prompt["suggestion"]
        points = sum(board.tickets[board.ticket_of[number]].points for number in numbers)
        yield Heading(_("Most valuable choice (%(points)d points)") % {"points": points})
        yield Paragraph(words.tickets(numbers, board) or _("None."))


def tickets(context: Context) -> Iterator[Element]:
    """The reader's tickets, and whether each is completed."""
    held = context.view["you"]["tickets"]
    yield Heading(_("Your tickets (%(count)d)") % {"count": len(held)})
    if not held:
        yield Paragraph(_("None."))
        return
    state = {True: _("done"), False: _("open")}
    rows = [[*_ticket(one, context), state[one["completed"]]] for one in held]
    yield Grid([_("number"), _("ticket (points)"), _("progress")], rows)


def _ticket(ticket: Mapping[str, Any], context: Context) -> list[str]:
    return [str(ticket["number"]), words.ticket(ticket["number"], context.rules.board)]


def players(context: Context) -> Iterator[Element]:
    """What anyone may know about each seat."""
    yield Heading(_("Players"))
    columns = words.columns(context.view)
    yield Grid(["", *columns.values()], [_player(seat, context, columns) for seat in context.view["seats"]])
    left = context.view["turns_left"]
    if left is not None:
        yield Paragraph(_("This is the last round. Turns left after this one: %(n)d.") % {"n": left})


def away(context: Context) -> Iterator[Element]:
    """Other players who say they are away, or soon will be."""
    said = [absences.tell(one) for one in context.absences() if one.player_id != context.reader.pk]
    if said:
        yield Heading(_("Away"))
        yield Items(said)


def _player(seat: Mapping[str, Any], context: Context, columns: Iterable[str]) -> list[str]:
    name = context.name(seat["seat"])
    if seat["seat"] == context.seat:
        name = _("%(name)s (you)") % {"name": name}
    elif seat["away"]:
        name = _("%(name)s (away)") % {"name": name}
    return [name, *("–" if seat[column] is None else str(seat[column]) for column in columns)]


def table(context: Context) -> Iterator[Element]:
    """What else lies open on the table: routes, and what a board has of its own."""
    for section in words.sections(context.view, context.name, context.rules.board):
        yield Heading(section.title)
        yield Items([_row(row, context) for row in section.rows])


def _row(row: words.Row, context: Context) -> str:
    things = "; ".join(row.things)
    return things if row.seat is None else f"{context.name(row.seat)}: {things}"


def witness(context: Context) -> Iterator[Element]:
    """The chain's hash: anyone who keeps the email can prove that nobody changed the past afterwards."""
    game = context.game
    yield Heading(_("Seal"))
    yield Verbatim([_("entry %(number)d") % {"number": game.head}, game.chain])


def result(context: Context) -> Iterator[Element]:
    """The standings, and where every point came from."""
    yield Heading(_("Result"))
    yield ranking(context)
    for one in context.standings:
        yield Heading(_("%(name)s: %(points)d points") % {"name": context.name(one.seat), "points": one.points})
        board = context.rules.board
        yield Items([f"{line.points:+d} {words.reason(line._asdict(), board)}" for line in one.ledger])


def ranking(context: Context) -> Element:
    """The standings, in short."""
    rows = [[_rank(one.rank), context.name(one.seat), str(one.points), str(one.completed)] for one in context.standings]
    return Grid([_("rank"), "", _("points"), _("tickets completed")], rows)


def _rank(rank: int | None) -> str:
    return "–" if rank is None else str(rank)


BODIES: Final[Mapping[Body, Callable[[Context], Iterator[Element]]]] = {
    Body.RESULT: ending,
    Body.TURN: asked,
    Body.SEAT: seat,
    Body.CLOCK: clock,
    Body.NEWS: brief,
    Body.NOTHING: nothing,
}
