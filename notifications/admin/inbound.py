"""Admin pages of incoming emails and of reports about ours, with their games and outcomes but not their content."""

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
    """The base of admin pages of incoming emails.

    An email that had no effect because of a bug can be processed again.
    """

    actions = ("again",)
    queue: ReadQueue[Row]

    def has_again_permission(self, request: HttpRequest) -> bool:
        """Check the permission to change emails, which processing again requires, although no page here edits them."""
        return request.user.has_perm(f"notifications.change_{self.opts.model_name}")

    @admin.action(description=_("Process again"), permissions=["again"])
    def again(self, request: HttpRequest, emails: QuerySet[Row]) -> None:
        """Queue emails that had no effect again, as long as their content is stored."""
        count = self.queue.again(emails, now=timezone.now())
        wake_up.after_commit(wake_up.wake_reader)
        message = ngettext("%(n)d email will be processed.", "%(n)d emails will be processed.", count) % {"n": count}
        self.message_user(request, message, messages.SUCCESS)


class ReasonFilter(AllValuesFieldListFilter):
    """A filter by the reasons of rows, without the empty reason of waiting ones, which could not be selected."""

    def choices(self, changelist: ChangeList) -> "Iterator[_ListFilterChoices]":
        """Return the choices with a name."""
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
        """Return the player of the address at which it arrived."""
        return str(email.address.player)

    @admin.display(description=_("game"))
    def game(self, email: InboundEmail) -> str:
        """Return the game that it is about; none if it answers a digest."""
        return email.address.game_id or ""


@admin.register(SiteEmail)
class SiteEmailAdmin(ProcessAgain[SiteEmail]):
    """The admin pages of emails to the site's own address. Authors who are strangers are not shown."""

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
        """Return the recipient of our email."""
        return str(report.mail.player or "")
