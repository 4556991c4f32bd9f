"""A table's webhooks: its host attaches a few, which tell a chat what any spectator may know.

Everyone at the table sees which servers these are, and can switch one off. Only the player who switched it off can
switch it on again; while it is off, the host cannot attach another.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, TypedDict

from django.db import connection, transaction
from django.db.models import QuerySet

from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.ids import is_id
from games.lobby import selectors
from games.models import AccessToken, Game, Player, Seat
from games.people.suspension import awake
from games.table import store
from notifications.models import Webhook, WebhookDelivery
from notifications.outbox.calls import addresses
from notifications.outbox.webhooks import formats, registry

MOST: Final = 3
"""The most webhooks of one table."""
MOST_OF_HOST: Final = 30
"""The most webhooks of all unfinished tables of one host."""
TOLD: Final = "SELECT url FROM notifications_webhook WHERE game_id = %s AND state = %s ORDER BY created_at, id"
GOING_ON: Final = (Game.Status.OPEN, Game.Status.RUNNING)


def table_webhooks(game_id: str) -> QuerySet[Webhook]:
    """Return the table's webhooks, the oldest first."""
    return Webhook.objects.filter(game=game_id).select_related("player", "off_by").order_by("created_at", "pk")


def servers(game_id: str) -> list[str]:
    """Return the servers that receive news of the table's game.

    Every view of a table needs this, so it is plain SQL.
    """
    with connection.cursor() as cursor:
        cursor.execute(TOLD, [game_id, Webhook.State.ON])
        return [addresses.server(url) for (url,) in cursor.fetchall()]


def has_room(game: Game, webhooks: Sequence[Webhook]) -> bool:
    """Check whether another webhook can be attached beside these."""
    return game.status in GOING_ON and len(webhooks) < MOST and not any(map(_is_vetoed, webhooks))


def shown_to(player: Player, game_id: str) -> QuerySet[Webhook]:
    """Return the table's webhooks to its host, or anyone seated. Raises NotFound, Forbidden("not_in_this_game")."""
    _refuse_outsider(player, game_id, Game.objects.filter(pk=game_id).first())
    return table_webhooks(game_id)


def find_shown_to(player: Player, webhook_id: str) -> Webhook | None:
    """Return a webhook of a table that the player hosts, or sits at; None: there is none, or it is another's."""
    rows = Webhook.objects.filter(pk=webhook_id, game__practice=False).select_related("player", "off_by", "game")
    webhook = rows.first() if is_id(webhook_id) else None
    if webhook is None or webhook.game is None or not _is_at_table(player, webhook.game):
        return None
    return webhook


def find(game_id: str, webhook_id: str) -> Webhook:
    """Return one of the table's webhooks. Raises NotFound("no_such_webhook")."""
    webhook = table_webhooks(game_id).filter(pk=webhook_id).first() if is_id(webhook_id) else None
    if webhook is None:
        raise NotFound("no_such_webhook")
    return webhook


@transaction.atomic
def attach(
    *,
    host: Player,
    game_id: str,
    form: str,
    url: str,
    events: Iterable[str],
    mentions: Mapping[str, str],
    now: datetime,
    token: AccessToken | None = None,
) -> Webhook:
    """Attach a webhook to a table.

    `mentions` are the identities in the chat of players of the table, by their ids: a user's number in Discord, a tag
    in ntfy. `token` is the token that attaches it, and whose end deletes it.

    Raises NotFound, Forbidden (not_in_this_game, only_the_host, account_suspended, address_needed), Refused
    (game_not_running, too_many_webhooks, table_wants_none), Unprocessable (webhook_address, ntfy_topic, wrong_mention).
    """
    addresses.read(url)
    formats.check_address(form, url)
    host = awake(host, now)
    game = _lock_own_game(host, game_id)
    if game.status not in GOING_ON:
        raise Refused("game_not_running", game_status=game.status)
    _refuse_many(host, game)
    return Webhook.objects.create(
        player=host,
        game=game,
        token=token,
        format=form,
        url=f"https://{addresses.server(url)}",
        sealed_url=url,
        events=sorted(set(events)),
        mentions=_check_mentions(game, form, mentions),
        secret=registry.new_secret(),
        created_at=now,
    )


class TableWebhookChanges(TypedDict, total=False):
    """What a host can change about a table's webhook."""

    events: Sequence[str]
    mentions: Mapping[str, str]


