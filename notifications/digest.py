"""What a mail shows of a game: all that a player who was away for three days needs, each thing in a short function."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clockwork, words
from games.clocks.terms import DEFAULT
from games.models import Turn
from notifications import absences, choices
from notifications.clock import length, spell, when_over
from notifications.paper import Heading, Items, Paragraph, Part, Table, Verbatim
from notifications.sight import Sight

SHOWN_ELSEWHERE: Final = frozenset({"market_filled", "hand_dealt", "first_tickets_dealt"})
"""Facts that the rest of the mail shows as they stand now."""
RULED: Final = "ruled"
TAKEN_OVER: Final = "taken_over"
CORRECTION: Final = "correction"
"""Why points come from an admin."""


def turn(sight: Sight) -> Iterator[Part]:
    """Everything that one needs to decide a turn."""
    yield from losses(sight)
    yield from news(sight)
    yield from market(sight)
    yield from hand(sight)
    yield from stack(sight)
    yield from offer(sight)
    yield from claimed(sight)
    yield from tickets(sight)
    yield from suggestion(sight)
    yield from players(sight)
    yield from away(sight)
    yield from table(sight)
    yield from choices.moves(sight)
    yield from witness(sight)


def seat(sight: Sight) -> Iterator[Part]:
    """The same for who is asked nothing yet, and has all to see for the first time."""
    yield from news(sight)
    yield from market(sight)
    yield from hand(sight)
    yield from stack(sight)
    yield from tickets(sight)
    yield from players(sight)
    yield from away(sight)
    yield from table(sight)
    yield from witness(sight)


def deadline(sight: Sight) -> Iterator[Part]:
    """Until when the reader's open turn can be played."""
    if sight.turn:
        when = spell(sight.turn.deadline_at, sight.reader.time_zone)
        yield Paragraph(_("Time to play: until %(when)s.") % {"when": when})
        yield from _clock(sight, sight.turn)


def _clock(sight: Sight, turn: Turn) -> Iterator[Part]:
    """What is in the bank, and what happens in the end, where it is more than a plain clock."""
    terms, bank = clockwork.terms(sight.game), sight.seats[sight.seat].bank
    if bank:
        yield Paragraph(
            _("The last %(time)s are your bank; play sooner, and they stay there.") % {"time": length(bank)}
        )
    if turn.expires_at != turn.deadline_at:
        when = spell(turn.expires_at, sight.reader.time_zone)
        yield Paragraph(_("Then there is grace until %(when)s.") % {"when": when})
    if terms.when_over != DEFAULT:
        yield Paragraph(when_over(terms))


def losses(sight: Sight) -> Iterator[Part]:
    """What others have taken from the reader since the last own move."""
    events = [event for entry in sight.latest for event in entry["events"] if event.get("victim") == sight.seat]
    if events:
        yield Heading(_("Taken from you"))
        yield Items(words.tell_all(events, sight.name, sight.rules.board))


def news(sight: Sight) -> Iterator[Part]:
    """What happened since the reader's last own move, a line an entry."""
    told = lines(sight)
    if told:
        yield Heading(_("What happened since your last move"))
        if sight.is_long:
            yield Paragraph(_("Much happened; this is the end of it. The game's log has it all."))
        yield Items(told)


def lines(sight: Sight) -> list[str]:
    """The same lines, the latest one last."""
    return [line for entry in sight.latest if (line := _line(entry, sight))]


def rulings(sight: Sight) -> Iterator[Part]:
    """What admins have decided since the reader's last own move, where the rest is told as a result."""
    for entry in sight.latest:
        if entry["kind"] == RULED:
            yield Paragraph(_line(_without_scoring(entry), sight))


