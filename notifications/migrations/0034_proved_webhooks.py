"""When a webhook's server first took a message: of those that there are, some deliveries may still say."""

from django.db import migrations, models

PROVED = """
UPDATE notifications_webhook webhook SET proved_at = webhook.created_at WHERE EXISTS (
    SELECT FROM notifications_webhookdelivery sent WHERE sent.webhook_id = webhook.id AND sent.state = 'sent'
)
"""


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0033_streams'),
    ]

    operations = [
        migrations.AddField(
            model_name='webhook',
            name='proved_at',
            field=models.DateTimeField(help_text='When its server first took a message. Empty: never yet.', null=True),
        ),
        migrations.RunSQL(PROVED, migrations.RunSQL.noop),
    ]
