"""Which announcement of a club a notification is about, and addresses at which such emails are answered."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0016_club_announcements'),
        ('notifications', '0012_notification_subjects'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='replyaddress',
            name='game',
            field=models.ForeignKey(db_index=False, help_text='Empty: it is a digest’s, or answers a sanction or an announcement.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game'),
        ),
        migrations.AlterField(
            model_name='replyaddress',
            name='purpose',
            field=models.CharField(choices=[('answer', 'answers a question'), ('confirm', 'confirms an email'), ('appeal', 'answers a sanction'), ('club', 'answers an announcement')], default='answer', max_length=8),
        ),
        migrations.AddField(
            model_name='notification',
            name='announcement',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.clubannouncement'),
        ),
    ]
