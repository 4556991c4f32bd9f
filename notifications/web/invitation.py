"""The page, linked from emails, where players answer an invitation and can block its sender."""

from collections.abc import Mapping
from typing import ClassVar

from django.utils import timezone

from games.competitions.series import selectors as series
from games.lobby import club_tables, lobby
from games.models import Block, Game, Player, Turn
from games.people import relations
from games.presentation import words
from games.presentation.words.commitments import commitments
from games.presentation.words.lengths import length
from games.table.clocks import mapping
from notifications import links, times
from notifications.web.frame import Act, GamePage


def _join(player: Player, game: Game, _form: Mapping[str, str]) -> None:
    lobby.join_game(player=player, game_id=game.pk, now=timezone.now())


def _decline(player: Player, game: Game, _form: Mapping[str, str]) -> None:
    lobby.decline(player=player, game_id=game.pk, now=timezone.now())


def block(player: Player, game: Game, _form: Mapping[str, str]) -> None:
    """Block the game's host, the sender of invitations and seat offers."""
    relations.add(Block, player=player, other_id=game.host_id, now=timezone.now())


def unblock(player: Player, game: Game, _form: Mapping[str, str]) -> None:
    """Stop blocking the game's host."""
    relations.remove(Block, player=player, other_id=game.host_id)


class InvitationPage(GamePage):
    """The page of an invitation: a description of the game, and the possible answers."""

    kind = links.INVITATION
    template = "notifications/invitation.html"
    acts: ClassVar[Mapping[str, Act]] = {"join": _join, "decline": _decline, "block": block, "unblock": unblock}

    def context(self, player: Player, game: Game) -> dict[str, object]:
        """Return a description of the game, and whether the invitation can still be answered."""
        invitation = player.invitations.filter(club_tables.is_open_to(player, "game__"), game=game).first()
        terms, place = mapping.terms(game), series.place_of(game)
        return {
            "rules": words.rules(game.ruleset, game.options),
            "clock": [length(game.time_per_move), *times.agreed(terms)],
            "commitments": commitments(game, place.series.games_wanted if place else 1),
            "seated": game.seats.filter(player=player).exists(),
            "asked": Turn.objects.filter(game=game, player=player, closed_at=None).exists(),
            "invited": invitation is not None,
            "open": game.status == Game.Status.OPEN and (invitation is not None or game.access == Game.Access.OPEN),
            "declined": invitation is not None and invitation.answered_at is not None,
            "blocked": relations.exists(Block, player, game.host),
        }
