"""What notifications can be about, checked for all of them, in place of what they could be about before."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('notifications', '0011_notifications_of_clubs'),
    ]

    operations = [
        ValidateConstraint(model_name='notification', name='notification_subject'),
        migrations.RemoveConstraint(model_name='notification', name='notification_about_one'),
    ]
