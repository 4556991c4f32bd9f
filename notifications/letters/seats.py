"""Emails about seats whose players left: to those offered a seat, to its former players, and to its new ones."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.models import Game, Seat, SeatOffer
from games.presentation import words
from games.presentation.words.last_turn import has_another_round
from games.presentation.words.lengths import length
from games.table.clocks import mapping
from notifications import links, reply_addresses, times
from notifications.batch import Batch
from notifications.letters import places, subjects
from notifications.letters.document import Element, Items, Link, Paragraph
from notifications.letters.registry import Body, Occasion, letter
from notifications.policy import kinds
from notifications.times import spell


@letter(kinds.SEAT_OFFERED, subject=subjects.SEAT_OFFERED, leads=places.to_game)
def offered(occasion: Occasion) -> Iterator[Element]:
    """Describe the open seat, or seats, that the host offers, from public facts, and say where to answer."""
    game, reader, batch = occasion.game, occasion.reader, occasion.batch
    offers = batch.free_seats.offers[game.pk, reader.pk]
    yield Paragraph(
        _("%(name)s is offering you a seat in a game that has already started.") % {"name": game.host.display_name}
    )
    yield Items([*_list_terms(game, offers), *_list_points(game, batch)])
    yield Paragraph(_("Take it, and everything it holds is yours: cards, tickets, points, and every turn from now on."))
    until = spell(min(offer.reserved_until for offer in offers), reader.time_zone)
    yield Paragraph(_("It is reserved for you until %(when)s. After that, anyone can take it.") % {"when": until})
    yield Link(_("Take the seat or decline"), links.game_url(links.SEAT, reader, game.pk, batch.now))
    if reply_addresses.are_offered():
        yield Paragraph(_("A reply to this email takes no seat: please answer on that page."))


def _list_terms(game: Game, offers: Sequence[SeatOffer]) -> Iterator[str]:
    rules = words.rules(game.ruleset, game.options)
    sentence = ngettext("Game: %(rules)s, %(seats)d seat", "Game: %(rules)s, %(seats)d seats", game.seats_wanted)
    yield sentence % {"rules": rules, "seats": game.seats_wanted}
    for offer in offers:
        yield _("Your seat would be the %(color)s one") % {"color": words.seat_color(offer.seat)}
    yield _("Time for each move: %(time)s") % {"time": length(game.time_per_move)}
    yield from times.agreed(mapping.terms(game))


def _list_points(game: Game, batch: Batch) -> Iterator[str]:
    view, seats = engine.view(batch.table(game.pk).state, None), batch.seats[game.pk]
    for seat in view["seats"]:
        placeholders = {
            "color": words.seat_color(seat["seat"]),
            "name": _holder_name(seats[seat["seat"]]),
            "points": words.amount(seat["points"]),
        }
        sentence = ngettext(
            "%(name)s, %(color)s: %(points)s point so far",
            "%(name)s, %(color)s: %(points)s points so far",
            abs(seat["points"]),
        )
        yield sentence % placeholders
    if view["turns_left"] is not None:
        yield _tell_last_turns(view)


def _tell_last_turns(view: engine.View) -> str:
    if has_another_round(view):
        return _("The last turns of round %(round)d have begun.") % {"round": view["round"]}
    return _("The last round has begun.")


def _holder_name(seat: Seat) -> str:
    if seat.open_since is not None:
        return _("The open seat")
    return seat.player.display_name if seat.player else ""


@letter(kinds.SEAT_TAKEN, subject=subjects.SEAT_TAKEN, leads=places.to_left_game)
def taken(occasion: Occasion) -> Iterator[Element]:
    """Say that a stand-in has taken the reader's seat."""
    yield Paragraph(_("Your time ran out too many times in a row, so a stand-in has taken your seat."))
    yield Paragraph(words.coming_back(occasion.game))
    yield _lead_back(occasion)


@letter(kinds.SEAT_HANDED_OVER, subject=subjects.SEAT_TAKEN, leads=places.to_left_game)
def handed_over(occasion: Occasion) -> Iterator[Element]:
    """Say that a stand-in plays for the reader, who asked for it."""
    if kinds.EMAIL_ANSWERED.name not in occasion.kinds:  # that letter says all this
        yield Paragraph(_("As you asked, a stand-in has your seat."))
        yield Paragraph(words.coming_back(occasion.game))
        yield _lead_back(occasion)


def _lead_back(occasion: Occasion) -> Element:
    return places.back(occasion.reader, occasion.game.pk, occasion.batch.now)


@letter(kinds.SEAT_PASSED_ON, subject=subjects.SEAT_PASSED_ON, leads=places.to_left_game)
def passed_on(_occasion: Occasion) -> Iterator[Element]:
    """Say that another player has the seat that the reader left."""
    yield Paragraph(_("Another player has taken over the seat you left. It is theirs now."))


@letter(kinds.SEAT_IS_YOURS, subject=subjects.SEAT_IS_YOURS, body=Body.SEAT)
def is_yours(occasion: Occasion) -> Iterator[Element]:
    """Say that the seat is now the reader's, or is again."""
    sentence = _("The %(color)s seat of this game is now yours, with everything it holds.")
    if occasion.has_come_back:
        sentence = _("Welcome back. You play with the %(color)s seat again.")
    if kinds.EMAIL_ANSWERED.name not in occasion.kinds:
        yield Paragraph(sentence % {"color": words.seat_color(occasion.context.seat)})
