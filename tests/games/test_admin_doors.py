"""Django's admin changes no row around the services: everything that it offers is listed here, with its service."""

from typing import Final

import pytest
from django.contrib import admin
from django.test import RequestFactory

from games.models import Player

pytestmark = pytest.mark.django_db

SERVICES: Final = {
    ("games.Player", "change"): "games.people.appointments.appoint",
    ("games.AccessToken", "revoke"): "games.people.tokens.revoke_as_admin",
    ("games.Application", "delete"): "games.people.own_apps.delete_as_admin",
    ("mfa.Authenticator", "delete"): "games.people.second_factors.take_away",
    ("games.Game", "release"): "games.table.play.quarantine.release",
    ("games.Game", "in_bulk"): "games.table.rulings.bulk.order",
    ("games.League", "take_name"): "games.competitions.leagues.creation.take_name",
    ("games.Cup", "take_name"): "games.competitions.cups.creation.take_name",
    ("games.Club", "take_name"): "games.competitions.clubs.creation.take_name",
    ("games.ClubAnnouncement", "remove"): "games.competitions.clubs.announcements.remove_as_admin",
    ("games.Mention", "take_out"): "games.people.mentions.take_out",
    ("games.Mention", "leave"): "games.people.mentions.leave",
    ("notifications.DeadAddress", "delete"): "notifications.outbox.dead_addresses.try_again_as_admin",
    ("notifications.Mail", "retry"): "notifications.outbox.queue.retry",
    ("notifications.InboundEmail", "again"): "notifications.inbox.queue.ReadQueue.again",
    ("notifications.SiteEmail", "again"): "notifications.inbox.queue.ReadQueue.again",
    ("notifications.MailReport", "again"): "notifications.inbox.queue.ReadQueue.again",
    ("notifications.Webhook", "switch_off"): "notifications.outbox.webhooks.registry.switch_off_as_admin",
}
"""What an admin can do in a form or to selected rows, and what does it. Pages of our own are not listed."""


def test_whatever_the_admin_offers_is_a_service() -> None:
    request = RequestFactory().get("/admin/")
    request.user = Player.objects.create_superuser("boss@mail.example", "Boss")
    offered = {
        (model._meta.label, act)
        for model, page in admin.site._registry.items()
        for act in ("add", "change", "delete")
        if getattr(page, f"has_{act}_permission")(request)
    }
    offered |= {
        (model._meta.label, act)
        for model, page in admin.site._registry.items()
        for act in page.get_actions(request)
        if act != "delete_selected" or (model._meta.label, "delete") not in offered
    }
    assert offered == set(SERVICES)


@pytest.mark.parametrize(("label", "act"), [place for place in SERVICES if place[1] in ("change", "delete")])
def test_no_form_saves_or_deletes_a_row_itself(label: str, act: str) -> None:
    page = next(page for model, page in admin.site._registry.items() if model._meta.label == label)
    overridden = {"change": ("save_model", "save_related"), "delete": ("delete_model", "delete_queryset")}[act]
    assert all(getattr(type(page), method) is not getattr(admin.ModelAdmin, method) for method in overridden)
