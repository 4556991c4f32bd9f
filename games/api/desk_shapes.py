"""What the API shows admins of an order before it is carried out."""

from engine.codec import Json
from games.api.shapes import instant
from games.services.rulings import Preview
from games.services.rulings.orders import written


def preview_body(shown: Preview) -> Json:
    """What an order would change."""
    return {
        "order": written(shown.order),
        "facts": shown.facts,
        "events": list(shown.events),
        "follows": shown.follows,
        "taken_back": list(shown.taken_back),
        "brought_back": list(shown.brought_back),
        "learned": [
            {"seat": one.seat, "fact": one.fact, "times": one.times, "things": one.things} for one in shown.learned
        ],
        "closed": list(shown.closed),
        "opened": [
            {"seat": one.seat, "type": one.kind, "deadline_at": instant(one.deadline_at)} for one in shown.opened
        ],
        "deadlines": [
            {"prompt": prompt, "before": instant(before), "after": instant(after)}
            for prompt, (before, after) in shown.deadlines.items()
        ],
        "seats": [
            {
                "seat": one.seat,
                "players": list(one.players),
                "statuses": list(one.statuses),
                "points": None if one.points is None else list(one.points),
            }
            for one in shown.seats
        ],
        "status": list(shown.status),
        "pauses": [list(each) for each in shown.pauses],
        "needs_two": shown.needs_two,
    }
