"""Answers to an invitation by email: a yes takes a seat, a no declines."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import languages
from games.errors import Refused
from games.kinds import EntryKind
from games.lobby import lobby
from games.models import Entry, Game, Invitation, Seat, Turn
from games.presentation import words as told
from notifications.inbox import orders
from notifications.inbox.orders import is_foreign, talk, words, yes_no
from notifications.inbox.orders.languages import LANGUAGES
from notifications.inbox.orders.yes_no import YesNo
from notifications.inbox.reply import ActedOn, Reply, refused
from notifications.letters import invitations as letter_texts
from notifications.order_words import order_words
from notifications.policy import kinds

_NAMED: Final = re.compile(
    r"(?:please )?(accept|join|decline)(?: (?:the )?(?:invitation|game|table))?(?: ([0-9a-z]{12}))?"
)
_HARMLESS: Final = re.compile(
    r"[,.!]? +(?:and |so )?(?:when (?:do|will|shall|can|does) (?:we|it|the game) (?:start|begin|play)"
    r"|who else (?:is (?:in|playing|there)|plays|joins))[ ?!.]*$",
    re.IGNORECASE,
)
"""Questions behind a yes that change nothing about it: the seat can be given back."""
_REGRET: Final = re.compile(r"(?:(?:oh|oops|sorry|no|wait)[ ,.!]+)*i meant(?: to say)?[ ,:]+", re.IGNORECASE)
"""Words before the answer that counts now; an invitation can be answered again."""
_ANSWERS: Final = {"accept": YesNo.YES, "join": YesNo.YES, "decline": YesNo.NO}


def is_asked(reply: Reply, lines: Sequence[str]) -> bool:
    """Check whether lines answer an invitation of a player who never had a seat there.

    Whoever had a seat was invited once, too. A table that was called off or has begun asks nobody, but is refused to a
    clear answer.
    """
    return (
        not reply.prompt
        and (reply.game.status == Game.Status.OPEN or _is_clear(reply, lines))
        and Invitation.objects.filter(game=reply.game, player=reply.player).exists()
        and not Seat.objects.filter(game=reply.game, player=reply.player).exists()
        and not _has_sat(reply)
    )


def _has_sat(reply: Reply) -> bool:
    """Check whether the player had a seat once the game had begun."""
    started = Entry.objects.filter(game=reply.game, kind=EntryKind.STARTED).first()
    sat_down = started is not None and reply.player.pk in started.public["players"]
    return sat_down or reply.player.departures.filter(game=reply.game).exists()


def _is_clear(reply: Reply, lines: Sequence[str]) -> bool:
    line_and_answer = read(reply, lines)
    return line_and_answer is not None and line_and_answer[1] is not YesNo.UNSURE


def read(reply: Reply, lines: Sequence[str]) -> tuple[str, YesNo] | None:
    """Return the line that answers the invitation, and its answer; None if none does."""
    lines = [_REGRET.sub("", line) for line in lines[:1]] + [*lines[1:]]
    named = _NAMED.fullmatch(words.without_courtesy(words.plain(lines[0]))) if lines else None
    if named is not None and named[2] in (None, reply.game.pk):
        return lines[0], _ANSWERS[named[1]]
    english = orders.languages.translate_answers(lines, languages.of_player(reply.player))
    place_and_answer = yes_no.find(english)
    if place_and_answer and place_and_answer[1] is YesNo.UNSURE:
        rest = _HARMLESS.sub("", english[place_and_answer[0]])
        again = yes_no.find([rest if place == place_and_answer[0] else line for place, line in enumerate(english)])
        place_and_answer = again if again and again[1] is YesNo.YES and yes_no.is_whole(rest) else place_and_answer
    return (lines[place_and_answer[0]], place_and_answer[1]) if place_and_answer else None


def act(reply: Reply, lines: Sequence[str]) -> ActedOn:
    """Take a seat or decline, if the lines say which."""
    acted, line_and_answer = ActedOn(must_tell=True), read(reply, lines)
    if line_and_answer is None or line_and_answer[1] is YesNo.UNSURE:
        acted.sentences.append(_("I am not sure whether you want to play."))
        if any(map(is_foreign, lines)) and languages.of_player(reply.player) not in LANGUAGES:
            acted.sentences.append(_("I can read only English so far."))
        elif line_and_answer is not None:
            acted.sentences.append(_("Please answer with one word."))
        return acted
    line, answer = line_and_answer
    acted.has_order = True
    try:
        acted.sentences += _join(reply) if answer is YesNo.YES else _decline(reply)
        acted.did_anything = reply.game.status == Game.Status.OPEN
        if acted.did_anything:
            acted.has_moved = answer is YesNo.YES
            acted.played = _("You have a seat") if answer is YesNo.YES else _("You have declined")
        acted.includes = [kinds.GAME_STARTED, kinds.YOUR_TURN]
        acted.unsaid = (
            " ".join(talk.find_in([other for other in lines if other != line])) if answer is YesNo.YES else ""
        )
    except Refused as refusal:
        acted.sentences.append(refused(line, refusal))
    return acted


def tell_seated(reply: Reply, lines: Sequence[str]) -> list[str]:
    """Tell whoever accepts an invitation, and has a seat, that they have; and how to play again after the end.

    An answer to an email that asks something else is about that.
    """
    if reply.prompt or reply.proposal:
        return []
    line_and_answer = read(reply, lines)
    if (
        line_and_answer is None
        or line_and_answer[1] is not YesNo.YES
        or not Seat.objects.filter(game=reply.game, player=reply.player)
    ):
        return []
    if reply.game.status == Game.Status.ENDED:
        return [_("To play again with the same players, reply “%(play_again)s”.") % order_words()]
    if reply.game.status != Game.Status.OPEN:
        return []
    return [_("You have a seat at this table already."), *tell_beginning(reply.game)]


def describe(reply: Reply, lines: Sequence[str]) -> list[str]:
    """Return what the lines ask for, in our own words."""
    names: dict[YesNo, str] = {YesNo.YES: _("join the game"), YesNo.NO: _("decline the invitation")}
    line_and_answer = read(reply, lines)
    return [names[line_and_answer[1]]] if line_and_answer and line_and_answer[1] in names else []


def _join(reply: Reply) -> Iterator[str]:
    if reply.game.status not in (Game.Status.OPEN, Game.Status.CLOSED):
        yield letter_texts.begun_without()
        yield _("Tables with free seats: %(url)s") % {"url": settings.PUBLIC_URL + reverse("open-tables")}
        return
    game = lobby.join_game(player=reply.player, game_id=reply.game.pk, now=reply.now)
    yield _("You have a seat: %(game)s.") % {"game": told.game_name(game)}
    if not Turn.objects.filter(game=game, player=reply.player, closed_at=None).exists():  # else the answer asks at once
        yield from tell_beginning(game)


def _decline(reply: Reply) -> list[str]:
    if reply.game.status != Game.Status.OPEN:
        raise Refused("game_not_open", game_status=reply.game.status)
    lobby.decline(player=reply.player, game_id=reply.game.pk, now=reply.now)
    return [_("You have declined. While there is a free seat, you can still join: reply “%(yes)s”.") % order_words()]


def tell_beginning(game: Game) -> Iterator[str]:
    """Say whether a game has begun, and when the player hears of it."""
    if game.status == Game.Status.RUNNING:
        yield _("The game has begun. When it is your turn, you get an email: answer it with your move.")
        return
    free = game.seats_wanted - game.seats.count()
    begins = ngettext("It begins when %(free)d more has joined.", "It begins when %(free)d more have joined.", free)
    yield begins % {"free": free}
    yield _("When it is your turn, you get an email: answer that one.")
