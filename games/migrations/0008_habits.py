"""What players live by: quiet hours and days off. Nobody has told of any yet."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0007_clocks")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="habits",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="Quiet hours and days off, in the own time zone.",
                verbose_name="habits",
            ),
        ),
        migrations.AddIndex(
            model_name="turn",
            index=models.Index("player", condition=Q(("closed_at", None)), name="turn_asked"),
        ),
    ]
