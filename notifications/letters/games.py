"""Emails about a whole game: it has started, is paused, has resumed or is over."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from games.presentation.words.lists import listed
from notifications.letters import disputes, endings, places, series, subjects, turn_email
from notifications.letters.document import Element, Paragraph
from notifications.letters.registry import Body, Occasion, letter
from notifications.policy import kinds, relevance
from notifications.policy.relevance import BY_AGREEMENT

ASKING: Final = frozenset({*kinds.names_where(lambda kind: kind.urgency.is_of_a_turn), kinds.EMAIL_ANSWERED.name})
"""Kinds whose letters ask the open question themselves."""


@letter(kinds.GAME_STARTED, subject=subjects.STARTED)
def started(occasion: Occasion) -> Iterator[Element]:
    """Name the players, in turn order."""
    context = occasion.context
    names = listed(context.name(seat) for seat in sorted(context.seats))
    yield Paragraph(_("The game has started. You play in this order: %(names)s.") % {"names": names})
    yield from series.which_game(occasion)


@letter(kinds.GAME_OVER, subject=subjects.OVER, body=Body.RESULT, leads=places.to_left_game)
def over(occasion: Occasion) -> Iterator[Element]:
    """Say how the game ended, and whether admins have seen its secrets."""
    yield Paragraph(endings.sentence(occasion))
    if kinds.SECRETS_OPENED.name not in occasion.kinds:
        yield from disputes.secrets_opened(occasion)
    if occasion.seat_context is None:
        yield from endings.show_outsider(occasion)


@letter(kinds.TAKEN_BACK, subject=subjects.TAKEN_BACK)
def taken_back(occasion: Occasion) -> Iterator[Element]:
    """Say that the reader, who had been asked, has nothing to do."""
    sentence = _("%(name)s took the last move back. You have nothing to do until %(name)s moves again.")
    names = [occasion.context.name(seat) for seat in (occasion.ruling.agreed if occasion.ruling else ())]
    yield Paragraph(sentence % {"name": listed(names)})


@letter(kinds.PAUSE, subject=subjects.PAUSE, body=Body.CLOCK)
def pause(occasion: Occasion) -> Iterator[Element]:
    """Say that a pause has begun or ended."""
    if BY_AGREEMENT in occasion.game.pauses:
        sentence = _(
            "Everyone agreed to pause. The clocks are stopped until one of you resumes the game, for 60 days at most."
        )
    elif occasion.game.paused_at:
        sentence = _("The pause that you had agreed on is over, but the game is paused for another reason as well.")
    else:
        sentence = _("The pause is over, and the clocks are running again. Nobody lost any time.")
    if kinds.EMAIL_ANSWERED.name not in occasion.kinds or BY_AGREEMENT in occasion.game.pauses:
        yield Paragraph(sentence)
    if BY_AGREEMENT in occasion.game.pauses:
        yield places.go_on(occasion.context)
    elif occasion.context.turn and not occasion.game.paused_at and occasion.kinds.isdisjoint(ASKING):
        if relevance.plan_is_asked(occasion.notification, occasion.batch):
            yield turn_email.tell_plan()
        else:
            yield from turn_email.question(occasion.context.turn)
            yield from turn_email.until(occasion.context)


@letter(kinds.STILL_WATCHED, subject=subjects.STILL_WATCHED, leads=places.to_game)
def still_watched(_occasion: Occasion) -> Iterator[Element]:
    """Say that a table by invitation keeps its spectators, though new ones have none unless their hosts want it."""
    yield Paragraph(_("Anyone can watch this table. That was the rule for tables by invitation when you made it."))
    yield Paragraph(
        _("It stays that way until the game is over. A new table for people you invite is watched only if you say so.")
    )
