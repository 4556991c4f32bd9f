"""What hosts decide about the people of a competition: whom they invite, and whom they take out."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.cup import Cup
from games.models.league import League
from games.models.personal import Deleted, Exported


class CompetitionInvitation(models.Model):
    """A host's invitation to a competition, perhaps in place of somebody; whoever enters accepts it."""

    cup = models.ForeignKey(Cup, models.CASCADE, null=True, related_name="invitations", db_index=False)
    league = models.ForeignKey(League, models.CASCADE, null=True, related_name="invitations", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="competition_invitations", verbose_name=_("player")
    )
    instead_of = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+", verbose_name=_("instead of")
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("by"))
    created_at = models.DateTimeField(_("at"))
    changed_at = models.DateTimeField(
        _("changed"), null=True, help_text=_("Since then it is for another place than in the first email of the day.")
    )
    closed_at = models.DateTimeField(_("closed"), null=True, help_text=_("Accepted, declined or taken back."))
    declined = models.BooleanField(_("declined"), default=False)
    personal = (
        Exported("competition_invitations", "cup_id league_id created_at closed_at declined", order="created_at"),
        Deleted("player instead_of by"),
    )

    class Meta:
        verbose_name, verbose_name_plural = _("invitation to a competition"), _("invitations to competitions")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["cup", "player"], condition=Q(cup__isnull=False), name="cup_invitation_once"
            ),
            models.UniqueConstraint(
                fields=["league", "player"], condition=Q(league__isnull=False), name="league_invitation_once"
            ),
            models.CheckConstraint(
                name="invitation_to_one_competition",
                condition=Q(cup=None, league__isnull=False) | Q(cup__isnull=False, league=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.cup_id or self.league_id} {self.player_id}"


class LeagueRemoval(models.Model):
    """A player whom a host has taken out of a league, and who enters it again only when a host invites them."""

    league = models.ForeignKey(League, models.CASCADE, related_name="removals", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="league_removals")
    at = models.DateTimeField(_("at"))
    personal = (Exported("league_removals", "league_id at"), Deleted())

    class Meta:
        verbose_name, verbose_name_plural = _("removal from a league"), _("removals from leagues")
        constraints: ClassVar = [models.UniqueConstraint(fields=["league", "player"], name="league_removal_once")]

    def __str__(self) -> str:
        return f"{self.league_id} {self.player_id}"
