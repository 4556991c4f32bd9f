"""`manage.py replay [GAME ...]`: replay the logs and compare positions, seats, turns, clocks, pauses and chains.

If a cached position differs, the log's replaces it: only the log is authoritative. All other differences are only
reported, and so are games that cannot be replayed: somebody must investigate. The exit status is 1 if anything
differed.
"""

from argparse import ArgumentParser
from collections.abc import Iterator

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, transaction

from games import instants
from games.models import Game, Seat, Turn
from games.table import store
from games.table.clocks import mapping
from games.table.clocks import terms as clocks
from games.table.clocks.turns import SECOND, first_account
from games.table.play import participation
from games.table.play.open_seats import is_open


class Command(BaseCommand):
    """Replay logs and compare."""

    help = (
        "Replays the logs of all games (or of those you name), and compares positions, seats, turns, clocks and chains."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="ids; all started games if you give none")

    def handle(self, *, games: list[str], **options: object) -> None:
        ids = games or list(Game.objects.filter(head__gt=0).order_by("id").values_list("id", flat=True))
        wrong = [f"{game_id}: {difference}" for game_id in ids for difference in find_differences(game_id)]
        for line in wrong:
            self.stderr.write(line)
        self.stdout.write(f"{len(ids)} games replayed, {len(wrong)} differences")
        if wrong:
            raise CommandError("There are differences.")


def find_differences(game_id: str) -> list[str]:
    """Return the differences, or that the game cannot be replayed, which must not hide other games' differences.

    Only an error's class is shown, since its text may contain secrets.
    """
    try:
        return list(differences(game_id))
    except Game.DoesNotExist:
        return ["there is no such game"]
    except DatabaseError:
        raise
    except Exception as error:
        return [f"it cannot be replayed ({type(error).__name__})"]


def differences(game_id: str) -> Iterator[str]:
    """Yield the differences between a game's log and its rows. A wrong position is corrected."""
    with transaction.atomic():
        game = store.lock(game_id)
        if not store.unbroken(game):
            yield "the chain of hashes is broken"
        if not store.remade(game):
            yield "the cached position was wrong, and was corrected"
        course = participation.course(store.public_log(game))
        if not _seats_agree(game, course):
            yield "the seats' rows differ from the log"
        if not _open_seats_agree(game):
            yield "the open seats do not match their players"
        if not _turns_agree(game, course):
            yield "the open turns differ from the open prompts"
        if not _clocks_agree(game, course):
            yield "the clocks differ from the log"
        if not _pauses_agree(game, course):
            yield "the pauses differ from the log"


def _seats_agree(game: Game, course: participation.Course) -> bool:
    rows = Seat.objects.filter(game=game).order_by("number")
    return course.seats == [participation.Holding(row.player_id, row.status, row.timeouts_in_a_row) for row in rows]


def _open_seats_agree(game: Game) -> bool:
    rows = Seat.objects.filter(game=game).select_related("player")
    return all((row.open_since is not None) == is_open(game, row) for row in rows)


def _turns_agree(game: Game, course: participation.Course) -> bool:
    """Check whether the open turns match the open prompts, each with the deadline in the log."""
    prompts = {prompt["id"] for prompt in store.view_for(store.read(game.id), None)["prompts"]}
    turns = Turn.objects.filter(game=game, closed_at=None)
    return prompts == {turn.prompt_id for turn in turns} and all(_on_time(game, course, turn) for turn in turns)


def _on_time(game: Game, course: participation.Course, turn: Turn) -> bool:
    deadline = course.deadlines.get(turn.prompt_id)
    if deadline is None:
        at = instants.read(course.opened_at[turn.prompt_opened]) + game.time_per_move
        return turn.deadline_at == turn.expires_at == at
    expires = course.expires[turn.prompt_id]
    return (turn.deadline_at, turn.expires_at) == (instants.read(deadline), instants.read(expires))


def _clocks_agree(game: Game, course: participation.Course) -> bool:
    """Check the game's agreed clock, and each seat's time account."""
    terms = mapping.terms(game)
    agreed = not course.clock or course.clock == clocks.write(terms)
    first = first_account(terms).bank // SECOND
    return agreed and all(
        (seat.bank // SECOND, seat.stopped // SECOND)
        == (course.banks.get(seat.number, first), course.stopped.get(seat.number, 0))
        for seat in Seat.objects.filter(game=game)
    )


def _pauses_agree(game: Game, course: participation.Course) -> bool:
    since = None if course.paused_at is None else instants.read(course.paused_at)
    return (course.pauses, since) == (game.pauses, game.paused_at)
