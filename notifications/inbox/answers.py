"""Answers: one for each email that was acted on or refused, and a question for each whose author is unproved.

An answer is a mail in the outbox with a notification of its own; its text is in the mail's sealed context. So it shows
the game as it is when it is sent, with the then open question and an address for answering it. Limits delay and combine
answers; they never hold up an order.
"""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from engine.codec import Json
from games.models import Game, Player, Proposal, Seat
from games.models.talk import LONGEST_LINE
from games.table.agreements import selectors as agreements
from notifications import reply_addresses, wake_up
from notifications.inbox import acceptance, budget, digests, pace
from notifications.inbox.handlers import SHOWN
from notifications.inbox.pace import HOUR
from notifications.inbox.reply import ActedOn
from notifications.inbox.sender.headers import Header
from notifications.models import InboundEmail, Mail, Notification
from notifications.order_words import order_words
from notifications.policy import kinds, preferences
from notifications.policy.kinds import NotificationKind

DAY: Final = timedelta(days=1)
MOST_QUESTIONS_AN_HOUR: Final = 2
MOST_QUESTIONS_A_DAY: Final = 6
"""Including questions that the player did nothing to cause."""
UNPROVED: Final = "unproved"
FROM_ELSEWHERE: Final = "yes_from_elsewhere"
FROM_ANYBODY: Final = (UNPROVED, FROM_ELSEWHERE, acceptance.TOO_LARGE, budget.TOOK_TOO_LONG)
"""Reasons of answered emails that may have come from anybody."""
NOT_BEGUN: Final = (Game.Status.OPEN, Game.Status.CLOSED)
"""Tables at which seats cannot see anything yet."""
ANSWERS: Final = (kinds.EMAIL_ANSWERED.name, kinds.GAME_SHOWN.name)


def answer(email: InboundEmail, game: Game, header: Header, acted: ActedOn, now: datetime) -> Mail | None:
    """Queue the answer about a game, delaying and combining answers beyond an hourly limit, but none to a move.

    Return None if everything was done and the player only wants to hear about failures.
    """
    if acted.did_anything and not acted.must_tell and not _wants_every_answer(email.address.player):
        return None
    at = pace.answer_pace(email.address.player, now, has_moved=acted.has_moved)
    waiting = _find_waiting(email.address.player, game, now) if at.free_at > now else None
    proposals = agreements.asked(game, email.address.player).filter(pk=acted.proposal)
    proposal = proposals.first() if acted.proposal else None
    if waiting is not None and waiting.context is not None:
        if proposal is not None:
            waiting.notifications.filter(kind__in=ANSWERS).update(proposal=proposal)
        return _include(acted, _extend_answer(waiting, waiting.context, _answer_facts(email, acted, now)))
    if at.warning:
        acted.sentences.append(at.warning)
    kind = kinds.GAME_SHOWN if acted.shows else kinds.EMAIL_ANSWERED
    mail = _queue_answer(kind, email, game, header, _answer_facts(email, acted, now), at.free_at, now, proposal)
    return _include(acted, mail)


def _include(acted: ActedOn, mail: Mail) -> Mail:
    """Let the answer tell what its orders have caused, so that no second email does."""
    caused = Notification.objects.filter(player=mail.player, game=mail.game, mail=None)
    if acted.includes:
        names = [kind.name for kind in acted.includes]
        caused.filter(kind__in=names, state=Notification.State.PENDING).update(mail=mail)
    return mail


def _wants_every_answer(player: Player) -> bool:
    return preferences.Subscriptions([player]).habits(player.pk).every_answer


def _answer_facts(email: InboundEmail, acted: ActedOn, now: datetime) -> Json:
    """Return what the answer's context says about the email."""
    facts: Json = {
        "said": acted.sentences,
        "shows": acted.shows,
        "suggests": None,
        "played": acted.played,
        "done": acted.did_anything,
        "done_in_words": acted.done,
        "unsaid": acted.unsaid[:LONGEST_LINE],
        "tickets": acted.tickets,
        "afterwards": acted.afterwards,
        "leads_to": acted.leads_to,
    }
    if acted.waits:  # because one yes can only answer one question
        return {**facts, "confirms": email.pk}
    first = email.address.confirms
    if first is not None and not acted.did_anything and reply_addresses.waits_for_yes(first, now):
        return {**facts, "said": [*acted.sentences, _still_asked(first)], "confirms": first.pk}
    return {**facts, "suggests": asdict(acted.suggests)} if acted.suggests else facts


def _still_asked(first: InboundEmail) -> str:
    """Say what a yes would do: confirm an email that anybody may have written, or a resignation."""
    text = (
        _("You were asked whether you wrote an earlier email. Reply “%(yes)s” or “%(no)s”, and nothing else.")
        if first.reason == UNPROVED
        else _(
            "You were asked whether you want to leave this game for good. Reply “%(yes)s” to leave it, or “%(no)s” to "
            "stay, and nothing else."
        )
    )
    return text % order_words()


