"""Emails about a club: the reader is invited, let in, or a host now; somebody asks to join, or announces something."""

from collections.abc import Iterator

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.words import all_of
from notifications.letters import subjects
from notifications.letters.document import Element, Link, Paragraph, quote
from notifications.letters.questions import AskedToJoin
from notifications.letters.registry import Occasion, letter
from notifications.policy import kinds


@letter(kinds.CLUB_INVITED, subject=subjects.CLUB_INVITED)
def invited(occasion: Occasion) -> Iterator[Element]:
    """Say who invites the reader to a club, in no words of the hosts': its page has its name, and what it says."""
    row = occasion.batch.clubs.membership(occasion.notification)
    by = row.invited_by if row else None
    if by is not None:
        yield Paragraph(_("%(name)s invites you to a club.") % {"name": by.display_name})
    else:
        yield Paragraph(_("You are invited to a club."))
    seen_by_all = _("Everyone sees who is in it. Members play at tables that are only for the club.")
    seen_by_members = _("Its members see who is in it, and play at tables that are only for the club.")
    yield Paragraph(seen_by_all if occasion.club.public else seen_by_members)
    yield Paragraph(_("You can leave at any time."))
    yield AskedToJoin(_("Join or decline"), _page_of(occasion))


@letter(kinds.CLUB_ASKED, subject=subjects.CLUB_ASKED)
def club_asked(occasion: Occasion) -> Iterator[Element]:
    """Say who asks to join; the email to a host is about everyone who still waits."""
    names = [row.player.display_name for row in occasion.batch.clubs.waiting(occasion.club.pk)]
    sentence = ngettext("%(names)s asks to join the club.", "%(names)s ask to join the club.", len(names))
    yield Paragraph(sentence % {"names": all_of(names)})
    yield Paragraph(_("As a host you can let them in, or turn them away, of which nobody is told."))
    yield _link_page(occasion, _("See who asks"))


@letter(kinds.CLUB_LET_IN, subject=subjects.CLUB_LET_IN)
def let_in(occasion: Occasion) -> Iterator[Element]:
    """Say that the reader is a member now."""
    yield Paragraph(_("A host has let you in: you are a member now."))
    yield _link_page(occasion, _("The club’s page"))


@letter(kinds.CLUB_HOST, subject=subjects.CLUB_HOST)
def made_host(occasion: Occasion) -> Iterator[Element]:
    """Say that the reader hosts the club, and what hosts do."""
    yield Paragraph(_("You host the club now."))
    yield Paragraph(_("Hosts invite players, let in those who ask, remove members, and make others hosts."))
    yield _link_page(occasion, _("The club’s page"))


@letter(kinds.CLUB_ANNOUNCED, subject=subjects.CLUB_ANNOUNCED)
def announced(occasion: Occasion) -> Iterator[Element]:
    """Quote each announcement that still stands, with its author."""
    for notification in occasion.notifications:
        announcement = occasion.batch.clubs.announcement(notification)
        if announcement is not None:
            yield Paragraph(_("%(name)s writes to all members:") % {"name": announcement.by.display_name})
            yield from quote(announcement.text)
    yield _link_page(occasion, _("The club’s page"))
    yield Paragraph(_("An answer by email reaches neither hosts nor members: they read the club’s talk, on its page."))


def _link_page(occasion: Occasion, text: str) -> Link:
    return Link(text, _page_of(occasion))


def _page_of(occasion: Occasion) -> str:
    return settings.PUBLIC_URL + reverse("club", args=[occasion.club.pk])
