"""A player's newest notifications are found without reading all of them."""

from django.db import migrations, models

from games.migrations._indexes import dropped, made


class Migration(migrations.Migration):

    atomic = False
    dependencies = [
        ('notifications', '0006_notices_read'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                made('notification_by_player', 'notifications_notification (player_id, id)'),
                dropped('notification_of_player', 'notifications_notification (player_id)'),
            ],
            state_operations=[
                migrations.AddIndex('notification', models.Index('player', 'id', name='notification_by_player')),
                migrations.RemoveIndex('notification', 'notification_of_player'),
            ],
        ),
    ]
