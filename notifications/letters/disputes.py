"""Emails about disputes and rulings; texts by players and admins are read when the email is written."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games.kinds import RulingKind
from games.models import Dispute, DisputeComment, Player, Ruling
from games.people import appeal_links
from games.presentation import words
from games.table.disputes import appeals
from notifications import reply_addresses
from notifications.batch import Batch
from notifications.context import Context
from notifications.letters import news, places, subjects
from notifications.letters.document import Element, Items, Link, Paragraph, quote
from notifications.letters.registry import Body, Occasion, letter
from notifications.models import Notification
from notifications.policy import kinds
from notifications.times import spell


def to_dispute(occasion: Occasion) -> Iterator[Link]:
    """Link to the page of disputes for anyone who opened one, even if they have left the table."""
    yield places.help(occasion.reader, occasion.game.pk, occasion.batch.now)


@letter(kinds.RULING, subject=subjects.RULING, body=Body.CLOCK)
def ruling(occasion: Occasion) -> Iterator[Element]:
    """Describe each ruling, with the admin's comment."""
    for notification in occasion.notifications:
        ruling = occasion.batch.decisions.rulings.get((notification.of_game, notification.entry or 0))
        if not (ruling and notification.seat is not None and kinds.GAME_OVER.name in occasion.kinds):
            yield from _tell_decision(notification, ruling, occasion.seat_context)
        yield from _tell_ruling(notification, ruling, occasion.batch.now, occasion.seat_context)
        if cause := put_out_by(notification, occasion.batch):
            yield from _invite_appeal(occasion, cause)


def _tell_decision(notification: Notification, ruling: Ruling | None, context: Context | None) -> Iterator[Element]:
    """Say that an admin has ruled or, to a reader at the table, what the table has agreed on."""
    agreed = _list_agreed(notification, ruling, context)
    yield Paragraph(agreed[0] if agreed else _summary(notification, ruling))
    if agreed[1:]:
        yield Items(agreed[1:])


def _list_agreed(notification: Notification, ruling: Ruling | None, context: Context | None) -> list[str]:
    """Return what the table has agreed on; nothing for an admin's ruling, or a reader without a seat."""
    if ruling is None or context is None or not ruling.agreed:
        return []
    if ruling.kind == RulingKind.EXTENDED:
        return [words.agreed(ruling.asked, context.name, context.seat)]
    return _tell_entry(context, notification.entry or 0)


def put_out_by(notification: Notification, batch: Batch) -> Ruling | None:
    """Return the admin's ruling that has cost the reader the seat, which the reader can answer."""
    ruling = batch.decisions.rulings.get((notification.of_game, notification.entry or 0))
    if ruling is None or notification.kind != kinds.RULING.name or ruling.agreed or ruling.rule:
        return None
    seats: dict[int | None, bool] = {None: ruling.kind == RulingKind.REPLACED}
    if ruling.kind in (RulingKind.REMOVED, RulingKind.ENDED):
        seats |= dict.fromkeys([ruling.asked.get("seat"), *ruling.asked.get("seats", ())], True)
    if not seats.get(notification.seat):
        return None
    return ruling if appeals.ousts(ruling, notification.player) else None  # not somebody who had left it before


def appeals_in(notifications: Sequence[Notification], batch: Batch) -> str:
    """Return which sanction a reply to the email answers; "" if it answers something else, or nothing."""
    if {notification.kind for notification in notifications} != {kinds.RULING.name}:
        return ""
    causes = filter(None, (put_out_by(notification, batch) for notification in notifications))
    return next((appeal_links.subject_of(cause) for cause in causes), "")


def _invite_appeal(occasion: Occasion, cause: Ruling) -> Iterator[Element]:
    """Say how the ruling can be answered: on a page and, if the email is about nothing else, by a reply."""
    by_mail = reply_addresses.are_offered() and appeals_in(occasion.notifications, occasion.batch)
    yield Paragraph(
        _(
            "If you think this is wrong, answer: on this page, or by replying to this email. Another admin reads it, "
            "where we have another one."
        )
        if by_mail and len(occasion.kinds) == 1
        else _("If you think this is wrong, answer on this page. Another admin reads it, where we have another one.")
    )
    yield Link(
        _("Answer the admins"),
        appeal_links.url(occasion.reader, appeal_links.subject_of(cause), occasion.batch.now),
    )


@letter(kinds.SECRETS_OPENED, subject=subjects.SECRETS_OPENED)
def secrets_opened(occasion: Occasion) -> Iterator[Element]:
    """Say when admins looked at the seats' hidden information; nothing if they have not."""
    if opened := occasion.batch.decisions.secrets_opened[occasion.game.pk]:
        yield Paragraph(_("An admin looked at the hidden cards and tickets of this game. The reason is on record."))
        yield Items([spell(at, occasion.reader.time_zone) for at in opened])


@letter(kinds.DISPUTE_OPENED, subject=subjects.DISPUTE, leads=places.to_admin)
def opened(occasion: Occasion) -> Iterator[Element]:
    """Say which player asks for an admin and, to those who may read it, why."""
    for dispute, comment in _disputes(occasion):
        if _reads_words(dispute, occasion):
            yield from _tell_opening(dispute, comment, _placeholders(dispute), occasion.seat_context)
        else:
            yield Paragraph(
                _("%(name)s has asked for an admin. What it is about is between %(name)s and the admins.")
                % _placeholders(dispute)
            )
        if dispute.paused_game:
            yield Paragraph(_("The game is paused until this is settled. Nobody loses any time."))


