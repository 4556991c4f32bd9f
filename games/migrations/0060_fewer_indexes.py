"""Indexes that earn their place: none for patterns, which nobody looks for; none that another one stands in for; and of
closed turns none that tells each of them apart.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.migrations._indexes import dropped, made, renamed


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('games', '0059_packed_entries_valid'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                renamed("games_game_host_id_651375fe", "game_of_host"),
                dropped("games_game_host_id_651375fe_like", "games_game (host_id varchar_pattern_ops)"),
                made("game_again_of", "games_game (again_of_id) WHERE again_of_id IS NOT NULL"),
                dropped("games_game_again_of_id_fda957bf", "games_game (again_of_id)"),
                dropped("games_game_again_of_id_fda957bf_like", "games_game (again_of_id varchar_pattern_ops)"),
                renamed("games_idempotencykey_player_id_18794955", "idempotency_key_player"),
                dropped("games_idempotencykey_player_id_18794955_like", "games_idempotencykey (player_id varchar_pattern_ops)"),
                renamed("games_seat_player_id_15ebc6ad", "seat_of_player"),
                dropped("games_seat_player_id_15ebc6ad_like", "games_seat (player_id varchar_pattern_ops)"),
                dropped("games_seat_game_id_ad720f5b", "games_seat (game_id)"),
                dropped("games_seat_game_id_ad720f5b_like", "games_seat (game_id varchar_pattern_ops)"),
                made("turn_of_seat", "games_turn (game_id, seat)"),
                made("turn_open_once", "games_turn (game_id, seat, prompt_opened) WHERE closed_at IS NULL", unique=True),
                dropped("turn_open", "games_turn (game_id, seat) WHERE closed_at IS NULL"),
                migrations.RunSQL(
                    "ALTER TABLE games_turn DROP CONSTRAINT IF EXISTS turn_prompt_once",
                    "ALTER TABLE games_turn ADD CONSTRAINT turn_prompt_once UNIQUE (game_id, prompt_opened, seat)",
                ),
            ],
            state_operations=[
                migrations.RemoveConstraint(
                    model_name='turn',
                    name='turn_prompt_once',
                ),
                migrations.RemoveIndex(
                    model_name='turn',
                    name='turn_open',
                ),
                migrations.AlterField(
                    model_name='game',
                    name='again_of',
                    field=models.ForeignKey(db_index=False, editable=False, help_text='The earlier game whose players meet again here.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='again', to='games.game'),
                ),
                migrations.AlterField(
                    model_name='game',
                    name='host',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='hosted', to=settings.AUTH_USER_MODEL, verbose_name='host'),
                ),
                migrations.AlterField(
                    model_name='idempotencykey',
                    name='player',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AlterField(
                    model_name='seat',
                    name='game',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game'),
                ),
                migrations.AlterField(
                    model_name='seat',
                    name='player',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL, verbose_name='player'),
                ),
                migrations.AddIndex(
                    model_name='game',
                    index=models.Index(models.F('host'), name='game_of_host'),
                ),
                migrations.AddIndex(
                    model_name='game',
                    index=models.Index(models.F('again_of'), condition=models.Q(('again_of__isnull', False)), name='game_again_of'),
                ),
                migrations.AddIndex(
                    model_name='idempotencykey',
                    index=models.Index(models.F('player'), name='idempotency_key_player'),
                ),
                migrations.AddIndex(
                    model_name='seat',
                    index=models.Index(models.F('player'), name='seat_of_player'),
                ),
                migrations.AddIndex(
                    model_name='turn',
                    index=models.Index(models.F('game'), models.F('seat'), name='turn_of_seat'),
                ),
                migrations.AddConstraint(
                    model_name='turn',
                    constraint=models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('game', 'seat', 'prompt_opened'), name='turn_open_once'),
                ),
            ],
        ),
    ]
