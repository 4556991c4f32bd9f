"""The final scoring in sentences, from the facts of the entry that ended a game: a paragraph for each seat."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from django.utils.translation import gettext_lazy

from engine.boards import Board
from engine.logged_events import LoggedEvent, LoggedPointsScored
from engine.parts.scoring import TICKET
from engine.parts.ticket_completion import TicketsCompleted
from engine.parts.turns import GameEnded
from games.logged_entries import PublicEntry
from games.presentation.words.lists import all_of
from games.presentation.words.sentences import Names, SeatDeed, Sentence
from games.presentation.words.vocabulary import Bonus, goal_of, signed

COMPLETED: Final = Sentence(
    you=gettext_lazy("You completed %(tickets)s: %(points)s"),
    name=gettext_lazy("%(name)s completed %(tickets)s: %(points)s"),
)
NOT_COMPLETED: Final = Sentence(
    you=gettext_lazy("You did not complete %(tickets)s: %(points)s"),
    name=gettext_lazy("%(name)s did not complete %(tickets)s: %(points)s"),
)


def scoring_paragraphs(
    events: Sequence[LoggedEvent], reader: int | None, names: Names, board: Board, bonuses: Mapping[str, Bonus]
) -> list[str]:
    """Return what each seat scored in an entry that ended the game, seat by seat; nothing for any other entry.

    The reader's seat (None: nobody's) is "you". Completed tickets are left out where the entry has told them already.
    """
    if not any(event["type"] == GameEnded.tag for event in events):
        return []
    told_already = any(event["type"] == TicketsCompleted.tag for event in events)
    scored: dict[int, list[LoggedPointsScored]] = {}
    for event in events:
        if event["type"] == "points_scored" and (event["reason"] == TICKET or event["reason"] in bonuses):
            scored.setdefault(event["seat"], []).append(event)
    paragraphs = (
        " ".join(
            telling.speak(reader, names).text for telling in _tell_seat(scored[seat], board, bonuses, told_already)
        )
        for seat in sorted(scored)
    )
    return [paragraph for paragraph in paragraphs if paragraph]


def is_told_with_tickets(entry: PublicEntry, event: LoggedEvent) -> bool:
    """Check whether these are points for a ticket that the seat completed with cards in the same entry."""
    return (
        event["type"] == "points_scored"
        and event["reason"] == TICKET
        and event["points"] > 0
        and any(other["type"] == "tickets_completed" and other["seat"] == event["seat"] for other in entry["events"])
    )


def _tell_seat(
    events: Sequence[LoggedPointsScored], board: Board, bonuses: Mapping[str, Bonus], told_already: bool
) -> Iterator[SeatDeed]:
    completed = [event for event in events if event["reason"] == TICKET and event["points"] > 0]
    failed = [event for event in events if event["reason"] == TICKET and event["points"] < 0]
    if completed and not told_already:
        yield SeatDeed(completed[0]["seat"], COMPLETED, _list_tickets(completed, board))
    if failed:
        yield SeatDeed(failed[0]["seat"], NOT_COMPLETED, _list_tickets(failed, board))
    for event in events:
        if event["reason"] != TICKET:
            yield bonuses[event["reason"]].tell(event, board)


def _list_tickets(events: Sequence[LoggedPointsScored], board: Board) -> dict[str, str]:
    """Return tickets, the most valuable first, and the sum of their points."""
    by_value = sorted(events, key=lambda event: (-abs(event["points"]), int(event["subject"])))
    tickets = [goal_of(int(event["subject"]), event["points"], board) for event in by_value]
    return {"tickets": all_of(tickets), "points": signed(sum(event["points"] for event in events))}