def _extend_answer(waiting: Mail, old_context: Json, new_context: Json) -> Mail:
    """Add this to a waiting answer; sections the player asked to see are shown, and announced, only once."""
    shows = list(dict.fromkeys([*old_context["shows"], *new_context["shows"]]))
    announced = {str(SHOWN[kind]) for kind in old_context["shows"]}
    sentences = [*old_context["said"], *(line for line in new_context["said"] if line not in announced)]
    count = old_context.get("gathered", 1) + 1
    unsaid = " ".join(filter(None, (old_context.get("unsaid"), new_context.get("unsaid"))))[:LONGEST_LINE]
    tickets = [*old_context.get("tickets", ()), *new_context.get("tickets", ())]
    afterwards = [*old_context.get("afterwards", ()), *new_context.get("afterwards", ())]
    merged = {"said": sentences, "shows": shows, "gathered": count, "unsaid": unsaid, "tickets": tickets}
    waiting.context = {**old_context, **new_context, **merged, "afterwards": afterwards}
    waiting.save(update_fields=["context"])
    if shows:
        waiting.notifications.update(kind=kinds.GAME_SHOWN.name)
    return waiting


def ask(email: InboundEmail, game: Game, header: Header, orders: Sequence[str], now: datetime) -> Mail | None:
    """Ask the player whether an unproved email is theirs; None if they have been asked too often lately."""
    if not _may_write_again(email.address.player, now):
        return None
    facts = {"said": list(orders), "confirms": email.pk, "author": header.author, "signed_by": email.signed_by}
    return _queue_answer(kinds.EMAIL_DOUBTED, email, game, header, facts, now, now)


def ask_at_home(email: InboundEmail, first: InboundEmail, header: Header, now: datetime) -> Mail | None:
    """Tell the player that the yes or no to a question about `first` came from an address that cannot answer it.

    Return None if they have lately received too many emails about messages that anybody may have sent.
    """
    player = email.address.player
    if not _may_write_again(player, now):
        return None
    sentence = _(
        "Your answer has to come from your account’s address. It came from %(author)s, so nothing has been done. "
        "Please answer from %(own)s, or on the page below."
    )
    acted = ActedOn([sentence % {"author": header.author or _("an unknown address"), "own": player.email}])
    game = first.address.game or digests.first_game(first.address)
    facts = {**_answer_facts(email, acted, now), "said": acted.sentences, "confirms": first.pk}
    return _queue_answer(kinds.EMAIL_ANSWERED, email, game, header, facts, now, now)


def warn(email: InboundEmail, game: Game, header: Header, sentence: str, now: datetime) -> Mail | None:
    """Tell the player about an unreadable, and so unproved, email; None if that happened too often lately."""
    if not _may_write_again(email.address.player, now):
        return None
    return _queue_answer(
        kinds.EMAIL_ANSWERED, email, game, header, _answer_facts(email, ActedOn([sentence]), now), now, now
    )


def _may_write_again(player: Player, now: datetime) -> bool:
    """Check whether a player may get another email about a message that anybody may have sent."""
    before = InboundEmail.objects.filter(address__player=player, reason__in=FROM_ANYBODY, answer__isnull=False)
    return (
        before.filter(settled_at__gt=now - HOUR).count() < MOST_QUESTIONS_AN_HOUR
        and before.filter(settled_at__gt=now - DAY).count() < MOST_QUESTIONS_A_DAY
    )


def _find_waiting(player: Player, game: Game, now: datetime) -> Mail | None:
    """Return an answer about the same game that the limit is holding back."""
    about = {"player": player, "game": game}
    waiting = Mail.objects.filter(state=Mail.State.QUEUED, attempts=0, next_attempt_at__gt=now, **about)
    return waiting.filter(notifications__kind__in=ANSWERS).select_for_update(no_key=True, of=("self",)).first()


def _queue_answer(
    kind: NotificationKind,
    email: InboundEmail,
    game: Game,
    header: Header,
    facts: Json,
    at: datetime,
    now: datetime,
    proposal: Proposal | None = None,
) -> Mail:
    player = email.address.player
    seats = Seat.objects.filter(game=game, player=player).exclude(game__status__in=NOT_BEGUN)
    mail = Mail.objects.create(
        player=player,
        game=game,
        urgent=True,
        context={**facts, "answers": header.message_id},
        created_at=now,
        next_attempt_at=at,
    )
    Notification.objects.create(
        kind=kind.name,
        player=player,
        game=game,
        seat=seats.values_list("number", flat=True).first(),
        proposal=proposal,
        dedupe_key=f"{kind.name}:{email.pk}.{email.attempts}.{game.pk}",
        mail=mail,
        created_at=now,
    )
    wake_up.after_commit()
    return mail
