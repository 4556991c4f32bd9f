"""The game in an email: the news, the question, the reader's hand, the possible moves, and the rest.

On a phone, the question and the first moves must be visible without scrolling. So the parts above them are brief (the
latest news, the cards, the tickets), and the picture of the board and everything else come below.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from engine.parts.turns import TakeTurn
from games.models import Turn
from games.presentation import words
from games.presentation.prospects import deeds
from games.presentation.words.last_turn import warn_of_last_turn
from games.presentation.words.lengths import length
from games.presentation.words.lists import listed_with_commas
from games.presentation.words.sentences import introduce
from games.table.clocks import mapping
from games.table.clocks.terms import DEFAULT
from notifications import absences
from notifications.context import Context
from notifications.letters import addresses, choices, moves, places
from notifications.letters.document import Element, Grid, Heading, Items, Masthead, OpeningWords, Paragraph, Picture
from notifications.letters.final_scores import final_scores
from notifications.letters.hand import (
    further_tickets,
    hand,
    held_tickets,
    market,
    note,
    offer,
    piles,
    stack,
    tickets,
    yard,
)
from notifications.letters.news import losses, newest, news, others, parted, rulings
from notifications.letters.player_counts import players, seat_name
from notifications.letters.registry import Body, table_name
from notifications.letters.sections import Seal
from notifications.times import left, short, spell, when_over

MOST_SAID: Final = 10
"""Lines of table talk in an email; the table has the others."""
TURN: Final = TakeTurn.tag
"""The question whose answers are of many kinds."""


def masthead(context: Context, turn: Turn, opening: OpeningWords) -> Element:
    """Build the head of a turn's email: the question, its clause enlarged, the deadline and the time left."""
    until = turn.expires_at if _is_late(context, turn) else turn.deadline_at
    return Masthead(
        about=table_name(context.game, context.founders(), context.reader),
        table=places.table(context).url,
        reader=context.reader.name,
        seat=context.seat,
        color=words.seat_color(context.seat),
        question=opening,
        doing=_describe_options(context, turn, opening),
        time_left=left(until, context.now),
        until=_("until %(when)s") % {"when": short(until, context.reader.time_zone)},
        by=tell_deadline(turn, context.reader.time_zone, context.now),
    )


def tell_deadline(turn: Turn, time_zone: str, now: datetime) -> str:
    """Return by when the reader, in this zone (IANA), has to move, and how much time is left: of grace, if it runs."""
    if now >= turn.deadline_at:
        placeholders = {"when": spell(turn.expires_at, time_zone), "left": left(turn.expires_at, now)}
        return _("Your grace period runs until %(when)s. You have %(left)s.") % placeholders
    placeholders = {"when": spell(turn.deadline_at, time_zone), "left": left(turn.deadline_at, now)}
    return _("Play by %(when)s. You have %(left)s.") % placeholders


def _is_late(context: Context, turn: Turn) -> bool:
    return context.now >= turn.deadline_at


def ask(turn: Turn) -> OpeningWords:
    """Return the open question."""
    question = words.asked(turn.kind)
    return OpeningWords(str(question.clause), str(question.more))


def _describe_options(context: Context, turn: Turn, opening: OpeningWords) -> OpeningWords | None:
    """Return what a turn can be used for; for another question, its kind, unless the opening already names it."""
    if turn.kind == TURN:
        possible = deeds.describe(context.options)
        return OpeningWords(possible) if possible else None
    question = ask(turn)
    return None if opening == question else question


def turn(context: Context) -> Iterator[Element]:
    """Show everything the reader needs to decide on a move."""
    yield from losses(context)
    most, rest = parted(context)
    yield from newest(context, most, rest)
    best = choices.best_choices(context)
    yield from _question_and_moves(context, best)
    yield from talk_lines(context)
    yield from board(context, [choice.step["route"] for choice in best if "route" in choice.step])
    yield from time(context)
    yield from players(context)
    yield from piles(context)
    yield from away(context)
    yield from moves.all_moves(context)
    yield from others(context, rest)
    yield from table(context)


def asked_back(context: Context) -> Iterator[Element]:
    """Show what the open question needs and its moves, once, to a reader whose email could not be carried out.

    All else is in the email that it answered.
    """
    yield from _question_and_moves(context, choices.best_choices(context))


