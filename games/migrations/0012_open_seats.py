"""Seats that can be taken over, and offers of them.

Seats of running games that were left, or that stand-ins hold, are open from now on.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q
from django.utils import timezone


def open_seats(apps, schema_editor):
    left = Q(status__in=["resigned", "forfeited"]) | Q(player__kind="house")
    seats = apps.get_model("games", "Seat").objects.filter(left, game__status="running")
    seats.update(open_since=timezone.now())


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_reliability"),
    ]

    operations = [
        migrations.CreateModel(
            name="SeatOffer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("reserved_until", models.DateTimeField(verbose_name="reserved until")),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed")),
            ],
            options={
                "verbose_name": "offer of a seat",
                "verbose_name_plural": "offers of seats",
            },
        ),
        migrations.AddField(
            model_name="seat",
            name="open_since",
            field=models.DateTimeField(
                blank=True,
                help_text="Somebody may take it over (P2); empty where nobody may.",
                null=True,
                verbose_name="open since",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                models.OrderBy(models.F("open_since"), descending=True),
                models.OrderBy(models.F("id"), descending=True),
                condition=models.Q(("open_since__isnull", False)),
                name="seat_open",
            ),
        ),
        migrations.AddField(
            model_name="seatoffer",
            name="game",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="seat_offers", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="seatoffer",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seat_offers",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="seatoffer",
            index=models.Index(models.F("game"), name="seat_offer_of_game"),
        ),
        migrations.AddIndex(
            model_name="seatoffer",
            index=models.Index(models.F("player"), name="seat_offer_of_player"),
        ),
        migrations.AddConstraint(
            model_name="seatoffer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at", None)), fields=("game", "seat"), name="seat_offer_once"
            ),
        ),
        migrations.RunPython(open_seats, migrations.RunPython.noop),
    ]
