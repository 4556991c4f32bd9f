"""The lines of a table's log, written without a template because a page has many of them."""

from collections.abc import Iterable, Iterator

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.web.table.news import LogLine

register = template.Library()


@register.simple_tag
def log_lines(lines: Iterable[LogLine]) -> SafeString:
    """Return these lines as items of a list."""
    return mark_safe("".join(map(_line, lines)))


def _line(line: LogLine) -> str:
    look = f' class="{line.look}"' if line.look else ""
    when = f'<time datetime="{line.at.isoformat()}">{escape(line.when)}</time>'
    return f"<li{look}>{when} <span>{escape(line.visible_text)}{''.join(_rest(line))}</span></li>"


def _rest(line: LogLine) -> Iterator[str]:
    """Yield what follows a line's text: most lines end with it."""
    if line.taken_back:
        yield f' <small class="undone-note">{escape(_("(taken back)"))}</small>'
    if folded := line.folded_text:
        yield f' <details class="more"><summary>{escape(_("The rest"))}</summary>{escape(folded)}</details>'
    if line.points:
        points = ngettext("%(n)s point", "%(n)s points", line.points) % {"n": line.points}
        yield f" <small>{escape(points)}</small>"
    for score in line.scores:
        yield f'<span class="scored">{escape(score)}</span>'
