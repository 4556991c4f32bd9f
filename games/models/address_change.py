"""A player's next address, until it holds."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.ids import new_id


class AddressChange(models.Model):
    """The player's next address, and who has agreed: the reader of the new address, and that of the old one.

    With both it holds, and the row is gone. Without the old one it holds at `holds_at`, if it ever does.
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
