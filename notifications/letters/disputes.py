"""What mails say of disputes and rulings. The words of players and admins are read when the mail is written."""

from collections.abc import Iterator, Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Dispute, DisputeComment, Player, Ruling
from notifications.batch import Batch
from notifications.kinds import Kind
from notifications.letters.document import Element, Paragraph
from notifications.models import Notification
from notifications.times import spell


def tell(one: Notification, batch: Batch) -> Iterator[Element]:
    """The paragraphs of a notification about a dispute, a ruling, or secrets that were opened."""
    kind = Kind(one.kind)
    if kind is Kind.RULING:
        yield from _ruling(one, batch.rulings.get((one.game_id, one.entry or 0)))
    elif kind is Kind.SECRETS_OPENED:
        yield from secrets_opened(one, batch)
    else:
        dispute = batch.disputes[one.dispute_id or ""]
        yield from _of_dispute(kind, dispute, batch.comments.get(one.comment_id or 0))


def secrets_opened(one: Notification, batch: Batch) -> Iterator[Element]:
    """That admins have opened what the seats secretly hold, each time; nothing where they have not."""
    for at in batch.secrets_opened[one.game_id]:
        when = spell(at, one.player.time_zone)
        yield Paragraph(
            _("An admin opened what the seats of this game secretly held, for a reason on record: %(when)s.")
            % {"when": when}
        )


def desk_path(game_id: str) -> str:
    """Where admins look at a game."""
    return reverse("admin:games_game_change", args=[game_id])


def _ruling(one: Notification, ruling: Ruling | None) -> Iterator[Element]:
    if one.seat is None:
        yield Paragraph(_("An admin has given your seat in this game to somebody else."))
    else:
        yield Paragraph(_("An admin has ruled on this game (entry %(entry)d of its log).") % {"entry": one.entry})
    if ruling and ruling.undoes:
        yield Paragraph(_("It undoes the ruling of entry %(entry)d.") % {"entry": ruling.undoes})
    yield from _quoted(ruling.public_text if ruling else "")


def _of_dispute(kind: Kind, dispute: Dispute, comment: DisputeComment | None) -> Iterator[Element]:
    facts = {"name": _called(dispute.opened_by), "kind": dispute.get_kind_display(), "entry": dispute.entry}
    if kind is Kind.DISPUTE_OPENED:
        yield from _opened(dispute, comment, facts)
    elif kind is Kind.DISPUTE_COMMENT and comment is not None:
        by = _("An admin") if comment.as_admin else _called(comment.by)
        yield Paragraph(_("%(by)s says to the dispute of %(name)s (%(kind)s):") % {**facts, "by": by})
        yield from _quoted(comment.text)
    elif kind is Kind.DISPUTE_CLOSED:
        yield Paragraph(_CLOSED[Dispute.State(dispute.state)]() % facts)
        yield from _quoted(dispute.outcome)
        if dispute.paused_game:
            yield Paragraph(_("The clocks no longer stand still for it."))


def _opened(dispute: Dispute, again: DisputeComment | None, facts: Mapping[str, object]) -> Iterator[Element]:
    """That an admin is asked for; `again` says why, where that had been settled."""
    if again is None:
        yield Paragraph(_("%(name)s has asked for an admin: %(kind)s.") % facts)
        if dispute.entry is not None:
            yield Paragraph(_("It is about entry %(entry)d of the game's log.") % facts)
        yield from _quoted(dispute.text)
    else:
        yield Paragraph(_("The dispute of %(name)s (%(kind)s) is open again:") % facts)
        yield from _quoted(again.text)
    if dispute.paused_game:
        yield Paragraph(_("The game is paused until that is settled; nobody loses time by it."))


def _called(player: Player) -> str:
    return _("a player who was erased") if player.erased_at is not None else player.name


def _quoted(words: str) -> Iterator[Element]:
    """Somebody's own words, a paragraph each."""
    for paragraph in filter(None, map(str.strip, words.splitlines())):
        yield Paragraph(f"> {paragraph}")


_CLOSED = {
    Dispute.State.RESOLVED: lambda: _("The dispute of %(name)s (%(kind)s) is resolved."),
    Dispute.State.DISMISSED: lambda: _("The dispute of %(name)s (%(kind)s) is dismissed: nothing is changed."),
    Dispute.State.WITHDRAWN: lambda: _("%(name)s has withdrawn the dispute (%(kind)s)."),
    Dispute.State.OPEN: lambda: _("The dispute of %(name)s (%(kind)s) is open."),
}


def worth_telling(told: Sequence[Notification], kind: Kind) -> list[Notification]:
    """The notifications of a kind, as they came; opened secrets are told of all at once."""
    ones = sorted((one for one in told if one.kind == kind), key=lambda one: one.pk)
    return ones[:1] if kind is Kind.SECRETS_OPENED else ones
