"""Inbound emails, and reports about ours: about which game, what became of them. What they say is not shown."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic

from django.contrib import admin, messages
from django.contrib.admin.filters import AllValuesFieldListFilter
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.admin.read_only import Reading
from notifications import wake_up
from notifications.inbox.queue import REPLIES, REPORTS, SITE_EMAILS, ReadQueue
from notifications.leases import Row
from notifications.models import InboundEmail, MailReport, SiteEmail

if TYPE_CHECKING:
    from django.contrib.admin.filters import _ListFilterChoices


class ProcessAgain(Reading, Generic[Row]):
    """The base of admin pages of emails that came in.

    One of which nothing came by a mistake of ours can be processed again.
    """

    actions = ("again",)
    queue: ReadQueue[Row]

    def has_again_permission(self, request: HttpRequest) -> bool:
        """Check the right to change emails: processing again needs it, although no page here edits them."""
        return request.user.has_perm(f"notifications.change_{self.opts.model_name}")

    @admin.action(description=_("Process again"), permissions=["again"])
    def again(self, request: HttpRequest, emails: QuerySet[Row]) -> None:
        """Put emails that nothing came of back into the queue, as long as we have their content."""
        count = self.queue.again(emails, now=timezone.now())
        wake_up.after_commit(wake_up.wake_reader)
        message = ngettext("%(n)d email will be processed.", "%(n)d emails will be processed.", count) % {"n": count}
        self.message_user(request, message, messages.SUCCESS)


class ReasonFilter(AllValuesFieldListFilter):
    """A filter by the reasons that rows have; those that wait have none, and an empty one could not be chosen."""

    def choices(self, changelist: ChangeList) -> "Iterator[_ListFilterChoices]":
        """Return the choices that have a name."""
        return (choice for choice in super().choices(changelist) if choice["display"])


@admin.register(InboundEmail)
class InboundEmailAdmin(ProcessAgain[InboundEmail]):
    """The admin pages of replies to our emails."""

    queue = REPLIES
    list_display = ("id", "state", "reason", "player", "game", "door", "attempts", "received_at")
    list_filter = ("state", "door", ("reason", ReasonFilter))
    search_fields = ("=address__game__id", "=address__player__id")
    list_select_related = ("address__player", "address__game")
    exclude = ("raw", "sender", "signed_by", "key")

    @admin.display(description=_("player"))
    def player(self, email: InboundEmail) -> str:
        """Return whose address it came to."""
        return str(email.address.player)

    @admin.display(description=_("game"))
    def game(self, email: InboundEmail) -> str:
        """Return which game it is about; none where it answers a digest."""
        return email.address.game_id or ""


@admin.register(SiteEmail)
class SiteEmailAdmin(ProcessAgain[SiteEmail]):
    """The admin pages of emails to the site's own address. Who wrote those of strangers is not shown."""

    queue = SITE_EMAILS
    list_display = ("id", "state", "reason", "player", "door", "attempts", "received_at")
    list_filter = ("state", "door", ("reason", ReasonFilter))
    search_fields = ("=player__id",)
    list_select_related = ("player",)
    exclude = ("raw", "sender", "key", "author_hash")


@admin.register(MailReport)
class MailReportAdmin(ProcessAgain[MailReport]):
    """The admin pages of bounces and complaints."""

    queue = REPORTS
    list_display = ("id", "state", "reason", "player", "door", "received_at")
    list_filter = ("state", "door", ("reason", ReasonFilter))
    search_fields = ("=mail__token", "=mail__player__id")
    list_select_related = ("mail__player",)
    exclude = ("raw", "key")

    @admin.display(description=_("player"))
    def player(self, report: MailReport) -> str:
        """Return whom our email was to reach."""
        return str(report.mail.player or "")
