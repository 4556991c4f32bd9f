from django.conf import settings
from django.db import migrations, models


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
        migrations.AddField(
            model_name='competitioninvitation',
            name='changed_at',
            field=models.DateTimeField(help_text='Since then it is for another place than in the first email of the day.', null=True, verbose_name='changed'),
        ),
    ]
