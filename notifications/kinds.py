"""What a person may hear of, and the streams in which one can stop hearing it."""

from typing import Final

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Stream(TextChoices):
    """What can be switched off by itself: by preference, or by one click in a mail (RFC 8058)."""

    INVITATIONS = "invitations", _("invitations")
    TURNS = "turns", _("your turns")
    REMINDERS = "reminders", _("reminders")
    GAMES = "games", _("news of your games")


DIGEST: Final = "digest"
"""The list of all digests, beside the streams: what comes in them is of any stream."""

LISTS: Final = {**dict(Stream.choices), DIGEST: _("digests")}
"""What can be left by one click in a mail."""


class Mode(TextChoices):
    """How soon a player wants to hear of a stream."""

    AT_ONCE = "at_once", _("at once")
    HOURLY = "hourly", _("hourly, in one mail")
    DAILY = "daily", _("once a day, in one mail")
    OFF = "off", _("not at all")


class Kind(TextChoices):
    """Why a person should hear something; the order is the order of importance within one mail."""

    GAME_OVER = "game_over", _("game over")
    GAME_CLOSED = "game_closed", _("game closed")
    RULING = "ruling", _("ruling")
    PAUSE = "pause", _("pause")
    SEAT_TAKEN = "seat_taken", _("seat taken over")
    SEAT_PASSED_ON = "seat_passed_on", _("seat passed on")
    SEAT_IS_YOURS = "seat_is_yours", _("seat is yours")
    CLOSING_SOON = "closing_soon", _("game closes soon")
    FORFEITED = "forfeited", _("forfeited")
    PLAYED_FOR_YOU = "played_for_you", _("played for you")
    GAME_STARTED = "game_started", _("game started")
    YOUR_TURN = "your_turn", _("your turn")
    TIME_IS_OVER = "time_is_over", _("time is over")
    REMINDER = "reminder", _("reminder")
    PLAN_STOPPED = "plan_stopped", _("plan stopped")
    PLAN_WAITS = "plan_waits", _("plan has no answer")
    PAUSE_WISHED = "pause_wished", _("somebody wants a pause")
    PAUSE_REFUSED = "pause_refused", _("pause refused")
    INVITATION = "invitation", _("invitation")
    SEAT_OFFERED = "seat_offered", _("seat offered")
    DISPUTE_CLOSED = "dispute_closed", _("dispute closed")
    DISPUTE_OPENED = "dispute_opened", _("dispute opened")
    DISPUTE_COMMENT = "dispute_comment", _("dispute commented on")
    SECRETS_OPENED = "secrets_opened", _("secrets opened")
    TIME_RAN_OUT = "time_ran_out", _("somebody's time ran out")
    SOMEBODY_IS_LATE = "somebody_is_late", _("somebody's time is over")


STREAM_OF: Final[dict[Kind, Stream]] = {
    Kind.GAME_OVER: Stream.GAMES,
    Kind.GAME_CLOSED: Stream.GAMES,
    Kind.PAUSE: Stream.GAMES,
    Kind.PAUSE_WISHED: Stream.GAMES,
    Kind.PAUSE_REFUSED: Stream.GAMES,
    Kind.CLOSING_SOON: Stream.GAMES,
    Kind.SEAT_TAKEN: Stream.GAMES,
    Kind.SEAT_PASSED_ON: Stream.GAMES,
    Kind.SEAT_IS_YOURS: Stream.GAMES,
    Kind.FORFEITED: Stream.GAMES,
    Kind.PLAYED_FOR_YOU: Stream.GAMES,
    Kind.GAME_STARTED: Stream.GAMES,
    Kind.YOUR_TURN: Stream.TURNS,
    Kind.REMINDER: Stream.REMINDERS,
    Kind.PLAN_STOPPED: Stream.TURNS,
    Kind.PLAN_WAITS: Stream.TURNS,
    Kind.TIME_IS_OVER: Stream.REMINDERS,
    Kind.SOMEBODY_IS_LATE: Stream.GAMES,
    Kind.INVITATION: Stream.INVITATIONS,
    Kind.SEAT_OFFERED: Stream.INVITATIONS,
    Kind.RULING: Stream.GAMES,
    Kind.DISPUTE_CLOSED: Stream.GAMES,
    Kind.DISPUTE_OPENED: Stream.GAMES,
    Kind.DISPUTE_COMMENT: Stream.GAMES,
    Kind.SECRETS_OPENED: Stream.GAMES,
    Kind.TIME_RAN_OUT: Stream.GAMES,
}

ANSWERS: Final = frozenset({Kind.DISPUTE_CLOSED, Kind.DISPUTE_COMMENT})
"""Who has opened a dispute hears of these, at the table or not any more."""

BY_STRANGERS: Final = frozenset({Kind.INVITATION, Kind.SEAT_OFFERED})
"""What anybody can cause who knows the reader's name: bounded, and without a word of theirs in the subject."""

ASKING: Final = frozenset(
    {
        Kind.YOUR_TURN,
        Kind.REMINDER,
        Kind.TIME_IS_OVER,
        Kind.PLAN_STOPPED,
        Kind.PLAN_WAITS,
        Kind.INVITATION,
        Kind.SEAT_OFFERED,
    }
)
"""What asks its reader to do something, which who is suspended cannot do."""
