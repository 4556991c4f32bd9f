"""Hearing the accused: an admin asks a player about a dispute in neutral words, and the player answers.

Only admins read the answer. The player does not read the dispute, nor who opened it. A muted or suspended player can
answer, too.
"""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import receiver
from django.urls import reverse

from games.errors import NotFound, Refused
from games.models import Dispute, DisputeQuestion, Player, Seat
from games.names import paragraphs
from games.people import audit, rights
from games.people.player_rows import still_here
from games.presentation import words
from games.signals import account_mail, dispute_changed
from games.table.disputes.lifecycle import SETTLE

ASKED: Final = "dispute_question_asked"
LONGEST: Final = 2000
"""The longest answer, in characters, with all that was added to it."""


def ask(*, admin: Player, dispute_id: str, player_id: str, text: str, now: datetime) -> DisputeQuestion:
    """Ask a player of the game, other than the dispute's opener, once for each dispute, by email.

    Raises NotFound (no_such_dispute, no_such_player), Forbidden (right_missing, plays_in_this_game), Refused
    (dispute_closed, already_asked).
    """
    with transaction.atomic():
        dispute = (
            Dispute.objects.select_for_update(no_key=True, of=("self",))
            .select_related("game")
            .filter(pk=dispute_id)
            .first()
        )
        if dispute is None:
            raise NotFound("no_such_dispute")
        rights.check(admin, SETTLE, dispute.game)
        if dispute.state != Dispute.State.OPEN:
            raise Refused("dispute_closed", state=dispute.state)
        player = askable(dispute).filter(pk=player_id).first()
        if player is None:
            raise NotFound("no_such_player", names=[player_id])
        if DisputeQuestion.objects.filter(dispute=dispute, player=player).exists():
            raise Refused("already_asked")
        question = DisputeQuestion.objects.create(dispute=dispute, player=player, by=admin, text=text, created_at=now)
        audit.note(admin, ASKED, now, game=dispute.game, player=player, detail={"dispute": dispute.pk})
        _mail(player, "asked_by_admin", question, text)
    return question


def askable(dispute: Dispute) -> QuerySet[Player]:
    """Return whom admins can ask: people who have a seat in the game, or had one, except the opener."""
    seated = Seat.objects.filter(game=dispute.game_id).values("player")
    departed = dispute.game.departures.values("player")
    people = Player.objects.filter(kind=Player.Kind.HUMAN, is_active=True, email__isnull=False)
    return (people.filter(pk__in=seated) | people.filter(pk__in=departed)).exclude(pk=dispute.opened_by_id)


def answer(*, player: Player, question_id: str, text: str, now: datetime) -> DisputeQuestion:
    """Answer a question while its dispute is open; a further answer is added to the first. The admin who asked hears.

    Raises NotFound("no_such_question"), Forbidden("forbidden"), Refused (dispute_closed, answer_too_long).
    """
    with transaction.atomic():
        player = still_here(player)
        own = DisputeQuestion.objects.select_for_update(no_key=True, of=("self",)).select_related("dispute__game", "by")
        question = own.filter(pk=question_id, player=player).first()
        if question is None:
            raise NotFound("no_such_question")
        if question.dispute.state != Dispute.State.OPEN:
            raise Refused("dispute_closed", state=question.dispute.state)
        _add_answer(question, paragraphs(text), now)
    return question


def _add_answer(question: DisputeQuestion, text: str, now: datetime) -> None:
    """Store the answer. Repeating the last one changes nothing."""
    if f"\n\n{question.answer}".endswith(f"\n\n{text}"):
        return
    whole = f"{question.answer}\n\n{text}".strip()
    if len(whole) > LONGEST:
        raise Refused("answer_too_long", most=LONGEST)
    question.answer, question.answered_at = whole, now
    question.save(update_fields=["answer", "answered_at"])
    _mail(question.by, "question_answered", question, text)


def of_player(player: Player) -> QuerySet[DisputeQuestion]:
    """Return the questions that wait for this player's answer, oldest first."""
    waiting = DisputeQuestion.objects.filter(player=player, answered_at=None, dispute__state=Dispute.State.OPEN)
    return waiting.select_related("dispute__game").order_by("created_at")


def seen_by(question_id: str, player: Player) -> DisputeQuestion:
    """Return one of the player's questions. Raise NotFound("no_such_question")."""
    own = DisputeQuestion.objects.filter(player=player).select_related("dispute__game")
    question = own.filter(pk=question_id).first()
    if question is None:
        raise NotFound("no_such_question")
    return question


@receiver(dispute_changed)
def on_dispute_changed(dispute: Dispute, what: str, **_more: object) -> None:
    """Tell whoever was asked that the matter is closed; not how it ended, which the words to the opener say."""
    if what in ("closed", "withdrawn"):
        for question in dispute.questions.select_related("player"):
            _mail(question.player, "question_closed", question, "")


def _mail(reader: Player, template: str, question: DisputeQuestion, text: str) -> None:
    if not reader.email:
        return
    game = question.dispute.game
    desk = template == "question_answered"
    path = reverse("admin:games_game_change", args=[game.pk]) if desk else reverse("question", args=[question.pk])
    context = {
        "language": reader.language,
        "game": words.game_name(game),
        "player": question.player.name if desk else "",
        "page": settings.PUBLIC_URL + path,
        "text": text,
    }
    account_mail.send(
        sender=Player,
        address=reader.email,
        player=reader,
        template=f"account/email/{template}",
        context=context,
        awaited=False,
    )
