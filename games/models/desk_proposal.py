"""Acts of admins that cannot be undone, and that take a second admin where the site has one."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.cup import Cup
from games.models.league import League
from games.models.personal import Emptied, Exported
from games.models.texts import ParagraphsField


class DeskProposal(models.Model):
    """The erasure of somebody else, or the end of somebody else's competition: proposed, carried out or withdrawn."""

    class Kind(models.TextChoices):
        """The act; its value is also its name among the admins' acts."""

        ERASE = "erase_player", _("erase the player")
        CLOSE = "close_league", _("close the league")
        CALL_OFF = "call_off_cup", _("call off the cup")

    class State(models.TextChoices):
        """The state of a proposal. `PROPOSED` waits for another admin; `WITHDRAWN` was never carried out."""

        PROPOSED = "proposed", _("waits for a second admin")
        DONE = "done", _("carried out")
        WITHDRAWN = "withdrawn", _("withdrawn")

    kind = models.CharField(_("act"), max_length=16, choices=Kind)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PROPOSED)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("player")
    )
    league = models.ForeignKey(League, models.PROTECT, null=True, related_name="+", verbose_name=_("league"))
    cup = models.ForeignKey(Cup, models.PROTECT, null=True, related_name="+", verbose_name=_("cup"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by"))
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("second admin")
    )
    text = ParagraphsField(
        _("To the people concerned"), max_length=2000, blank=True, help_text=_("It is in the email that they get.")
    )
    reason = ParagraphsField(_("Reason, for admins"), max_length=2000, help_text=_("It stays on record."))
    created_at = models.DateTimeField(_("created"))
    decided_at = models.DateTimeField(_("decided"), null=True)
    personal = (
        Exported("desk_proposals", "created_at kind text reason state", of="by", order="created_at"),
        Emptied("by player", "text reason", record="desk_proposal"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("act that takes two admins"), _("acts that take two admins")
        ordering: ClassVar = ["-created_at", "-id"]
        permissions: ClassVar = [("erase", "Can erase people")]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="desk_proposal_subject",
                condition=Q(kind="erase_player", player__isnull=False, league=None, cup=None)
                | Q(kind="close_league", player=None, league__isnull=False, cup=None)
                | Q(kind="call_off_cup", player=None, league=None, cup__isnull=False),
            ),
            models.CheckConstraint(
                name="desk_proposal_two_are_two",
                condition=Q(decided_by=None) | Q(state="withdrawn") | ~Q(decided_by=F("by")),
            ),
            *(
                models.UniqueConstraint(
                    fields=[subject], condition=Q(state="proposed"), name=f"desk_proposal_{subject}_once"
                )
                for subject in ("player", "league", "cup")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"

    @property
    def subject(self) -> str:
        """Return the id of the player, league or cup that it is about."""
        return self.player_id or self.league_id or self.cup_id or ""
