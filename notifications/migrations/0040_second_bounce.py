"""A bounce is noted at first: which address it was, and when."""


import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0039_fewer_indexes'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name='mail',
            name='sent_to',
            field=models.CharField(blank=True, db_default='', default='', editable=False, help_text='A keyed hash of where it went, until a report about it has been heeded.', max_length=64),
        ),
        migrations.AlterField(
            model_name='mailreport',
            name='state',
            field=models.CharField(choices=[('waiting', 'waiting'), ('marked', 'marked'), ('noted', 'noted'), ('ignored', 'ignored')], default='waiting', max_length=8),
        ),
        migrations.CreateModel(
            name='FirstBounce',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.EmailField(max_length=254)),
                ('bounced_at', models.DateTimeField()),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='first_bounce', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'first bounce',
                'verbose_name_plural': 'first bounces',
            },
        ),
    ]
