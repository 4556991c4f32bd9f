"""Invitations to sign up."""

import django.db.models.deletion
import games.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0023_name_keys_once'),
    ]

    operations = [
        migrations.CreateModel(
            name='SignUpInvitation',
            fields=[
                ('id', models.CharField(default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('by', models.ForeignKey(help_text='Nobody: whoever runs the server.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sign_up_invitations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'invitation to sign up',
                'verbose_name_plural': 'invitations to sign up',
                'ordering': ['-created_at', '-id'],
            },
        ),
    ]
