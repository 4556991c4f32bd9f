"""Moderation of players: warned, muted, suspended, and back.

The player's row says what is in force (`muted_until`, `suspended_until`), so that asking costs nothing. How it came
about is a `Moderation`, an act in the list of admins' acts, and an email to the player. A suspended player's games go
on: the turns run out and are played by default, and after three in a row the seat counts as absent (P4).
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games import instants
from games.errors import Forbidden, NotFound, Unprocessable
from games.models import Dispute, Moderation, Player
from games.people import audit, rights
from games.signals import account_mail

Kind: Final = Moderation.Kind
LONGEST: Final = timedelta(days=3660)
RIGHT: Final = "moderate"
TIMED: Final = {Kind.MUTED: "muted_until", Kind.SUSPENDED: "suspended_until"}
"""Measures that last until an instant, and the columns that hold it."""
LIFTS: Final = {Kind.UNMUTED: "muted_until", Kind.READMITTED: "suspended_until"}
"""What ends which of them."""


def moderate(
    *,
    admin: Player,
    player_id: str,
    kind: str,
    now: datetime,
    until: datetime | None = None,
    text: str = "",
    reason: str = "",
    dispute_id: str | None = None,
) -> Moderation:
    """Warn, mute or suspend a player, or end that. The player reads `text`; `reason` is for admins.

    Raises Forbidden (right_missing, plays_in_this_game, not_yourself, plays_with_player, player_is_admin), NotFound
    (no_such_player, no_such_dispute), Unprocessable (until_out_of_range).
    """
    measure = Kind(kind)
    rights.check(admin, RIGHT)
    _check_until(measure, until, now)
    dispute = _cause(admin, dispute_id)
    with transaction.atomic():
        player = _locked(player_id)
        _refuse_own_matters(admin, player)
        _apply(player, measure, until)
        done = Moderation.objects.create(
            player=player, by=admin, kind=measure, until=until, text=text, dispute_id=dispute_id, created_at=now
        )
        detail = {"until": instants.rfc3339(until)} if until else {}
        game = dispute.game if dispute else None
        audit.note(admin, measure.value, now, game=game, player=player, detail=detail, reason=reason)
        _tell(player, measure, until, text)
    return done


def note(*, admin: Player, player_id: str, text: str, now: datetime) -> None:
    """Write a note about a player for other admins; nothing else happens, and nobody hears of it.

    Raises Forbidden (right_missing, not_yourself, plays_with_player, player_is_admin), NotFound (no_such_player).
    """
    rights.check(admin, RIGHT)
    with transaction.atomic():
        player = _locked(player_id)
        _refuse_own_matters(admin, player)
        audit.note(admin, audit.NOTED, now, player=player, reason=text)


def _cause(admin: Player, dispute_id: str | None) -> Dispute | None:
    """The dispute because of which it is done, in a game that the admin has nothing to do with."""
    if dispute_id is None:
        return None
    dispute = Dispute.objects.select_related("game").filter(pk=dispute_id).first()
    if dispute is None:
        raise NotFound("no_such_dispute")
    rights.check(admin, RIGHT, dispute.game)
    return dispute


def _check_until(kind: Moderation.Kind, until: datetime | None, now: datetime) -> None:
    timed = kind in TIMED
    if timed != (until is not None) or (until is not None and not now < until <= now + LONGEST):
        raise Unprocessable("until_out_of_range", wanted=timed)


def _locked(player_id: str) -> Player:
    player = Player.objects.select_for_update(no_key=True).filter(pk=player_id, erased_at=None).first()
    if player is None:
        raise NotFound("no_such_player", names=[player_id])
    return player


def _refuse_own_matters(admin: Player, player: Player) -> None:
    """Admins can't rule on themselves or on people they play with; only a superuser can rule on another admin."""
    if admin.pk == player.pk:
        raise Forbidden("not_yourself")
    if (player.is_staff or player.is_superuser) and not admin.is_superuser:
        raise Forbidden("player_is_admin")
    if rights.plays_with(admin, player):
        raise Forbidden("plays_with_player")


def _apply(player: Player, kind: Moderation.Kind, until: datetime | None) -> None:
    field = TIMED.get(kind) or LIFTS.get(kind)
    if field is not None:
        setattr(player, field, until)
        player.save(update_fields=[field])


def _tell(player: Player, kind: Moderation.Kind, until: datetime | None, text: str) -> None:
    if not player.email:
        return
    context = {
        "name": player.name,
        "language": player.language,
        "text": text,
        "until": instants.in_utc(until) if until else "",
    }
    account_mail.send(
        sender=Player, address=player.email, player=player, template=f"account/email/{kind.value}", context=context
    )
