"""How a game ended, in words for one reader: for the subject and the text of its email, and later answers."""

from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.models import Game, Seat
from games.presentation import words
from games.presentation.scoring.sentences import Teller
from notifications.letters import places
from notifications.letters.document import Element, Paragraph
from notifications.letters.final_scores import list_scores
from notifications.letters.registry import Occasion

LEFT: Final = frozenset({Seat.Status.RESIGNED, Seat.Status.FORFEITED})
"""Statuses of seats whose players have ended the game by leaving, where only one player remains."""


def headline(occasion: Occasion) -> str:
    """Name the winner and the points, or say that the game is over if nobody has won; without a full stop."""
    has_ranks = occasion.game.status == Game.Status.ENDED
    rows = engine.standings(occasion.batch.table(occasion.game.pk).state) if has_ranks else []
    best = [row for row in rows if row.rank == 1]
    if not best:
        return _("Game over")
    winners, own = [row.seat for row in best], _find_own_seat(occasion)
    others = [_name_seat(occasion, seat) for seat in winners if seat != own]
    names = [_name_winner(occasion), *others] if own in winners else others
    sentence = ngettext("%(names)s won with %(points)s", "%(names)s won with %(points)s each", len(winners))
    return sentence % {"names": words.all_of(names), "points": words.amount(best[0].points)}


def _name_winner(occasion: Occasion) -> str:
    return _("Your stand-in") if occasion.notification.seat is None else _("You")


def sentence(occasion: Occasion) -> str:
    """Say which game is over, and who won."""
    rules = occasion.game.name or words.rules(occasion.game.ruleset, occasion.game.options)
    if occasion.game.status == Game.Status.ENDED:
        outcome = " ".join(filter(None, (headline(occasion), _explain_early_end(occasion))))
        return _("%(game)s is over. %(outcome)s.") % {"game": rules, "outcome": outcome}
    if occasion.game.status == Game.Status.ABANDONED:
        return _("%(game)s was abandoned because everyone is absent. Nobody won.") % {"game": rules}
    if occasion.ruling and occasion.ruling.agreed:
        return _("By agreement of the table, %(game)s ended without a result.") % {"game": rules}
    return _("An admin declared %(game)s void. Nobody won.") % {"game": rules}


def _explain_early_end(occasion: Occasion) -> str:
    """Return who has left, if that ended the game since only one player remained; "" if not."""
    seats = occasion.batch.seats[occasion.game.pk]
    gone = {number: seats[number].status for number in sorted(seats) if seats[number].status in LEFT}
    if len(gone) != len(seats) - 1:
        return ""
    own = occasion.notification.seat
    names = words.all_of([_("you") if number == own else _name_seat(occasion, number) for number in gone])
    has_resigned = set(gone.values()) == {Seat.Status.RESIGNED}
    return (_("because %(names)s resigned") if has_resigned else _("because %(names)s left")) % {"names": names}


def show_outsider(occasion: Occasion) -> Iterator[Element]:
    """Show a reader for whom a stand-in played the final scores, if there are any, and how to play again."""
    batch, game = occasion.batch, occasion.game
    if game.status == Game.Status.ENDED:
        board = engine.ruleset(game.ruleset, game.options).board
        yield from list_scores(Teller(board, lambda seat: _name_seat(occasion, seat), None), batch.final_score(game.pk))
    if batch.stand_in_of(occasion.notification) is not None:
        yield places.again(game.pk)


def afterwards(occasion: Occasion) -> Iterator[Element]:
    """Say who has won, in an answer about a game that is over, to a reader who may know; or why it never began."""
    if occasion.game.status == Game.Status.CLOSED:
        yield Paragraph(closed_sentence(occasion.game))
    if occasion.game.status == Game.Status.ENDED and _may_know(occasion):
        yield Paragraph(_("%(outcome)s.") % {"outcome": headline(occasion)})


def closed_sentence(game: Game) -> str:
    """Return a sentence saying that the game was closed, and why."""
    if game.status != Game.Status.CLOSED:
        return _("A game you had a seat in was closed without a winner: nobody was left playing.")
    if not game.never_started:
        return _("This game was called off before it began.")
    days = settings.UNSTARTED_GAMES_CLOSE_AFTER_DAYS
    return ngettext(
        "This game was closed: it hadn’t started, and nothing had changed for %(days)d day.",
        "This game was closed: it hadn’t started, and nothing had changed for %(days)d days.",
        days,
    ) % {"days": days}


def _may_know(occasion: Occasion) -> bool:
    return occasion.game.public or _find_own_seat(occasion) is not None


def _find_own_seat(occasion: Occasion) -> int | None:
    """Return the reader's seat, or the one in which a stand-in played for the reader."""
    if occasion.notification.seat is not None:
        return occasion.notification.seat
    played_for = occasion.batch.stand_in_of(occasion.notification)
    return None if played_for is None else played_for.number


def _name_seat(occasion: Occasion, seat: int) -> str:
    name = occasion.batch.seats[occasion.game.pk][seat].display_name
    is_own_stand_in = occasion.notification.seat is None and seat == _find_own_seat(occasion)
    return _("%(name)s (for you)") % {"name": name} if is_own_stand_in else name
