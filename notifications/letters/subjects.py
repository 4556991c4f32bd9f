"""The subjects of emails about a game or a competition.

Each says what happened or what is asked, and then the name of the table. The emails about one game answer one message
(RFC 5322 3.6.4), which makes them one thread; a mail program that compares subjects, too, begins another one where
something else is said.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.parts.tunnels import PayTunnel
from engine.parts.turns import TakeTurn
from games.presentation import words
from notifications import times
from notifications.letters import endings
from notifications.letters.registry import (
    Occasion,
    by_rules,
    of_club,
    of_cup,
    of_season,
    of_table,
    to_a_club,
    with_table_name,
)
from notifications.policy.relevance import BY_AGREEMENT

SHORT_QUESTIONS: Final[Mapping[str, Promise]] = {PayTunnel.tag: gettext_lazy("your tunnel costs more")}
"""Questions that are too long for a subject."""


def _time_left(occasion: Occasion) -> str:
    turn = occasion.batch.turns.get((occasion.game.pk, occasion.notification.seat or 0))
    return times.left(turn.deadline_at, occasion.batch.now) if turn else _("Your turn")


def _outcome(occasion: Occasion) -> str:
    """Say what is asked now, or what came of the reader's email: the move that was played, or that nothing was done."""
    mail_context = (occasion.notification.mail and occasion.notification.mail.context) or {}
    if count := mail_context.get("gathered"):
        return ngettext("Answer to %(n)d of your emails", "Answers to %(n)d of your emails", count) % {"n": count}
    if occasion.opens_turn:
        return _next_question(occasion)
    if played := mail_context.get("played"):
        return str(played)
    if done := mail_context.get("done_in_words"):
        return str(done)
    return _("Your email") if mail_context.get("done") else _("Nothing done yet")


def _next_question(occasion: Occasion) -> str:
    """Say that it is the reader's turn, and at which question of it."""
    kind = occasion.batch.turns[occasion.game.pk, occasion.notification.seat or 0].kind
    if kind == TakeTurn.tag:
        return _("Your turn")
    return _("Your turn, %(question)s") % {"question": str(SHORT_QUESTIONS.get(kind, words.question(kind)))}


def _late(occasion: Occasion) -> str:
    seats = occasion.batch.seats[occasion.game.pk]
    late = [number for number in sorted(seats) if number != occasion.notification.seat and _is_late(occasion, number)]
    sentence = ngettext("%(names)s is out of time", "%(names)s are out of time", len(late))
    return sentence % {"names": _list_names(occasion, late)} if late else _("A player is out of time")


def _is_late(occasion: Occasion, seat: int) -> bool:
    turn = occasion.batch.turns.get((occasion.game.pk, seat))
    return turn is not None and turn.announced_at is not None


def _list_names(occasion: Occasion, seats: list[int]) -> str:
    at_table = occasion.batch.seats[occasion.game.pk]
    return words.all_of([at_table[seat].display_name for seat in seats])


def _ruling(occasion: Occasion) -> str:
    ruling = occasion.ruling
    return _("Agreed by the table") if ruling and ruling.agreed else _("Ruling")


def _taken_back(occasion: Occasion) -> str:
    ruling = occasion.ruling
    return _("%(name)s took a move back") % {"name": _list_names(occasion, list(ruling.agreed if ruling else ()))}


def _new_seat(occasion: Occasion) -> str:
    return _("Welcome back") if occasion.has_come_back else _("The seat is yours")


def _closing(occasion: Occasion) -> str:
    return _("Closing soon") if occasion.notification.entry is None else _("The game waits for you")


def _pause(occasion: Occasion) -> str:
    return _("Paused") if BY_AGREEMENT in occasion.game.pauses else _("The pause is over")


def _invitation(occasion: Occasion) -> str:
    return _("Rematch") if plays_again(occasion) else _("Invitation")


def plays_again(occasion: Occasion) -> bool:
    """Check whether the reader is invited to a rematch of a game in which they played."""
    return (occasion.game.pk, occasion.reader.pk) in occasion.batch.free_seats.of_game_before


