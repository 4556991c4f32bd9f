"""An index of notifications by the announcement that they are about."""

from django.db import migrations, models

from games.migrations._indexes import made


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('notifications', '0013_announcements'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                made(
                    "notification_of_announcement",
                    "notifications_notification (announcement_id) WHERE announcement_id IS NOT NULL",
                ),
            ],
            state_operations=[
                migrations.AddIndex(
                    model_name='notification',
                    index=models.Index(models.F('announcement'), condition=models.Q(('announcement__isnull', False)), name='notification_of_announcement'),
                ),
            ],
        ),
    ]
