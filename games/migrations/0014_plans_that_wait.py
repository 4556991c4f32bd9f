"""Plans may leave their players time to move themselves."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0013_closings")]

    operations = [
        migrations.AddField(
            model_name="plan",
            name="hours_left",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
