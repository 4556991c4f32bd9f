"""Invitations by email address. No address is stored here, only its keyed hash."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models.game import Game
from games.models.personal import Exported


class AddressInvitation(models.Model):
    """The offer of a free seat to an address. Neither the row nor the host reveals whether it has an account.

    If it has one, there is also an ordinary `Invitation`. The address itself is only in the link in the email.
    """

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    game = models.ForeignKey(Game, models.CASCADE, related_name="address_invitations")
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    address_hash = models.CharField(max_length=64, help_text=_("Keyed, so that nobody can look an address up in it."))
    network = models.CharField(max_length=64, help_text=_("From which it came, as a keyed hash."))
    created_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    personal = (Exported("invitations_by_address", "game_id created_at", of="invited_by"),)

    class Meta:
        verbose_name, verbose_name_plural = _("invitation by address"), _("invitations by address")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "address_hash"], name="address_invitation_once"),
        ]
        indexes: ClassVar = [
            models.Index("address_hash", name="address_invitation_hash"),
            models.Index("network", "created_at", name="address_invitation_network"),
            models.Index("created_at", name="address_invitation_age"),
        ]

    def __str__(self) -> str:
        return self.id


class ContactedAddress(models.Model):
    """A stranger's address that has been sent its one email, and gets no other before its reader has answered.

    An answer deletes the row, unless its reader never wants such an email again.
    """

    address_hash = models.CharField(max_length=64, primary_key=True)
    emailed_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True, help_text=_("Nobody can have an invitation sent there any more."))

    class Meta:
        verbose_name, verbose_name_plural = _("contacted address"), _("contacted addresses")

    def __str__(self) -> str:
        return f"{self.emailed_at:%Y-%m-%d}"
