"""Widgets for a day and for a time of day.

Browsers differ in showing an empty input: WebKit shows the present time as if it were set. So a text beside it says
that nothing is set, until a value is (`parts.css`).
"""

from datetime import date
from typing import Final

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import instants

UNSET: Final = '<span class="dated">{} <span class="hint unset">{}</span></span>'


class _SaysWhetherSet(forms.widgets.DateTimeBaseInput):
    def render(
        self,
        name: str,
        value: object,
        attrs: dict[str, object] | None = None,
        renderer: forms.renderers.BaseRenderer | None = None,
    ) -> SafeString:
        drawn = super().render(name, value, attrs, renderer)
        return drawn if value else format_html(UNSET, drawn, _("not set"))


class DayInput(_SaysWhetherSet, forms.DateInput):
    """An input for a day, chosen from the browser's calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class TimeOfDayInput(_SaysWhetherSet, forms.TimeInput):
    """An input for a time of day, in hours and minutes."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format=instants.HH_MM)


def offer_from(form: forms.Form, first: date, *names: str) -> None:
    """Limit these fields of a form to days from `first` on; the server still checks the posted value."""
    for name in names:
        form.fields[name].widget.attrs["min"] = first.isoformat()
