"""Players: people, bots and house players."""

from collections.abc import Collection, Iterable
from typing import Any, ClassVar, Final, Self

import pgtrigger
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import email_addresses, names, zones
from games.ids import new_id
from games.models.personal import Exported
from games.names import validate_name_free, validate_player_name

__all__ = ["Player", "validate_name_free", "validate_time_zone"]

_KEEP_EMAIL_KEY: Final = """
IF TG_OP = 'INSERT' OR NEW.email IS DISTINCT FROM OLD.email THEN
    NEW.email_key := lower(NEW.email COLLATE "C");
END IF;
RETURN NEW;
"""
"""The trigger that sets the key in statements that do not, such as those of the previous release."""


def validate_time_zone(name: str) -> None:
    """Raise `ValidationError` unless the release knows a zone with this name."""
    if name not in zones.NAMES:
        raise ValidationError(_("“%(name)s” is no IANA time zone."), code="time_zone", params={"name": name})


class PlayerManager(BaseUserManager["Player"]):
    """The manager of players. Nobody has a password, whatever Django's commands ask for: people sign in by email."""

    def create_user(self, email: str, name: str, password: str | None = None, **fields: Any) -> "Player":
        """Create a player with this address, which the caller must have verified."""
        player = self.model(email=email_addresses.with_encoded_domain(email), name=name, **fields)
        player.set_unusable_password()
        player.save(using=self._db)
        return player

    def create_superuser(self, email: str, name: str, password: str | None = None, **fields: Any) -> "Player":
        """Create a player who may do everything in the admin."""
        return self.create_user(email, name, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "Player":
        """Return the player with this address, in any spelling."""
        return self.get(email_key=email_addresses.comparison_key(username or ""))


class Player(AbstractBaseUser, PermissionsMixin):
    """A player: somebody who can hold a seat.

    A row is never deleted, because games refer to it. Erasing leaves a tombstone without personal data. A player is
    created once a code has verified the address, so there are no unverified addresses; guests have no address.
    """

    class Kind(models.TextChoices):
        """The kind of a player. `BOT` is a program, with an owner or (formerly) an address; `HOUSE` plays for the site.

        A `GUEST` has not given an address, can practice, and is erased after a day.
        """

        HUMAN = "human", _("human")
        BOT = "bot", _("bot")
        HOUSE = "house", _("house")
        GUEST = "guest", _("guest")

    id = models.CharField(_("id"), max_length=12, primary_key=True, default=new_id, editable=False)
    email = models.EmailField(  # noqa: DJ001 -- guests and erased players have none
        _("e-mail address"),
        max_length=254,
        null=True,
        blank=True,
        help_text=_("Where mail goes: as typed, with the domain as the DNS knows it."),
    )
    email_key = models.TextField(  # noqa: DJ001 -- several have none
        null=True,
        editable=False,
        help_text=_(
            "The same for all spellings of one mailbox. Empty if another account of the same mailbox has the address."
        ),
    )
    name = models.CharField(
        _("name"),
        max_length=30,
        help_text=_("Other players see it."),
        validators=[validate_player_name],
    )
    name_key = models.TextField(
        blank=True, editable=False, help_text=_("The same for all names that look alike (UTS 39); empty once erased.")
    )
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    habits = models.JSONField(
        _("habits"), default=dict, blank=True, help_text=_("Quiet hours and days off, in the player's time zone.")
    )
    vacations = models.JSONField(
        _("vacations"), default=list, blank=True, help_text=_("Begin, end, and seconds of the allowance used.")
    )
    language = models.CharField(_("language"), max_length=16, default="en")
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.HUMAN)
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("staff"), default=False, help_text=_("Can open the admin."))
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    muted_until = models.DateTimeField(
        _("muted until"), null=True, blank=True, editable=False, help_text=_("Can’t write to other players until then.")
    )
    suspended_until = models.DateTimeField(
        _("suspended until"), null=True, blank=True, editable=False, help_text=_("Can't play until then.")
    )
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True, editable=False)
    owner = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="bots",
        verbose_name=_("owner"),
        help_text=_("Of a bot: who made it, and answers for it."),
    )

    PEOPLE: ClassVar = (Kind.HUMAN, Kind.BOT)
    """The kinds of players whom others can invite and view."""

    _stored_name = ""
    _stored_email: str | None = ""
    """The address in the database; empty for a player not saved yet."""

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]
    personal = (Exported("bots", "id name date_joined", of=lambda player: Q(owner=player, erased_at=None)),)

    class Meta:
        verbose_name, verbose_name_plural = _("player"), _("players")
        indexes: ClassVar = [
            models.Index("id", name="player_house", condition=Q(kind="house")),
            models.Index("date_joined", name="player_guest", condition=Q(kind="guest", erased_at=None)),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["email_key"],
                name="player_email_key_unique",
                violation_error_message=_("This address has an account."),
            ),
            models.UniqueConstraint(
                Lower("name"), name="player_name_unique", violation_error_message=_("This name is taken.")
            ),
            models.UniqueConstraint(
                fields=["name_key"],
                condition=~Q(name_key=""),
                name="player_name_key_unique",
                violation_error_message=_("This name looks like somebody else's."),
            ),
            models.CheckConstraint(
                name="player_erased_holds_nothing",
                condition=Q(erased_at=None, email__isnull=False)
                | Q(erased_at=None, kind__in=["house", "guest"])
                | Q(erased_at=None, kind="bot", owner__isnull=False)
                | Q(erased_at__isnull=False, email=None, is_active=False, is_staff=False, is_superuser=False),
            ),
            models.CheckConstraint(
                name="player_owned_is_a_bot",
                condition=Q(owner=None) | Q(kind="bot", email=None, is_staff=False, is_superuser=False),
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.Trigger(
                name="keep_email_key",
                when=pgtrigger.Before,
                operation=pgtrigger.Insert | pgtrigger.UpdateOf("email"),  # type: ignore[no-untyped-call]
                func=_KEEP_EMAIL_KEY,
            ),
        ]

    def __str__(self) -> str:
        """Return only the opaque id: it ends up in logs, tracebacks and the admin's history, beyond an erasure."""
        return self.id

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **more: Any) -> Self:
        """Remember the stored name and address."""
        player = super().from_db(db, field_names, values, **more)
        player._stored_name = player.__dict__.get("name", "")
        player._stored_email = player.__dict__.get("email")
        return player

    def refresh_from_db(
        self,
        using: str | None = None,
        fields: Iterable[str] | None = None,
        from_queryset: QuerySet[Self] | None = None,
    ) -> None:
        """Remember name and address again; Django also calls this for each deferred field."""
        before = self.__dict__.copy()
        super().refresh_from_db(using, fields, from_queryset)
        if self.__dict__.get("name") != before.get("name"):
            self._stored_name = self.name
        if self.__dict__.get("email") != before.get("email"):
            self._stored_email = self.email

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        """Check the fields; an unchanged name need not pass today's checks."""
        unchecked = {"name"} if self.name == self._stored_name else set()
        super().clean_fields({*(exclude or ()), *unchecked})

    def clean(self) -> None:
        """Raise ValidationError if a changed name looks like somebody else's."""
        super().clean()
        alike = Player.objects.filter(name_key=names.key(self.name)).exclude(pk=self.pk)
        if self.name != self._stored_name and alike.exists():
            raise ValidationError({"name": _("This name looks like somebody else's.")}, code="unique")

    def save(
        self,
        *,
        force_insert: bool | tuple[models.base.ModelBase, ...] = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: Iterable[str] | None = None,
    ) -> None:
        """Save the name's key with the name, and the address's key with the address.

        An unchanged name keeps its key, even if ICU now computes another.
        """
        fields, keys = update_fields, set()
        if "name" in self.__dict__ and self.name != self._stored_name:
            self.name_key = "" if self.erased_at else names.key(self.name)
            keys.add("name_key")
        if "email" in (self.__dict__ if fields is None else fields) and self.email != self._stored_email:
            self.email = email_addresses.as_mailed_before(self.email) if self.email else None
            self.email_key = email_addresses.comparison_key(self.email) if self.email else None
            keys.add("email_key")
        super().save(
            force_insert=force_insert,
            force_update=force_update,
            using=using,
            update_fields=None if fields is None else {*fields, *keys},
        )
        self._stored_name = self.__dict__.get("name", self._stored_name)
        self._stored_email = self.__dict__.get("email", self._stored_email)

    @property
    def display_name(self) -> str:
        """The name as texts show it to others; see `names.isolated`."""
        return names.isolated(self.public_name)

    @property
    def public_name(self) -> str:
        """The name shown to others; erased players have none. No real name can contain the parenthesis of a bot's."""
        if self.erased_at:
            return gettext("a former player")
        return gettext("%(name)s (bot)") % {"name": self.name} if self.is_bot else self.name

    @property
    def is_bot(self) -> bool:
        """Whether the player is a program, which is public."""
        return self.kind == self.Kind.BOT

    @property
    def hands(self) -> str:
        """The id of the person who controls the player's seats: a bot's owner, or the player."""
        return self.owner_id or self.pk

    @property
    def has_page(self) -> bool:
        """Whether the player has a public page."""
        return self.erased_at is None and self.kind in self.PEOPLE

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        """Return the user's name in the admin, instead of the address."""
        return self.name
