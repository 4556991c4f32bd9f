"""An index of all games by their end, in place of one of public games only."""

from django.db import migrations, models
from django.db.models import Q

from games.migrations._indexes import dropped, made


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('games', '0008_answered_requests'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                made("game_end", "games_game (ended_at, id) WHERE ended_at IS NOT NULL"),
                dropped("game_public_end", "games_game (ended_at, id) WHERE public AND ended_at IS NOT NULL"),
            ],
            state_operations=[
                migrations.RemoveIndex(model_name='game', name='game_public_end'),
                migrations.AddIndex(
                    model_name='game',
                    index=models.Index(models.F('ended_at'), models.F('id'), condition=Q(('ended_at__isnull', False)), name='game_end'),
                ),
            ],
        ),
    ]
