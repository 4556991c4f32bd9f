from django.conf import settings
from django.db import migrations, models


def fill_heads(apps, _editor):
    """Let corrections that exist be about their games as these are now."""
    corrections = apps.get_model('games', 'ResultCorrection').objects
    game = apps.get_model('games', 'Game').objects.filter(pk=models.OuterRef('game'))
    corrections.update(head=models.Subquery(game.values('head')))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0027_circulars'),
    ]

    operations = [
        migrations.AddField(
            model_name='resultcorrection',
            name='head',
            field=models.PositiveIntegerField(db_default=0, help_text='The last entry of the game that was judged.', verbose_name='entries'),
        ),
        migrations.RemoveConstraint(
            model_name='resultcorrection',
            name='correction_undone',
        ),
        migrations.AddConstraint(
            model_name='resultcorrection',
            constraint=models.CheckConstraint(condition=models.Q(('undone_by', None), ('undone_at__isnull', False), _connector='OR'), name='correction_undone'),
        ),
        migrations.RunPython(fill_heads, migrations.RunPython.noop, elidable=True),
    ]
