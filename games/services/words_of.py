"""What people wrote in their own words about games and players, so that it can be found and forgotten.

When a player is erased, the player's own words go, an admin's included, and so does what admins wrote to the player.
What others wrote stays theirs, without the name and the address.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django.db.models import Model, Q

from games.models import AdminReason, BulkRuling, Dispute, DisputeComment, Moderation, Player, Ruling

GONE: Final = "…"
"""What stands where a name stood."""

WORDS: Final[Mapping[type[Model], tuple[str, ...]]] = {
    Dispute: ("text", "outcome"),
    DisputeComment: ("text",),
    Moderation: ("text",),
    Ruling: ("public_text", "staff_note"),
    BulkRuling: ("public_text", "staff_note"),
    AdminReason: ("text",),
}


def forget(player: Player, name: str, address: str) -> None:
    """Empties the player's own words and what was written about the player; takes the name out of all others."""
    Dispute.objects.filter(opened_by=player).update(text="", outcome="")
    Dispute.objects.filter(closed_by=player).update(outcome="")
    DisputeComment.objects.filter(by=player).update(text="")
    Moderation.objects.filter(Q(player=player) | Q(by=player)).update(text="")
    AdminReason.objects.filter(Q(act__player=player) | Q(act__by=player)).delete()
    for judged in (Ruling, BulkRuling):
        judged._default_manager.filter(by=player).update(public_text="", staff_note="")
    for pattern, needle in _needles(address, name):
        for model, fields in WORDS.items():
            _take_out(model, fields, pattern, needle)


def take_out(model: type[Model], fields: Iterable[str], *words: str) -> None:
    """Takes these words, a name or an address, out of what somebody else wrote, wherever that is kept."""
    for pattern, needle in _needles(*words):
        _take_out(model, fields, pattern, needle)


def _needles(*words: str) -> Iterator[tuple[re.Pattern[str], str]]:
    for word in filter(None, words):
        yield re.compile(rf"(?<!\w){re.escape(word)}(?:s?(?!\w))", re.IGNORECASE), word


def _take_out(model: type[Model], fields: Iterable[str], pattern: re.Pattern[str], needle: str) -> None:
    for field in fields:
        for row in model._default_manager.filter(Q(**{f"{field}__icontains": needle})).iterator():
            told = getattr(row, field)
            if (without := pattern.sub(GONE, told)) != told:
                model._default_manager.filter(pk=row.pk).update(**{field: without})


def sections(player: Player) -> Iterator[tuple[str, Iterable[Any]]]:
    """What the player wrote, and what was written to the player, for the export of personal data."""
    opened = Dispute.objects.filter(opened_by=player).order_by("created_at")
    yield "disputes", opened.values("id", "game_id", "kind", "entry", "text", "state", "created_at", "outcome")
    said = DisputeComment.objects.filter(by=player).order_by("created_at")
    yield "dispute_comments", said.values("dispute_id", "text", "created_at")
    measures = Moderation.objects.filter(player=player).order_by("created_at")
    yield "moderations", measures.values("kind", "until", "text", "created_at")
    acts = player.acts_about.order_by("at")
    yield "admins_acts_about_you", acts.values("at", "what", "game_id")
    ruled = Ruling.objects.filter(by=player).order_by("created_at")
    yield "rulings", ruled.values("game_id", "entry", "kind", "public_text", "staff_note", "created_at")
    yield "admin_acts", player.acts.order_by("at").values("at", "what", "game_id", "entry", "reason__text")
