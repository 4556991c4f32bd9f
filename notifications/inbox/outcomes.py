"""What a move played by email came to, for its player: a sentence, and a line for each ticket chosen."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.boards import Board
from engine.logged_events import LoggedEvent
from engine.parts.ticket_completion import TicketsCompleted
from engine.parts.turns import GameEnded
from games.presentation import words
from notifications.inbox.orders import PlayMove
from notifications.letters import hand, news, sections

OF_CHOICES: Final = frozenset(
    {"first_tickets_kept", "tickets_kept", "tickets_taken", "completion_chosen", "tickets_completed"}
)
"""The events that tell which tickets a seat chose."""
OF_SCORING: Final = frozenset({TicketsCompleted.tag})
"""Events that come before the end of a game, besides points."""


def describe(
    order: PlayMove,
    facts: Sequence[LoggedEvent],
    seat: int,
    names: Callable[[int], str],
    board: Board,
    letters: Mapping[str, int],
) -> str:
    """Return what a move came to; tickets that it chose are only counted (`list_tickets`).

    Where they are listed, what the others did comes after them (`tell_others`). The final scores have an email of
    their own.
    """
    chosen = _find_chosen(facts, seat)
    if chosen:
        return _count(order, chosen, board)
    story = " ".join(news.sentences(_without_scoring(facts), seat, names, board))
    return story or _("Played: %(move)s.") % {"move": hand.in_letters(order.notation, letters)}


def tell_others(facts: Sequence[LoggedEvent], seat: int, names: Callable[[int], str], board: Board) -> Sequence[str]:
    """Return what else came of a move that chose tickets, in sentences."""
    others = [fact for fact in facts if not _is_own_choice(fact, seat)]
    return news.sentences(_without_scoring(others), seat, names, board) if _find_chosen(facts, seat) else ()


def _without_scoring(facts: Sequence[LoggedEvent]) -> list[LoggedEvent]:
    """Return the facts without those of the final scoring, if the game is over."""
    if not any(fact["type"] == GameEnded.tag for fact in facts):
        return list(facts)
    return [fact for fact in facts if fact["type"] not in OF_SCORING and not words.is_of_final_scoring(fact)]


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