@letter(kinds.DISPUTE_COMMENT, subject=subjects.DISPUTE, leads=to_dispute)
def commented(occasion: Occasion) -> Iterator[Element]:
    """Quote the comments, with their authors."""
    for dispute, comment in _disputes(occasion):
        if comment is not None:
            by = _("An admin") if comment.as_admin else _name_of(comment.by)
            yield Paragraph(
                _("%(by)s commented on the dispute opened by %(name)s (%(kind)s):")
                % {**_placeholders(dispute), "by": by}
            )
            yield from quote(comment.text)


@letter(kinds.DISPUTE_CLOSED, subject=subjects.DISPUTE, body=Body.CLOCK, leads=to_dispute)
def closed(occasion: Occasion) -> Iterator[Element]:
    """Say how each dispute ended."""
    for dispute, _comment in _disputes(occasion):
        yield Paragraph(_CLOSED[Dispute.State(dispute.state)]() % _placeholders(dispute))
        if _reads_words(dispute, occasion):
            yield from quote(dispute.outcome)
        if dispute.paused_game:
            yield Paragraph(_("The dispute no longer stops the clocks."))


def _disputes(occasion: Occasion) -> Iterator[tuple[Dispute, DisputeComment | None]]:
    """Yield the disputes, each with the comment that the email is about."""
    for notification in occasion.notifications:
        yield (
            occasion.batch.decisions.disputes[notification.dispute_id or ""],
            occasion.batch.decisions.comments.get(notification.comment_id or 0),
        )


def _placeholders(dispute: Dispute) -> dict[str, object]:
    return {"name": _name_of(dispute.opened_by), "kind": dispute.get_kind_display(), "entry": dispute.entry}


def _tell_entry(context: Context | None, entry: int) -> list[str]:
    """Describe an entry of the log to a reader with a seat, in no line if there is nothing to tell."""
    if context is None:
        return []
    log = context.log()
    return news.lines_of([each for each in log if each["number"] == entry], log, context)


def _summary(notification: Notification, ruling: Ruling | None) -> str:
    if notification.seat is None and ruling and ruling.agreed:
        return _("By agreement of the table, a stand-in plays for you. You can come back to your seat.")
    if notification.seat is None:
        return _("An admin has given your seat in this game to someone else.")
    if ruling and ruling.agreed:
        return _("The table has decided something by agreement.")
    return _("An admin has ruled on this game.")


def _tell_ruling(
    notification: Notification, ruling: Ruling | None, now: datetime, context: Context | None
) -> Iterator[Element]:
    if ruling and ruling.undoes and (told := _tell_entry(context, ruling.undoes)):
        yield Paragraph(_("It undoes this ruling:"))
        yield Items(told)
    elif ruling and ruling.undoes:
        yield Paragraph(_("It undoes an earlier ruling."))
    yield from quote(ruling.public_text if ruling else "")
    if notification.seat is None and ruling and ruling.agreed:
        yield places.back(notification.player, notification.of_game, now)
    elif notification.seat is None:
        yield Paragraph(_("Only an admin can bring you back."))
        yield places.help(notification.player, notification.of_game, now)


def _tell_opening(
    dispute: Dispute, comment: DisputeComment | None, placeholders: Mapping[str, object], context: Context | None
) -> Iterator[Element]:
    """Say that a player asks for an admin; a `comment` gives the reason if the dispute was reopened."""
    if comment is None:
        yield Paragraph(_tell_subject(dispute) % placeholders)
        if dispute.entry is not None and (told := _tell_entry(context, dispute.entry)):
            yield Paragraph(_("It is about this:"))
            yield Items(told)
        elif dispute.entry is not None:
            yield Paragraph(_("It is about entry %(entry)d of the game’s log.") % placeholders)
        yield from quote(dispute.text)
    else:
        yield Paragraph(_("The dispute opened by %(name)s (%(kind)s) was reopened:") % placeholders)
        yield from quote(comment.text)


def _tell_subject(dispute: Dispute) -> str:
    """Return that somebody asks for an admin, with the kind where it says what about."""
    if dispute.kind in (Dispute.Kind.OTHER, Dispute.Kind.FOR_ADMINS):
        return _("%(name)s has asked for an admin.")
    return _("%(name)s has asked for an admin: %(kind)s.")


def _reads_words(dispute: Dispute, occasion: Occasion) -> bool:
    """Check whether the reader is an admin, its opener, or sits at a table that reads what the dispute says."""
    is_at_table = any(notification.seat is not None for notification in occasion.notifications)
    return not (dispute.is_private and is_at_table) or dispute.opened_by_id == occasion.reader.pk


def _name_of(player: Player) -> str:
    return player.display_name


_CLOSED = {
    Dispute.State.RESOLVED: lambda: _("The dispute opened by %(name)s (%(kind)s) was resolved."),
    Dispute.State.DISMISSED: lambda: _("The dispute opened by %(name)s (%(kind)s) was dismissed. Nothing changes."),
    Dispute.State.WITHDRAWN: lambda: _("%(name)s withdrew their dispute (%(kind)s)."),
    Dispute.State.OPEN: lambda: _("The dispute opened by %(name)s (%(kind)s) is open."),
}
