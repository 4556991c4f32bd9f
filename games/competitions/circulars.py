"""Emails to everyone in a competition, written by a task, a hundred at a time: a league can have a thousand members."""

from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games.competitions import messages
from games.competitions.audience import Competition
from games.models import Circular, Player
from games.people import blocks

AT_ONCE: Final = 100


def write(competition: Competition, template: str, *, by: Player | None = None, **context: object) -> None:
    """Let everyone in the competition get this email; one by a host neither the host nor who has blocked them."""
    Circular.objects.create(template=template, by=by, context=context, **messages.key_of(competition))


def send_due() -> int:
    """Write the next emails of the oldest circular, and return their number; 0 if none is left, or another does it."""
    if not Circular.objects.exists():
        return 0
    with transaction.atomic():
        rows = Circular.objects.select_for_update(no_key=True, skip_locked=True, of=("self",)).order_by("pk")
        circular = rows.select_related("cup", "league", "by").first()
        if circular is None:
            return 0
        competition = circular.cup or circular.league
        assert competition is not None
        people = list(_list_recipients(circular, competition)[:AT_ONCE])
        about = circular.context if circular.by is None else {**circular.context, "by": circular.by.display_name}
        messages.send(competition, people, circular.template, **about)
        if len(people) < AT_ONCE:
            circular.delete()
        else:
            circular.written_to = people[-1].pk
            circular.save(update_fields=["written_to"])
    return max(len(people), 1)


def _list_recipients(circular: Circular, competition: Competition) -> QuerySet[Player]:
    people = messages.everyone_in(competition).filter(pk__gt=circular.written_to)
    if circular.by is None:
        return people
    return people.exclude(pk=circular.by_id).exclude(pk__in=blocks.blockers_of(circular.by))
