"""The invitation that an email to the site answers, and the one that its own answer asks about."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0014_notifications_by_announcement'),
    ]

    operations = [
        migrations.AddField(
            model_name='siteemail',
            name='question',
            field=models.CharField(blank=True, db_default='', default='', help_text='The invitation that the email asked about which it replies to, other than our answers.', max_length=24),
        ),
        migrations.AddField(
            model_name='siteemail',
            name='next_question',
            field=models.CharField(blank=True, db_default='', default='', help_text='The invitation that its answer asks about.', max_length=24),
        ),
    ]
