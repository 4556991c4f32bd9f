"""A player's page: member since, reliability, games played, results, and opponents; and the reader's relation to them.

It does not count games that the reader may not know of.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.competitions.cups import selectors as cups
from games.competitions.leagues import selectors as leagues
from games.errors import Refused
from games.lobby import records
from games.models import Block, Friend, Game, Player
from games.people import bots, relations, reliability
from games.people.suspension import is_guest
from games.presentation import words
from games.ratings import rating_table
from games.web import bots as shown_bots
from games.web.access import reader_of
from games.web.cups.shown import shown as shown_cups
from games.web.leagues.shown import shown as shown_leagues
from games.web.listed import ListedGame, seats_of
from games.web.sign_in import page

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

PAGE_SIZE: Final = 20
MOST_RUNNING: Final = 20


@method_decorator([csrf_protect, never_cache], name="dispatch")
class PlayerPage(View):
    """The page of a player. Erased players, guests and stand-ins have none."""

    def get(self, request: HttpRequest, player_id: str) -> HttpResponse:
        return _show_page(request, _get_player(player_id))

    def post(self, request: HttpRequest, player_id: str) -> HttpResponse:
        """Mark the player as a friend, block them, or undo that. Repeating it changes nothing."""
        player, reader = _get_player(player_id), reader_of(request)
        if reader is None or is_guest(reader):
            return redirect("account_login")
        try:
            confirmation = _act(request.POST.get("do", ""), reader, player)
        except Refused as refusal:
            return _show_page(request, player, refusal)
        if confirmation:
            messages.success(request, confirmation)
        return redirect("player", player.pk)


def _get_player(player_id: str) -> Player:
    player = Player.objects.filter(pk=player_id).first()
    if player is None or not player.has_page:
        raise Http404
    return player


def _act(action: str, reader: Player, player: Player) -> str:
    """Perform a button's action, and return its confirmation. Raise Refused."""
    name = {"name": player.name}
    match action:
        case "befriend":
            relations.add(Friend, player=reader, other_id=player.pk, now=timezone.now())
            return _("%(name)s comes first when you invite.") % name
        case "unfriend":
            relations.remove(Friend, player=reader, other_id=player.pk)
            return _("%(name)s is no longer marked as a friend.") % name
        case "block":
            relations.add(Block, player=reader, other_id=player.pk, now=timezone.now())
            return _("%(name)s no longer invites you, nor joins your tables.") % name
        case "unblock":
            relations.remove(Block, player=reader, other_id=player.pk)
            return _("%(name)s can invite you and join your tables again.") % name
    return ""


def _show_page(request: HttpRequest, player: Player, refusal: Refused | None = None) -> HttpResponse:
    reader = reader_of(request)
    games = records.games(player, reader)
    running = games.filter(status=Game.Status.RUNNING).order_by("-started_at", "-pk")
    ended = Paginator(games.exclude(status=Game.Status.RUNNING).order_by("-ended_at", "-pk"), PAGE_SIZE)
    ended_page = ended.get_page(request.GET.get("page"))
    context = {
        "player": player,
        "known": reliability.reliability_of([player.pk], timezone.now()).get(player.pk, reliability.NEW),
        "played": _count_played(player, reader),
        "companions": records.companions(player, reader),
        "cups": shown_cups(cups.cups_of(player, reader), reader),
        "leagues": shown_leagues(leagues.leagues_of(player, reader), reader),
        "running": _list_games(running[:MOST_RUNNING]),
        "pages": ended_page,
        "ended": _list_games(ended_page.object_list),
        "bots": bots.bots_by_name(player),
        **_describe_policy(player),
        **_describe_relation(reader, player),
    }
    return page(request, "web/player.html", context, refusal)


def _describe_policy(player: Player) -> dict[str, object]:
    """Return which challenges a bot accepts, if any."""
    policy = shown_bots.challenged(player.pk) if player.is_bot else None
    return {"policy": policy, "plays": shown_bots.plays(policy), "times": shown_bots.times(policy)} if policy else {}


def _count_played(player: Player, reader: Player | None) -> list[dict[str, object]]:
    """Return how many games of each ruleset the player has played, with the rating."""
    ratings = rating_table.ratings_of(player)
    return [
        {
            "title": words.title(row.ruleset),
            "row": row,
            "skill": rating_table.skill_of(ratings[row.ruleset]) if row.ruleset in ratings else None,
        }
        for row in records.by_ruleset(player, reader)
    ]


def _list_games(games: "Iterable[WithAnnotations[Game, records.OwnResult]]") -> list[dict[str, object]]:
    """Return the games with the player's own results."""
    rows = list(games)
    seats = seats_of(rows)
    return [{"listed": ListedGame(game, seats[game.pk]), "rank": game.rank, "points": game.points} for game in rows]


def _describe_relation(reader: Player | None, player: Player) -> dict[str, bool]:
    """Return whether the reader has marked or blocked the player."""
    if reader is None or is_guest(reader):
        return {}
    if reader == player:
        return {"own": True}
    blocked = relations.exists(Block, reader, player)
    return {"other": True, "friend": relations.exists(Friend, reader, player), "blocked": blocked}
