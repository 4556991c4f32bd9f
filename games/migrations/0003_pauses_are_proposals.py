"""Seats no longer hold a wish for a pause: it is a proposal. The next release drops the column, which this one's
predecessor still writes; wishes that are open lapse.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_games")]

    operations = [
        migrations.AlterField("seat", "wants_pause", models.BooleanField(default=False, db_default=False)),
        migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField("seat", "wants_pause")]),
    ]
