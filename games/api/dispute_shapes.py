"""What the API shows of disputes and rulings: to the players of a game, and to admins."""

from collections.abc import Mapping
from typing import Any, Final

from engine.codec import Json
from games.api.shapes import instant, player_row
from games.docket import Waiting
from games.models import AdminAct, BulkItem, BulkRuling, Dispute, DisputeComment, Moderation, Player, Ruling

NOT_DONE: Final = (BulkItem.State.REFUSED, BulkItem.State.FAILED)
MOST_SHOWN: Final = 200


def dispute_row(dispute: Dispute) -> Json:
    """A dispute for the players. No admin is named to them."""
    return {
        "id": dispute.pk,
        "game": dispute.game_id,
        "opened_by": player_row(dispute.opened_by),
        "seat": dispute.seat,
        "kind": dispute.kind,
        "entry": dispute.entry,
        "text": dispute.text,
        "state": dispute.state,
        "pauses_game": dispute.paused_game,
        "created_at": instant(dispute.created_at),
        "closed_at": instant(dispute.closed_at),
        "outcome": dispute.outcome,
        "comments": [comment_row(comment) for comment in dispute.comments.all()],
    }


def comment_row(comment: DisputeComment) -> Json:
    """What somebody said."""
    return {
        "by": None if comment.as_admin else player_row(comment.by),
        "as_admin": comment.as_admin,
        "text": comment.text,
        "created_at": instant(comment.created_at),
    }


def public_ruling_row(ruling: Ruling) -> Json:
    """A ruling for everybody."""
    return {
        "entry": ruling.entry,
        "kind": ruling.kind,
        "text": ruling.public_text,
        "created_at": instant(ruling.created_at),
    }


def waiting_row(waiting: Waiting) -> Json:
    """An open dispute in the admins' queue."""
    dispute = waiting.dispute
    return {
        "id": dispute.pk,
        "game": dispute.game_id,
        "game_status": dispute.game.status,
        "paused": dispute.game.paused_at is not None,
        "kind": dispute.kind,
        "opened_by": player_row(dispute.opened_by),
        "text": dispute.text,
        "created_at": instant(dispute.created_at),
        "comments": waiting.comments,
        "waiting": waiting.people,
        "waiting_since": instant(waiting.since),
        "urgency": round(waiting.urgency, 1),
    }


def judged_dispute(dispute: Dispute) -> Json:
    """A dispute for admins, who see each other."""
    comments = [{**comment_row(said), "by": player_row(said.by)} for said in dispute.comments.all()]
    return {**dispute_row(dispute), "comments": comments, "closed_by": player_row(dispute.closed_by)}


def ruling_row(ruling: Ruling) -> Json:
    """A ruling for admins."""
    return {
        "id": str(ruling.pk),
        "game": ruling.game_id,
        "entry": ruling.entry,
        "kind": ruling.kind,
        "state": ruling.state,
        "order": ruling.asked,
        "by": player_row(ruling.by),
        "confirmed_by": player_row(ruling.confirmed_by),
        "text": ruling.public_text,
        "note": ruling.staff_note,
        "undoes": ruling.undoes,
        "dispute": ruling.dispute_id,
        "created_at": instant(ruling.created_at),
    }


def bulk_row(bulk: BulkRuling) -> Json:
    """A bulk ruling and how far it is; counted by `bulk.progress`."""
    counts: Mapping[str, Any] = vars(bulk)
    return {
        "id": bulk.pk,
        "order": bulk.asked,
        "by": player_row(bulk.by),
        "text": bulk.public_text,
        "note": bulk.staff_note,
        "created_at": instant(bulk.created_at),
        "finished_at": instant(bulk.finished_at),
        "total": counts["total"],
        **{state.value: counts[state.value] for state in BulkItem.State},
        "not_done": [
            {"game": item.game_id, "state": item.state, "code": item.code}
            for item in bulk.items.filter(state__in=NOT_DONE).order_by("id")[:MOST_SHOWN]
        ],
    }


def judged_player(player: Player) -> Json:
    """A player for admins: what holds, and how it came about."""
    measures = player.moderations.select_related("by").order_by("-created_at", "-id")
    return {
        "id": player.pk,
        "name": player.name,
        "kind": player.kind,
        "muted_until": instant(player.muted_until),
        "suspended_until": instant(player.suspended_until),
        "moderations": [moderation_row(measure) for measure in measures],
    }


def moderation_row(measure: Moderation) -> Json:
    """One measure."""
    return {
        "kind": measure.kind,
        "by": player_row(measure.by),
        "until": instant(measure.until),
        "text": measure.text,
        "dispute": measure.dispute_id,
        "created_at": instant(measure.created_at),
    }


def act_row(act: AdminAct) -> Json:
    """An admin's act. Of a game that the reader has to do with only that it was done (see `docket.acts_for`)."""
    own: bool = act.own  # type: ignore[attr-defined]
    why: str | None = act.why  # type: ignore[attr-defined]
    return {
        "id": str(act.pk),
        "at": instant(act.at),
        "by": player_row(act.by),
        "what": act.what,
        "game": act.game_id,
        "entry": act.entry,
        "player": act.player_id,
        "detail": {} if own else act.detail,
        "reason": why or "",
    }
