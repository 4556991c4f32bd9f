"""What people wrote in their own words about games and players, so that it can be found and erased.

When a player is erased, so are the player's own words, even an admin's, and what admins wrote to the player; the rows
concerned are recorded. What others wrote is kept (`games.people.mentions`).
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

from django.db.models import Model, Q

from games.models import AdminReason, BulkRuling, Dispute, DisputeComment, Moderation, Player, Ruling, TalkLine
from games.people import audit

ERASED: Final = "words_erased"


def forget(player: Player, now: datetime) -> None:
    """Empty the player's own words and those written to the player. It stays on record that they existed."""
    by, about = Q(by=player), Q(player=player)
    emptied = {
        "dispute": _empty(Dispute, Q(opened_by=player), "text", "outcome"),
        "outcome": _empty(Dispute, Q(closed_by=player), "outcome"),
        "comment": _empty(DisputeComment, by, "text"),
        "moderation": _empty(Moderation, by | about, "text"),
        "ruling": _empty(Ruling, by, "public_text", "staff_note"),
        "bulk_ruling": _empty(BulkRuling, by, "public_text", "staff_note"),
        "reason": _delete_reasons(Q(act__player=player) | Q(act__by=player)),
    }
    if erased_rows := {name: rows for name, rows in emptied.items() if rows}:
        audit.note(player, ERASED, now, player=player, detail=erased_rows)


def _empty(model: type[Model], rows: Q, *fields: str) -> list[object]:
    """Empty these fields, and return the keys of the rows in which they were not empty."""
    blank = Q(**dict.fromkeys(fields, ""))
    filled = model._default_manager.filter(rows).exclude(blank)
    keys = list(filled.order_by("pk").values_list("pk", flat=True))
    model._default_manager.filter(pk__in=keys).update(**dict.fromkeys(fields, ""))
    return keys


def _delete_reasons(rows: Q) -> list[int]:
    reasons = AdminReason.objects.filter(rows)
    keys = list(reasons.order_by("pk").values_list("pk", flat=True))
    reasons.delete()
    return keys


def sections(player: Player) -> Iterator[tuple[str, Iterable[object]]]:
    """Yield what the player wrote, and what others wrote to the player, for the export of personal data."""
    opened = Dispute.objects.filter(opened_by=player).order_by("created_at")
    yield "disputes", opened.values("id", "game_id", "kind", "entry", "text", "state", "created_at", "outcome")
    comments = DisputeComment.objects.filter(by=player).order_by("created_at")
    yield "dispute_comments", comments.values("dispute_id", "text", "created_at")
    at_tables = TalkLine.objects.filter(by=player).order_by("said_at", "pk")
    yield "talk_lines", at_tables.values("game_id", "number", "text", "said_at")
    measures = Moderation.objects.filter(player=player).order_by("created_at")
    yield "moderations", measures.values("kind", "until", "text", "created_at")
    acts = player.acts_about.order_by("at")
    yield "admins_acts_about_you", acts.values("at", "what", "game_id")
    ruled = Ruling.objects.filter(by=player).order_by("created_at")
    yield "rulings", ruled.values("game_id", "entry", "kind", "public_text", "staff_note", "created_at")
    yield "admin_acts", player.acts.order_by("at").values("at", "what", "game_id", "entry", "reason__text")
