"""Emails to the host of a table that waits for players: who has joined or declined, and what can be done."""

from collections.abc import Iterator, Sequence

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.lobby.lobby import FEWEST_SEATS
from games.models import Game, Player
from games.presentation import words
from notifications.letters import places
from notifications.letters.document import Element, Items, Paragraph
from notifications.letters.registry import Occasion, letter, of_table
from notifications.order_words import order_words
from notifications.policy import kinds


def _headline(occasion: Occasion) -> str:
    """Say who answered; where anyone may join, no stranger's name stands there."""
    if occasion.game.access != Game.Access.INVITATION:
        return _("News of your table")
    joined, declined = find_answers(occasion)
    if joined:
        return _("%(name)s has joined") % {"name": joined[0].display_name}
    return _("%(name)s has declined") % {"name": declined[0].display_name} if declined else _("A seat is free again")


@letter(kinds.TABLE_ANSWERED, subject=of_table(_headline), leads=places.to_left_game)
def table_answered(occasion: Occasion) -> Iterator[Element]:
    """Name who has joined or declined since, then all who are there or asked, and say how to begin."""
    joined, declined = find_answers(occasion)
    if joined:
        yield Paragraph(_join_names(joined, ngettext("%(names)s has joined.", "%(names)s have joined.", len(joined))))
    if declined:
        yield Paragraph(
            _join_names(declined, ngettext("%(names)s has declined.", "%(names)s have declined.", len(declined)))
        )
    if not joined and not declined:
        yield Paragraph(_("Somebody has given a seat back."))
    yield Items(list(_list_table(occasion)))
    yield from _tell_start(occasion)


def find_answers(occasion: Occasion) -> tuple[list[Player], list[Player]]:
    """Return who has joined, and who has declined, of those whom the notifications are about; some may have left."""
    instants = {notification.created_at for notification in occasion.notifications}
    seats = occasion.batch.seats[occasion.game.pk].values()
    others = [seat for seat in seats if seat.player_id != occasion.game.host_id and seat.joined_at in instants]
    joined = [seat.player for seat in others if seat.player]
    rows = occasion.batch.free_seats.declined_by_name[occasion.game.pk]
    return joined, [row.player for row in rows if row.answered_at in instants]


def _join_names(players: Sequence[Player], sentence: str) -> str:
    return sentence % {"names": words.all_of([player.display_name for player in players])}


def _list_table(occasion: Occasion) -> Iterator[str]:
    game, free_seats = occasion.game, occasion.batch.free_seats
    seated = [seat.player for seat in occasion.batch.seats[game.pk].values() if seat.player]
    names = [_("you") if player == occasion.reader else player.display_name for player in seated]
    yield _("At the table: %(names)s") % {"names": words.all_of(names)}
    free = game.seats_wanted - len(seated)
    yield ngettext("%(free)d seat is free.", "%(free)d seats are free.", free) % {"free": free}
    if unanswered := [row.player for row in free_seats.asked_by_name[game.pk]]:
        yield _join_names(unanswered, _("Invited, and not answered yet: %(names)s"))
    if declined := [row.player for row in free_seats.declined_by_name[game.pk]]:
        yield _join_names(declined, _("Declined: %(names)s"))


def _tell_start(occasion: Occasion) -> Iterator[Element]:
    """Say that the last seat begins the game, and how its host can begin it before."""
    sentences = [_("The game begins when the last seat is taken.")]
    if len(occasion.batch.seats[occasion.game.pk]) >= FEWEST_SEATS:
        sentences.append(_("You need not wait: begin it with those who are there, on its page."))
        if settings.MAIL_IN_ADDRESS:
            by_mail = _("Or reply “%(start)s”, or write “%(start_table)s” to %(site)s.")
            sentences.append(
                by_mail
                % {
                    **order_words(),
                    "start_table": f"{order_words()['start']} {occasion.game.pk}",
                    "site": settings.MAIL_IN_ADDRESS,
                }
            )
    yield Paragraph(" ".join(sentences))
