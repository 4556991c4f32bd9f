"""Admin pages that only show: history is not edited."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest


class Reading(admin.ModelAdmin):  # type: ignore[type-arg]
    """Nothing can be added, changed or deleted here; to read takes Django's permission to view."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
