import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone

from games.people.sessions import SessionStore

USER = "_auth_user_id"


def copy(apps, schema_editor):
    """Who is signed in stays so: the data are signed as before. `forget_expired` deletes the old rows later."""
    old, new = apps.get_model("sessions", "Session"), apps.get_model("games", "BrowserSession")
    here = set(apps.get_model("games", "Player").objects.values_list("pk", flat=True).iterator())
    store = SessionStore()
    for row in old.objects.filter(expire_date__gt=timezone.now()).iterator():
        player = store.decode(row.session_data).get(USER)
        facts = {"session_data": row.session_data, "expire_date": row.expire_date}
        if player is None or player in here:
            new.objects.get_or_create(session_key=row.session_key, defaults={**facts, "player_id": player})


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0035_invitations_by_address"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="BrowserSession",
            fields=[
                (
                    "session_key",
                    models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key"),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "browser’s session",
                "verbose_name_plural": "browsers’ sessions",
                "abstract": False,
            },
        ),
        migrations.RunPython(copy, migrations.RunPython.noop, elidable=True),
    ]
