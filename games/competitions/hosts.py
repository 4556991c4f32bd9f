"""The common part of hosting cups and leagues: settings, reserved names, who may end a competition.

A competition's row stores the settings of its games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import Model
from django.urls import reverse

from games import names
from games.competitions import audience
from games.competitions.audience import Competition
from games.errors import Forbidden, Unprocessable
from games.lobby.lobby import Wishes
from games.models import Cup, Game, League, Player
from games.names import game_name
from games.people import audit, rights
from games.table.clocks import mapping
from games.table.clocks.terms import Terms

RIGHT: Final = "rule"
"""The right to make a competition official, to hand over other people's, and to end them."""
TAKES_NAMES: Final = "moderate"
MOST_OF_A_HOST: Final = 3
"""How many unofficial cups of one host may be open or running, and as many leagues."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Charter:
    """The settings of each game, which the host cannot change later. `official`: run by the site.

    `club` is the id of the club whose members alone can enter; others see that competition only if it is `public`.
    `tie_breaks` are names of `TieBreak`, in order; without any, the usual ones apply.
    """

    name: str
    ruleset: str
    seats: int
    clock: Terms
    options: Mapping[str, bool] = field(default_factory=dict)
    rated: bool = True
    bots: str = Game.Bots.NONE
    official: bool = False
    club: str | None = None
    public: bool = False
    tie_breaks: Sequence[str] = ()

    @property
    def is_public(self) -> bool:
        """Whether anyone can look at the competition."""
        return self.club is None or self.public

    def refuse_club(self, host: Player) -> None:
        """Refuse a club for which the host can make no such competition, as `audience.refuse_wish` does."""
        if self.club is not None:
            audience.refuse_wish(host, self.club, public=self.public, official=self.official)

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
        """Return these settings as fields of a competition's row."""
        return {
            "name": game_name(self.name),
            "official": self.official,
            "club_id": self.club,
            "public": self.is_public,
            "tie_breaks": list(self.tie_breaks),
            "ruleset": self.ruleset,
            "options": dict(self.options),
            "time_per_move": self.clock.time_per_move,
            "clock": mapping.beside_time(self.clock),
            "seats": self.seats,
            "rated": self.rated and self.is_public,
            "bots": self.bots,
        }


def wishes_of(competition: Competition, seats: int, name: str) -> Wishes:
    """Return the settings of a new game in the competition."""
    return Wishes(
        ruleset=competition.ruleset,
        seats=seats,
        name=name,
        club=None if competition.public else competition.club_id,
        clock=mapping.terms_of(competition.time_per_move, competition.clock),
        options=competition.options,
        rated=competition.rated,
        bots=competition.bots,
    )


def is_of_the_site(name: str, kind: type[Cup] | type[League], **still_open: None) -> bool:
    """Check whether the name looks like a reserved one, or like that of an official competition that is not over."""
    official = kind._default_manager.filter(official=True, **still_open).values_list("name", flat=True)
    return names.is_reserved(name) or names.key(name) in {names.key(official_name) for official_name in official}


def refuse_reserved(competition: Competition, name: str) -> None:
    """Raise Unprocessable (cup_name_reserved, league_name_reserved) for a name of the site, unless it is the site's."""
    if competition.official:
        return
    if isinstance(competition, Cup):
        if is_of_the_site(name, Cup, ended_at=None):
            raise Unprocessable("cup_name_reserved")
    elif is_of_the_site(name, League, closed_at=None):
        raise Unprocessable("league_name_reserved")


def refuse_others(player: Player, competition: Competition, *, as_admin: bool = False) -> None:
    """Refuse others than hosts and, with `as_admin`, admins with the right to rule.

    Raises NotFound (no_such_cup, no_such_league) for those who may not know of it, Forbidden("only_the_host").
    """
    if not (is_host(player, competition) or (as_admin and rights.has(player, RIGHT))):
        audience.refuse_unknown(player, competition)
        raise Forbidden("only_the_host")


def is_host(player: Player | None, competition: Competition) -> bool:
    """Check whether the player hosts the competition: of a club's, each of the club's hosts does."""
    if player is None or competition.club_id is None:
        return player is not None and competition.host_id == player.pk
    return audience.is_host_of(competition.club_id, player)


def note_act(player: Player, competition: Competition, act: str, now: datetime) -> None:
    """Record an admin's act on a competition; acts of hosts on their own are not recorded."""
    if competition.official or not is_host(player, competition):
        audit.note(player, act, now, detail=act_detail(competition))


def take_name(admin: Player, competition: Competition, act: str, now: datetime) -> None:
    """Clear an offensive name. Games that have begun keep theirs. The row must be locked."""
    if competition.name:
        competition.name = ""
        competition.save(update_fields=["name"])
        audit.note(admin, act, now, detail=act_detail(competition))


def describe(competition: Competition) -> dict[str, object]:
    """Return what emails say of the competition: its kind, name and page."""
    page = settings.PUBLIC_URL + page_of(competition)
    return {"is_cup": isinstance(competition, Cup), "name": competition.name or competition.pk, "page": page}


def page_of(competition: Competition) -> str:
    """Return the path of the competition's page."""
    return reverse("cup" if isinstance(competition, Cup) else "league", args=[competition.pk])


def act_detail(competition: Model) -> dict[str, object]:
    """Return what the record of an act says of the competition: its kind and id."""
    return {str(competition._meta.model_name): competition.pk}