@transaction.atomic
def change(*, host: Player, game_id: str, webhook_id: str, changes: TableWebhookChanges, now: datetime) -> Webhook:
    """Change a webhook's `events` or `mentions`. Raises as `attach`, NotFound("no_such_webhook")."""
    game = _lock_own_game(awake(host, now), game_id)
    webhook = registry.locked(find(game_id, webhook_id))
    if "events" in changes:
        webhook.events = sorted(set(changes["events"]))
    if "mentions" in changes:
        webhook.mentions = _check_mentions(game, webhook.format, changes["mentions"])
    webhook.save(update_fields=["events", "mentions"])
    return webhook


@transaction.atomic
def switch(*, player: Player, game_id: str, webhook_id: str, on: bool, now: datetime) -> Webhook:
    """Switch a webhook off, or on again.

    The host and anyone seated can switch it off. Only a player who switched it off, and still has a seat, can switch it
    on again; otherwise the host can.

    Raises NotFound, Forbidden (not_in_this_game, not_yours_to_switch_on).
    """
    game = _refuse_outsider(player, game_id, _lock_game(game_id))
    webhook = registry.locked(find(game_id, webhook_id))
    vetoed = _is_vetoed(webhook)
    if on and player.pk != (webhook.off_by_id if vetoed else game.host_id):
        raise Forbidden("not_yours_to_switch_on")
    if on or not vetoed:
        registry.switch(webhook=webhook, on=on, now=now)
        off_by = None if on or game.host_id == player.pk else player
        Webhook.objects.filter(pk=webhook.pk).update(off_by=off_by)
    return find(game_id, webhook_id)


def _is_vetoed(webhook: Webhook) -> bool:
    """Check whether somebody who still has a seat at the table has switched the webhook off."""
    return (
        webhook.off_by_id is not None and Seat.objects.filter(game=webhook.game_id, player=webhook.off_by_id).exists()
    )


@transaction.atomic
def detach(*, host: Player, game_id: str, webhook_id: str) -> None:
    """Delete a table's webhook.

    Raises NotFound, Forbidden (not_in_this_game, only_the_host), Refused("table_wants_none") for one that a player has
    switched off, as long as the game goes on.
    """
    game = _lock_own_game(host, game_id)
    webhook = registry.locked(find(game_id, webhook_id))
    if _is_vetoed(webhook) and game.status in GOING_ON:
        raise Refused("table_wants_none")
    registry.delete(webhook=webhook)


def test(*, host: Player, game_id: str, webhook_id: str, now: datetime) -> WebhookDelivery:
    """Post a test message that says nothing about the game. Raises the errors of `detach` and `registry.test`."""
    with transaction.atomic():
        _lock_own_game(host, game_id)
        return registry.test(webhook=find(game_id, webhook_id), now=now)


def _lock_own_game(host: Player, game_id: str) -> Game:
    game = _refuse_outsider(host, game_id, _lock_game(game_id))
    if game.host_id != host.pk:
        raise Forbidden("only_the_host")
    return game


def _lock_game(game_id: str) -> Game:
    try:
        return store.lock(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None


def _refuse_outsider(player: Player, game_id: str, game: Game | None) -> Game:
    """Return the game; raise Forbidden or NotFound for outsiders, who must not learn whether there are webhooks.

    A practice table has no spectators.
    """
    if game is None or game.practice:
        raise NotFound("no_such_game")
    if _is_at_table(player, game):
        return game
    raise Forbidden("not_in_this_game") if selectors.may_know(player, game_id) else NotFound("no_such_game")


def _is_at_table(player: Player, game: Game) -> bool:
    return game.host_id == player.pk or Seat.objects.filter(game=game, player=player).exists()


def _refuse_many(host: Player, game: Game) -> None:
    webhooks = list(table_webhooks(game.pk))
    if any(map(_is_vetoed, webhooks)):
        raise Refused("table_wants_none")
    if len(webhooks) >= MOST:
        raise Refused("too_many_webhooks", limit=MOST)
    if Webhook.objects.filter(player=host, game__status__in=GOING_ON).count() >= MOST_OF_HOST:
        raise Refused("too_many_webhooks", limit=MOST_OF_HOST)


def _check_mentions(game: Game, form: str, mentions: Mapping[str, str]) -> dict[str, str]:
    """Return the mentions of people with a seat there, each in the chat's form.

    Raises Unprocessable("wrong_mention").
    """
    seated = set(Seat.objects.filter(game=game, player__isnull=False).values_list("player_id", flat=True))
    for player, mention in mentions.items():
        if player not in seated:
            raise Unprocessable("wrong_mention", mention=mention)
        formats.check_mention(form, mention)
    return dict(mentions)
