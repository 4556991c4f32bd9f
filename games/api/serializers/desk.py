"""What admins send to the API and get from it."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from games.api.serializers.accounts import PlayerSerializer
from games.api.serializers.disputes import CommentSerializer, DisputeSerializer, WordsField
from games.api.serializers.fields import InstantField
from games.api.serializers.games import GameDetailSerializer
from games.api.serializers.orders import OrderSerializer, WrittenOrderField
from games.models import Dispute, Game, Moderation, Ruling

Facts = serializers.Serializer[dict[str, Any]]
SETTLED = (Dispute.State.RESOLVED, Dispute.State.DISMISSED)


class WaitingSerializer(Facts):
    """An open dispute in the queue."""

    id = serializers.CharField()
    game = serializers.CharField()
    game_status = serializers.ChoiceField(choices=Game.Status.choices)
    paused = serializers.BooleanField(help_text=_("Whether the game stands still, for whatever reason."))
    kind = serializers.ChoiceField(choices=Dispute.Kind.choices)
    opened_by = PlayerSerializer()
    text = serializers.CharField()
    created_at = serializers.DateTimeField()
    comments = serializers.IntegerField(help_text=_("How many."))
    waiting = serializers.IntegerField(help_text=_("How many of the players wait."))
    waiting_since = serializers.DateTimeField()
    urgency = serializers.FloatField(help_text=_("The hours it has cost, more where it hurts."))


class JudgedCommentSerializer(CommentSerializer):
    by = PlayerSerializer()


class JudgedDisputeSerializer(DisputeSerializer):
    """A dispute, as admins see it."""

    comments = JudgedCommentSerializer(many=True)
    closed_by = PlayerSerializer(allow_null=True)


class SettlingSerializer(Facts):
    outcome = serializers.ChoiceField(choices=[(state.value, state.label) for state in SETTLED])
    text = WordsField(allow_blank=True, default="", help_text=_("The players read it."))


class RulingWordsSerializer(Facts):
    text = WordsField(allow_blank=True, default="", help_text=_("The players read it."))
    note = WordsField(allow_blank=True, default="", help_text=_("For admins only."))


class RulingWishSerializer(RulingWordsSerializer):
    """An order, why, and which dispute it answers."""

    order = OrderSerializer()
    dispute = serializers.CharField(max_length=12, allow_null=True, default=None)
    resolves = serializers.BooleanField(default=False, help_text=_("The dispute is resolved by it."))


class PreviewWishSerializer(Facts):
    order = OrderSerializer()


class JudgedRulingSerializer(Facts):
    """A ruling, as admins see it."""

    id = serializers.CharField()
    game = serializers.CharField()
    entry = serializers.IntegerField(allow_null=True, help_text=_("Null while it is only proposed."))
    kind = serializers.CharField()
    state = serializers.ChoiceField(choices=Ruling.State.choices)
    order = WrittenOrderField()
    by = PlayerSerializer()
    confirmed_by = PlayerSerializer(allow_null=True)
    text = serializers.CharField()
    note = serializers.CharField()
    undoes = serializers.IntegerField(allow_null=True)
    dispute = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()


class LearnedSerializer(Facts):
    """What a seat saw and would not have seen: which kind of fact, never its content."""

    seat = serializers.IntegerField(allow_null=True, help_text=_("Null for everybody."))
    fact = serializers.CharField()
    times = serializers.IntegerField()
    things = serializers.IntegerField()


class AskedSerializer(Facts):
    seat = serializers.IntegerField()
    type = serializers.CharField()
    deadline_at = serializers.DateTimeField()


class MovedDeadlineSerializer(Facts):
    prompt = serializers.CharField()
    before = serializers.DateTimeField()
    after = serializers.DateTimeField()


class SeatChangeSerializer(Facts):
    """Each pair is before and after."""

    seat = serializers.IntegerField()
    players = serializers.ListField(child=serializers.CharField(allow_null=True))
    statuses = serializers.ListField(child=serializers.CharField())
    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class PreviewSerializer(Facts):
    """What an order would change."""

    order = WrittenOrderField()
    facts = serializers.DictField(help_text=_("What the log would tell."))
    events = serializers.ListField(child=serializers.DictField())
    follows = serializers.BooleanField(help_text=_("More would follow, which depends on chance or on a hand."))
    taken_back = serializers.ListField(child=serializers.IntegerField())
    brought_back = serializers.ListField(child=serializers.IntegerField())
    learned = LearnedSerializer(many=True)
    closed = serializers.ListField(child=serializers.CharField(), help_text=_("Prompts."))
    opened = AskedSerializer(many=True)
    deadlines = MovedDeadlineSerializer(many=True)
    seats = SeatChangeSerializer(many=True)
    status = serializers.ListField(child=serializers.CharField(), help_text=_("Before and after."))
    pauses = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    needs_two = serializers.BooleanField(help_text=_("Another admin would have to confirm it."))


class OverviewSerializer(Facts):
    """A game as a spectator sees it, and what admins need to know about it. No secret is in it."""

    game = GameDetailSerializer()
    paused_at = serializers.DateTimeField(allow_null=True)
    pauses = serializers.ListField(child=serializers.CharField(), help_text=_("Why it stands still."))
    pause_on_dispute = serializers.BooleanField()
    quarantined_until = serializers.DateTimeField(allow_null=True)
    disputes = JudgedDisputeSerializer(many=True)
    rulings = JudgedRulingSerializer(many=True)


class BulkWishSerializer(RulingWordsSerializer):
    """An order for many games: extended, paused or resumed."""

    order = OrderSerializer()
    games = serializers.ListField(
        child=serializers.CharField(max_length=12),
        min_length=1,
        max_length=1000,
        allow_null=True,
        default=None,
        help_text=_("Null for every game that it makes sense for."),
    )


class NotDoneSerializer(Facts):
    game = serializers.CharField()
    state = serializers.CharField()
    code = serializers.CharField()


class BulkSerializer(Facts):
    """An order for many games, and how far it is."""

    id = serializers.CharField()
    order = WrittenOrderField()
    by = PlayerSerializer()
    text = serializers.CharField()
    note = serializers.CharField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    total = serializers.IntegerField()
    pending = serializers.IntegerField()
    done = serializers.IntegerField()
    refused = serializers.IntegerField()
    failed = serializers.IntegerField()
    not_done = NotDoneSerializer(many=True, help_text=_("The first 200 games in which it could not be done, and why."))


class ModerationWishSerializer(Facts):
    kind = serializers.ChoiceField(choices=Moderation.Kind.choices)
    until = InstantField(allow_null=True, default=None, help_text=_("For muted and suspended."))
    text = WordsField(allow_blank=True, default="", help_text=_("The player reads it."))
    reason = WordsField(allow_blank=True, default="", help_text=_("For admins only."))
    dispute = serializers.CharField(max_length=12, allow_null=True, default=None)


class ModerationSerializer(Facts):
    kind = serializers.ChoiceField(choices=Moderation.Kind.choices)
    by = PlayerSerializer()
    until = serializers.DateTimeField(allow_null=True)
    text = serializers.CharField()
    dispute = serializers.CharField(allow_null=True)
    created_at = serializers.DateTimeField()


class JudgedPlayerSerializer(Facts):
    """A player, as admins see one: no address."""

    id = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField()
    muted_until = serializers.DateTimeField(allow_null=True)
    suspended_until = serializers.DateTimeField(allow_null=True)
    moderations = ModerationSerializer(many=True)


class ActSerializer(Facts):
    """What an admin did or looked at."""

    id = serializers.CharField()
    at = serializers.DateTimeField()
    by = PlayerSerializer()
    what = serializers.CharField()
    game = serializers.CharField(allow_null=True)
    entry = serializers.IntegerField(allow_null=True)
    player = serializers.CharField(allow_null=True, help_text=_("Whom it was about."))
    detail = serializers.DictField(help_text=_("Empty, like the reason, where you have to do with the game yourself."))
    reason = serializers.CharField()


class SearchSerializer(Facts):
    """Which acts are wanted."""

    by = serializers.CharField(required=False, max_length=12)
    what = serializers.CharField(required=False, max_length=32)
    game = serializers.CharField(required=False, max_length=12)
    player = serializers.CharField(required=False, max_length=12)
    since = InstantField(required=False)
    until = InstantField(required=False)
