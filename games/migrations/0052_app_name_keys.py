from typing import Any

from django.db import migrations, models

from games.names import key


def fill(apps: Any, _schema_editor: object) -> None:
    """Of several that look alike, the first has the key."""
    App = apps.get_model("games", "Application")
    taken = {""}
    for app in App.objects.order_by("pk"):
        own = key(app.name)
        if own not in taken:
            App.objects.filter(pk=app.pk).update(name_key=own)
        taken.add(own)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0051_lost_refresh_answers'),
    ]

    operations = [
        migrations.AddField(
            model_name='application',
            name='name_key',
            field=models.TextField(blank=True, default='', editable=False, help_text='The same for all names that look alike (UTS 39).'),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
