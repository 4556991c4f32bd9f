"""A league in a few words, for lists and for its own page: what it is called, what is played, how it stands."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games import words
from games.competitions.leagues import selectors
from games.models import League, LeagueSeason, Player
from games.web.clocks import each_move
from games.web.when import date_and_time


@dataclass(frozen=True)
class ShownLeague:
    """A league that `selectors` found, for a reader in a time zone (IANA)."""

    league: League
    zone: str

    @property
    def title(self) -> str:
        """Its name; where it has lost that, what is played and by whom it was made."""
        return self.league.name or f"{self.rules} · {self.league.host.display_name}"

    @property
    def rules(self) -> str:
        return words.rules(self.league.ruleset, self.league.options)

    @property
    def pace(self) -> str:
        return each_move(self.league.time_per_move)

    @property
    def season(self) -> LeagueSeason | None:
        """The season that runs or is planned; the last one, where the league is closed."""
        return selectors.newest(self.league)

    @property
    def stands(self) -> str:
        """What goes on now, in a sentence."""
        season = self.season
        if season is None or season.state == LeagueSeason.State.OVER:
            return _("Closed: no season begins any more")
        told = {"number": season.number, "starts": self.at(season.starts_at), "ends": self.at(season.ends_at)}
        if season.state == LeagueSeason.State.RUNNING:
            return _("Season %(number)d runs until %(ends)s") % told
        if season.postponed:
            return _("Season %(number)d is put off until %(starts)s") % told
        return _("Season %(number)d begins on %(starts)s") % told

    def at(self, instant: datetime) -> str:
        """An instant as the reader's clock has it."""
        return date_and_time(instant, self.zone)


def shown(leagues: Iterable[League], reader: Player | None) -> list[ShownLeague]:
    """These leagues for a reader."""
    return [ShownLeague(league, zone_of(reader)) for league in leagues]


def zone_of(reader: Player | None) -> str:
    """The reader's time zone; UTC for strangers."""
    return reader.time_zone if reader else "UTC"
