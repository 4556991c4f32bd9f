"""A player's new address until it is in effect."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models.personal import Deleted, Exported


class AddressChange(models.Model):
    """A player's new address, and who has confirmed it: the reader of the new address, and that of the old one.

    Once both have confirmed, it takes effect and the row is deleted. Without the old one it takes effect at `holds_at`,
    if set.
    """

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="address_change")
    address = models.EmailField(max_length=254)
    asked_at = models.DateTimeField()
    can_wait = models.BooleanField(help_text=_("The request came from someone with full access to the account."))
    new_at = models.DateTimeField(null=True, help_text=_("When the new address confirmed it."))
    old_at = models.DateTimeField(
        null=True, help_text=_("When the old address confirmed it, or an admin did in its place.")
    )
    holds_at = models.DateTimeField(null=True)
    personal = (Exported("address_change", "address asked_at holds_at"), Deleted("player address__iexact"))

    class Meta:
        verbose_name, verbose_name_plural = _("change of address"), _("changes of address")
        constraints: ClassVar = [
            models.CheckConstraint(
                name="address_change_waits_for_new",
                condition=Q(holds_at=None) | Q(can_wait=True, new_at__isnull=False),
            ),
        ]
        indexes: ClassVar = [models.Index("holds_at", name="address_change_due", condition=Q(holds_at__isnull=False))]

    def __str__(self) -> str:
        return self.id
