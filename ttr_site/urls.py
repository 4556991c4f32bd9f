"""Every address of the site."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularSwaggerSplitView
from oauth2_provider.urls import base_urlpatterns, metadata_urlpatterns

from games.admin import entry
from notifications.web.calendar import CalendarPage, calendar_feed
from notifications.web.dead_address import works_again
from notifications.web.disputes import DisputesPage
from notifications.web.email import EmailPage
from notifications.web.hooks import NewWebhookPage, WebhooksPage
from notifications.web.invitation import InvitationPage
from notifications.web.mail import MailPageByLink, OwnMailPage
from notifications.web.notices import notices
from notifications.web.pause import pause_page
from notifications.web.plan import LinkedPlanPage
from notifications.web.push import PushPage
from notifications.web.seat import LinkedSeatPage
from notifications.web.table_hooks import TableWebhooksPage
from notifications.web.table_wish import TableWishPage
from notifications.web.webhooks import webhook
from ttr_site.consent import ConsentPage
from ttr_site.health import health, healthz, heartbeat, metrics, readyz
from ttr_site.schema_view import AdminSchemaView, SchemaView

admin.site.has_permission = entry.is_let_in  # type: ignore[method-assign]
admin.site.login = entry.sign_in  # type: ignore[method-assign, assignment]
admin.site.site_header = admin.site.site_title = "Night Mail"

# To authorize, exchange and revoke; RFC 8414 requires the metadata at the root.
oauth: list[URLPattern | URLResolver] = [
    *metadata_urlpatterns,
    path("oauth/authorize/", ConsentPage.as_view(), name="authorize"),
    path("oauth/", include(base_urlpatterns[1:3])),
]

urlpatterns = [
    path("api/v1/schema", SchemaView.as_view(), name="schema"),
    path("api/v1/docs", SpectacularSwaggerSplitView.as_view(url_name="schema", template_name="docs.html"), name="docs"),
    path("api/v1/admin/schema", AdminSchemaView.as_view(), name="admin-schema"),
    path(
        "api/v1/admin/docs",
        SpectacularSwaggerSplitView.as_view(url_name="admin-schema", template_name="docs.html"),
        name="admin-docs",
    ),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("notifications.api.urls")),
    path("mail-hooks/<str:provider>/<str:what>", webhook, name="mail-hook"),
    path("notices", notices, name="notices"),
    path("mail/", OwnMailPage.as_view(), name="mail-page"),
    path("mail/works-again", works_again, name="mailbox-works-again"),
    path("mail/<str:token>", MailPageByLink.as_view(), name="mail-page-by-link"),
    path("disputes/<str:token>", DisputesPage.as_view(), name="disputes-page"),
    path("invitations/<str:token>", InvitationPage.as_view(), name="invitation-page"),
    path("pauses/<str:token>", pause_page, name="pause-page"),
    path("emails/<str:token>", EmailPage.as_view(), name="email-page"),
    path("plans/<str:token>", LinkedPlanPage.as_view(), name="plan-page"),
    path("seats/<str:token>", LinkedSeatPage.as_view(), name="seat-page"),
    path("calendar/<str:secret>.ics", calendar_feed, name="calendar-feed"),
    path("settings/calendar", CalendarPage.as_view(), name="calendar-page"),
    path("settings/push", PushPage.as_view(), name="push-page"),
    path("settings/tables", TableWishPage.as_view(), name="table-wish"),
    path("settings/webhooks", WebhooksPage.as_view(), name="webhooks-page"),
    path("settings/webhooks/new", NewWebhookPage.as_view(), name="new-webhook-page"),
    path("games/<str:game_id>/webhooks", TableWebhooksPage.as_view(), name="table-webhooks-page"),
    path("", include("games.web.urls")),
    path("", include((oauth, "oauth2_provider"))),
    path("admin/", admin.site.urls),
    path("health", health),
    path("healthz", healthz),
    path("readyz", readyz),
    path("heartbeat", heartbeat),
    path("metrics", metrics),
]

handler400 = "ttr_site.failures.bad_request"
handler403 = "ttr_site.failures.permission_denied"
handler404 = "ttr_site.failures.not_found"
handler500 = "ttr_site.failures.server_error"
