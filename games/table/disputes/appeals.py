"""Appeals: whoever was warned, muted, suspended or put out of a game answers once, and an admin judges the answer.

1. `appeal` takes the player's answer, while it is not judged also what the player adds to it.
2. `judge`: another admin than the first judges, where the site has another one with the right who is not involved;
   otherwise the same one does, and the record and the player's email say so.
3. A sanction that is lifted ends at once. A ruling is undone in the game, by the admin's own hand, before or after.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from games.errors import Forbidden, NotFound, Refused
from games.kinds import RulingKind
from games.models import Appeal, Moderation, Player, Ruling
from games.names import paragraphs
from games.people import appeal_links, audit, desk_proposals, moderation, rights
from games.people.player_rows import addressee, lock_with_bots, still_here
from games.presentation import words
from games.signals import account_mail
from games.table import store
from games.table.play import participation

JUDGED: Final = "appeal_judged"
LONGEST: Final = 2000
"""The longest answer, in characters, with all that was added to it."""
ANSWERABLE: Final = frozenset(Moderation.Kind) - frozenset(moderation.LIFTS)
Verdict = Appeal.Verdict


def of_subject(player: Player, subject: str) -> Appeal:
    """Return the player's answer to this sanction; a new, unsaved one if they have not answered.

    Raises NotFound("no_such_sanction").
    """
    kind, number = subject[:1], subject[1:]
    cause: Moderation | Ruling | None = None
    if number.isascii() and number.isdecimal() and len(number) < 18:
        cause = _find_sanction(player, int(number)) if kind == "m" else _find_ruling(player, int(number))
    if cause is None or kind not in "mr":
        raise NotFound("no_such_sanction")
    about = {"moderation": cause} if isinstance(cause, Moderation) else {"ruling": cause}
    own = Appeal.objects.select_related("moderation__player", "moderation__by", "ruling__game", "ruling__by")
    return own.filter(player=player, **about).first() or Appeal(player=player, **about)


def _find_sanction(player: Player, number: int) -> Moderation | None:
    rows = Moderation.objects.select_related("player__owner", "by").filter(kind__in=ANSWERABLE)
    sanction = rows.filter(pk=number).first()
    return sanction if sanction and addressee(sanction.player) == player else None


def _find_ruling(player: Player, number: int) -> Ruling | None:
    ruling = Ruling.objects.select_related("game", "by").filter(pk=number, state=Ruling.State.DONE).first()
    return ruling if ruling and ousts(ruling, player) else None


def ousts(ruling: Ruling, player: Player) -> bool:
    """Check whether an admin's ruling has cost the player a seat."""
    if ruling.agreed or ruling.rule or not ruling.entry or not RulingKind(ruling.kind).ousts:
        return False
    log = store.public_log(ruling.game)
    before, after = (
        participation.course(entry for entry in log if entry["number"] <= last).put_out
        for last in (ruling.entry - 1, ruling.entry)
    )
    return player.pk in after - before


def appeal(*, player: Player, subject: str, text: str, now: datetime) -> Appeal:
    """Answer a sanction; until that is judged, a further text is added to the first.

    Raises NotFound("no_such_sanction"), Forbidden("forbidden"), Refused (appeal_judged, answer_too_long).
    """
    with transaction.atomic():
        player = still_here(player)
        answer = of_subject(player, subject)
        if answer.verdict:
            raise Refused("appeal_judged")
        text, is_first = paragraphs(text), answer._state.adding
        if f"\n\n{answer.text}".endswith(f"\n\n{text}"):
            return answer
        whole = f"{answer.text}\n\n{text}".strip()
        if len(whole) > LONGEST:
            raise Refused("answer_too_long", most=LONGEST)
        answer.text, answer.created_at = whole, now if is_first else answer.created_at
        answer.save()
        if is_first:
            _tell_admins(answer)
            _mail(player, "appeal_received", answer, page=appeal_links.url(player, subject, now))
    return answer


def judges(appeal: Appeal) -> list[Player]:
    """Return who may judge: admins with the right who are not involved; of these only others than the first, if any."""
    able = [admin for admin in desk_proposals.holders(appeal.right) if not _is_involved(admin, appeal)]
    return [admin for admin in able if admin.pk not in appeal.first_judges] or able


def _sanctioned(appeal: Appeal) -> Player:
    """Return whom the sanction is against: the player who answers, or a bot of theirs."""
    return appeal.moderation.player if appeal.moderation else appeal.player


