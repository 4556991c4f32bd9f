"""A league in a few words, for lists and for its own page: its name, its game, its state."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from games.competitions.leagues import selectors
from games.models import League, LeagueSeason, Player
from games.presentation import words
from games.web.clocks import each_move
from games.web.when import date_and_time


@dataclass(frozen=True)
class ShownLeague:
    """A league that `selectors` returned, for a reader in a time zone (IANA)."""

    league: League
    zone: str

    @property
    def path(self) -> str:
        """Return the path of its page."""
        return reverse("league", args=[self.league.pk])

    @property
    def title(self) -> str:
        """Return the league's name; if it was cleared, the game and the host."""
        return self.league.name or f"{self.rules} · {self.league.host.display_name}"

    @property
    def rules(self) -> str:
        return words.rules(self.league.ruleset, self.league.options)

    @property
    def pace(self) -> str:
        return each_move(self.league.time_per_move)

    @property
    def season(self) -> LeagueSeason | None:
        """Return the running or planned season; for a closed league the last one."""
        return selectors.newest(self.league)

    @property
    def status_text(self) -> str:
        """Describe the league's present state in a sentence."""
        season = self.season
        if season is None or season.state == LeagueSeason.State.OVER:
            return _("Closed: no season begins any more")
        placeholders = {"number": season.number, "starts": self.at(season.starts_at), "ends": self.at(season.ends_at)}
        if season.state == LeagueSeason.State.RUNNING:
            return _("Season %(number)d runs until %(ends)s") % placeholders
        if season.postponed:
            return _("Season %(number)d is put off until %(starts)s") % placeholders
        return _("Season %(number)d begins on %(starts)s") % placeholders

    def at(self, instant: datetime) -> str:
        """Return an instant by the reader's clock."""
        return date_and_time(instant, self.zone)


def shown(leagues: Iterable[League], reader: Player | None) -> list[ShownLeague]:
    """Return these leagues as a reader sees them."""
    return [ShownLeague(league, zone_of(reader)) for league in leagues]


def zone_of(reader: Player | None) -> str:
    """Return the reader's time zone; UTC for anonymous readers."""
    return reader.time_zone if reader else "UTC"
