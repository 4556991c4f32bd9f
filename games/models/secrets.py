"""Secret data of games. Only `games.table.store` reads these tables; the admin never shows them."""

from typing import ClassVar, Final

from django.db import models
from django.db.models import Q

from games.models.append_only import append_only
from games.models.game import Game

NOBODY: Final = -1
"""The holder of secrets that no seat may know before the game's secrets open."""


class GameSecret(models.Model):
    """A game's seed, and its position after an entry, a cache that can be rebuilt from the log."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="secret")
    seed = models.BinaryField(help_text="256 bits, encrypted with a key from the environment (Fernet).")
    key = models.BinaryField(null=True, help_text="The key for all draws, encrypted likewise; set at the start.")
    position = models.BinaryField(null=True, help_text="The engine's state as canonical JSON, sealed.")
    position_number = models.PositiveIntegerField(null=True, help_text="The entry after which this is the position.")
    chance_counter = models.PositiveBigIntegerField(default=0, help_text="The next draw; it never goes back.")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="position_has_number",
                condition=Q(position=None, position_number=None)
                | Q(position__isnull=False, position_number__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return self.game_id


class EntrySecret(models.Model):
    """The part of an entry that only one seat, or nobody, may know; written once, since its hash is in the chain."""

    pk = models.CompositePrimaryKey("game_id", "number", "holder")
    game = models.ForeignKey(Game, models.PROTECT, related_name="+", db_index=False)
    number = models.PositiveIntegerField(help_text="The entry's number.")
    holder = models.SmallIntegerField(help_text="A seat's number, or -1 for nobody.")
    salt = models.BinaryField(help_text="256 bits; empty where the body holds it.")
    body = models.BinaryField(help_text="Salt and canonical JSON, sealed (`games.table.store.secret_parts`).")

    class Meta:
        constraints: ClassVar = [models.CheckConstraint(name="entry_secret_holder", condition=Q(holder__gte=NOBODY))]
        triggers: ClassVar = append_only()

    def __str__(self) -> str:
        return f"{self.game_id} {self.number} {self.holder}"
