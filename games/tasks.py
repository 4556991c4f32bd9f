"""Celery's entrance: fetch what is due, call a service. Any of these may be lost or run twice without harm."""

from celery import shared_task
from django.utils import timezone

from games.competitions.cups import sweeps as cups
from games.competitions.leagues import sweeps as leagues
from games.competitions.series import progress
from games.lobby import by_address, closure
from games.people import addresses, admission, codes, guests, retired_zones, sightings, tokens
from games.presentation.pictures import Way, kept
from games.presentation.replay import films
from games.ratings import derivation
from games.table.agreements import settlement
from games.table.clocks import certificates, probe
from games.table.plans import execution
from games.table.play import deadlines, moves, stand_ins
from games.table.rulings import bulk, pauses


@shared_task(name="games.tasks.sweep_deadlines")
def sweep_deadlines() -> int:
    """Let house players answer what they are asked, plans too, long pauses end, and the table's proposals; then act on
    what is due.
    """
    stand_ins.play_due(now=timezone.now())
    execution.act_due(now=timezone.now())
    pauses.end_long_ones(now=timezone.now())
    settlement.settle_due(now=timezone.now())
    return deadlines.sweep(now=timezone.now())


@shared_task(name="games.tasks.sweep_leagues")
def sweep_leagues() -> int:
    """Begin and end seasons of leagues, start their games, and fill places that players have left."""
    return leagues.sweep(now=timezone.now())


@shared_task(name="games.tasks.sweep_cups")
def sweep_cups() -> int:
    """Begin and end cups and their rounds, start their games, and take out whoever stays away."""
    return cups.sweep(now=timezone.now())


@shared_task(name="games.tasks.play_stand_ins")
def play_stand_ins(game_id: str) -> int:
    """Let house players answer at a practice table, where a player waits for them."""
    return stand_ins.play_at(game_id, now=timezone.now())


@shared_task(name="games.tasks.close_games")
def close_games() -> int:
    """Close games that never began, or that all have left, after those concerned were told."""
    return closure.close_due(now=timezone.now())


@shared_task(name="games.tasks.go_on_with_series")
def go_on_with_series() -> int:
    """Open the next game of every series whose last one is over."""
    return progress.advance_due(now=timezone.now())


@shared_task(name="games.tasks.record_heartbeat")
def record_heartbeat() -> None:
    """Knock at the web's door by a real request; the web itself writes that it is there."""
    probe.knock(now=timezone.now())


@shared_task(name="games.tasks.look_at_certificate")
def look_at_certificate() -> None:
    """Note until when the certificate that people see is good."""
    certificates.look()


@shared_task(name="games.tasks.rule_in_bulk")
def rule_in_bulk() -> int:
    """Rule on the games that wait in bulk rulings, until none is left."""
    ruled = 0
    while worked := bulk.work(now=timezone.now()):
        ruled += worked
    return ruled


@shared_task(name="games.tasks.derive_ratings")
def derive_ratings() -> int:
    """Derive the ratings again that follow from an old game which has changed."""
    return derivation.catch_up()


@shared_task(name="games.tasks.forget_old_keys")
def forget_old_keys() -> int:
    """Drop idempotency keys that are no longer honoured."""
    return moves.forget_old_keys(now=timezone.now())


@shared_task(name="games.tasks.change_addresses")
def change_addresses() -> int:
    """Make the changes of address that have waited long enough."""
    return addresses.settle_due(now=timezone.now())


@shared_task(name="games.tasks.replace_retired_zones")
def replace_retired_zones() -> int:
    """Give UTC to players whose time zone this release does not know, and tell them."""
    return retired_zones.replace(now=timezone.now())


@shared_task(name="games.tasks.forget_old_access")
def forget_old_access() -> int:
    """Drop what opens nothing any more (codes, invitations, tokens, sessions), hashes of networks in time, and guests
    who have given no address within a day.
    """
    now = timezone.now()
    old = codes.forget_old_codes(now=now) + admission.forget_old(now=now) + tokens.forget_expired(now=now)
    old += by_address.forget_old(now=now)
    return old + sightings.forget_old(now=now) + guests.forget_old(now=now)


@shared_task(name="games.tasks.draw_picture")
def draw_picture(game_id: str, own: int | None, entry: int, size: str, light: str, language: str) -> None:
    """Draw a position as PNG; the next request finds it."""
    kept.draw(game_id, own, entry, Way(size, light), language)


@shared_task(name="games.tasks.draw_film")
def draw_film(game_id: str, light: str, language: str) -> None:
    """Draw an ended game as a film; the next request finds it."""
    films.draw(game_id, light, language)
