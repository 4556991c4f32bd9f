"""The talk of a club, and reports about its lines. Texts are kept apart from everything else, so that they can go."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models.club import Club
from games.models.personal import Emptied, Exported
from games.models.talk import LONGEST_LINE
from games.models.texts import ParagraphsField


class ClubLine(models.Model):
    """A line of a club's talk, numbered from 1 within the club. Its text goes if an admin removes it, or its author."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="talk_lines", db_index=False, verbose_name=_("club"))
    number = models.PositiveIntegerField(_("number"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False, verbose_name=_("by")
    )
    text = models.CharField(_("text"), max_length=LONGEST_LINE, blank=True)
    said_at = models.DateTimeField(_("said"))
    personal = (
        Exported("club_lines", "club_id number text said_at", of="by", order="said_at pk"),
        Emptied("by", "text"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("line in a club"), _("lines in clubs")
        constraints: ClassVar = [models.UniqueConstraint(fields=["club", "number"], name="club_line_once")]
        indexes: ClassVar = [models.Index("by", "club", "said_at", name="club_line_by")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.number}"


class ClubReport(models.Model):
    """A member's report of a line to the admins, which stays between the two, and what came of it."""

    class Outcome(models.TextChoices):
        """What an admin has decided. `REMOVED`: the line is gone; `DISMISSED`: it stays."""

        OPEN = "", _("waits for an admin")
        REMOVED = "removed", _("line removed")
        DISMISSED = "dismissed", _("dismissed")

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    line = models.ForeignKey(ClubLine, models.CASCADE, related_name="reports", db_index=False, verbose_name=_("line"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False, verbose_name=_("by")
    )
    text = ParagraphsField(_("text"), max_length=2000, blank=True)
    created_at = models.DateTimeField(_("at"))
    outcome = models.CharField(_("outcome"), max_length=9, choices=Outcome, blank=True, default=Outcome.OPEN)
    answer = ParagraphsField(_("answer"), max_length=2000, blank=True, help_text=_("Who reported it can read it."))
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("closed by")
    )
    closed_at = models.DateTimeField(_("closed"), null=True)
    personal = (
        Exported("club_reports", "text created_at outcome answer closed_at", of="by", order="created_at"),
        Emptied("by", "text answer", record="club_report"),
        Emptied("closed_by", "answer", record="club_report_closed"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("report of a line"), _("reports of lines")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["line", "by"], name="club_report_once"),
            models.CheckConstraint(
                name="club_report_closed",
                condition=Q(outcome="", closed_at=None, closed_by=None)
                | (~Q(outcome="") & Q(closed_at__isnull=False, closed_by__isnull=False)),
            ),
        ]
        indexes: ClassVar = [
            models.Index("created_at", name="club_reports_open", condition=Q(outcome="")),
            models.Index("by", "created_at", name="club_reports_by"),
        ]

    def __str__(self) -> str:
        return self.id
