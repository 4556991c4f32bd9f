"""What a move played by email came to, for its player: a sentence, and a line for each ticket chosen."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import Board
from engine.logged_events import LoggedEvent
from notifications.inbox.orders import PlayMove
from notifications.letters import hand, news, sections

OF_CHOICES: Final = frozenset(
    {"first_tickets_kept", "tickets_kept", "tickets_taken", "completion_chosen", "tickets_completed"}
)
"""The events that tell which tickets a seat chose."""


def describe(
    order: PlayMove,
    facts: Sequence[LoggedEvent],
    seat: int,
    names: Callable[[int], str],
    board: Board,
    letters: Mapping[str, int],
) -> str:
    """Return what a move came to; tickets that it chose are only counted (`list_tickets`)."""
    chosen = _find_chosen(facts, seat)
    if not chosen:
        story = " ".join(news.sentences(facts, seat, names, board))
        return story or _("Played: %(move)s.") % {"move": hand.in_letters(order.notation, letters)}
    others = [fact for fact in facts if not _is_own_choice(fact, seat)]
    return " ".join([_count(order, chosen, board), *news.sentences(others, seat, names, board)])


def list_tickets(facts: Sequence[LoggedEvent], seat: int, board: Board) -> Iterator[str]:
    """Yield a line for each ticket that a move chose: its cities and its points."""
    for number in _find_chosen(facts, seat):
        fact = board.tickets[board.ticket_of[number]]
        cities = " – ".join(board.cities[end].name for end in fact.ends)
        yield f"{cities} ({sections.points(fact.points)})"


def _count(order: PlayMove, chosen: Sequence[int], board: Board) -> str:
    placeholders = {
        "n": len(chosen),
        "points": sections.points(sum(board.tickets[board.ticket_of[number]].points for number in chosen)),
    }
    if order.notation.startswith("complete"):
        text = ngettext(
            "You chose to complete %(n)d ticket, for %(points)s.",
            "You chose to complete %(n)d tickets, for %(points)s.",
            len(chosen),
        )
    else:
        text = ngettext("You kept %(n)d ticket.", "You kept %(n)d tickets.", len(chosen))
    return text % placeholders


def _find_chosen(facts: Sequence[LoggedEvent], seat: int) -> list[int]:
    """Return the numbers of the tickets that a seat chose in these events, as it may know them."""
    return [number for fact in facts if _is_own_choice(fact, seat) for number in _numbers_of(fact)]


def _numbers_of(fact: LoggedEvent) -> Sequence[int]:
    match fact["type"]:
        case "first_tickets_kept" | "tickets_kept" | "tickets_taken":
            return fact.get("kept", ())
        case "completion_chosen":
            return fact.get("tickets", ())
        case _:
            return ()


def _is_own_choice(fact: LoggedEvent, seat: int) -> bool:
    return fact["type"] in OF_CHOICES and fact.get("seat") == seat
