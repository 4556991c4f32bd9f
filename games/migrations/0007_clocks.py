"""What games agree on about their clocks, and how open turns were laid out.

Every game so far has a plain clock: its turns expire at their deadlines.
"""

from datetime import timedelta

from django.conf import settings
from django.db import migrations, models
from django.db.models import F, OuterRef, Q, Subquery


def expire_at_deadlines(apps, schema_editor):
    apps.get_model("games", "Turn").objects.update(expires_at=F("deadline_at"))


def ask_the_holders(apps, schema_editor):
    """Who held a seat at the time of a closed turn stands in the log alone, so only open turns get a player."""
    Seat, Turn = apps.get_model("games", "Seat"), apps.get_model("games", "Turn")
    holder = Seat.objects.filter(game=OuterRef("game"), number=OuterRef("seat")).values("player")
    Turn.objects.filter(closed_at=None).update(player=Subquery(holder))


class Migration(migrations.Migration):
    dependencies = [("games", "0006_plans")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="clock",
            field=models.JSONField(
                blank=True, default=dict, help_text="What was agreed beside the time per move.", verbose_name="clock"
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="bank",
            field=models.DurationField(default=timedelta, help_text="Time in store.", verbose_name="bank"),
        ),
        migrations.AddField(
            model_name="seat",
            name="stopped",
            field=models.DurationField(
                default=timedelta,
                help_text="For how long quiet hours and days off have stopped its clock.",
                verbose_name="stopped",
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="stops",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="When its clock stands still, as it was laid out; emptied at its end.",
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="expires_at",
            field=models.DateTimeField(
                help_text="When it is acted on: the deadline, or grace later.", null=True, verbose_name="expires"
            ),
        ),
        migrations.RunPython(expire_at_deadlines, migrations.RunPython.noop),
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
        migrations.AlterField(
            model_name="turn",
            name="expires_at",
            field=models.DateTimeField(
                help_text="When it is acted on: the deadline, or grace later.", verbose_name="expires"
            ),
        ),
        migrations.AddIndex(
            model_name="turn",
            index=models.Index("expires_at", condition=Q(("closed_at", None)), name="turn_expiring"),
        ),
        migrations.AddField(
            model_name="turn",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                help_text="Who is asked; whoever takes the seat over.",
                null=True,
                on_delete=models.deletion.PROTECT,
                related_name="turns",
                to=settings.AUTH_USER_MODEL,
                verbose_name="player",
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="missed",
            field=models.BooleanField(default=False, help_text="Nobody answered in time.", verbose_name="missed"),
        ),
        migrations.AddField(
            model_name="turn",
            name="announced_at",
            field=models.DateTimeField(
                blank=True, help_text="When all were told that grace runs.", null=True, verbose_name="announced"
            ),
        ),
        migrations.RunPython(ask_the_holders, migrations.RunPython.noop),
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
        migrations.AddIndex(
            model_name="turn",
            index=models.Index(
                "deadline_at",
                condition=Q(("announced_at", None), ("closed_at", None), ("expires_at__gt", F("deadline_at"))),
                name="turn_in_grace",
            ),
        ),
        migrations.AddIndex(
            model_name="turn",
            index=models.Index(
                condition=Q(("closed_at__isnull", False)),
                fields=["player", "closed_at"],
                include=["missed"],
                name="turn_of_player",
            ),
        ),
        migrations.AddConstraint(
            model_name="turn",
            constraint=models.CheckConstraint(condition=Q(("expires_at__gte", F("deadline_at"))), name="turn_expires"),
        ),
    ]
