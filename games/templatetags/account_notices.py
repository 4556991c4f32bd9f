"""What the reader of a page should know of the account, or of a table; other apps say it (`games.signals`)."""

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
    """A notice: the name of its template, and what that is told."""

    template: str
    told: dict[str, object]


@register.simple_tag(takes_context=True)
def account_notices(context: Context) -> SafeString:
    """Those of the account, of a signed-in player, as HTML, one below the other."""
    request = context["request"]
    if not isinstance(request.user, Player):
        return mark_safe("")
    return _shown(account_notices_wanted.send(sender=Player, player=request.user), request)  # type: ignore[arg-type]


@register.simple_tag(takes_context=True)
def table_notices(context: Context, game: Game) -> SafeString:
    """Those of a table, for a signed-in player who sits there or is its host."""
    request = context["request"]
    if not isinstance(request.user, Player):
        return mark_safe("")
    told = table_notices_wanted.send(sender=Game, game=game, player=request.user)
    return _shown(told, request)  # type: ignore[arg-type]


def _shown(answers: Iterable[tuple[object, PageNotice | None]], request: HttpRequest) -> SafeString:
    found = [notice for _, notice in answers if notice is not None]
    return mark_safe("".join(render_to_string(one.template, one.told, request=request) for one in found))
