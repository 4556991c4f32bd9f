"""A cup in a few words, for lists and for its own page: its name, its game, its state."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Cup, Player
from games.presentation import words
from games.web.clocks import each_move
from games.web.when import date_and_time


@dataclass(frozen=True)
class ShownCup:
    """A cup that `selectors` returned, for a reader in a time zone (IANA)."""

    cup: Cup
    zone: str

    @property
    def path(self) -> str:
        """Return the path of its page."""
        return reverse("cup", args=[self.cup.pk])

    @property
    def title(self) -> str:
        """Return the cup's name; if it was cleared, the game and the host."""
        return self.cup.name or f"{self.rules} · {self.cup.host.display_name}"

    @property
    def rules(self) -> str:
        return words.rules(self.cup.ruleset, self.cup.options)

    @property
    def pace(self) -> str:
        return each_move(self.cup.time_per_move)

    @property
    def system(self) -> str:
        """Describe the system: knockout or Swiss, with the seats at a table, or round robin."""
        patterns = {
            Cup.Kind.KNOCKOUT: _("knockout, %(seats)d at a table"),
            Cup.Kind.SWISS: ngettext(
                "Swiss system, %(rounds)d round, %(seats)d at a table",
                "Swiss system, %(rounds)d rounds, %(seats)d at a table",
                self.cup.rounds_wanted or 0,
            ),
            Cup.Kind.ROUND_ROBIN: _("everyone meets everyone once")
            if self.cup.legs == 1
            else _("everyone meets everyone twice"),
        }
        return patterns[Cup.Kind(self.cup.kind)] % {"rounds": self.cup.rounds_wanted or 0, "seats": self.cup.seats}

    @property
    def goes_on(self) -> str:
        """Return how many advance from a table of a knockout, in words."""
        count = self.cup.advancing or 1
        return ngettext("the best one goes on", "the best %(n)d go on", count) % {"n": count}

    @property
    def status_text(self) -> str:
        """Describe the cup's present state in a sentence."""
        when = {
            "begins": self.format_time(self.cup.entry_closes_at),
            "ended": self.format_time(self.cup.ended_at or self.cup.created_at),
        }
        match self.cup.state:
            case Cup.State.OPEN if self.cup.put_off:
                return _("Put off: begins on %(begins)s") % when
            case Cup.State.OPEN:
                return _("Begins on %(begins)s") % when
            case Cup.State.RUNNING:
                return _("Under way")
            case Cup.State.CALLED_OFF:
                return _("Called off on %(ended)s") % when
        return _("Over since %(ended)s") % when

    def format_time(self, instant: datetime) -> str:
        """Return an instant by the reader's clock."""
        return date_and_time(instant, self.zone)


def shown(cups: Iterable[Cup], reader: Player | None) -> list[ShownCup]:
    """Return these cups as a reader sees them."""
    return [ShownCup(cup, zone_of(reader)) for cup in cups]


def zone_of(reader: Player | None) -> str:
    """Return the reader's time zone; UTC for anonymous readers."""
    return reader.time_zone if reader else "UTC"
