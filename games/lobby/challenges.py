"""Challenges: a host invites a bot by name, and its owner's policy answers at once.

1. The rows of the host and of the bots are locked together, in the order of their ids and before the game's: so a bot's
   games are counted one challenge at a time, and two hosts who challenge each other's bots don't deadlock.
2. A challenge that the policy does not accept is refused with a reason for the host, and nobody is invited.
3. A challenge that it accepts takes effect in the same transaction or, if the owner wants so, waits for the bot's
   program, as an invitation waits for a person.

A bot that signed up with its own address has no policy: its program answers. If a bot or its owner has blocked the
host, the invitation waits unannounced, as for a person, since a refusal would reveal the block.
"""

from collections.abc import Collection, Iterable
from datetime import datetime

from games import durations
from games.errors import Forbidden, Refused
from games.models import BotPolicy, Game, Player
from games.people import blocks, bot_policies
from games.people.suspension import awake, is_suspended


def locked(host: Player, others: Collection[Player], now: datetime) -> Player:
    """Lock the host and the owned bots among the others; return the host's current row.

    The rows are locked in the order of their ids. Raises Forbidden for a host who is gone, suspended or a guest.
    """
    lock(host, others)
    return awake(host, now)


def lock(player: Player, others: Collection[Player]) -> None:
    """Lock the rows of the player and of the owned bots among the others, in the order of their ids."""
    bots = [other.pk for other in others if other.owner_id]
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=[player.pk, *bots]).order_by("pk"))


def would_accept(game: Game, host: Player, player: Player, now: datetime) -> bool:
    """Check whether the player can be invited: a person always, a bot if `refuse` does not raise."""
    try:
        refuse(game, host, player, now)
    except Refused:
        return False
    return True


def refuse(game: Game, host: Player, bot: Player, now: datetime) -> None:
    """Raise Forbidden("bot_takes_no_challenges"), Refused (bot_refuses_ruleset, bot_refuses_clock, bot_is_busy).

    The bot's row must be locked.
    """
    policy = policy_of(bot)
    if policy is None or is_silent(host, bot):
        return
    if policy.challenges == BotPolicy.Challenges.NONE or is_suspended(bot, now):
        raise Forbidden("bot_takes_no_challenges", name=bot.name)
    if policy.rulesets and game.ruleset not in policy.rulesets:
        raise Refused("bot_refuses_ruleset", name=bot.name, rulesets=policy.rulesets)
    if not policy.shortest_time <= game.time_per_move <= policy.longest_time:
        times = {"shortest": policy.shortest_time, "longest": policy.longest_time}
        raise Refused("bot_refuses_clock", name=bot.name, **{name: durations.write(at) for name, at in times.items()})
    if bot_policies.games_of(bot) >= policy.most_games:
        raise Refused("bot_is_busy", name=bot.name, most=policy.most_games)


def at_once(host: Player, bots: Iterable[Player]) -> list[Player]:
    """Return the bots that sit down at once if their policies accept the challenge."""
    answering = [(bot, policy_of(bot)) for bot in bots]
    now = BotPolicy.Challenges.AT_ONCE
    return [bot for bot, policy in answering if policy and policy.challenges == now and not is_silent(host, bot)]


def policy_of(bot: Player) -> BotPolicy | None:
    """Return the policy that answers for the player; None for people, and for bots without an owner."""
    return BotPolicy.objects.filter(bot=bot).first() if bot.owner_id else None


def is_silent(host: Player, bot: Player) -> bool:
    """Check whether the bot or its owner has blocked the host, which the host must not learn."""
    return blocks.has_blocked(bot, host)
