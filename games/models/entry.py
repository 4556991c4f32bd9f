"""The log: the public record of what happened in a game."""

from datetime import datetime
from functools import cached_property
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.query_utils import DeferredAttribute
from django.utils.translation import gettext_lazy as _

from games.kinds import EntryKind, RulingKind
from games.models.append_only import append_only
from games.models.game import Game
from games.models.packed import Unpacked, unpack


class OrPacked(DeferredAttribute):
    """The attribute of a column that returns the packed value if the column is empty."""

    def __get__(self, instance: models.Model | None, cls: type[models.Model] | None = None) -> object:
        value = super().__get__(instance, cls)
        if not isinstance(instance, Entry) or value is not None or instance.packed is None:
            return value
        return getattr(instance.unpacked, self.field.attname)

    def __set__(self, instance: "Entry", value: object) -> None:
        """Set the value. Without this method, the stored value would shadow this attribute."""
        instance.__dict__[self.field.attname] = value


class PackableJSON(models.JSONField):
    """A JSON column of an entry, which may be packed."""

    descriptor_class = OrPacked


class PackableText(models.CharField):  # type: ignore[type-arg]
    """A text column of an entry, which may be packed."""

    descriptor_class = OrPacked


class Entry(models.Model):
    """A fact and its consequences, as everybody may know them, in an entry that is written once and never changed.

    It contains seats and opaque ids of players, but never a name, address or free text, so that nobody's erasure breaks
    the chain. Other rows refer to it only by game and number, so that the table can be partitioned by game.

    The entries of games long finished are stored in another form, created only by `manage.py compact_log`: public part
    and hash in `packed`, all secret parts in `parts`, and no rows of `EntrySecret`. Instances behave the same, but
    queries cannot search the public part, so kinds that are searched for stay unpacked.
    """

    pk = models.CompositePrimaryKey("game_id", "number")
    game = models.ForeignKey(Game, models.PROTECT, related_name="entries", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=16)
    seat = models.PositiveSmallIntegerField(
        _("seat"), null=True, help_text=_("The seat that acted; empty if none did.")
    )
    at = models.DateTimeField(_("at"))
    public = PackableJSON(_("public part"), null=True)
    hash = PackableText(_("chain hash"), max_length=64, null=True)
    packed = models.BinaryField(null=True, help_text="Public part and hash (`games.models.packed`).")
    parts = models.BinaryField(null=True, help_text="All secret parts, sealed (`games.table.store.secret_parts`).")

    class Meta:
        verbose_name, verbose_name_plural = _("entry"), _("entries")
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [
            models.CheckConstraint(name="entry_counts_from_one", condition=Q(number__gt=0)),
            models.CheckConstraint(name="entry_hash", condition=Q(hash__regex="^[0-9a-f]{64}$")),
            models.CheckConstraint(
                name="entry_kept_in_one_form",
                condition=Q(public__isnull=False, hash__isnull=False, packed=None)
                | Q(public__isnull=True, hash=None, packed__isnull=False),
            ),
        ]
        triggers: ClassVar = append_only()

    def __str__(self) -> str:
        return f"{self.game_id} {self.number}"

    @property
    def rules_on_the_table(self) -> bool:
        """Whether the entry is a ruling that may resume an ended game, which bulk rulings never do."""
        return self.kind == EntryKind.RULED and not RulingKind(self.public["ruling"]).in_bulk

    @cached_property
    def unpacked(self) -> Unpacked:
        """The public part and the hash from `packed`."""
        at: datetime = self.at
        return unpack(self.packed, number=self.number, at=at)
