"""The table of notification kinds: reasons for notifying a person, with everything that depends on them.

A new email is one record here and one letter (`notifications.letters.registry`). The table is ordered by importance
within one email.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from notifications.batch import Batch
from notifications.lists import Stream
from notifications.models import Notification
from notifications.policy import recipients, relevance
from notifications.policy.recipients import Hears
from notifications.policy.urgency import NEWS, OFFER, OVERTIME, PLAN, QUESTION, SOON_OVER, TURN, Urgency


class OncePer(Enum):
    """How often a player can be notified of one game: a part of the dedupe key (`notifications.policy.creation`).

    `SUBJECT`: once for each dispute, prompt or entry. `INSTANT`: every time it happens, since it may happen again
    although nothing else has changed.
    """

    SUBJECT = auto()
    INSTANT = auto()


@dataclass(frozen=True, slots=True)
class NotificationKind:
    """A reason for notifying a person, with everything that depends on it.

    `name` is stored in rows and never changes; `stream` is what players switch off, None for answers to their own
    emails; `is_relevant` says whether it is still true, and still concerns its player, when the email is written;
    `hears` yields the seats to notify of an entry; `once_per` distinguishes several of a kind in one game.
    """

    name: str
    title: Promise
    stream: Stream | None
    is_relevant: Callable[[Notification, Batch], bool]
    urgency: Urgency = NEWS
    hears: Hears = recipients.of_no_entry
    once_per: OncePer = OncePer.SUBJECT


EMAIL_ANSWERED: Final = NotificationKind("email_answered", _("email answered"), None, relevance.always)
GAME_SHOWN: Final = NotificationKind("game_shown", _("game shown as asked"), None, relevance.always)
EMAIL_DOUBTED: Final = NotificationKind("email_doubted", _("email without proof"), None, relevance.always)
SEASON_OVER: Final = NotificationKind("season_over", _("season over"), Stream.GAMES, relevance.season_is_over)
PLACE_LOST: Final = NotificationKind("place_lost", _("place lost"), Stream.GAMES, relevance.has_lost_the_place)
PLACE_GIVEN: Final = NotificationKind("place_given", _("place given"), Stream.GAMES, relevance.plays_in_season)
SEASON_BEGAN: Final = NotificationKind("season_began", _("season started"), Stream.GAMES, relevance.plays_in_season)
SEASON_POSTPONED: Final = NotificationKind(
    "season_postponed", _("season postponed"), Stream.GAMES, relevance.season_is_put_off
)
CUP_OVER: Final = NotificationKind("cup_over", _("cup over"), Stream.GAMES, relevance.cup_is_over)
CUP_LEFT: Final = NotificationKind("cup_left", _("out of the cup"), Stream.GAMES, relevance.has_left_the_cup)
CUP_RESULT: Final = NotificationKind("cup_result", _("round over"), Stream.GAMES, relevance.round_is_over)
CUP_ROUND: Final = NotificationKind("cup_round", _("round started"), Stream.GAMES, relevance.plays_in_round)
CUP_PUT_OFF: Final = NotificationKind("cup_put_off", _("cup postponed"), Stream.GAMES, relevance.cup_is_put_off)
CLUB_HOST: Final = NotificationKind(
    "club_host", _("hosts a club"), Stream.GAMES, relevance.hosts_the_club, once_per=OncePer.INSTANT
)
CLUB_LET_IN: Final = NotificationKind(
    "club_let_in", _("let into a club"), Stream.GAMES, relevance.is_in_the_club, once_per=OncePer.INSTANT
)
CLUB_ASKED: Final = NotificationKind(
    "club_asked", _("request to join a club"), Stream.GAMES, relevance.club_is_asked, once_per=OncePer.INSTANT
)
CLUB_INVITED: Final = NotificationKind(
    "club_invited",
    _("invitation to a club"),
    Stream.INVITATIONS,
    relevance.is_invited_to_club,
    OFFER,
    once_per=OncePer.INSTANT,
)
CLUB_ANNOUNCED: Final = NotificationKind(
    "club_announced", _("announcement in a club"), Stream.GAMES, relevance.is_announced_to
)
CUP_CALLED_OFF: Final = NotificationKind(
    "cup_called_off", _("cup called off"), Stream.GAMES, relevance.cup_is_called_off
)
GAME_OVER: Final = NotificationKind(
    "game_over", _("game over"), Stream.GAMES, relevance.game_is_over, hears=recipients.everybody_at_the_end
)
SERIES_OVER: Final = NotificationKind("series_over", _("series over"), Stream.GAMES, relevance.series_is_over)
GAME_CLOSED: Final = NotificationKind("game_closed", _("game closed"), Stream.GAMES, relevance.is_closed)
RULING: Final = NotificationKind("ruling", _("ruling"), Stream.GAMES, relevance.hears_of_rulings)
TAKEN_BACK: Final = NotificationKind("taken_back", _("move taken back"), Stream.GAMES, relevance.waits_for_others)
PAUSE: Final = NotificationKind("pause", _("pause"), Stream.GAMES, relevance.game_runs)
SEAT_TAKEN: Final = NotificationKind("seat_taken", _("seat taken over"), Stream.GAMES, relevance.has_lost_the_seat)
SEAT_HANDED_OVER: Final = NotificationKind(
    "seat_handed_over", _("seat handed to a stand-in"), Stream.GAMES, relevance.has_lost_the_seat
)
SEAT_PASSED_ON: Final = NotificationKind(
    "seat_passed_on", _("seat passed on"), Stream.GAMES, relevance.has_lost_the_seat
)
SEAT_IS_YOURS: Final = NotificationKind(
    "seat_is_yours",
    _("seat is yours"),
    Stream.GAMES,
    relevance.has_taken_the_seat,
    hears=recipients.its_seat_at(recipients.TAKEN_OVER),
)
CLOSING_SOON: Final = NotificationKind("closing_soon", _("game closes soon"), Stream.GAMES, relevance.is_to_be_closed)
FORFEITED: Final = NotificationKind(
    "forfeited",
    _("forfeited"),
    Stream.GAMES,
    relevance.still_sits_there,
    hears=recipients.its_seat_at(recipients.FORFEITED),
)
PLAYED_FOR_YOU: Final = NotificationKind(
    "played_for_you",
    _("played for you"),
    Stream.GAMES,
    relevance.still_sits_there,
    hears=recipients.its_seat_at(recipients.TIMEOUT),
)
GAME_STARTED: Final = NotificationKind(
    "game_started",
    _("game started"),
    Stream.GAMES,
    relevance.game_runs,
    hears=recipients.players_at(recipients.STARTED),
)
YOUR_TURN: Final = NotificationKind(
    "your_turn", _("your turn"), Stream.TURNS, relevance.turn_is_open, TURN, hears=recipients.whose_turn_it_became
)
TIME_IS_OVER: Final = NotificationKind(
    "time_is_over", _("time is over"), Stream.REMINDERS, relevance.deadline_stands, OVERTIME
)
REMINDER: Final = NotificationKind("reminder", _("reminder"), Stream.REMINDERS, relevance.deadline_stands, SOON_OVER)
NUDGE: Final = NotificationKind(
    "nudge",
    _("nudge"),
    Stream.REMINDERS,
    relevance.deadline_stands,
    SOON_OVER,
    once_per=OncePer.INSTANT,
)
PLAN_STOPPED: Final = NotificationKind(
    "plan_stopped", _("plan stopped"), Stream.TURNS, relevance.plan_has_stopped, PLAN
)
PLAN_WAITS: Final = NotificationKind("plan_waits", _("plan has no answer"), Stream.TURNS, relevance.turn_is_open, TURN)
PROPOSAL: Final = NotificationKind(
    "proposal", _("proposal to the table"), Stream.GAMES, relevance.proposal_asks, QUESTION
)
PROPOSAL_OVER: Final = NotificationKind(
    "proposal_over", _("proposal came to nothing"), Stream.GAMES, relevance.still_sits_there
)
INVITATION: Final = NotificationKind(
    "invitation", _("invitation"), Stream.INVITATIONS, relevance.may_still_answer, OFFER
)
SEAT_OFFERED: Final = NotificationKind(
    "seat_offered", _("seat offered"), Stream.INVITATIONS, relevance.seat_is_offered, OFFER
)
TABLE_ANSWERED: Final = NotificationKind(
    "table_answered",
    _("answers to your table"),
    Stream.GAMES,
    relevance.table_waits_for_players,
    once_per=OncePer.INSTANT,
)
DISPUTE_CLOSED: Final = NotificationKind(
    "dispute_closed", _("dispute closed"), Stream.GAMES, relevance.hears_of_disputes
)
DISPUTE_OPENED: Final = NotificationKind("dispute_opened", _("dispute opened"), Stream.GAMES, relevance.dispute_is_open)
DISPUTE_COMMENT: Final = NotificationKind(
    "dispute_comment", _("comment on a dispute"), Stream.GAMES, relevance.dispute_is_open
)
SECRETS_OPENED: Final = NotificationKind(
    "secrets_opened", _("secrets opened"), Stream.GAMES, relevance.game_is_over, once_per=OncePer.INSTANT
)
STILL_WATCHED: Final = NotificationKind(
    "still_watched", _("table can be watched"), Stream.GAMES, relevance.is_watched_by_invitation
)
TIME_RAN_OUT: Final = NotificationKind(
    "time_ran_out", _("time ran out"), Stream.GAMES, relevance.game_runs, hears=recipients.who_else_waited
)
SOMEBODY_IS_LATE: Final = NotificationKind(
    "somebody_is_late", _("another player is out of time"), Stream.GAMES, relevance.somebody_is_late
)

KINDS: Final = {kind.name: kind for kind in list(globals().values()) if isinstance(kind, NotificationKind)}
"""All kinds by name, the most important first."""

OF_ENTRIES: Final = tuple(kind for kind in KINDS.values() if kind.hears is not recipients.of_no_entry)
"""The kinds that a log entry may cause, the most important first."""

IMPORTANCE: Final = {name: index for index, name in enumerate(KINDS)}

OF_ANOTHER_RELEASE: Final = NotificationKind("", _("of another release"), None, relevance.never)
"""What a release wrote that has more kinds than this one: nobody is told of it."""


def kind_of(notification: Notification) -> NotificationKind:
    """Return the kind of a notification."""
    return KINDS.get(notification.kind, OF_ANOTHER_RELEASE)


def by_importance(notifications: Iterable[Notification]) -> list[Notification]:
    """Sort notifications, the most important first."""
    return sorted(notifications, key=lambda notification: IMPORTANCE.get(notification.kind, len(IMPORTANCE)))


def leading(notifications: Iterable[Notification]) -> Notification:
    """Return the notification that an email takes its subject and stream from.

    It is one about a turn if there is one, and otherwise the most important.
    """
    ranked = by_importance(notifications)
    return next((notification for notification in ranked if kind_of(notification).urgency.is_of_a_turn), ranked[0])


def names_where(chosen: Callable[[NotificationKind], bool]) -> list[str]:
    """Return the names of the chosen kinds, as rows store them."""
    return [kind.name for kind in KINDS.values() if chosen(kind)]