def _is_involved(admin: Player, appeal: Appeal) -> bool:
    sanctioned = _sanctioned(appeal)
    if admin.pk in (appeal.player_id, sanctioned.pk):
        return True
    return rights.plays(admin, appeal.game) if appeal.game else rights.plays_with(admin, sanctioned)


def waiting_for(admin: Player) -> Iterator[Appeal]:
    """Yield the appeals on which this admin may decide, the oldest first."""
    yield from (appeal for appeal in open_appeals() if rights.has(admin, appeal.right) and _may_judge(admin, appeal))


def _may_judge(admin: Player, appeal: Appeal) -> bool:
    """Check whether `judges` has this holder of the right; about the other holders it asks only whoever was first."""
    if admin.pk in appeal.first_judges:
        return admin in judges(appeal)
    return not _is_involved(admin, appeal)


def open_appeals() -> QuerySet[Appeal]:
    """Return the appeals that wait for a verdict, the oldest first."""
    rows = Appeal.objects.filter(verdict=Verdict.OPEN, player__erased_at=None).order_by("created_at")
    return rows.select_related("player", "moderation__player", "moderation__by", "ruling__game", "ruling__by")


def judge(*, admin: Player, appeal_id: str, lifts: bool, text: str, now: datetime) -> Appeal:
    """Decide on an appeal, and tell the player in an email. What is lifted ends at once; a ruling is not undone here.

    Raises NotFound("no_such_appeal"), Forbidden (right_missing, not_yourself, plays_in_this_game, plays_with_player,
    another_admin_judges, player_is_admin), Refused("appeal_judged").
    """
    with transaction.atomic():
        appeal = _lock_appeal(appeal_id)
        _check_judge(admin, appeal)
        if appeal.verdict:
            raise Refused("appeal_judged")
        appeal.verdict = Verdict.LIFTED if lifts else Verdict.STANDS
        appeal.answer, appeal.judged_by, appeal.judged_at = text, admin, now
        appeal.save()
        if lifts and appeal.moderation:
            moderation.lift(admin=admin, sanction=appeal.moderation, now=now)
        is_same = admin.pk in appeal.first_judges
        detail = {"appeal": appeal.pk, "verdict": str(appeal.verdict), "same_admin": is_same}
        audit.note(admin, JUDGED, now, game=appeal.game, player=appeal.player, detail=detail)
        bot = "" if _sanctioned(appeal) == appeal.player else _sanctioned(appeal).name
        more = {"lifted": lifts, "text": text, "same_admin": is_same, "in_game": appeal.game is not None, "bot": bot}
        _mail(appeal.player, "appeal_judged", appeal, **more)
    return appeal


def _lock_appeal(appeal_id: str) -> Appeal:
    """Return the newest row of an appeal; its player is locked, as in `appeal`, so that neither undoes the other."""
    player_id = Appeal.objects.filter(pk=appeal_id).values_list("player", flat=True).first()
    if player_id is None:
        raise NotFound("no_such_appeal")
    lock_with_bots(player_id)
    rows = Appeal.objects.select_related("player", "moderation__player", "moderation__by", "ruling__game", "ruling__by")
    return rows.get(pk=appeal_id)


def _check_judge(admin: Player, appeal: Appeal) -> None:
    rights.check(admin, appeal.right, appeal.game)
    if admin in judges(appeal):
        return
    if admin.pk == appeal.player_id:
        raise Forbidden("not_yourself")
    raise Forbidden("plays_with_player" if _is_involved(admin, appeal) else "another_admin_judges")


def _tell_admins(appeal: Appeal) -> None:
    page = settings.PUBLIC_URL + reverse("admin:games_appeal_change", args=[appeal.pk])
    for admin in judges(appeal):
        _mail(admin, "appeal_made", appeal, page=page, player=_sanctioned(appeal).name, text=appeal.text)


def _mail(reader: Player, template: str, appeal: Appeal, **more: object) -> None:
    if not reader.email:
        return
    context = {
        "language": reader.language,
        "what": str(appeal.moderation.kind) if appeal.moderation else "removed",
        "game": words.game_name(appeal.game) if appeal.game else "",
        **more,
    }
    account_mail.send(
        sender=Player,
        address=reader.email,
        player=reader,
        template=f"account/email/{template}",
        context=context,
        awaited=False,
    )
