"""Invitations to a game: a description of the game, and how to answer."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Player
from games.presentation import words
from games.presentation.words.commitments import commitments
from games.presentation.words.lengths import length
from games.table.clocks import mapping
from notifications import links, times
from notifications.letters import subjects
from notifications.letters.document import Element, Items, Paragraph
from notifications.letters.questions import AskedToJoin
from notifications.letters.registry import Occasion, letter
from notifications.policy import kinds


@letter(kinds.INVITATION, subject=subjects.INVITATION)
def invitation(occasion: Occasion) -> Iterator[Element]:
    """Invite a person without a seat to the game."""
    game = occasion.game
    yield Paragraph(_name_table(occasion))
    place = occasion.batch.competitions.in_series.get(game.pk)
    agreed = commitments(game, place.series.games_wanted if place else 1)
    yield Items([*_list_terms(game), *agreed, *_list_joined(occasion)])
    yield ask(occasion)
    yield Paragraph(
        _("Don’t want to hear from %(name)s again? You can block them on that page.") % {"name": game.host.display_name}
    )


def _name_table(occasion: Occasion) -> str:
    """Say who invites to which table: by its name, if it comes from somebody the reader knows; else by its players."""
    game, joined = occasion.game, [player.display_name for player in _find_joined(occasion)]
    facts = {"name": game.host.display_name, "table": words.game_name(game), "names": words.all_of(joined)}
    if subjects.invited_by_acquaintance(occasion):
        return _("%(name)s invites you to “%(table)s”.") % facts
    if subjects.plays_again(occasion):
        return _("%(name)s invites you to play again.") % facts
    if joined:
        return _("%(name)s invites you to a game with %(names)s.") % facts
    return _("%(name)s invites you to a game.") % facts


def ask(occasion: Occasion) -> AskedToJoin:
    """Ask whether the reader joins the game."""
    url = links.game_url(links.INVITATION, occasion.reader, occasion.notification.of_game, occasion.batch.now)
    return AskedToJoin(_("Join, decline, or block"), url)


def _list_terms(game: Game) -> Iterator[str]:
    rules = words.rules(game.ruleset, game.options)
    sentence = ngettext("Game: %(rules)s, %(seats)d seat", "Game: %(rules)s, %(seats)d seats", game.seats_wanted)
    yield sentence % {"rules": words.numbered(game, rules), "seats": game.seats_wanted}
    yield _("Time for each move: %(time)s") % {"time": length(game.time_per_move)}
    yield from times.agreed(mapping.terms(game))
    if game.minimum_reliability is not None:
        yield _("Open to new players, and to anyone who made at least %(percent)d percent of their moves in time") % {
            "percent": game.minimum_reliability
        }


def _find_joined(occasion: Occasion) -> list[Player]:
    """Return who has a seat already, besides the host and the reader."""
    apart = (occasion.game.host_id, occasion.reader.pk)
    players = [seat.player for seat in occasion.batch.seats[occasion.game.pk].values() if seat.player]
    return [player for player in players if player.pk not in apart]


def _list_joined(occasion: Occasion) -> Iterator[str]:
    if joined := [player.display_name for player in _find_joined(occasion)]:
        yield _("Already joined: %(names)s") % {"names": words.all_of(joined)}
    if others := [player for player in _find_invited(occasion) if player.pk != occasion.reader.pk]:
        yield _("Also invited: %(names)s") % {"names": words.all_of([player.display_name for player in others])}


def _find_invited(occasion: Occasion) -> list[Player]:
    """Return whom else the host has invited by name, where the reader knows the host, or played the game before."""
    game, free_seats = occasion.game, occasion.batch.free_seats
    if game.again_of_id:
        return free_seats.invited_again[game.pk]
    if (game.pk, occasion.reader.pk) not in free_seats.from_acquaintances:
        return []
    return [row.player for row in free_seats.asked_by_name[game.pk]]


def begun_without() -> str:
    """Say that a game has begun while its invitation was unanswered; a seat of it may still be offered."""
    return _("The game has begun without you.")
