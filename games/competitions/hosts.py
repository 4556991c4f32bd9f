"""What hosts of cups and of leagues have in common: a charter, reserved names, who may end a competition.

A competition's row keeps of its charter what each of its games is like.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.db.models import Model

from games import names
from games.errors import Forbidden
from games.lobby.lobby import Wishes
from games.models import Cup, Game, League, Player
from games.names import game_name
from games.people import audit, rights
from games.table.clocks import mapping
from games.table.clocks.terms import Terms

RIGHT: Final = "rule"
"""The right to make a competition official, and to end somebody else's."""
TAKES_NAMES: Final = "moderate"
MOST_OF_A_HOST: Final = 3
"""Cups of one host that are not official and go on, and as many leagues."""

Competition = Cup | League


@dataclass(frozen=True, slots=True, kw_only=True)
class Charter:
    """What a host decides about each game, once and for all. `official`: the site's own."""

    name: str
    ruleset: str
    seats: int
    clock: Terms
    options: Mapping[str, bool] = field(default_factory=dict)
    rated: bool = True
    bots: str = Game.Bots.NONE
    official: bool = False

    def wishes(self, seats: int) -> Wishes:
        """Return the settings of a game with this many seats."""
        return Wishes(
            ruleset=self.ruleset,
            seats=seats,
            clock=self.clock,
            options=self.options,
            rated=self.rated,
            bots=self.bots,
        )

    def row_fields(self) -> dict[str, object]:
        """Return the fields of a competition's row."""
        return {
            "name": game_name(self.name),
            "official": self.official,
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "time_per_move": self.clock.time_per_move,
            "clock": mapping.beside_time(self.clock),
            "seats": self.seats,
            "rated": self.rated,
            "bots": self.bots,
        }


def wishes_of(competition: Competition, seats: int, name: str) -> Wishes:
    """Return the settings of a new game in the competition."""
    return Wishes(
        ruleset=competition.ruleset,
        seats=seats,
        name=name,
        clock=mapping.terms_of(competition.time_per_move, competition.clock),
        options=competition.options,
        rated=competition.rated,
        bots=competition.bots,
    )


def is_of_the_site(name: str, kind: type[Cup] | type[League], **still_open: None) -> bool:
    """Check whether the name looks like one of ours, or of an official competition that goes on."""
    official = kind._default_manager.filter(official=True, **still_open).values_list("name", flat=True)
    return names.is_reserved(name) or names.key(name) in {names.key(official_name) for official_name in official}


def may_end(player: Player | None, competition: Competition, *, as_admin: bool) -> bool:
    """Check whether the player has made it, or may rule and comes as an admin: with a second factor."""
    if player is None:
        return False
    return competition.host_id == player.pk or (as_admin and rights.has(player, RIGHT))


def refuse_others(player: Player, competition: Competition, *, as_admin: bool) -> None:
    """Raise Forbidden("only_the_host") for anyone who may not end it."""
    if not may_end(player, competition, as_admin=as_admin):
        raise Forbidden("only_the_host")


def note_act(player: Player, competition: Competition, act: str, now: datetime) -> None:
    """Record what an admin did with it; what hosts do with their own is nobody's business."""
    if competition.official or competition.host_id != player.pk:
        audit.note(player, act, now, detail=_act_detail(competition))


def take_name(admin: Player, competition: Competition, act: str, now: datetime) -> None:
    """Take a name away that nobody should read. Games that have begun keep theirs. The row must be locked."""
    if competition.name:
        competition.name = ""
        competition.save(update_fields=["name"])
        audit.note(admin, act, now, detail=_act_detail(competition))


def _act_detail(competition: Model) -> dict[str, object]:
    return {str(competition._meta.model_name): competition.pk}
