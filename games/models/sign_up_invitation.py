"""Invitations to the site, for sites where signing up requires one."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import instants
from games.ids import new_id
from games.models.personal import Deleted, Exported


class SignUpInvitation(models.Model):
    """An invitation for one person to sign up. Its maker passes on the secret key, so we learn no stranger's address.

    The row is deleted once it is used or has expired.
    """

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        related_name="sign_up_invitations",
        help_text=_("Empty: the operators."),
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    personal = (Exported("sign_up_invitations", "created_at expires_at", of="by"), Deleted("by"))

    class Meta:
        verbose_name, verbose_name_plural = _("invitation to sign up"), _("invitations to sign up")
        ordering: ClassVar = ["-created_at", "-id"]

    def __str__(self) -> str:
        return instants.rfc3339(self.created_at)
