"""Notices about the reader's account, or about a table, supplied by other apps (`games.signals`)."""

from collections.abc import Iterable
from typing import NamedTuple

from django import template
from django.http import HttpRequest
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games.models import Game, Player
from games.signals import account_notices_wanted, table_notices_wanted

register = template.Library()


class PageNotice(NamedTuple):
    """A notice: the name of its template, and the template's context."""

    template: str
    told: dict[str, object]


@register.simple_tag(takes_context=True)
def account_notices(context: Context) -> SafeString:
    """Return the account's notices for a signed-in player, as HTML, one below the other."""
    request = context["request"]
    if not isinstance(request.user, Player):
        return mark_safe("")
    return _render_notices(account_notices_wanted.send(sender=Player, player=request.user), request)  # type: ignore[arg-type]


@register.simple_tag(takes_context=True)
def table_notices(context: Context, game: Game) -> SafeString:
    """Return a table's notices, as HTML, for a signed-in player who sits there or is its host."""
    request = context["request"]
    if not isinstance(request.user, Player):
        return mark_safe("")
    answers = table_notices_wanted.send(sender=Game, game=game, player=request.user)
    return _render_notices(answers, request)  # type: ignore[arg-type]


def _render_notices(answers: Iterable[tuple[object, PageNotice | None]], request: HttpRequest) -> SafeString:
    notices = [notice for _, notice in answers if notice is not None]
    return mark_safe("".join(render_to_string(notice.template, notice.told, request=request) for notice in notices))
