"""The list of bots that accept challenges, for anyone, with a button that creates a table for one of them."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.ids import is_id
from games.models import BotPolicy, Game
from games.people import bot_policies
from games.presentation import words
from games.table.clocks.terms import PRESETS, Terms
from games.web.access import reader_of
from games.web.clocks import USUAL, each_move

PAGE_SIZE = 50


@never_cache
@require_safe
def bots(request: HttpRequest) -> HttpResponse:
    """List the bots that accept challenges, those with room for another game first."""
    pages = Paginator(bot_policies.challengeable(timezone.now()), PAGE_SIZE).get_page(request.GET.get("page"))
    rows = [{"policy": policy, "plays": plays(policy), "times": times(policy)} for policy in pages.object_list]
    return render(request, "web/bots.html", {"rows": rows, "pages": pages, "reader": reader_of(request)})


def challenged(bot_id: str) -> BotPolicy | None:
    """Return the policy of the bot with this id, if it accepts challenges."""
    return bot_policies.challengeable(timezone.now()).filter(bot=bot_id).first() if is_id(bot_id) else None


def wishes(policy: BotPolicy) -> dict[str, object]:
    """Return initial values for the form of a new table, so that the bot accepts the challenge."""
    paces = [name for name, terms in PRESETS.items() if _suits(terms, policy)]
    clock = {"clock": USUAL if USUAL in paces else paces[0]} if paces else {}
    ruleset = {"ruleset": policy.rulesets[0]} if policy.rulesets else {}
    return (
        {"guests": policy.bot.name, "access": Game.Access.INVITATION.value, "bots": True, "seats": "2"}
        | clock
        | ruleset
    )


def _suits(terms: Terms, policy: BotPolicy) -> bool:
    return policy.shortest_time <= terms.time_per_move <= policy.longest_time


def plays(policy: BotPolicy) -> list[str]:
    """Return the titles of the games that the bot accepts; none for a bot that accepts all."""
    return [words.title(name) for name in policy.rulesets]


def times(policy: BotPolicy) -> tuple[str, str]:
    """Return the bot's fastest clock and its slowest, in words."""
    return each_move(policy.shortest_time), each_move(policy.longest_time)
