"""People, bots and the house's own players."""

import zoneinfo
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.ids import new_id

NAME_PATTERN = r"[^\W_](?:[\w.'’ -]{0,28}[\w.'’)])?"
"""Letters of any script, digits and a little between them; at most 30 characters, no blank at either end."""

ERASED_NAME = "erased-"
"""How every tombstone's name begins, and no other name may."""


def validate_time_zone(name: str) -> None:
    """Raises `ValidationError` when the IANA database has no such zone."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("“%(name)s” is no IANA time zone."), code="time_zone", params={"name": name})


def validate_name_free(name: str) -> None:
    """Raises `ValidationError` for a name that is kept for tombstones."""
    if name.lower().startswith(ERASED_NAME):
        raise ValidationError(_("This name is reserved."), code="reserved")


class PlayerManager(BaseUserManager["Player"]):
    """Makes players. Nobody has a password by default: one proves to be oneself by reading the own mail."""

    def create_user(self, email: str, name: str, password: str | None = None, **fields: Any) -> "Player":
        """A player with this address, which the caller knows to be the player's."""
        player = self.model(email=email.strip().lower(), name=name, **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, email: str, name: str, password: str | None = None, **fields: Any) -> "Player":
        """Someone who may do everything in the admin."""
        return self.create_user(email, name, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "Player":
        """Found by the address, whatever its case."""
        return self.get(email=(username or "").lower())


class Player(AbstractBaseUser, PermissionsMixin):
    """Somebody who can hold a seat.

    A row is never deleted: games refer to it. Erasing leaves a tombstone, which holds nothing personal.
    A player exists because a code came back from the address, so there are no unverified ones.
    """

    class Kind(models.TextChoices):
        """`BOT` is a program with its own account, shown as such; `HOUSE` plays for the site itself."""

        HUMAN = "human", _("human")
        BOT = "bot", _("bot")
        HOUSE = "house", _("house")

    id = models.CharField(_("id"), max_length=12, primary_key=True, default=new_id, editable=False)
    email = models.EmailField(
        _("e-mail address"),
        max_length=254,
        unique=True,
        null=True,
        blank=True,
        help_text=_("In lower case."),
        error_messages={"unique": _("This address has an account.")},
    )
    name = models.CharField(
        _("name"),
        max_length=30,
        help_text=_("Others see it."),
        validators=[RegexValidator(rf"^{NAME_PATTERN}\Z"), validate_name_free],
    )
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    habits = models.JSONField(
        _("habits"), default=dict, blank=True, help_text=_("Quiet hours and days off, in the own time zone.")
    )
    vacations = models.JSONField(
        _("vacations"), default=list, blank=True, help_text=_("Beginning, end, seconds taken of the allowance.")
    )
    language = models.CharField(_("language"), max_length=16, default="en")
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.HUMAN)
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("staff"), default=False, help_text=_("May enter the admin."))
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    muted_until = models.DateTimeField(
        _("muted until"), null=True, blank=True, editable=False, help_text=_("Not heard in disputes.")
    )
    suspended_until = models.DateTimeField(
        _("suspended until"), null=True, blank=True, editable=False, help_text=_("Does not play.")
    )
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True, editable=False)

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        verbose_name, verbose_name_plural = _("player"), _("players")
        indexes: ClassVar = [models.Index("id", name="player_house", condition=Q(kind="house"))]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="player_email_lower",
                condition=Q(email=Lower("email")),
                violation_error_message=_("Write the address in lower case."),
            ),
            models.UniqueConstraint(
                Lower("name"), name="player_name_unique", violation_error_message=_("This name is taken.")
            ),
            models.CheckConstraint(
                name="player_erased_holds_nothing",
                condition=Q(erased_at=None, email__isnull=False)
                | Q(erased_at=None, kind="house")
                | Q(erased_at__isnull=False, email=None, is_active=False, is_staff=False, is_superuser=False),
            ),
        ]

    def __str__(self) -> str:
        """Only the opaque id: this lands in logs, tracebacks and the admin's history, which outlive an erasure."""
        return self.id

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        """What the admin greets with, in place of the address."""
        return self.name