def _question_and_moves(context: Context, best: Sequence[choices.Choice]) -> Iterator[Element]:
    if last := warn_of_last_turn(context.view, context.board, context.prompt):
        yield Paragraph(last)
    yield from particulars(context)
    yield from claimed(context)
    yield from note(context)
    yield from hand(context)
    yield from stack(context)
    yield from yard(context)
    yield from market(context)
    yield from offer(context)
    own_tickets = held_tickets(context)
    yield from tickets(context, own_tickets)
    yield from moves.moves(context, best)
    yield from further_tickets(own_tickets)


def particulars(context: Context) -> Iterator[Element]:
    """Say what the open question is about, if its kind does not say it all."""
    sentences = words.particulars(context.prompt, context.board) if context.prompt else ""
    if sentences:
        yield Paragraph(sentences)


def seat(context: Context) -> Iterator[Element]:
    """Show the game to a player who is new to the seat and has no question to answer yet."""
    yield places.table(context)
    yield from news(context)
    yield from hand(context)
    yield from stack(context)
    yield from yard(context)
    yield from market(context)
    yield from tickets(context, mine := held_tickets(context))
    yield from further_tickets(mine)
    yield from players(context)
    yield from piles(context)
    yield from away(context)
    yield from table(context)


def ending(context: Context) -> Iterator[Element]:
    """Show how the game ended, and the admins' rulings. Without a map, nothing is left on the table to be shown."""
    yield from rulings(context)
    if context.land is not None:
        yield from board(context)
    yield from final_scores(context)
    yield from film(context)
    yield places.table(context)
    yield places.again(context.game.pk)


def clock(context: Context) -> Iterator[Element]:
    """Show the deadline and the news, for emails about clocks."""
    yield from deadline(context)
    yield from news(context)
    yield places.table(context)


def brief(context: Context) -> Iterator[Element]:
    """Show the news, and every player's counts."""
    yield from news(context)
    yield from players(context)
    yield places.table(context)


def shown(context: Context) -> Iterator[Element]:
    """Link to the game below the requested sections, unless a list of moves already has a link."""
    if not context.options:
        yield places.table(context)


def nothing(context: Context) -> Iterator[Element]:
    """Link to the game, and show nothing of it."""
    yield places.table(context)


def deadline(context: Context) -> Iterator[Element]:
    """Show the deadline of the reader's open turn, the time bank, and what happens when time runs out.

    In a pause the emails say so themselves, and no time runs out.
    """
    if context.turn and not context.game.paused_at:
        yield from until(context)
        yield from _tell_terms(context, context.turn)


def until(context: Context) -> Iterator[Element]:
    """Show only the deadline, or that it rests; the rest follows below (`time`)."""
    if context.turn and context.game.paused_at:
        yield Paragraph(_("The clocks stand still. You can move when the game goes on."))
    elif context.turn:
        yield Paragraph(tell_deadline(context.turn, context.reader.time_zone, context.now))


def whose_turn(context: Context) -> Iterator[Element]:
    """Name the players for whom the game waits, if the reader is not among them."""
    names = [context.name(turn.seat) for turn in context.asked]
    if not names or context.turn is not None:
        return
    if context.game.paused_at:
        yield Paragraph(_("The game is paused. Then it waits for %(names)s.") % {"names": words.all_of(names)})
    elif len(names) == 1 and context.asked[0].kind == TURN:
        yield Paragraph(_("Now it’s %(name)s’s turn.") % {"name": names[0]})
    else:
        yield Paragraph(_("Now the game waits for %(names)s.") % {"names": words.all_of(names)})


def tell_plan() -> Paragraph:
    """Say that the reader's plan answers the open question soon, and that the reader can do so before."""
    return Paragraph(
        _("It is your turn, and your plan will play it within half an hour. If you send a move before that, it counts.")
    )


def question(turn: Turn) -> Iterator[Element]:
    """Show the question as a title, with its details below."""
    question = ask(turn)
    yield Heading(question.clause)
    if question.more:
        yield Paragraph(question.more)


