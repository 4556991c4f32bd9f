"""Events no longer tell of wishes for a pause, but of proposals; those that are stored stay as they are."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0003_pushes_under_way'),
    ]

    operations = [
        migrations.AlterField(
            model_name='accountevent',
            name='kind',
            field=models.CharField(choices=[('entry', "an entry of a game's log"), ('talk', 'something was said at a table'), ('invitation', 'invited to a game'), ('seat_offered', 'offered an open seat'), ('seat_taken', 'a stand-in has taken over the seat'), ('seat_passed_on', 'another player has taken over the seat'), ('ruling', 'a ruling gave the seat to another player'), ('dispute_opened', 'a dispute was opened'), ('dispute_comment', 'a dispute has a new comment'), ('dispute_closed', 'a dispute was closed'), ('proposal', 'something was proposed to the table'), ('proposal_over', 'nothing came of a proposal'), ('nudge', 'others ask for a move'), ('time_is_over', 'the deadline has passed, and grace runs'), ('somebody_is_late', "another player's deadline has passed"), ('closing_soon', 'a game will be closed'), ('game_closed', 'a game was closed before it began'), ('series_over', 'a series is over'), ('secrets_opened', "an admin opened a game's secrets")], max_length=16),
        ),
    ]
