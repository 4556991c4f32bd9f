"""The common part of cups and leagues: what is played, by whom, and who hosts it."""

from django.conf import settings
from django.db import models
from django.db.models import Value
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models.club import Club
from games.models.game import Game


class HostedCompetition(models.Model):
    """A competition with a host and the settings of its games, which never change.

    It is public, and so are all its results, unless it is a club's own.
    """

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    name = models.CharField(_("name"), max_length=80)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="%(class)ss", verbose_name=_("host")
    )
    club = models.ForeignKey(
        Club,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="%(class)ss",
        verbose_name=_("club"),
        help_text=_("Its members alone can enter."),
    )
    public = models.BooleanField(
        _("public"), default=True, db_default=True, help_text=_("Anyone can look at it, and at its games.")
    )
    official = models.BooleanField(_("official"), default=False, help_text=_("Made by an admin for the site."))
    ruleset = models.CharField(_("ruleset"), max_length=32)
    options = models.JSONField(_("options"), default=dict, blank=True)
    time_per_move = models.DurationField(_("time per move"))
    clock = models.JSONField(_("clock"), default=dict, blank=True)
    tie_breaks = models.JSONField(
        _("tie-breaks"),
        default=list,
        db_default=Value([], models.JSONField()),
        help_text=_("In order; empty: the usual ones."),
    )
    rated = models.BooleanField(_("rated"), default=True)
    bots = models.CharField(
        _("bots"), max_length=8, choices=Game.Bots, default=Game.Bots.NONE, db_default=Game.Bots.NONE.value
    )
    created_at = models.DateTimeField(_("created"))
    messaged_at = models.DateTimeField(
        _("messaged"), null=True, blank=True, help_text=_("When the host last wrote to everyone in it.")
    )

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.id
