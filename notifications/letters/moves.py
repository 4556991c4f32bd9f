"""The legal moves in an email: the most sensible first, the others folded, and what happens if none is played."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games.presentation import words
from games.web.seat_link import rights
from notifications import reply_addresses
from notifications.context import Context
from notifications.letters import choices, hand, places, timeouts
from notifications.letters.choices import Choice
from notifications.letters.document import Button, Element, Paragraph
from notifications.letters.sections import ByNumber, ChoiceLine, ChoiceLines, Fold
from notifications.reply_addresses import EmailQuestion


def moves(context: Context, best: Sequence[Choice]) -> Iterator[Element]:
    """List the best moves, and link to all; none in a pause, in which nobody can move.

    Each links to the table with the move selected, or to an email that plays it.
    """
    if not context.options or context.game.paused_at:
        return
    table, prompt = places.table(context).url, context.prompt["id"] if context.prompt else ""
    lines = [
        ChoiceLine(choice.name, choice.why, choice.worth, choice.typed, _table_address(table, choice, prompt))
        for choice in best
    ]
    question = EmailQuestion(prompt, [choice.moves for choice in best])
    by_mail = reply_addresses.are_offered()
    if sentence := choices.unhelpful(context):
        yield Paragraph(sentence)
    beside = _("tap one, then send the email") if by_mail else _("you confirm it at the table")
    yield ChoiceLines(_("Your moves"), beside, lines, question)
    if by_mail:
        how = [_("Tapping a move opens an email that plays it: send it. Replying with its number does the same.")]
        if choices.has_claims_first(context):
            how.append(_("What helps your tickets most comes first."))
        yield ByNumber(_("Reply with a number, and that move is played at once."), " ".join(how))
        if example := choices.unlisted_set(context, best):
            yield Paragraph(_("To keep others, reply with their letters: “%(example)s”.") % {"example": example})
    yield Button(_("Open the table") if _lists_all(context, best) else _("Open the table for all moves"), table)


def _lists_all(context: Context, best: Sequence[Choice]) -> bool:
    """Check whether the best moves are all that there are."""
    return len(best) == len(context.options) and all(len(choice.moves) == 1 for choice in best)


def _table_address(table: str, choice: Choice, prompt: str) -> str:
    """Return the table's address with the choice selected, valid while its question is open."""
    return rights.with_choice(table, {"prompt": prompt, **choice.step}) if choice.step else table


def of_a_digest(context: Context, letter: str, most: int) -> Iterator[Element]:
    """List the best moves of a game in a digest, at most `most`, below its tickets, and under the game's letter."""
    yield from hand.offer(context)
    table = places.table(context).url
    best = choices.best_choices(context)[:most]
    lines = [
        ChoiceLine(choice.name, choice.why, choice.worth, choice.typed, rights.with_choice(table, choice.step))
        for choice in best
    ]
    question = EmailQuestion(context.prompt["id"] if context.prompt else "", [choice.moves for choice in best])
    yield ChoiceLines(_("Your moves"), _("tap one, then send the email"), lines, question, letter=letter)


def all_moves(context: Context) -> Iterator[Element]:
    """List everything that can be claimed, placed or chosen, by color; or say how many answers there are."""
    if not context.options:
        return
    folded = choices.rest(context)
    if folded is not None:
        yield Fold(*folded)
    elif context.options.summary is not None and len(context.options) > choices.MOST:
        yield Paragraph(words.composing(context.prompt["type"] if context.prompt else "", len(context.options)))


def clock(context: Context) -> Iterator[Element]:
    """Say what happens if no move is played in time."""
    if context.options:
        yield from timeouts.ahead(context)
