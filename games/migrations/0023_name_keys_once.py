from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0022_name_keys'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('name_key', ''), _negated=True), fields=('name_key',), name='player_name_key_unique', violation_error_message="This name looks like somebody else's."),
        ),
    ]
