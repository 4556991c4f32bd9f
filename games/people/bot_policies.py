"""Which challenges bots accept: their owners' settings, and the public list of bots that accept some."""

from collections.abc import Collection
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, TypedDict

from django.db import transaction
from django.db.models import BooleanField, Count, ExpressionWrapper, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from engine.codec import Json
from games import durations, rulesets
from games.errors import Unprocessable
from games.limits import LONGEST_TIME, SHORTEST_TIME
from games.models import BotPolicy, Game, Player, Seat
from games.people import bots
from games.people.player_rows import still_here

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

GOING_ON: Final = (Game.Status.OPEN, Game.Status.RUNNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyChoice:
    """An owner's settings for a bot; see `BotPolicy`. If no rulesets are named, all are allowed."""

    challenges: str
    rulesets: Collection[str] = ()
    shortest_time: timedelta = SHORTEST_TIME
    longest_time: timedelta = LONGEST_TIME
    most_games: int = 3


MOST_LISTED: Final = 200


@transaction.atomic
def choose(*, owner: Player, bot_id: str, choice: PolicyChoice) -> BotPolicy:
    """Let the bot accept these challenges from now on; its running games go on.

    Raises NotFound("no_such_bot"), Unprocessable (unknown_rulesets, times_crossed).
    """
    return _chosen(_lock_policy(owner, bot_id), choice)


@transaction.atomic
def change(*, owner: Player, bot_id: str, changes: Json) -> BotPolicy:
    """Change the fields of the bot's `PolicyChoice` that `changes` names. Raises as `choose` does."""
    policy = _lock_policy(owner, bot_id)
    return _chosen(policy, PolicyChoice(**{**chosen(policy), **changes}))


def chosen(policy: BotPolicy) -> Json:
    """Return the owner's settings, keyed by the fields of `PolicyChoice`."""
    return {field.name: getattr(policy, field.name) for field in fields(PolicyChoice)}


def _lock_policy(owner: Player, bot_id: str) -> BotPolicy:
    return BotPolicy.objects.get(bot=still_here(bots.own(owner, bot_id)))


def _chosen(policy: BotPolicy, choice: PolicyChoice) -> BotPolicy:
    if unknown := sorted(set(choice.rulesets) - set(rulesets.offered())):
        raise Unprocessable("unknown_rulesets", rulesets=unknown)
    if choice.shortest_time > choice.longest_time:
        raise Unprocessable("times_crossed", shortest=durations.write(choice.shortest_time))
    policy.challenges, policy.most_games = choice.challenges, choice.most_games
    policy.rulesets = [name for name in rulesets.offered() if name in set(choice.rulesets)]
    policy.shortest_time, policy.longest_time = choice.shortest_time, choice.longest_time
    policy.save()
    return policy


class Fullness(TypedDict):
    """The annotation that `challengeable` adds to a policy."""

    full: bool


def challengeable(now: datetime) -> "QuerySet[WithAnnotations[BotPolicy, Fullness]]":
    """Return the policies of all bots that accept challenges, those with no room for another game last.

    `full` says whether a bot has no room. How many games it plays stays hidden: some may be private.
    """
    count = _unfinished_seats(OuterRef("bot")).order_by().values("player").annotate(n=Count("pk")).values("n")
    policies = BotPolicy.objects.exclude(challenges=BotPolicy.Challenges.NONE).select_related("bot__owner")
    gone = Q(bot__suspended_until__gt=now) | Q(bot__is_active=False)
    counted = policies.exclude(gone).annotate(games=Coalesce(Subquery(count), 0))
    full = ExpressionWrapper(Q(games__gte=F("most_games")), BooleanField())
    return counted.annotate(full=full).order_by("full", "bot__name", "pk")


def games_of(bot: Player) -> int:
    """Return the number of the bot's games that are not over, including those that have not begun."""
    return _unfinished_seats(bot).count()


def _unfinished_seats(bot: Player | OuterRef) -> QuerySet[Seat]:
    seats = Seat.objects.filter(player=bot, game__status__in=GOING_ON, game__practice=False)
    return seats.exclude(status__in=Seat.GONE)
