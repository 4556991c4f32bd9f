"""An index of the games of each club."""

from django.db import migrations, models
from django.db.models import Q

from games.migrations._indexes import made


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('games', '0013_games_of_clubs'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                made("game_of_club", "games_game (club_id, created_at, id) WHERE club_id IS NOT NULL"),
            ],
            state_operations=[
                migrations.AddIndex(
                    model_name='game',
                    index=models.Index(models.F('club'), models.F('created_at'), models.F('id'), condition=Q(('club__isnull', False)), name='game_of_club'),
                ),
            ],
        ),
    ]
