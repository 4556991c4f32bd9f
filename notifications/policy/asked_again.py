"""A question that is opened again for players who were choosing when another took a move back.

Nothing has changed for them, so no second email asks: the first one still does, and takes their answer. Programs hear
of the question's new number as of any other.
"""

from collections.abc import Sequence

from games.models import Entry, Game, Turn
from notifications.models import DigestGame, Notification, ReplyAddress
from notifications.policy import kinds


def keep_asking(game: Game, entry: Entry, opened: Sequence[Turn], told: Sequence[Notification]) -> None:
    """Leave the question to the email that has asked it, for each of these notifications where there is one."""
    closed = {(turn.seat, turn.kind): turn for turn in Turn.objects.filter(game=game, closed_at=entry.at)}
    before = {turn.seat: closed.get((turn.seat, turn.kind)) for turn in opened}
    for notification in told:
        turn = before.get(notification.seat) if notification.seat is not None else None
        if notification.kind == kinds.YOUR_TURN.name and turn is not None:
            _leave_to_email(notification, turn)


def _leave_to_email(notification: Notification, before: Turn) -> None:
    about = {"game": notification.game, "player": notification.player}
    emailed = Notification.objects.filter(**about, kind=notification.kind, prompt_opened=before.prompt_opened)
    question = emailed.filter(mail__isnull=False).first()
    if question is None:
        return
    notification.mail = question.mail
    closed, opened = (f"{number}.{before.seat}" for number in (before.prompt_opened, notification.prompt_opened))
    ReplyAddress.objects.filter(**about, prompt=closed).update(prompt=opened)
    in_digests = DigestGame.objects.filter(address__player=notification.player, game=notification.game, prompt=closed)
    in_digests.update(prompt=opened)
