"""Creating a league: its seasons and divisions, in addition to the settings of all competitions' games."""

from datetime import datetime, timedelta
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.competitions import schedule
from games.competitions.leagues import creation
from games.competitions.leagues.creation import FEWEST_DAYS, MOST_DAYS, LeagueCharter
from games.models import Player
from games.models.league import LARGEST_DIVISION, SMALLEST_DIVISION
from games.presentation.words.lists import listed
from games.web.competition_forms import CharterForm, CharterPage, begins_on, name_field, seats
from games.web.kinds_of_games import FEWEST, MOST

OF_SEASONS: Final = ("games_each", "division_size", "movers", "season_days")


class NewLeagueForm(CharterForm):
    """A form for a new league. The possible numbers of games per player depend on the size of a table."""

    usually = timedelta(days=14)

    name = name_field(_("Name of the league"))
    seats = seats(FEWEST, MOST, usually=4)
    starts_on = begins_on(
        _("The first season begins on"),
        _("At six in the evening where you live. With too few players it is put off by a week."),
    )
    official = forms.BooleanField(label=_("Official: the site’s own league"), required=False)
    games_each = forms.IntegerField(
        label=_("Games for each player"),
        min_value=FEWEST,
        max_value=12,
        initial=4,
        help_text=_("All at once, in every season: a multiple of the players at a table."),
    )
    season_days = forms.IntegerField(
        label=_("Days of a season"),
        min_value=FEWEST_DAYS,
        max_value=MOST_DAYS,
        initial=90,
        help_text=_("Games that still run then end with the points of that moment: tickets are not scored."),
    )
    division_size = forms.IntegerField(
        label=_("Players of a division"), min_value=SMALLEST_DIVISION, max_value=LARGEST_DIVISION, initial=20
    )
    movers = forms.IntegerField(label=_("How many are promoted, and relegated"), min_value=1, max_value=5, initial=3)

    def clean(self) -> dict[str, object]:
        """Raise ValidationError for numbers of players and games that are incompatible."""
        super().clean()
        cleaned = self.cleaned_data
        seats, games = cleaned.get("seats"), cleaned.get("games_each")
        size, movers = cleaned.get("division_size"), cleaned.get("movers")
        if size and seats and size < seats:
            raise ValidationError({"division_size": _("No fewer than sit at a table.")})
        if size and movers and 2 * movers > size:
            raise ValidationError({"movers": _("At most half of a division’s players.")})
        if seats and games and games not in schedule.possible_games(seats):
            possible = listed(map(str, schedule.possible_games(seats)))
            raise ValidationError({"games_each": _("With so many at a table: %(numbers)s.") % {"numbers": possible}})
        return cleaned

    def make(self, host: Player, now: datetime) -> str:
        seasons = {name: self.cleaned_data[name] for name in OF_SEASONS}
        charter = LeagueCharter(starts_at=self.begins, **seasons, **self.agreed)
        return creation.found_league(host=host, charter=charter, now=now).pk


class NewLeaguePage(CharterPage):
    """The page with the form, which creates a league and redirects to it."""

    form, template, leads_to = NewLeagueForm, "web/leagues/new.html", "league"
