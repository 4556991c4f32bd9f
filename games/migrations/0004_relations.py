"""Blocks, friends and mutes name the other player alike. Tables, columns and constraints stay as they are."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q


def player(**options: object) -> models.ForeignKey:
    return models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", **options)


def renamed(model: str, column: str, *constraints: models.BaseConstraint) -> migrations.SeparateDatabaseAndState:
    """Call this model's field for the other player "other"; its column keeps its name."""
    return migrations.SeparateDatabaseAndState(
        state_operations=[
            *(migrations.RemoveConstraint(model, constraint.name) for constraint in constraints),
            migrations.RenameField(model, column, "other"),
            migrations.AlterField(model, "other", player(db_column=f"{column}_id")),
            migrations.AlterField(model, "player", player(db_index=False, verbose_name="player")),
            migrations.AlterField(model, "created_at", models.DateTimeField("created")),
            *(migrations.AddConstraint(model, constraint) for constraint in constraints),
        ]
    )


def once(name: str) -> models.UniqueConstraint:
    return models.UniqueConstraint(fields=["player", "other"], name=name)


def somebody_else(name: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=~Q(player=F("other")), name=name)


class Migration(migrations.Migration):
    dependencies = [("games", "0003_pauses_are_proposals")]

    operations = [
        renamed("block", "blocked", once("block_once"), somebody_else("block_somebody_else")),
        renamed("friend", "friend", once("friend_once"), somebody_else("friend_somebody_else")),
        renamed("talkmute", "muted", once("talk_mute_once")),
    ]
