"""Players of the house are found without looking at everybody: a sweep asks for them twice a minute."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0014_plans_that_wait")]

    operations = [
        migrations.AddIndex(
            model_name="player",
            index=models.Index("id", condition=models.Q(("kind", "house")), name="player_house"),
        ),
    ]
