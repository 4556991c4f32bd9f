"""Checks the constraint while the site plays: this reads the log once, and keeps nobody from reading or adding to it."""

from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0058_packed_entries'),
    ]

    operations = [
        ValidateConstraint(model_name='entry', name='entry_kept_in_one_form'),
    ]
