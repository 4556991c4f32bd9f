"""The reader's games, most urgent first; and other things that need an answer: invitations, free seats."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeVar, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.competitions.clubs import selectors as clubs
from games.competitions.cups import selectors as cups
from games.competitions.leagues import selectors as leagues
from games.lobby import selectors
from games.models import Game, Player
from games.table.agreements import selectors as agreements
from games.table.talk import talk_lines
from games.web.confirmations import confirmed
from games.web.cups.shown import shown as shown_cups
from games.web.kinds_of_games import group_by_map, kinds
from games.web.leagues.shown import shown
from games.web.left_games import list_left
from games.web.listed import AwaitedGame, ListedGame, awaited, with_seats

Listed = TypeVar("Listed", ListedGame, AwaitedGame)
MOST: Final = 60
"""How many games of each kind are shown."""
MOST_ENDED: Final = 10
MOST_OFFERED: Final = 3
DONE: Final = {
    "decline": gettext_lazy("You have declined the invitation."),
    "leave": gettext_lazy("You have left the table."),
    "call_off": gettext_lazy("The table is called off."),
}
"""What the reader has just done elsewhere, by the word in the address."""


@never_cache
@login_required
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """Show all of the reader's games on one page."""
    context = _build_context(cast("Player", request.user), timezone.now())
    return render(request, "web/my_games.html", {**context, "done": DONE.get(confirmed(request).get("did", ""))})


def _build_context(player: Player, now: datetime) -> dict[str, object]:
    waiting = awaited(selectors.games_waiting_for(player)[:MOST], player, now, own=True)
    own_games, waiting_ids = selectors.games_of(player), [listed.game.pk for listed in waiting]
    running = own_games.filter(status=Game.Status.RUNNING).exclude(pk__in=selectors.given_up(player))
    running = running.exclude(pk__in=waiting_ids).order_by("-started_at")[:MOST]
    begun_or_open = own_games.filter(status__in=[Game.Status.OPEN, Game.Status.RUNNING]).order_by("created_at", "id")
    heads = [f"{game}.{head}" for game, head in begun_or_open.values_list("pk", "head")]
    invited = selectors.invitations_of(player).order_by("created_at", "id").values_list("pk", flat=True)
    forming = own_games.filter(status=Game.Status.OPEN).order_by("-created_at")[:MOST]
    ended = own_games.exclude(status__in=[Game.Status.OPEN, Game.Status.RUNNING, Game.Status.CLOSED])
    ended = ended.select_related("seriesgame__series")
    to_join = selectors.games_to_join(player).exclude(pk__in=selectors.invitations_of(player).values("pk"))
    company = TableNews(talk_lines.counts(player), agreements.asking(player))
    waiting, others = company.with_news(waiting), company.with_news(awaited(running, player, now, own=False))
    return {
        "heads": " ".join([*heads, *invited]),
        "waiting": waiting,
        "others": others,
        "asks": any(listed.asks for listed in [*waiting, *others]),
        "left": list_left(player),
        "forming": company.with_news(with_seats(forming)),
        "invitations": with_seats(selectors.invitations_of(player).order_by("-created_at")[:MOST]),
        "ended": company.with_news(with_seats(ended.order_by("-ended_at")[:MOST_ENDED])),
        "practice": group_by_map(kinds()),
        "clubs": list(clubs.clubs_of(player)),
        "club_invitations": list(clubs.invitations_of(player)),
        "cups": shown_cups(cups.cups_of(player, player), player),
        "leagues": shown(leagues.leagues_of(player, player), player),
        "open": with_seats(to_join.order_by("-created_at")[:MOST_OFFERED]),
    }


@dataclass(frozen=True, slots=True)
class TableNews:
    """News in the talk and in agreements: the number of new lines by game; the games with a proposal to answer."""

    new_lines: Mapping[str, int]
    asking: Collection[str]

    def with_news(self, games: Iterable[Listed]) -> list[Listed]:
        """Return the games, each with its own news."""
        return [
            replace(game, new_lines=self.new_lines.get(game.game.pk, 0), asks=game.game.pk in self.asking)
            for game in games
        ]
