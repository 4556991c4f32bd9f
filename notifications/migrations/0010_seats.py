"""Kinds of notifications about seats that change hands."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0009_closings_and_wishes'),
    ]

    operations = [
        migrations.AlterField(
            model_name='notification',
            name='kind',
            field=models.CharField(choices=[('game_over', 'game over'), ('game_closed', 'game closed'), ('ruling', 'ruling'), ('pause', 'pause'), ('seat_taken', 'seat taken over'), ('seat_passed_on', 'seat passed on'), ('seat_is_yours', 'seat is yours'), ('closing_soon', 'game closes soon'), ('forfeited', 'forfeited'), ('played_for_you', 'played for you'), ('game_started', 'game started'), ('your_turn', 'your turn'), ('time_is_over', 'time is over'), ('reminder', 'reminder'), ('plan_stopped', 'plan stopped'), ('plan_waits', 'plan has no answer'), ('pause_wished', 'somebody wants a pause'), ('invitation', 'invitation'), ('seat_offered', 'seat offered'), ('dispute_closed', 'dispute closed'), ('dispute_opened', 'dispute opened'), ('dispute_comment', 'dispute commented on'), ('secrets_opened', 'secrets opened'), ('time_ran_out', "somebody's time ran out"), ('somebody_is_late', "somebody's time is over")], max_length=16),
        ),
    ]