def _without_scoring(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """Without the points that the rules gave at the end: the result has them all."""
    return {**entry, "events": [event for event in entry["events"] if event.get("reason", CORRECTION) == CORRECTION]}


def _line(entry: Mapping[str, Any], sight: Sight) -> str:
    if entry["kind"] == TAKEN_OVER:
        return words.taken_over(entry, sight.name)
    told = [event for event in entry["events"] if event["type"] not in SHOWN_ELSEWHERE]
    sentences = words.tell_all(told, sight.name, sight.rules.board)
    if entry["kind"] == "planned" and entry["seat"] == sight.seat:
        sentences.insert(0, _("Your plan played:"))
    if entry["kind"] == "timeout":
        sentences.insert(0, _("%(name)s ran out of time, so this was played:") % {"name": sight.name(entry["seat"])})
    if entry["kind"] == RULED:
        sentences.insert(0, words.ruling(entry, sight.name))
    return " ".join(sentences)


def market(sight: Sight) -> Iterator[Part]:
    """The face-up cards, each with its move, and what lies face down."""
    view = sight.view
    yield Heading(_("Market"))
    rows = [[f"{place}", words.card(card) if card else _("empty")] for place, card in enumerate(view["market"], 1)]
    yield Table([_("place"), _("card")], rows)
    piles = {name: view[name] for name in ("deck", "discard_pile", "ticket_deck")}
    yield Paragraph(_("Deck: %(deck)d. Discard pile: %(discard_pile)d. Tickets to draw: %(ticket_deck)d.") % piles)


def hand(sight: Sight) -> Iterator[Part]:
    """The reader's train cards."""
    held = sight.view["you"]["hand"]
    yield Heading(_("Your cards (%(count)d)") % {"count": sum(held.values())})
    yield Paragraph(words.counted(held) or _("None."))


def stack(sight: Sight) -> Iterator[Part]:
    """The reader's cards on the track, where there are such and the reader may look through them."""
    lying = sight.view["you"].get("on_track")
    if lying is not None:
        yield Heading(_("Your cards on the track (%(count)d)") % {"count": sum(lying.values())})
        yield Paragraph(words.counted(lying) or _("None."))


def offer(sight: Sight) -> Iterator[Part]:
    """The tickets that the reader is to choose from."""
    if sight.prompt and "offer" in sight.prompt:
        yield Heading(_("Tickets to choose from"))
        yield Paragraph(_at_least(sight.prompt["at_least"]))
        yield Table([_("number"), _("ticket (points)")], [_ticket(one, sight) for one in sight.prompt["offer"]])


def _at_least(least: int) -> str:
    if not least:
        return _("Keep as many as you like, or none.")
    return ngettext("Keep at least %(n)d.", "Keep at least %(n)d.", least) % {"n": least}


def claimed(sight: Sight) -> Iterator[Part]:
    """The route that the question is about."""
    if sight.prompt and "route" in sight.prompt:
        yield Heading(_("The route that you claimed"))
        yield Paragraph(words.route(sight.prompt["route"], sight.rules.board))


def suggestion(sight: Sight) -> Iterator[Part]:
    """The tickets that are suggested for an answer."""
    if sight.prompt and "suggestion" in sight.prompt:
        board, numbers = sight.rules.board, sight.prompt["suggestion"]
        points = sum(board.tickets[board.ticket_of[number]].points for number in numbers)
        yield Heading(_("The most valuable choice (%(points)d)") % {"points": points})
        yield Paragraph(words.tickets(numbers, board) or _("None."))


def tickets(sight: Sight) -> Iterator[Part]:
    """The reader's tickets, and whether each is completed."""
    held = sight.view["you"]["tickets"]
    yield Heading(_("Your tickets (%(count)d)") % {"count": len(held)})
    if not held:
        yield Paragraph(_("None."))
        return
    state = {True: _("done"), False: _("open")}
    rows = [[*_ticket(one, sight), state[one["completed"]]] for one in held]
    yield Table([_("number"), _("ticket (points)"), _("progress")], rows)


def _ticket(ticket: Mapping[str, Any], sight: Sight) -> list[str]:
    return [str(ticket["number"]), words.ticket(ticket["number"], sight.rules.board)]


def players(sight: Sight) -> Iterator[Part]:
    """What everybody may know of every seat."""
    yield Heading(_("Players"))
    columns = words.columns(sight.view)
    yield Table(["", *columns.values()], [_player(seat, sight, columns) for seat in sight.view["seats"]])
    left = sight.view["turns_left"]
    if left is not None:
        yield Paragraph(_("The last round. Turns left after this one: %(n)d.") % {"n": left})


def away(sight: Sight) -> Iterator[Part]:
    """Who of the others says to be away, or soon to be."""
    said = [absences.tell(one) for one in sight.absences() if one.player_id != sight.reader.pk]
    if said:
        yield Heading(_("Away"))
        yield Items(said)


def _player(seat: Mapping[str, Any], sight: Sight, columns: Iterable[str]) -> list[str]:
    name = sight.name(seat["seat"])
    if seat["seat"] == sight.seat:
        name = _("%(name)s (you)") % {"name": name}
    elif seat["away"]:
        name = _("%(name)s (away)") % {"name": name}
    return [name, *("–" if seat[column] is None else str(seat[column]) for column in columns)]


def table(sight: Sight) -> Iterator[Part]:
    """What else lies open on the table: routes, and what a board has of its own."""
    for section in words.sections(sight.view, sight.name, sight.rules.board):
        yield Heading(section.title)
        yield Items([_row(row, sight) for row in section.rows])


def _row(row: words.Row, sight: Sight) -> str:
    things = "; ".join(row.things)
    return things if row.seat is None else f"{sight.name(row.seat)}: {things}"


def witness(sight: Sight) -> Iterator[Part]:
    """The chain's hash: whoever keeps the mail can prove that what happened before was not changed afterwards."""
    game = sight.game
    yield Heading(_("Seal"))
    yield Verbatim([_("entry %(number)d") % {"number": game.head}, game.chain])


def result(sight: Sight) -> Iterator[Part]:
    """The standings, and where every point came from."""
    yield Heading(_("Result"))
    yield ranking(sight)
    for one in sight.standings:
        yield Heading(_("%(name)s: %(points)d points") % {"name": sight.name(one.seat), "points": one.points})
        board = sight.rules.board
        yield Items([f"{line.points:+d} {words.reason(line._asdict(), board)}" for line in one.ledger])


def ranking(sight: Sight) -> Part:
    """The standings, in short."""
    rows = [[_rank(one.rank), sight.name(one.seat), str(one.points), str(one.completed)] for one in sight.standings]
    return Table([_("rank"), "", _("points"), _("tickets completed")], rows)


def _rank(rank: int | None) -> str:
    return "–" if rank is None else str(rank)
