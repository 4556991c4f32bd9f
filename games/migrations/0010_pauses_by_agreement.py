"""Seats may wish for a pause."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("games", "0009_vacations")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="wants_pause",
            field=models.BooleanField(
                default=False, help_text="The game is paused when all who play want it.", verbose_name="wants a pause"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index("paused_at", condition=Q(("paused_at__isnull", False)), name="game_paused"),
        ),
    ]
