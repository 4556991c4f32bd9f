"""The rows that accompany a ruling's entry: the ruling with its text, and the audit's line.

A sweep over many games writes them together (`games.table.store.together`); otherwise they are written at once.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from engine.codec import Json
from games.kinds import EntryKind
from games.models import AdminAct, Player, Ruling
from games.people import audit
from games.table import store


class RulingAct(NamedTuple):
    """The audit's line about a ruling; it refers to the ruling's row, which may not exist yet."""

    ruling: Ruling
    admin: Player
    at: datetime


def save(ruling: Ruling) -> None:
    """Save a ruling that is carried out, whether or not it was proposed before."""
    if ruling._state.adding:
        store.write(RULINGS, [ruling], ruling.game_id)
    else:
        ruling.save()


def note(ruling: Ruling, admin: Player, at: datetime) -> None:
    """Record in the audit that this admin has carried out the ruling."""
    store.write(ACTS, [RulingAct(ruling, admin, at)], ruling.game_id)


def _insert(rulings: Sequence[Ruling]) -> None:
    Ruling.objects.bulk_create(rulings)


def _note(acts: Sequence[RulingAct]) -> None:
    audit.note_many([audit.ReasonedAct(_line(*act), act.ruling.staff_note) for act in acts])


def _line(ruling: Ruling, admin: Player, at: datetime) -> AdminAct:
    undoes = {"undoes": ruling.undoes} if ruling.undoes else {}
    detail: Json = {**ruling.asked, "ruling": ruling.pk, **undoes}
    return AdminAct(by=admin, what=EntryKind.RULED, at=at, game=ruling.game, entry=ruling.entry, detail=detail)


RULINGS: Final = store.RowWriter(store.Stage.CHANGES, _insert)
ACTS: Final = store.RowWriter(store.Stage.TOLD, _note)
