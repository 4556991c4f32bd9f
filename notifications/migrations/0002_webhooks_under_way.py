"""Which messages to programs are under way, so that any number of workers know of each other's."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0001_notifications")]

    operations = [
        migrations.AddField(
            model_name="webhookdelivery",
            name="under_way",
            field=models.BooleanField(
                default=False, db_default=False, help_text="While it is leased: a worker may be posting it."
            ),
        )
    ]
