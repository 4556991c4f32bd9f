"""What admins did to people, tables and games, for everybody: how often in each month, without names, words or games.

A day or a game would say on a small site who it was, so a month is counted as a whole.
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Count, F
from django.db.models.functions import TruncMonth
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import AdminAct

SHOWN: Final[dict[tuple[str, str | None], Promise]] = {
    ("ruled", None): _("Rulings on games"),
    ("secrets_opened", None): _("Games whose secrets were opened"),
    ("warned", None): _("Warnings"),
    ("muted", None): _("Mutes"),
    ("suspended", None): _("Suspensions"),
    ("unmuted", None): _("Mutes ended early"),
    ("readmitted", None): _("Suspensions ended early"),
    ("unnamed", None): _("Names of players taken away"),
    ("tables_off", None): _("Players whose open tables were closed"),
    ("table_unnamed", None): _("Names of tables taken away"),
    ("league_unnamed", None): _("Names of leagues taken away"),
    ("cup_unnamed", None): _("Names of cups taken away"),
    ("club_unnamed", None): _("Names of clubs taken away"),
    ("club_report_closed", None): _("Reports of lines in clubs judged"),
    ("announcement_removed", None): _("Announcements in clubs removed"),
    ("competition_renamed", None): _("Official cups and leagues renamed"),
    ("competition_removal", None): _("Players taken out of official cups and leagues"),
    ("result_corrected", None): _("Results of cups and leagues corrected by an admin"),
    ("correction_outdated", None): _("Corrections of hosts that ended because an admin ruled on the game"),
    ("table_closed", None): _("Tables closed"),
    ("close_league", None): _("Leagues closed"),
    ("call_off_cup", None): _("Cups called off"),
    ("erase_player", None): _("Players erased by an admin"),
    ("appeal_judged", "lifted"): _("Appeals: the player was right"),
    ("appeal_judged", "stands"): _("Appeals: the decision stands"),
}
"""The acts that are counted, with the verdict of an appeal, in the order of the page."""
LOOKED_BACK: Final = timedelta(days=366)


class Month(NamedTuple):
    """A month, and how often admins did what in it."""

    begins: datetime
    counts: list[tuple[Promise, int]]


def by_month(now: datetime) -> list[Month]:
    """Return the months of about a year in which there was anything to count, the latest first."""
    acts = AdminAct.objects.filter(what__in={act for act, _verdict in SHOWN}, at__gt=now - LOOKED_BACK).order_by()
    in_months = acts.annotate(month=TruncMonth("at"), verdict=F("detail__verdict"))
    counted = in_months.values("month", "what", "verdict").annotate(count=Count("pk"))
    months: dict[datetime, dict[tuple[str, str | None], int]] = {}
    for row in counted:
        months.setdefault(row["month"], {})[row["what"], row["verdict"]] = row["count"]
    return [
        Month(begins, [(label, counts[key]) for key, label in SHOWN.items() if key in counts])
        for begins, counts in sorted(months.items(), reverse=True)
    ]
