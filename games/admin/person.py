"""A page with everything that an admin needs to know about a player, and notes for other admins."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.admin import desk_hints
from games.admin.desk_access import admin_of, check, refusal_sentence, status_of, words
from games.admin.sanctions import ModerationPages
from games.errors import Refused
from games.models import Game, Player, Seat
from games.people import audit, moderation, rights
from games.table.disputes import dossier, hints

TABLES: Final = 10
"""How many of a player's games are searched for other players with something in common."""


class PersonPages(ModerationPages):
    """The page about a player. It takes the permission to view players, and the visit is recorded."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.person_view)
        return [path("<str:object_id>/person/", view, name="games_player_person"), *super().get_urls()]

    def person_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the dossier; a POST adds a note."""
        player: Player | None = self.get_object(request, object_id)
        if not self.has_view_permission(request, player):
            raise PermissionDenied
        if player is None:
            raise Http404
        if request.method == "POST":
            return self._write_note(request, player)
        return self._render(request, player)

    def _render(self, request: HttpRequest, player: Player, text: str = "", status: int = 200) -> HttpResponse:
        admin, now = admin_of(request), timezone.now()
        audit.looked_at(admin, player, now)
        person_dossier = dossier.compile_dossier(player, admin, now)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "media": self.media,
            "title": player.name,
            "player": player,
            "text": text,
            "found": person_dossier,
            "bots": Player.objects.filter(owner=player).order_by("date_joined"),
            "patterns": [] if person_dossier.close else desk_hints.hint_texts(_find_patterns(player, admin, now)),
            "may_moderate": rights.has(admin, moderation.RIGHT)
            and not person_dossier.close
            and player.erased_at is None,
        }
        return TemplateResponse(request, "admin/games/player/person.html", context, status=status)

    def _write_note(self, request: HttpRequest, player: Player) -> HttpResponse:
        check(request, moderation.RIGHT)
        text = words(request, "text")
        try:
            if text:
                moderation.note(admin=admin_of(request), player_id=player.pk, text=text, now=timezone.now())
                messages.success(request, _("Noted."))
        except Refused as refusal:
            messages.error(request, refusal_sentence(refusal))
            return self._render(request, player, text, status_of(refusal))
        return HttpResponseRedirect(reverse("admin:games_player_person", args=[player.pk]))


def _find_patterns(player: Player, admin: Player, now: datetime) -> Iterator[hints.Hint]:
    """Yield each hint about the player once: lateness in several games, and patterns at current tables."""
    yield from hints.late([player], now)
    seated = Seat.objects.filter(player=player).values("game")
    running = list(Game.objects.filter(pk__in=seated, status=Game.Status.RUNNING).order_by("-started_at")[:TABLES])
    own = rights.played_by(admin, [game.pk for game in running])
    shared = hints.of_games([game for game in running if game.pk not in own], now)
    yield from dict.fromkeys(hint for hint in shared if player in hint.players)
