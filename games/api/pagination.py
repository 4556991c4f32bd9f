"""Long lists in pages, by an opaque cursor: nothing is seen twice or missed while rows come and go."""

from rest_framework.pagination import CursorPagination


class Pages(CursorPagination):
    """The newest first. `?limit=` rows a page, at most 200; `next` and `previous` are links."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "limit"
    ordering = ("-created_at", "-id")
