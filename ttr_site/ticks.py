"""When the beat wakes the worker.

Ticks only wake the worker; rows say what is due. Two beats at once are harmless.
"""

from typing import Any

from celery.schedules import schedule


def every(seconds: float, task: str) -> dict[str, Any]:
    """A tick that nobody took by the time of the next one is worth nothing, so it expires."""
    return {"task": task, "schedule": schedule(seconds), "options": {"expires": seconds}}


def timetable(tick: int) -> dict[str, dict[str, Any]]:
    """Celery's `beat_schedule`. `tick`: seconds between two looks for what is due by the clock."""
    return {
        "addresses": every(600, "games.tasks.change_addresses"),
        "bulk": every(10, "games.tasks.rule_in_bulk"),
        "certificate": every(600, "games.tasks.look_at_certificate"),
        "closings": every(2 * tick, "games.tasks.close_games"),
        "cups": every(60, "games.tasks.sweep_cups"),
        "deadlines": every(tick, "games.tasks.sweep_deadlines"),
        "heartbeat": every(30, "games.tasks.record_heartbeat"),
        "leagues": every(60, "games.tasks.sweep_leagues"),
        "old_access": every(600, "games.tasks.forget_old_access"),
        "old_keys": every(600, "games.tasks.forget_old_keys"),
        "ratings": every(20, "games.tasks.derive_ratings"),
        "series": every(2 * tick, "games.tasks.go_on_with_series"),
        "inbox": every(20, "notifications.tasks.read_mail"),
        "outbox": every(20, "notifications.tasks.sweep"),
        "canary": every(60, "notifications.tasks.watch"),
        "zones": every(600, "games.tasks.replace_retired_zones"),
        "reminders": every(2 * tick, "notifications.tasks.remind"),
    }
