"""How far players have read what has happened. A release from before does not read the table."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('notifications', '0005_calendar_addresses'),
    ]

    operations = [
        migrations.CreateModel(
            name='NoticesRead',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('last', models.BigIntegerField(help_text='The number of a notification; those up to it are read.')),
                ('read_at', models.DateTimeField()),
            ],
            options={
                'verbose_name': 'notices read',
                'verbose_name_plural': 'notices read',
            },
        ),
    ]
