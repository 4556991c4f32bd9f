"""What the reader of a signed-in page should know of the account; other apps say it (`games.signals`)."""

from typing import NamedTuple

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games.models import Player
from games.signals import account_notices_wanted

register = template.Library()


class AccountNotice(NamedTuple):
    """A notice: the name of its template, and what that is told."""

    template: str
    told: dict[str, object]


@register.simple_tag(takes_context=True)
def account_notices(context: Context) -> SafeString:
    """All of them as HTML, one below the other."""
    request = context["request"]
    if not isinstance(request.user, Player):
        return mark_safe("")
    answers: list[tuple[object, AccountNotice | None]]
    answers = account_notices_wanted.send(sender=Player, player=request.user)  # type: ignore[assignment]
    found = [notice for _, notice in answers if notice is not None]
    return mark_safe("".join(render_to_string(one.template, one.told, request=request) for one in found))
