"""Secret addresses of calendars. A release from before does not read the table."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('notifications', '0004_pauses_are_proposals'),
    ]

    operations = [
        migrations.CreateModel(
            name='CalendarAddress',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='calendar_address', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'calendar address',
                'verbose_name_plural': 'calendar addresses',
            },
        ),
    ]
