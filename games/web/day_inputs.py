"""Widgets for a day and for a time of day.

Browsers show an empty one as they like: WebKit as if it were filled, with the time that it is now. So it says beside it
that nothing is set, until somebody sets it (`parts.css`).
"""

from datetime import date

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import instants


class _SaysWhetherSet(forms.widgets.DateTimeBaseInput):
    def render(
        self,
        name: str,
        value: object,
        attrs: dict[str, object] | None = None,
        renderer: forms.renderers.BaseRenderer | None = None,
    ) -> SafeString:
        drawn = super().render(name, value, attrs, renderer)
        return drawn if value else format_html('{} <span class="hint unset">{}</span>', drawn, _("not set"))


class DayInput(_SaysWhetherSet, forms.DateInput):
    """A day, chosen from the browser's calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class TimeOfDayInput(_SaysWhetherSet, forms.TimeInput):
    """A time of day, by hours and minutes."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format=instants.HH_MM)


def offer_from(form: forms.Form, first: date, *names: str) -> None:
    """Have these fields of a form offer no day before the first; the server judges what is posted all the same."""
    for name in names:
        form.fields[name].widget.attrs["min"] = first.isoformat()
