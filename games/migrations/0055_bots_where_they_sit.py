"""Bots may stay where they are: tables, cups and leagues that bots have joined or been invited to allow them."""

from typing import Any

from django.db import migrations
from django.db.models import Q


def allow(apps: Any, _editor: Any) -> None:
    game, cup, league = (apps.get_model("games", name) for name in ("Game", "Cup", "League"))
    there = Q(seats__player__kind="bot") | Q(host__kind="bot") | Q(invitations__player__kind="bot")
    live = game.objects.filter(there, status__in=["open", "running"])
    game.objects.filter(pk__in=live.values("pk")).update(bots="allowed")
    cups = cup.objects.filter(entrants__player__kind="bot")
    cup.objects.filter(pk__in=cups.values("pk")).update(bots="allowed")
    leagues = league.objects.filter(members__player__kind="bot")
    league.objects.filter(pk__in=leagues.values("pk")).update(bots="allowed")


class Migration(migrations.Migration):
    dependencies = [("games", "0054_bots")]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
