"""Bots and their owners: creating bots, giving them tokens, retiring them.

1. An owner makes a bot: an account of its own with a name, no address, and one token, whose secret is shown once. The
   owner's row is locked, so that bots are counted one by one.
2. Messages for a bot go to its owner (`player_rows.addressee`); the bot itself gets no email.
3. The owner's suspension is the bot's too (`moderation`); erasing the owner retires the bots first (`privacy`).
4. Retiring a bot erases it like any player: it leaves its seats by the rules for leaving (P1), and others can take
them over.
A bot can never make tokens, change the account or become an admin: its token has none of these scopes. Bots from the
time when they signed up with an address of their own still sign in with it. They have neither an owner nor a policy.
"""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from games import names
from games.errors import Forbidden, NotFound, QuotaSpent, Refused
from games.ids import is_id
from games.models import AccessToken, BotPolicy, Player
from games.people.player_rows import check_name_free, saved, still_here
from games.people.privacy import erase_player
from games.people.suspension import awake
from games.people.tokens import create_personal_token, end_tokens, tokens_of

MOST: Final = 5
MOST_A_DAY: Final = 10
"""How many bots an owner can create in a day, including those retired since."""
SCOPES: Final = ("games:read", "games:play", "games:create", "account:read", "webhooks:write")
TOKEN_LABEL: Final = "bot"
TOKEN_LASTS: Final = timedelta(days=3650)


class Made(NamedTuple):
    """A bot with its token, and the secret, which is shown only once."""

    bot: Player
    token: AccessToken
    secret: str


@transaction.atomic
def make(*, owner: Player, name: str, now: datetime) -> Made:
    """Create a bot, which accepts no challenges yet. `games.names.validate_player_name` must have accepted the name.

    Raises Refused (name_taken, too_many_bots, too_many_bots_today), Forbidden (account_suspended, address_needed,
    bots_have_owners).
    """
    owner = awake(owner, now)
    if owner.kind != Player.Kind.HUMAN:
        raise Forbidden("bots_have_owners")
    _refuse_too_many(owner, now)
    check_name_free(name)
    bot = Player(name=name, kind=Player.Kind.BOT, owner=owner, email=None, date_joined=now)
    bot.time_zone, bot.language, bot.muted_until = owner.time_zone, owner.language, owner.muted_until
    bot.set_unusable_password()
    saved(bot)
    BotPolicy.objects.create(bot=bot)
    return _with_token(bot, now)


def _refuse_too_many(owner: Player, now: datetime) -> None:
    if bots_owned_by(owner).count() >= MOST:
        raise Refused("too_many_bots", most=MOST)
    lately = Player.objects.filter(owner=owner, date_joined__gt=now - timedelta(days=1))
    times = list(lately.order_by("date_joined").values_list("date_joined", flat=True))
    if len(times) >= MOST_A_DAY:
        raise QuotaSpent("too_many_bots_today", most=MOST_A_DAY).after(times[0] + timedelta(days=1) - now)


def bots_owned_by(owner: Player) -> QuerySet[Player]:
    """Return the owner's bots that are not retired."""
    return Player.objects.filter(owner=owner, erased_at=None).select_related("policy")


def bots_by_name(owner: Player) -> list[Player]:
    """Return the owner's bots that are not retired, in alphabetical order."""
    return sorted(bots_owned_by(owner), key=lambda bot: (names.sort_key(bot.name), bot.pk))


def own(owner: Player, bot_id: str) -> Player:
    """Return the owner's bot with this id. Raises NotFound("no_such_bot")."""
    bot = bots_owned_by(owner).filter(pk=bot_id).first() if is_id(bot_id) else None
    if bot is None:
        raise NotFound("no_such_bot")
    return bot


def token_of(bot: Player, now: datetime) -> AccessToken | None:
    """Return the bot's token, if it has one."""
    return tokens_of(bot, now).first()


@transaction.atomic
def renew_token(*, owner: Player, bot_id: str, now: datetime) -> Made:
    """Create a token for the bot; every older one stops working at once.

    Raises NotFound("no_such_bot"), Forbidden.
    """
    awake(owner, now)
    bot = still_here(own(owner, bot_id))
    end_tokens(bot)
    return _with_token(bot, now)


@transaction.atomic
def end_token(*, owner: Player, bot_id: str) -> None:
    """Revoke the bot's token, if it has one. Raises NotFound("no_such_bot")."""
    end_tokens(own(owner, bot_id))


def _with_token(bot: Player, now: datetime) -> Made:
    token_and_secret = create_personal_token(
        player=bot, label=TOKEN_LABEL, scopes=SCOPES, expires_at=now + TOKEN_LASTS, now=now
    )
    return Made(bot, *token_and_secret)


@transaction.atomic
def retire(*, owner: Player, bot_id: str, now: datetime) -> None:
    """Erase the bot: its token ends, it leaves its seats, its name is free. Raises NotFound("no_such_bot")."""
    erase_player(player=own(owner, bot_id), now=now)
