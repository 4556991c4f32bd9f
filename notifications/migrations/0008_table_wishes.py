"""Which new tables players want to hear of. A release from before does not read the table."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_relations'),
        ('notifications', '0007_notices_by_player'),
    ]

    operations = [
        migrations.AlterField(
            model_name='mail',
            name='stream',
            field=models.CharField(blank=True, choices=[('invitations', 'invitations'), ('turns', 'your turns'), ('reminders', 'reminders'), ('games', 'news of your games'), ('digest', 'digests'), ('tables', 'new tables')], help_text='Empty for emails about an account.', max_length=16),
        ),
        migrations.CreateModel(
            name='TableWish',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='table_wish', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('ruleset', models.CharField(blank=True, max_length=40)),
                ('pace', models.CharField(blank=True, help_text='The name of a clock.', max_length=16)),
                ('seats', models.PositiveSmallIntegerField(null=True)),
                ('created_at', models.DateTimeField()),
                ('told_until', models.DateTimeField(help_text='Tables that were opened until then have been told or passed over.')),
                ('next_at', models.DateTimeField(help_text='No email before.')),
            ],
            options={
                'verbose_name': 'wish for tables',
                'verbose_name_plural': 'wishes for tables',
                'indexes': [models.Index(models.F('next_at'), name='table_wish_next')],
            },
        ),
    ]
