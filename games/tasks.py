"""Celery tasks, which find due work and call services. Any of them may be lost or run twice without harm."""

from celery import shared_task
from django.utils import timezone

from games.competitions import circulars
from games.competitions.cups import sweeps as cups
from games.competitions.leagues import sweeps as leagues
from games.competitions.series import progress
from games.lobby import by_address, closure
from games.people import addresses, admission, answered_requests, codes, guests, retired_zones, sightings, tokens
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
    """Run the sweeps of games.

    House players and plans answer, long pauses end, and proposals are settled; then due turns are acted on.
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
    """Begin and end cups and their rounds, start their games, and remove players who stay away."""
    return cups.sweep(now=timezone.now())


@shared_task(name="games.tasks.write_circulars")
def write_circulars() -> int:
    """Write the emails that everyone in a competition is to get."""
    written = 0
    while count := circulars.send_due():
        written += count
    return written


@shared_task(name="games.tasks.play_stand_ins")
def play_stand_ins(game_id: str) -> int:
    """Let house players answer at a practice table, where a player waits for them."""
    return stand_ins.play_at(game_id, now=timezone.now())


@shared_task(name="games.tasks.close_games")
def close_games() -> int:
    """Close games that never began, or that all have left, after the players concerned were notified."""
    return closure.close_due(now=timezone.now())


@shared_task(name="games.tasks.go_on_with_series")
def go_on_with_series() -> int:
    """Open the next game of every series whose last one is over."""
    return progress.advance_due(now=timezone.now())


@shared_task(name="games.tasks.record_heartbeat")
def record_heartbeat() -> None:
    """Probe the web server with a real request, which the server itself records as its heartbeat."""
    probe.knock(now=timezone.now())


@shared_task(name="games.tasks.look_at_certificate")
def look_at_certificate() -> None:
    """Record until when the site's public certificate is good."""
    certificates.look()


@shared_task(name="games.tasks.rule_in_bulk")
def rule_in_bulk() -> int:
    """Rule on the games that wait in bulk rulings until none is left."""
    ruled = 0
    while worked := bulk.work(now=timezone.now()):
        ruled += worked
    return ruled


@shared_task(name="games.tasks.derive_ratings")
def derive_ratings() -> int:
    """Recompute the ratings that depend on an old game that has changed."""
    return derivation.catch_up()


@shared_task(name="games.tasks.forget_old_keys")
def forget_old_keys() -> int:
    """Delete idempotency keys that are no longer honored."""
    return moves.forget_old_keys(now=timezone.now()) + answered_requests.forget_old(now=timezone.now())


@shared_task(name="games.tasks.change_addresses")
def change_addresses() -> int:
    """Carry out the changes of address that have waited long enough."""
    return addresses.settle_due(now=timezone.now())


@shared_task(name="games.tasks.replace_retired_zones")
def replace_retired_zones() -> int:
    """Give UTC to players whose time zone this release does not know, and notify them."""
    return retired_zones.replace(now=timezone.now())


@shared_task(name="games.tasks.forget_old_access")
def forget_old_access() -> int:
    """Delete expired access.

    This covers expired codes, invitations, tokens and sessions, old hashes of networks, and guests who have not given
    an address within a day.
    """
    now = timezone.now()
    old = codes.forget_old_codes(now=now) + admission.forget_old(now=now) + tokens.forget_expired(now=now)
    old += by_address.forget_old(now=now)
    return old + sightings.forget_old(now=now) + guests.forget_old(now=now)


@shared_task(name="games.tasks.draw_picture")
def draw_picture(game_id: str, own: int | None, entry: int, size: str, light: str, language: str) -> None:
    """Draw a position as PNG for the next request to find."""
    kept.draw(game_id, own, entry, Way(size, light), language)


@shared_task(name="games.tasks.draw_film")
def draw_film(game_id: str, light: str, language: str) -> None:
    """Draw an ended game as a film for the next request to find."""
    films.draw(game_id, light, language)
