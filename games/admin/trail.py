"""Changes of people's rights by the admin's own forms, field by field, which the list of acts does not have.

django-auditlog writes them down, but only what can stay for ever: who may enter, and what with. No name, no address of
anybody or of anybody's machine, no free text; and only while an admin is at it, since all else has a log of its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

# What this registers is replaced below, so it has to be there first.
import auditlog.admin
from auditlog.models import LogEntry
from auditlog.receivers import make_log_m2m_changes
from auditlog.registry import auditlog as registry
from auditlog.signals import pre_log
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.db.models.signals import m2m_changed, pre_save
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from games.admin.acting import admin_of
from games.admin.reading import Reading
from games.models import Player

registry.register(Player, include_fields=["kind", "is_active", "is_staff", "is_superuser"])
registry.register(Group, include_fields=["name"])

SETS: Final = {
    Player.groups.through: make_log_m2m_changes("groups"),
    Group.permissions.through: make_log_m2m_changes("permissions"),
}
"""What is written down when something is put into a set or taken out."""

_at_it: ContextVar[Player | None] = ContextVar("admin_at_it", default=None)


@contextmanager
def by(admin: Player) -> Iterator[None]:
    """Changes made in this block are this admin's."""
    token = _at_it.set(admin)
    try:
        yield
    finally:
        _at_it.reset(token)


@receiver(pre_log)
def is_wanted(**kwargs: Any) -> bool:
    """Whether it is to be written down."""
    return _at_it.get() is not None


@receiver(m2m_changed)
def set_changed(sender: Any, **kwargs: Any) -> None:
    """The same for sets."""
    if sender in SETS and _at_it.get() is not None:
        SETS[sender](sender=sender, **kwargs)


@receiver(pre_save, sender=LogEntry)
def say_who(instance: LogEntry, **kwargs: Any) -> None:
    """The actor is recorded by id; an address would outlive an erasure."""
    instance.actor = _at_it.get()


class Traced(admin.ModelAdmin):  # type: ignore[type-arg]
    """A form whose changes are written down."""

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        with by(admin_of(request)):
            return super().changeform_view(request, object_id, form_url, extra_context)


__all__ = ["Traced", "auditlog", "by"]

for _model in (Group, LogEntry):
    admin.site.unregister(_model)


@admin.register(Group)
class TracedGroupAdmin(Traced, GroupAdmin):
    """Groups of admins: what they may do, in one list, for Django's two side by side have no names."""

    filter_horizontal = ()


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
        """Each field with what it was and what it is."""
        return "; ".join(f"{name}: {_change(change)}" for name, change in entry.changes_dict.items())


def _change(change: Any) -> str:
    if isinstance(change, dict):
        return f"{change['operation']} {', '.join(change['objects'])}"
    return " → ".join(change)
