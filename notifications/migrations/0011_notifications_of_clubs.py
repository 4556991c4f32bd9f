"""An index of notifications by their club, and what a notification can be about, checked for new ones from now on."""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models

from games.migrations._indexes import made


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('notifications', '0010_clubs'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                made("notification_of_club", "notifications_notification (club_id) WHERE club_id IS NOT NULL"),
            ],
            state_operations=[
                migrations.AddIndex(
                    model_name='notification',
                    index=models.Index(models.F('club'), condition=models.Q(('club__isnull', False)), name='notification_of_club'),
                ),
            ],
        ),
        AddConstraintNotValid(
            model_name='notification',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('club', None), ('cup', None), ('game__isnull', False), ('season', None)), models.Q(('club', None), ('cup', None), ('game', None), ('season__isnull', False)), models.Q(('club', None), ('cup__isnull', False), ('game', None), ('season', None)), models.Q(('club__isnull', False), ('cup', None), ('game', None), ('season', None)), _connector='OR'), name='notification_subject'),
        ),
    ]