def time(context: Context) -> Iterator[Element]:
    """Show the time bank, and what happens when all time is used up."""
    if context.turn:
        yield Heading(_("Your time"))
        yield from _tell_extra_time(context, context.turn)
    yield from moves.clock(context)


def _tell_terms(context: Context, turn: Turn) -> Iterator[Element]:
    """Show the time bank and what happens in the end, unless a default move is played."""
    terms = mapping.terms(context.game)
    yield from _tell_extra_time(context, turn)
    if terms.when_over != DEFAULT:
        yield Paragraph(when_over(terms))


def _tell_extra_time(context: Context, turn: Turn) -> Iterator[Element]:
    if _is_late(context, turn):
        return
    bank = context.seats[context.seat].bank
    if bank:
        yield Paragraph(
            _("This includes %(time)s from your time bank. What you don’t use stays there.") % {"time": length(bank)}
        )
    if turn.expires_at != turn.deadline_at:
        when = spell(turn.expires_at, context.reader.time_zone)
        yield Paragraph(_("After that, your grace period runs until %(when)s.") % {"when": when})


def film(context: Context) -> Iterator[Picture]:
    """Show the whole game as a film, the same that the replay shows entry by entry."""
    drawn = context.film()
    if drawn is not None:
        words = _("A film of the game, from its first entry to its last.")
        yield Picture(addresses.content_id(drawn.name), drawn.image, words, places.table(context).url, drawn.kind)


def board(context: Context, lit: Sequence[str] = ()) -> Iterator[Picture]:
    """Show a picture of the board with these tracks highlighted; the email's text describes the same."""
    drawn = context.picture(lit)
    if drawn is not None:
        words = _("The board. %(words)s") % {"words": drawn.words}
        yield Picture(addresses.content_id(drawn.name), drawn.image, words, places.table(context).url)


def talk_lines(context: Context) -> Iterator[Element]:
    """Quote the latest lines of table talk by others since the reader was last notified."""
    lines = context.said()
    if lines:
        yield Heading(_("Said at the table"))
        yield Items([f"{introduce(line.by.display_name)} {line.text}" for line in lines[-MOST_SAID:]])


def claimed(context: Context) -> Iterator[Element]:
    """Name the route that the question is about."""
    if context.prompt and "route" in context.prompt:
        yield Heading(_("The route you claimed"))
        yield Paragraph(words.route(context.prompt["route"], context.board))


def away(context: Context) -> Iterator[Element]:
    """Name other players who are away, or will be soon."""
    sentences = [absences.tell(absence) for absence in context.absences() if absence.player_id != context.reader.pk]
    if sentences:
        yield Heading(_("Away"))
        yield Items(sentences)


def table(context: Context) -> Iterator[Element]:
    """Show everything else that lies open on the table: routes, and whatever is special to the board."""
    for section in words.sections(context.view, context.name, context.board):
        yield Heading(section.title)
        yield Items([_table_row(row, context) for row in section.rows])


def _table_row(row: words.Row, context: Context) -> str:
    things = listed_with_commas(row.things)
    return things if row.seat is None else f"{introduce(seat_name(row.seat, context))} {things}"


def witness(context: Context) -> Element:
    """Show the chain's hash, with which anyone who keeps the email can prove later tampering with the log."""
    game = context.game
    return Seal(_("Seal"), _("entry %(number)d") % {"number": game.head}, game.chain)


def ranking(context: Context) -> Element:
    """Show the standings in brief."""
    rows = [
        [
            _spell_rank(standing.rank),
            seat_name(standing.seat, context),
            words.amount(standing.points),
            str(standing.completed),
        ]
        for standing in context.standings
    ]
    return Grid([_("rank"), "", _("points"), _("tickets completed")], rows)


def _spell_rank(rank: int | None) -> str:
    return "–" if rank is None else str(rank)


BODIES: Final[Mapping[Body, Callable[[Context], Iterator[Element]]]] = {
    Body.RESULT: ending,
    Body.SHOWN: shown,
    Body.TURN: turn,
    Body.ASKED_BACK: asked_back,
    Body.SEAT: seat,
    Body.CLOCK: clock,
    Body.NEWS: brief,
    Body.NOTHING: nothing,
}
SEALED: Final = frozenset(BODIES) - {Body.NOTHING}
"""Bodies of emails that end with the chain's hash."""
