"""When games are closed that nobody plays. Those that wait now have their whole time from now on."""

from django.db import migrations, models
from django.db.models import Q

WAITING = """
    UPDATE games_game SET closes_at = now() + interval '30 days' WHERE status = 'open';
    UPDATE games_game AS game SET closes_at = now() + interval '7 days'
    WHERE game.status = 'running' AND NOT EXISTS (
        SELECT FROM games_seat AS seat JOIN games_player AS player ON player.id = seat.player_id
        WHERE seat.game_id = game.id AND seat.status = 'playing' AND player.kind <> 'house'
    );
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0012_open_seats")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="closes_at",
            field=models.DateTimeField(
                blank=True, help_text="If nobody plays it until then.", null=True, verbose_name="closes"
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="closing_told_at",
            field=models.DateTimeField(
                blank=True, help_text="When those concerned were told.", null=True, verbose_name="told that it closes"
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="never_started",
            field=models.BooleanField(
                default=False, help_text="It was closed since it never began.", verbose_name="never started"
            ),
        ),
        migrations.RunSQL(WAITING, migrations.RunSQL.noop),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=Q(("closes_at", None), ("status__in", ["open", "running"]), _connector="OR"),
                name="game_closes_while_alive",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index("closes_at", "id", condition=Q(("closes_at__isnull", False)), name="game_closing"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                "closes_at",
                "id",
                condition=Q(("closes_at__isnull", False), ("closing_told_at", None)),
                name="game_closing_untold",
            ),
        ),
    ]
