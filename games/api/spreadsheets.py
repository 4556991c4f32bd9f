"""Files for spreadsheets."""

from typing import Final

from rest_framework.renderers import JSONRenderer

CSV: Final = "text/csv"


class CsvRenderer(JSONRenderer):
    """A renderer for views that answer with a file, and with JSON where they refuse."""

    media_type = CSV
    format = "csv"
