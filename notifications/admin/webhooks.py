"""Admin pages of players' webhooks: owner, server and latest responses, and an action for switching one off.

A whole address may contain a secret of its player's, so only the server's name is shown. A webhook that an admin
switches off can be switched on again by its player; a malicious player is suspended, and then receives nothing.
"""

from typing import Final

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.admin import desk_words, people
from games.admin.desk_access import admin_of
from games.admin.read_only import Reading
from notifications.models import Webhook, WebhookDelivery
from notifications.outbox.calls import addresses
from notifications.outbox.webhooks import registry

LATEST: Final = 20
"""The number of deliveries listed."""


@admin.register(Webhook)
class WebhookAdmin(Reading):
    """The admin pages of webhooks, the latest first."""

    list_display = ("id", "owner", "server", "format", "game", "state", "failing_since", "created_at")
    list_filter = ("state", "format", ("failing_since", admin.EmptyFieldListFilter))
    list_select_related = ("player", "token", "game", "app")
    search_fields = ("=id", "=player__id", "=game__id")
    readonly_fields = ("owner", "server", "made_by", "waiting", "answers")
    exclude = (
        "player",
        "token",
        "app",
        "label",
        "url",
        "sealed_url",
        "mentions",
        "secret",
        "old_secret",
        "old_secret_until",
    )
    ordering = ("-created_at",)
    actions = ("switch_off",)

    @admin.display(description=gettext_lazy("player"))
    def owner(self, webhook: Webhook) -> str:
        """Return the player whose games it follows."""
        return people.link(webhook.player)

    @admin.display(description=gettext_lazy("server"))
    def server(self, webhook: Webhook) -> str:
        """Return the server's name and port."""
        return addresses.server(webhook.url)

    @admin.display(description=gettext_lazy("made by"))
    def made_by(self, webhook: Webhook) -> str:
        """Return whether a program registered it, with which token; or the app it belongs to."""
        if webhook.app:
            return _("for the app %(name)s") % {"name": webhook.app.name}
        return _("token %(id)d") % {"id": webhook.token.pk} if webhook.token else _("the player, signed in")

    @admin.display(description=gettext_lazy("waiting"))
    def waiting(self, webhook: Webhook) -> int:
        """Return how many messages are waiting to be posted."""
        return webhook.deliveries.filter(state=WebhookDelivery.State.QUEUED).count()

    @admin.display(description=gettext_lazy("last answers"))
    def answers(self, webhook: Webhook) -> SafeString:
        """List the latest deliveries and their outcomes."""
        rows = registry.deliveries(webhook)[:LATEST]
        return format_html_join("", "<div>{}</div>", ((_summarize(row),) for row in rows))

    def has_switch_off_permission(self, request: HttpRequest) -> bool:
        """Check the permission to change webhooks, which switching off requires, although no page here edits them."""
        return request.user.has_perm("notifications.change_webhook")

    @admin.action(description=gettext_lazy("Switch off"), permissions=["switch_off"])
    def switch_off(self, request: HttpRequest, webhooks: QuerySet[Webhook]) -> None:
        """Switch off those that are on, recording each in the list of admins' actions."""
        chosen = list(webhooks.filter(state=Webhook.State.ON))
        for webhook in chosen:
            registry.switch_off_as_admin(admin=admin_of(request), webhook=webhook, now=timezone.now())
        message = ngettext("%(n)d webhook was switched off.", "%(n)d webhooks were switched off.", len(chosen))
        self.message_user(request, message % {"n": len(chosen)}, messages.SUCCESS)


def _summarize(delivery: WebhookDelivery) -> str:
    """Describe a delivery in one line, without its content."""
    facts = [desk_words.instant(delivery.created_at), delivery.event, delivery.get_state_display()]
    answer = str(delivery.status or "") if delivery.last_error in ("", "status") else delivery.last_error
    tries = ngettext("%(n)d attempt", "%(n)d attempts", delivery.attempts) % {"n": delivery.attempts}
    return " · ".join(filter(None, [*facts, answer, tries]))
