"""Codes sent to an email address, for its reader to type back."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from games.ids import new_id
from games.models.personal import Deleted, Exported


class MailedCode(models.Model):
    """A code that was sent: typing it back proves that somebody reads the mail of an address.

    It records what to do once it is entered: create a player with these facts, sign in, change a player's address, add
    a guest's first one, or delete the account. Rows live for an hour, as long as they work and are counted, by address
    and by requester.
    """

    class Purpose(models.TextChoices):
        """The purpose of a code. `PROOF`: the browser's user proves that the account is theirs.

        `NOTHING`: nobody has this address, but the requester must not learn that.
        """

        SIGN_UP = "sign_up", _("sign up")
        SIGN_IN = "sign_in", _("sign in")
        NEW_ADDRESS = "new_address", _("new address")
        OLD_ADDRESS = "old_address", _("old address")
        KEEP = "keep", _("keep")
        ERASE = "erase", _("erase")
        PROOF = "proof", _("proof")
        NOTHING = "nothing", _("nothing")

    class Door(models.TextChoices):
        """Where the code was requested. Only the purpose, not this, depends on whether the address has an account."""

        SIGN_UP = "sign_up", _("sign-up")
        ACCOUNT = "account", _("sign-in and account")

    id = models.CharField(max_length=12, primary_key=True, default=new_id, editable=False)
    address = models.EmailField(max_length=254)
    purpose = models.CharField(max_length=12, choices=Purpose)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="mailed_codes")
    facts = models.JSONField(default=dict, help_text=_("Name and so on of the new player, or the change of address."))
    door = models.CharField(max_length=8, choices=Door, default=Door.ACCOUNT, db_default=Door.ACCOUNT)
    code_hash = models.CharField(max_length=64, help_text=_("A keyed hash: the rows alone give no code away."))
    asked_by = models.CharField(max_length=64, default="", help_text=_("A keyed hash of the network or player."))
    attempts_left = models.PositiveSmallIntegerField(
        help_text=_("Attempts left to type the code; the link in the email needs none.")
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    personal = (Exported("codes", "address purpose created_at"), Deleted("player address__iexact"))

    class Meta:
        verbose_name, verbose_name_plural = _("mailed code"), _("mailed codes")
        constraints: ClassVar = [
            models.CheckConstraint(
                name="code_knows_whom",
                condition=Q(purpose__in=["sign_up", "nothing"], player=None)
                | Q(
                    purpose__in=["sign_in", "new_address", "old_address", "keep", "erase", "proof"],
                    player__isnull=False,
                ),
            ),
            models.CheckConstraint(name="code_expires_later", condition=Q(expires_at__gt=models.F("created_at"))),
        ]
        indexes: ClassVar = [
            models.Index(Lower("address"), "created_at", name="code_address"),
            models.Index("asked_by", "created_at", name="code_asked_by"),
            models.Index("created_at", name="code_age"),
        ]

    def __str__(self) -> str:
        return self.id
