"""How reliable players are. The turns so far are counted by the entries that closed them.

A question within a turn goes on with the one before it, of which only the last counts.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

COUNT = """
    UPDATE games_turn AS turn SET in_time = entry.kind IN ('move', 'planned')
    FROM games_entry AS entry
    WHERE entry.game_id = turn.game_id AND entry.at = turn.closed_at AND entry.seat = turn.seat
        AND entry.number > turn.prompt_opened AND entry.kind IN ('move', 'planned', 'timeout', 'forfeited')
        AND coalesce(entry.public->>'prompt', turn.prompt_opened || '.' || turn.seat)
            = turn.prompt_opened || '.' || turn.seat
        AND NOT EXISTS (
            SELECT FROM games_turn AS next
            WHERE next.game_id = turn.game_id AND next.seat = turn.seat AND next.prompt_opened = entry.number
                AND next.kind IN ('draw_again', 'keep_tickets', 'place_marker', 'move_alvin')
        )
"""

LEFT = """
    INSERT INTO games_departure (game_id, player_id, how, at)
    SELECT DISTINCT ON (left_by.game_id, left_by.player) left_by.game_id, left_by.player, left_by.kind, left_by.at
    FROM (
        SELECT entry.game_id, entry.kind, entry.at, coalesce(entry.public->>'before', seat.player_id) AS player
        FROM games_entry AS entry JOIN games_seat AS seat ON seat.game_id = entry.game_id AND seat.number = entry.seat
        WHERE entry.kind IN ('resigned', 'forfeited', 'taken_over')
    ) AS left_by JOIN games_player AS player ON player.id = left_by.player AND player.erased_at IS NULL
    ORDER BY left_by.game_id, left_by.player, left_by.at DESC
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0010_pauses_by_agreement")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="minimum_reliability",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="In percent of moves in time.", null=True, verbose_name="minimum reliability"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=Q(("minimum_reliability", None), ("minimum_reliability__range", (1, 100)), _connector="OR"),
                name="game_minimum_reliability",
            ),
        ),
        migrations.CreateModel(
            name="Departure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("resigned", "resigned"),
                            ("forfeited", "forfeited"),
                            ("taken_over", "seat taken over"),
                        ],
                        max_length=12,
                        verbose_name="how",
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="departures", to="games.game"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="departures",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "departure",
                "verbose_name_plural": "departures",
                "constraints": [models.UniqueConstraint(fields=("game", "player"), name="departure_once")],
                "indexes": [models.Index("player", "at", name="departure_of_player")],
            },
        ),
        migrations.RemoveIndex(model_name="turn", name="turn_of_player"),
        migrations.RemoveField(model_name="turn", name="missed"),
        migrations.AddField(
            model_name="turn",
            name="in_time",
            field=models.BooleanField(
                blank=True,
                help_text="Whether a move was made in time; empty: it counts neither way.",
                null=True,
                verbose_name="in time",
            ),
        ),
        migrations.RunSQL([COUNT, LEFT], migrations.RunSQL.noop),
        migrations.AddIndex(
            model_name="turn",
            index=models.Index(
                condition=Q(("in_time__isnull", False)),
                fields=["player", "closed_at"],
                include=("in_time",),
                name="turn_of_player",
            ),
        ),
    ]
