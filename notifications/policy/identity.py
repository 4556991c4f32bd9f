"""What tells notifications apart: the dedupe key, by which each exists once, however often it is created."""

from datetime import datetime

from notifications.models import Notification


def key(one: Notification, about: str) -> str:
    """The dedupe key: kind, game, what it is about, person, deadline; which one of several reminders."""
    again = f"#{one.ordinal}" if one.ordinal > 1 else ""
    return f"{one.kind}:{one.game_id}:{about}:{one.player_id}:{_stamp(one.deadline_at)}{again}"


def by_subject(one: Notification) -> str:
    """The dispute or its comment; the prompt, and the plan that left it open; else the entry."""
    if one.dispute_id is not None:
        return f"d{one.dispute_id}" if one.comment_id is None else f"d{one.dispute_id}.{one.comment_id}"
    if one.prompt_opened is None:
        return f"e{one.entry}"
    plan = "" if one.plan is None else f"/{one.plan}"
    return f"p{one.prompt_opened}.{one.seat}{plan}"


def by_instant(one: Notification) -> str:
    """When it happened: it may happen again without anything else having changed."""
    return f"a{_stamp(one.created_at)}"


def _stamp(instant: datetime | None) -> str:
    return "" if instant is None else f"{instant.timestamp():.0f}"
