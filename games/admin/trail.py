"""Changes of players' rights in the admin's forms, field by field, which the list of acts does not contain.

django-auditlog records them, but only what can stay permanently: who may enter, and with which rights. No names, no
addresses of people or of machines, no free text; and only changes by an admin, since all others have their own log.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

# Importing these registers pages that are replaced below, so they must come first.
import auditlog.admin
import django.contrib.auth.admin
from auditlog.models import LogEntry
from auditlog.receivers import make_log_m2m_changes
from auditlog.registry import auditlog as registry
from auditlog.signals import pre_log
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models.signals import m2m_changed, pre_save
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from engine.codec import Json
from games.admin.desk_access import admin_of
from games.admin.read_only import Reading
from games.models import Player

registry.register(Player, include_fields=["kind", "is_active", "is_staff", "is_superuser"])
registry.register(Group, include_fields=["name"])

SETS: Final = {
    Player.groups.through: make_log_m2m_changes("groups"),
    Group.permissions.through: make_log_m2m_changes("permissions"),
}
"""The recorders of additions to these many-to-many fields, and of removals."""

_acting_admin: ContextVar[Player | None] = ContextVar("admin_at_it", default=None)


@contextmanager
def by(admin: Player) -> Iterator[None]:
    """Attribute the changes made in this block to this admin."""
    token = _acting_admin.set(admin)
    try:
        yield
    finally:
        _acting_admin.reset(token)


@receiver(pre_log)
def is_wanted(**kwargs: object) -> bool:
    """Allow a change to be recorded only while an admin makes it."""
    return _acting_admin.get() is not None


@receiver(m2m_changed)
def set_changed(sender: object, **kwargs: object) -> None:
    """Record what an admin adds to a many-to-many field or removes from it."""
    if sender in SETS and _acting_admin.get() is not None:
        SETS[sender](sender=sender, **kwargs)


@receiver(pre_save, sender=LogEntry)
def say_who(instance: LogEntry, **kwargs: object) -> None:
    """Record the actor's id only, since an address would outlive an erasure."""
    instance.actor = _acting_admin.get()


class Traced(admin.ModelAdmin):  # type: ignore[type-arg]
    """A form whose changes are recorded."""

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, object] | None = None,
    ) -> HttpResponse:
        with by(admin_of(request)):
            return super().changeform_view(request, object_id, form_url, extra_context)


__all__ = ["Traced", "auditlog", "by", "django"]

for _model in (Group, LogEntry):
    admin.site.unregister(_model)


@admin.register(Group)
class GroupAdmin(Reading):
    """Groups of admins, with their permissions. They come with the site, and nobody changes what they may."""

    list_display = ("name",)
    search_fields = ("name",)
    ordering = ("name",)


@admin.register(LogEntry)
class TrailAdmin(Reading):
    """Who gave which rights to whom."""

    list_display = ("timestamp", "actor", "action", "content_type", "object_repr", "changed")
    list_filter = ("action", "content_type")
    list_select_related = ("actor", "content_type")
    search_fields = ("=object_pk", "=actor__id")
    fields = ("timestamp", "actor", "action", "content_type", "object_repr", "changed")
    ordering = ("-timestamp",)

    @admin.display(description=_("changed"))
    def changed(self, entry: LogEntry) -> str:
        """List each field with its old and its new value."""
        return "; ".join(f"{name}: {_describe_change(change)}" for name, change in entry.changes_dict.items())


def _describe_change(change: Json | list[str]) -> str:
    if isinstance(change, dict):
        return f"{change['operation']} {', '.join(change['objects'])}"
    return " → ".join(change)
