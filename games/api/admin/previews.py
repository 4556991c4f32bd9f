"""Previews of what an order would change."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engine.codec import Json
from games.api.admin.orders import WrittenOrderField
from games.api.fields import EventField, PromptIdField, PromptTypeField, SeatField
from games.api.forms import Facts
from games.api.instants import instant
from games.table.rulings import Preview
from games.table.rulings.commands import written


class LearnedSerializer(Facts):
    """What a seat saw and would not have seen: which kind of fact, never its content."""

    seat = SeatField(allow_null=True, help_text=_("Null for everybody."))
    fact = serializers.CharField()
    times = serializers.IntegerField()
    things = serializers.IntegerField()


class AskedSerializer(Facts):
    seat = SeatField()
    type = PromptTypeField()
    deadline_at = serializers.DateTimeField()


class MovedDeadlineSerializer(Facts):
    prompt = PromptIdField()
    before = serializers.DateTimeField()
    after = serializers.DateTimeField()


class SeatChangeSerializer(Facts):
    """Each pair is before and after."""

    seat = SeatField()
    players = serializers.ListField(child=serializers.CharField(allow_null=True))
    statuses = serializers.ListField(child=serializers.CharField())
    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class PreviewSerializer(Facts):
    """What a ruling would change."""

    order = WrittenOrderField()
    facts = serializers.DictField(help_text=_("What the log would say."))
    events = serializers.ListField(child=EventField())
    follows = serializers.BooleanField(help_text=_("More would follow that depends on chance or on a hand."))
    taken_back = serializers.ListField(child=serializers.IntegerField())
    brought_back = serializers.ListField(child=serializers.IntegerField())
    learned = LearnedSerializer(many=True)
    closed = serializers.ListField(child=PromptIdField(), help_text=_("Prompts."))
    opened = AskedSerializer(many=True)
    deadlines = MovedDeadlineSerializer(many=True)
    seats = SeatChangeSerializer(many=True)
    status = serializers.ListField(child=serializers.CharField(), help_text=_("Before and after."))
    pauses = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    needs_two = serializers.BooleanField(help_text=_("Another admin would have to confirm it."))


def preview_body(preview: Preview) -> Json:
    """Return what a ruling would change."""
    return {
        "order": written(preview.order),
        "facts": preview.facts,
        "events": list(preview.events),
        "follows": preview.follows,
        "taken_back": list(preview.taken_back),
        "brought_back": list(preview.brought_back),
        "learned": [
            {"seat": disclosure.seat, "fact": disclosure.fact, "times": disclosure.times, "things": disclosure.things}
            for disclosure in preview.learned
        ],
        "closed": list(preview.closed),
        "opened": [
            {"seat": turn.seat, "type": turn.kind, "deadline_at": instant(turn.deadline_at)} for turn in preview.opened
        ],
        "deadlines": [
            {"prompt": prompt, "before": instant(before), "after": instant(after)}
            for prompt, (before, after) in preview.deadlines.items()
        ],
        "seats": [
            {
                "seat": seat.seat,
                "players": list(seat.players),
                "statuses": list(seat.statuses),
                "points": None if seat.points is None else list(seat.points),
            }
            for seat in preview.seats
        ],
        "status": list(preview.status),
        "pauses": [list(pause) for pause in preview.pauses],
        "needs_two": preview.needs_two,
    }
