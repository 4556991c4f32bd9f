"""Admin pages that only show, since history is not edited."""

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.names import prepared


class Reading(admin.ModelAdmin):  # type: ignore[type-arg]
    """A page that only shows: nothing can be added, changed or deleted. Reading takes Django's permission to view."""

    show_full_result_count = False

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Model], search_term: str
    ) -> tuple[QuerySet[Model], bool]:
        """Search for the normalized spelling in which names are stored, however the term was typed."""
        return super().get_search_results(request, queryset, prepared(search_term))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
