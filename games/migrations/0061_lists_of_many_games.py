"""Lists of games by state and ruleset, and the front page's latest game, without looking through all games."""

from django.db import migrations, models

from games.migrations._indexes import dropped, made


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('games', '0060_fewer_indexes'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                made("game_of_status", "games_game (status, created_at, id)"),
                made("game_of_ruleset", "games_game (ruleset, created_at, id)"),
                made("game_running", "games_game (started_at) WHERE public AND status = 'running'"),
                dropped("game_open", "games_game (created_at, id) WHERE status = 'open'"),
            ],
            state_operations=[
                migrations.RemoveIndex(model_name='game', name='game_open'),
                migrations.AddIndex(
                    model_name='game',
                    index=models.Index(models.F('status'), models.F('created_at'), models.F('id'), name='game_of_status'),
                ),
                migrations.AddIndex(
                    model_name='game',
                    index=models.Index(models.F('ruleset'), models.F('created_at'), models.F('id'), name='game_of_ruleset'),
                ),
                migrations.AddIndex(
                    model_name='game',
                    index=models.Index(models.F('started_at'), condition=models.Q(('public', True), ('status', 'running')), name='game_running'),
                ),
            ],
        ),
    ]
