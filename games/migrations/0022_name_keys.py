"""Names that look alike get one key; those that there are already keep their names, and the first of them the key."""

from django.db import migrations, models

import games.names


def fill(apps, schema_editor):
    """The oldest account has the key; others who look like it get one of their own, with the id behind it."""
    Player = apps.get_model("games", "Player")
    taken = set()
    batch = []
    for player in Player.objects.filter(erased_at=None).order_by("date_joined", "id").iterator():
        own = games.names.key(player.name)
        player.name_key = f"{own}#{player.pk}" if own in taken else own
        taken.add(own)
        batch.append(player)
        if len(batch) == 1000:
            Player.objects.bulk_update(batch, ["name_key"])
            batch = []
    Player.objects.bulk_update(batch, ["name_key"])


class Migration(migrations.Migration):

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('games', '0021_blocks'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='name_key',
            field=models.TextField(blank=True, default='', editable=False, help_text='The same for all names that look alike (UTS 39); of no tombstone.'),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='player',
            name='name',
            field=models.CharField(help_text='Others see it.', max_length=30, validators=[games.names.validate_player_name], verbose_name='name'),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
