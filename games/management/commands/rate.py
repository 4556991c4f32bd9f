"""`manage.py rate [RULESET ...]`: compute all ratings again from the games that have ended, and report differences.

The stored ratings are replaced. The exit status is 1 if anything differed.
"""

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Final

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.models import RatedSeat, Rating
from games.ratings import derivation

BEGINNING: Final = datetime(1970, 1, 1, tzinfo=UTC)
Facts = dict[tuple[str, str], tuple[float, ...]]


class Command(BaseCommand):
    """The command that computes ratings again and compares them."""

    help = "Derives the ratings of all rulesets (or of those you name) anew from the games, and says what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all if you give none")

    def handle(self, *, rulesets: list[str], **options: object) -> None:
        names = rulesets or derivation.rulesets()
        wrong = [line for ruleset in names for line in derived(ruleset)]
        for line in wrong:
            self.stderr.write(line)
        self.stdout.write(f"{len(names)} rulesets rated, {len(wrong)} differences")
        if wrong:
            raise CommandError("There were differences. The ratings are right now.")


def derived(ruleset: str) -> list[str]:
    """Compute a ruleset's ratings again; return the differences from the stored ones."""
    with transaction.atomic():
        before = _facts(ruleset)
        derivation.derive(ruleset, BEGINNING)
        now = _facts(ruleset)
    changed = sorted(key for key in before.keys() | now.keys() if before.get(key) != now.get(key))
    return [
        f"{ruleset} {' '.join(key)}: {_format_facts(before.get(key))}, now {_format_facts(now.get(key))}"
        for key in changed
    ]


def _facts(ruleset: str) -> Facts:
    seats = RatedSeat.objects.filter(ruleset=ruleset).values_list("game_id", "player_id", "rank", "mu", "sigma")
    ratings = Rating.objects.filter(ruleset=ruleset).values_list("player_id", "games", "mu", "sigma")
    return {(game, player): tuple(facts) for game, player, *facts in seats} | {
        ("rating", player): tuple(facts) for player, *facts in ratings
    }


def _format_facts(facts: tuple[float, ...] | None) -> str:
    return "nothing" if facts is None else " ".join(f"{fact:.6g}" for fact in facts)
