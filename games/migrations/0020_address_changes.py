"""Addresses change when both agree."""

import django.db.models.deletion
import games.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_codes_by_asker"),
    ]

    operations = [
        migrations.CreateModel(
            name="AddressChange",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=games.ids.new_id, editable=False, max_length=12, primary_key=True, serialize=False
                    ),
                ),
                ("address", models.EmailField(max_length=254)),
                ("asked_at", models.DateTimeField()),
                (
                    "can_wait",
                    models.BooleanField(help_text="Asked for by somebody who could do everything with the account."),
                ),
                ("new_at", models.DateTimeField(help_text="When the new address agreed.", null=True)),
                (
                    "old_at",
                    models.DateTimeField(
                        help_text="When the old address, or an admin in its place, agreed.", null=True
                    ),
                ),
                ("holds_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name": "change of address",
                "verbose_name_plural": "changes of address",
            },
        ),
        migrations.RemoveConstraint(
            model_name="mailedcode",
            name="code_knows_whom",
        ),
        migrations.AlterField(
            model_name="mailedcode",
            name="facts",
            field=models.JSONField(default=dict, help_text="Of a player to be; or which change of address."),
        ),
        migrations.AlterField(
            model_name="mailedcode",
            name="purpose",
            field=models.CharField(
                choices=[
                    ("sign_up", "sign up"),
                    ("sign_in", "sign in"),
                    ("new_address", "new address"),
                    ("old_address", "old address"),
                    ("erase", "erase"),
                    ("nothing", "nothing"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="mailedcode",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("player", None), ("purpose__in", ["sign_up", "nothing"])),
                    models.Q(
                        ("player__isnull", False), ("purpose__in", ["sign_in", "new_address", "old_address", "erase"])
                    ),
                    _connector="OR",
                ),
                name="code_knows_whom",
            ),
        ),
        migrations.AddField(
            model_name="addresschange",
            name="player",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="address_change", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddIndex(
            model_name="addresschange",
            index=models.Index(
                models.F("holds_at"), condition=models.Q(("holds_at__isnull", False)), name="address_change_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="addresschange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("holds_at", None), models.Q(("can_wait", True), ("new_at__isnull", False)), _connector="OR"
                ),
                name="address_change_waits_for_new",
            ),
        ),
    ]
