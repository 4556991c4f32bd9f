from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Only the models' fields have moved to a common base: no statement for the database follows from this."""

    dependencies = [
        ('games', '0024_words_for_admins'),
    ]

    operations = [
        migrations.AlterField(
            model_name='cup',
            name='club',
            field=models.ForeignKey(blank=True, help_text='Its members alone can enter.', null=True, on_delete=models.deletion.PROTECT, related_name='%(class)ss', to='games.club', verbose_name='club'),
        ),
        migrations.AlterField(
            model_name='cup',
            name='host',
            field=models.ForeignKey(on_delete=models.deletion.PROTECT, related_name='%(class)ss', to=settings.AUTH_USER_MODEL, verbose_name='host'),
        ),
        migrations.AlterField(
            model_name='league',
            name='club',
            field=models.ForeignKey(blank=True, help_text='Its members alone can enter.', null=True, on_delete=models.deletion.PROTECT, related_name='%(class)ss', to='games.club', verbose_name='club'),
        ),
        migrations.AlterField(
            model_name='league',
            name='host',
            field=models.ForeignKey(on_delete=models.deletion.PROTECT, related_name='%(class)ss', to=settings.AUTH_USER_MODEL, verbose_name='host'),
        ),
    ]