def _invitation_subject(occasion: Occasion) -> str:
    """Name the table, if its name is for the reader, else the rules, which nobody has written."""
    return (of_table if invited_by_acquaintance(occasion) else by_rules)(_invitation)(occasion)


def invited_by_acquaintance(occasion: Occasion) -> bool:
    """Check whether the reader knows who invites to a table with a name: what strangers write is not emailed."""
    invited = (occasion.game.pk, occasion.reader.pk)
    return bool(occasion.game.name) and invited in occasion.batch.free_seats.from_acquaintances


TURN: Final = with_table_name(gettext_lazy("Your turn"))
REMINDER: Final = of_table(_time_left)
NUDGE: Final = with_table_name(gettext_lazy("The others are waiting"))
TIME_IS_OVER: Final = with_table_name(gettext_lazy("Your time is up"))
PLAN_STOPPED: Final = with_table_name(gettext_lazy("Your plan has stopped"))
ANSWER: Final = of_table(_outcome)
SHOWN: Final = with_table_name(gettext_lazy("As you asked"))
DOUBTED: Final = with_table_name(gettext_lazy("Please confirm"))
TIME_RAN_OUT: Final = with_table_name(gettext_lazy("A player ran out of time"))
LATE: Final = of_table(_late)
PLAYED_FOR_YOU: Final = with_table_name(gettext_lazy("Played for you"))
FORFEITED: Final = with_table_name(gettext_lazy("Lost on time"))
STARTED: Final = with_table_name(gettext_lazy("Game started"))
OVER: Final = of_table(endings.headline)
SECRETS_OPENED: Final = with_table_name(gettext_lazy("Secrets opened"))
SERIES_OVER: Final = with_table_name(gettext_lazy("Series over"))
SEASON_BEGAN: Final = of_season(gettext_lazy("Season started"))
SEASON_OVER: Final = of_season(gettext_lazy("Season over"))
SEASON_POSTPONED: Final = of_season(gettext_lazy("Season postponed"))
PLACE_GIVEN: Final = of_season(gettext_lazy("A place for you"))
PLACE_LOST: Final = of_season(gettext_lazy("Place lost"))
CUP_ROUND: Final = of_cup(gettext_lazy("Round started"))
CUP_RESULT: Final = of_cup(gettext_lazy("Round over"))
CUP_OVER: Final = of_cup(gettext_lazy("Cup over"))
CUP_LEFT: Final = of_cup(gettext_lazy("You are out of the cup"))
CUP_PUT_OFF: Final = of_cup(gettext_lazy("Cup postponed"))
CUP_CALLED_OFF: Final = of_cup(gettext_lazy("Cup called off"))
CLUB_INVITED: Final = to_a_club
CLUB_ANNOUNCED: Final = of_club(gettext_lazy("Announcement"))
CLUB_ASKED: Final = of_club(gettext_lazy("Request to join"))
CLUB_LET_IN: Final = of_club(gettext_lazy("You are a member"))
CLUB_HOST: Final = of_club(gettext_lazy("You host the club"))
CLOSED: Final = with_table_name(gettext_lazy("Game closed"))
CLOSING: Final = of_table(_closing)
PAUSE: Final = of_table(_pause)
STILL_WATCHED: Final = with_table_name(gettext_lazy("Anyone can watch"))
SEAT_TAKEN: Final = with_table_name(gettext_lazy("A stand-in has your seat"))
SEAT_PASSED_ON: Final = with_table_name(gettext_lazy("Your seat has a new player"))
SEAT_IS_YOURS: Final = of_table(_new_seat)
RULING: Final = of_table(_ruling)
TAKEN_BACK: Final = of_table(_taken_back)
PROPOSAL: Final = with_table_name(gettext_lazy("Proposal"))
PROPOSAL_OVER: Final = with_table_name(gettext_lazy("Proposal over"))
DISPUTE: Final = with_table_name(gettext_lazy("Dispute"))
INVITATION: Final = _invitation_subject
SEAT_OFFERED: Final = by_rules(lambda _occasion: _("Seat offered"))
