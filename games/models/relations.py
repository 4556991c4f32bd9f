"""What players decide about each other: a model for each kind, of which `games.people.relations` alone adds rows."""

from collections.abc import Mapping
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.personal import Deleted, Exported
from games.models.player import Player

_NOT_ONESELF: Final = ~Q(player=F("other"))


class Relation(models.Model):
    """What `player` has decided about `other`, who is not told."""

    candidates: ClassVar = Q(erased_at=None)
    """The players about whom it can be decided."""
    by_name: ClassVar = False
    """Whether lists of it are in alphabetical order, or else the latest comes first."""
    to_oneself: ClassVar[str]
    too_many: ClassVar[str]

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False, verbose_name=_("player")
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    created_at = models.DateTimeField(_("created"))

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.player_id} {self.other_id}"


class Block(Relation):
    """A block: invitations and offers by `other` do not reach `player`, whose tables `other` cannot join."""

    to_oneself, too_many = "cannot_block_yourself", "too_many_blocks"
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_column="blocked_id")
    personal = (Exported("blocks", "blocked_id=other_id created_at"), Deleted("player other"))

    class Meta:
        verbose_name, verbose_name_plural = _("block"), _("blocks")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "other"], name="block_once"),
            models.CheckConstraint(name="block_somebody_else", condition=_NOT_ONESELF),
        ]


class Friend(Relation):
    """A friend of `player`, listed first for invitations. Nobody else ever learns of it."""

    candidates = Q(erased_at=None, is_active=True, kind__in=Player.PEOPLE)
    by_name = True
    to_oneself, too_many = "cannot_befriend_yourself", "too_many_friends"
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_column="friend_id")
    personal = (Exported("friends", "friend_id=other_id created_at"), Deleted("player other"))

    class Meta:
        verbose_name, verbose_name_plural = _("friend"), _("friends")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "other"], name="friend_once"),
            models.CheckConstraint(name="friend_somebody_else", condition=_NOT_ONESELF),
        ]


class TalkMute(Relation):
    """A mute: `player` does not read what `other` says."""

    to_oneself, too_many = "cannot_mute_yourself", "too_many_mutes"
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_column="muted_id")
    personal = (Exported("muted_players", "muted_id=other_id created_at"), Deleted("player other"))

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "other"], name="talk_mute_once")]


KINDS: Final[Mapping[str, type[Relation]]] = {"block": Block, "friend": Friend, "mute": TalkMute}
"""The kinds by their names in the API, in the order of its lists."""
