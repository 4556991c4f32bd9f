"""Codes are counted by who asks, and once they are used no more. Nobody has a password."""

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, make_password
from django.db import migrations, models


def forget_passwords(apps, schema_editor):
    """What no page asks for opens nothing, not even by mistake."""
    players = apps.get_model("games", "Player").objects
    for player in players.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX).iterator():
        players.filter(pk=player.pk).update(password=make_password(None))


class Migration(migrations.Migration):
    dependencies = [("games", "0018_sealed_values")]

    operations = [
        migrations.AddField(
            "mailedcode",
            "asked_by",
            models.CharField(default="", help_text="Of a network or a player, a keyed hash.", max_length=64),
        ),
        migrations.AddField("mailedcode", "used_at", models.DateTimeField(null=True)),
        migrations.AlterField(
            "mailedcode",
            "attempts_left",
            models.PositiveSmallIntegerField(help_text="To type it; the link in the mail needs none."),
        ),
        migrations.AddIndex("mailedcode", models.Index("asked_by", "created_at", name="code_asked_by")),
        migrations.RunPython(forget_passwords, migrations.RunPython.noop),
    ]
