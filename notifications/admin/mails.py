"""Admin pages of mails: recipient, game and state, but neither address nor content."""

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.admin.desk_access import admin_of
from games.admin.read_only import Reading
from games.instants import to_the_minute
from notifications import wake_up
from notifications.letters import addresses
from notifications.models import DeadAddress, Mail
from notifications.outbox import dead_addresses, queue


@admin.register(Mail)
class MailAdmin(Reading):
    """The admin pages of the outbox."""

    list_display = ("id", "state", "subject_matter", "player", "game", "attempts", "created_at", "next", "last_error")
    list_filter = ("state", "stream", "urgent")
    search_fields = ("=game__id", "=player__id", "=token")
    list_select_related = ("player", "game")
    exclude = ("address", "context")
    readonly_fields = ("message_id",)
    actions = ("retry",)

    @admin.display(description=_("about"))
    def subject_matter(self, mail: Mail) -> str:
        """Return the stream, or the template of an email about an account."""
        return mail.stream or mail.template

    @admin.display(description=_("next attempt"), ordering="next_attempt_at")
    def next(self, mail: Mail) -> str:
        """Return when the next attempt is due, if there will be one."""
        return to_the_minute(mail.next_attempt_at) if mail.state == Mail.State.QUEUED else ""

    @admin.display(description="Message-ID")
    def message_id(self, mail: Mail) -> str:
        """Return the Message-ID to search for in the mail server's log."""
        return addresses.message_id(mail.token)

    def has_retry_permission(self, request: HttpRequest) -> bool:
        """Check the permission to change emails, which retrying requires, although no page here edits them."""
        return request.user.has_perm("notifications.change_mail")

    @admin.action(description=_("Try again now"), permissions=["retry"])
    def retry(self, request: HttpRequest, mails: QuerySet[Mail]) -> None:
        """Move waiting or failed emails to the head of the queue."""
        count = queue.retry(mails, now=timezone.now())
        wake_up.after_commit()
        text = ngettext("%(n)d email will be tried again.", "%(n)d emails will be tried again.", count) % {"n": count}
        self.message_user(request, text, messages.SUCCESS)


@admin.register(DeadAddress)
class DeadAddressAdmin(Reading):
    """The admin pages of addresses that a server permanently refused. Deleting a row resumes sending to the address."""

    list_display = ("player", "code", "since")
    list_select_related = ("player",)
    exclude = ("address",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.has_perm("notifications.delete_deadaddress")

    def delete_model(self, request: HttpRequest, obj: DeadAddress) -> None:
        dead_addresses.try_again_as_admin(admin=admin_of(request), player=obj.player, now=timezone.now())

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[DeadAddress]) -> None:
        for dead in queryset:
            self.delete_model(request, dead)
