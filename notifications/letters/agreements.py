"""Emails about proposals to the table: those to answer with yes or no, and those that came to nothing.

Each describes the proposed changes as everyone at the table may know them (`games.table.agreements.proposal_preview`).
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.errors import Refused
from games.models import Proposal
from games.presentation import words
from games.table.agreements import proposal_preview
from notifications.context import Context
from notifications.letters import news, subjects
from notifications.letters.document import Element, Paragraph
from notifications.letters.questions import AskedToAgree
from notifications.letters.registry import Body, Occasion, letter
from notifications.policy import kinds
from notifications.times import spell

MOST_TOLD: Final = 6
"""The most entries that an email lists of those a proposal would take back."""


@letter(kinds.PROPOSAL, subject=subjects.PROPOSAL, body=Body.NEWS)
def proposed(occasion: Occasion) -> Iterator[Element]:
    """Say who proposes what, what it would change, and how to answer."""
    for notification in occasion.notifications:
        proposal = occasion.batch.decisions.proposals[notification.proposal_id or ""]
        yield from _ask(proposal, occasion, by=proposal.by.name if len(occasion.notifications) > 1 else "")


def ask_again(occasion: Occasion) -> Iterator[Element]:
    """Ask again about the proposal that the reader's email has left open, if any."""
    proposal = occasion.batch.decisions.proposals.get(occasion.notification.proposal_id or "")
    if proposal is not None and proposal.state == Proposal.State.OPEN:
        yield from _ask(proposal, occasion)


def _ask(proposal: Proposal, occasion: Occasion, *, by: str = "") -> Iterator[Element]:
    yield Paragraph(_proposal_text(proposal, occasion.context))
    yield from map(Paragraph, _list_changes(proposal, occasion.context, occasion.batch.now))
    yield from map(Paragraph, _tell_terms(proposal, occasion))
    url = f"{settings.PUBLIC_URL}{reverse('table-agreements', args=[occasion.game.pk])}#proposal-{proposal.pk}"
    yield AskedToAgree(proposal.pk, _("Look and answer"), url, by=by)


@letter(kinds.PROPOSAL_OVER, subject=subjects.PROPOSAL_OVER, body=Body.NEWS)
def came_to_nothing(occasion: Occasion) -> Iterator[Element]:
    """Say which proposal came to nothing, and why."""
    for notification in occasion.notifications:
        proposal = occasion.batch.decisions.proposals[notification.proposal_id or ""]
        yield Paragraph(explain_end(proposal))
        context = occasion.context
        sentence = words.had_proposed(proposal.seat, proposal.asked, proposal.undoes, context.name, context.seat)
        yield Paragraph(sentence)


def explain_end(proposal: Proposal) -> str:
    """Return what became of a proposal that is no longer open, and who has declined it."""
    declined = [vote.player.display_name for vote in proposal.votes.all() if not vote.agrees]
    if proposal.state == Proposal.State.DECLINED and declined:
        sentence = ngettext(
            "%(names)s has declined, so nothing changes.", "%(names)s have declined, so nothing changes.", len(declined)
        )
        return sentence % {"names": words.all_of(declined)}
    return _WHY[Proposal.State(proposal.state)]()


def _proposal_text(proposal: Proposal, context: Context) -> str:
    return words.proposed(proposal.seat, proposal.asked, proposal.undoes, context.name, context.seat)


def _list_changes(proposal: Proposal, context: Context, now: datetime) -> list[str]:
    """Return what a proposal would change; nothing if it is now impossible, since agreeing then shows the reason."""
    try:
        return list(
            words.changes(
                proposal_preview.preview(proposal, context.game, now),
                context.name,
                partial(_tell_entries, context),
                context.seat,
            )
        )
    except Refused:
        return []


def _tell_entries(context: Context, numbers: Sequence[int]) -> str:
    """Describe the log entries with these numbers for the reader, `MOST_TOLD` lines at most."""
    log = context.log()
    lines = news.lines_of([entry for entry in log if entry["number"] in numbers], log, context)
    return " ".join(lines[:MOST_TOLD] + ["…"] * (len(lines) > MOST_TOLD))


def _tell_terms(proposal: Proposal, occasion: Occasion) -> Iterator[str]:
    when = spell(proposal.closes_at, occasion.reader.time_zone)
    yield _("It is done once everyone who is there has agreed. If you don’t answer by %(when)s, nothing changes.") % {
        "when": when
    }


_WHY = {
    Proposal.State.AGREED: lambda: _("Everyone has agreed: it is done."),
    Proposal.State.DECLINED: lambda: _("Someone at the table has declined, so nothing changes."),
    Proposal.State.WITHDRAWN: lambda: _("The proposal was withdrawn, so nothing changes."),
    Proposal.State.OVERTAKEN: lambda: _(
        "The game has gone on, so nothing came of the proposal. You can propose it again."
    ),
    Proposal.State.EXPIRED: lambda: _("Not everyone has answered in time, so nothing changes."),
}
