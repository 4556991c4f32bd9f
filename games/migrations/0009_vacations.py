"""When players are away. Nobody has taken a vacation yet."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0008_habits")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="vacations",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="Beginning, end, seconds taken of the allowance.",
                verbose_name="vacations",
            ),
        ),
    ]
