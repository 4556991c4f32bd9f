"""Processing of an incoming email, from its row to its effects and the answer, in one transaction.

1. `queue.claim` leases a few emails; each is then processed separately.
2. Its row is locked after checking that the lease is still ours. Emails to the site's own address are handled by
   `site`, and reports about our emails by `reports`. Its bytes are decrypted, its header read, its author determined.
3. An email by a machine is dropped, and never answered (RFC 3834). Bounces and complaints are ignored here, since they
   go to return paths (`reports`), which fewer people know.
4. An email proved to be the player's is read, acted on and answered. An unproved one only causes a question, and only
   if it orders something; a `yes` to that question carries out its orders, since only the player's mailbox knew the
   address to reply to, and a `no` discards them. Neither counts from other authors, who may have been forwarded the
   question.
5. The row is settled. All of this commits together: whatever is killed, and whenever, an email is acted on once, and
   then its answer is in the outbox. An error rolls everything back for a later retry; taking too long is not retried.
"""

import time
from datetime import datetime
from typing import Final

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override
from prometheus_client import Counter

from games import languages
from games.email_addresses import comparison_key
from games.models import Game
from notifications import reply_addresses, sender_addresses
from notifications.inbox import (
    acceptance,
    actions,
    answers,
    appeals,
    binding,
    budget,
    clubs,
    consent,
    digests,
    loops,
    pace,
    queue,
    sender,
    summaries,
    waiting_room,
)
from notifications.inbox.consent import Consent
from notifications.inbox.handlers import NAMES
from notifications.inbox.orders import LeaveGame
from notifications.inbox.queue import Claim, Received
from notifications.inbox.reading import Typed, UnreadableEmail, typed_text
from notifications.inbox.reply import ActedOn, Reply, short
from notifications.inbox.reports import pipeline as reports
from notifications.inbox.sender import Sender, headers, is_machine
from notifications.inbox.sender.headers import Header, RawEmail, TooMuch
from notifications.inbox.sender.keys import KeysAreAway
from notifications.inbox.site import pipeline as site
from notifications.models import InboundEmail, MailReport, ReplyAddress, SiteEmail

BATCH: Final = 5
"""If the process dies at the first of these emails, the others wait for their lease to end."""
State = InboundEmail.State
NOT_OF_GAMES: Final = (ReplyAddress.Purpose.APPEAL, ReplyAddress.Purpose.CLUB)

log = structlog.get_logger(__name__)
emails = Counter("night_mail_inbound_emails_total", "What became of inbound emails", ["outcome"])
PUT_OFF: Final = "put_off"
for _outcome in (State.ACTED, State.REFUSED, State.DROPPED, PUT_OFF):
    emails.labels(outcome=_outcome)


def process_due(*, now: datetime, limit: int = BATCH, by: str = "") -> int:
    """Process up to this many due emails of each kind for the task with this id. Return how many it took."""
    claims = queue.claim(now=now, limit=limit)
    for claim in claims:
        _process_guarded(claim, now, by)
    return len(claims)


def _process_guarded(claim: Claim, now: datetime, by: str) -> None:
    """Process an email so that its errors do not stop the others; only running out of the task's time does."""
    started_at = time.thread_time()
    claim.rows().update(reason=budget.mark(by))  # so that a killed process leaves a record of what it was reading
    try:
        process(claim, now)
    except KeysAreAway:
        _put_off(claim, now, "keys_are_away")
    except SoftTimeLimitExceeded:
        if time.thread_time() - started_at >= budget.MOST_WORK:
            _give_up(claim, now)
        else:
            _put_off(claim, now, budget.OUT_OF_TIME)
        raise
    except Exception as error:
        log.error(f"{claim.queue.name}_raised", email=claim.row.pk, error=type(error).__name__)
        _put_off(claim, now, type(error).__name__)


@transaction.atomic
def _give_up(claim: Claim, now: datetime) -> None:
    """Settle an email that takes too long to read, and tell its player, but no other author."""
    email = claim.hold()
    if email is None:
        return
    log.error(f"{claim.queue.name}_took_too_long", email=email.pk)
    is_about_game = isinstance(email, InboundEmail) and email.address.purpose not in NOT_OF_GAMES
    if not is_about_game or not isinstance(email, InboundEmail) or (raw := acceptance.content(email)) is None:
        claim.close(claim.queue.given_up, now=now, reason=budget.TOOK_TOO_LONG)
        email.state = claim.queue.given_up
    else:
        sentence = _("Your email took too long to read, so I stopped. Please send only a few lines of text.")
        with override(languages.of_player(email.address.player)):
            _warn(email, headers.read(headers.cut(raw)), budget.TOOK_TOO_LONG, sentence, now)
    _count(email, email.state)


def _put_off(claim: Claim, now: datetime, reason: str) -> None:
    claim.put_off(now=now, reason=reason[:40])
    _count(claim.row, PUT_OFF)


def _count(email: Received, outcome: str) -> None:
    (reports.outcomes if isinstance(email, MailReport) else emails).labels(outcome=outcome).inc()


@transaction.atomic
def process(claim: Claim, now: datetime) -> None:
    """Do everything that one email asks for, and settle it. Raises KeysAreAway."""
    email = claim.hold()
    match email:
        case None:
            return
        case SiteEmail():
            site.process(email, now)
        case MailReport():
            reports.process(email, now)
        case InboundEmail():
            with override(languages.of_player(email.address.player)):
                _settle(email, now)
    _count(email, email.state)


def _settle(email: InboundEmail, now: datetime) -> None:
    raw = acceptance.content(email)
    if raw is None:
        return queue.settle(email, State.DROPPED, now=now, reason="erased")
    try:
        message = headers.read_email(raw)
    except TooMuch:
        return queue.settle(email, State.DROPPED, now=now, reason="header_too_large")
    if email.address.purpose == ReplyAddress.Purpose.CLUB:
        return clubs.take(email, message.header, _read_typed(message), now)
    if email.address.appeals:
        return appeals.take(email, message.header, _read_typed(message), now)
    return _judge(email, message, now)


def _judge(email: InboundEmail, message: RawEmail, now: datetime) -> None:
    """Find out who wrote a reply about a game, and do what it asks for."""
    header = message.header
    if email.is_cut:
        return _warn(email, header, acceptance.TOO_LARGE, _too_large(), now)
    who = sender.judge(message, email, now)
    if who is Sender.UNBOUND:
        who = binding.judge_unbound(message, email)
    typed = _read_typed(message)
    if who is Sender.MACHINE or (typed is not None and typed.is_automatic):
        return queue.settle(email, State.DROPPED, now=now, reason="automatic")
    if email.address.confirms is not None and (
        _read_decision(email, typed) or (email.address.confirms.reason == answers.UNPROVED and who is not Sender.PLAYER)
    ):
        decision = _read_consent(email, who, header, typed)
        if typed is not None and decision is Consent.UNSURE and _is_own(email, who, header):
            return _ask_again(email, header, typed, now)
        hear = _confirm if _is_own(email, who, header) else _ask_at_home
        return hear(email, email.address.confirms, header, decision, now)
    if who is not Sender.PLAYER:
        email.signed_by = {Sender.OTHER: header.author, Sender.UNBOUND: binding.signer(header)}.get(who, "")
        return _doubt(email, header, typed, now)
    return _do_own(email, header, typed, now)


def _do_own(email: InboundEmail, header: Header, typed: Typed | None, now: datetime) -> None:
    """Carry out the orders of the player's own email, and answer it."""
    outcomes = _act_on(email.address, typed, now)
    if any(acted.has_order for _game, acted in outcomes):
        return _answer(email, header, outcomes, now)
    if loops.is_loop(email, typed.lines if typed else (), now):
        return queue.settle(email, State.DROPPED, now=now, reason=loops.NO_ORDER_AGAIN)
    outcomes[0][1].sentences += loops.warnings(email, now)
    return _answer(email, header, outcomes, now, loops.NO_ORDER)


def _too_large() -> str:
    return _("Your email was too large, so I could not read it. Please send only your text, without pictures or files.")


def _warn(email: InboundEmail, header: Header, reason: str, sentence: str, now: datetime) -> None:
    """Tell the player why an email was not read, if the player's address is its author's."""
    player, game = email.address.player, email.address.game or digests.first_game(email.address)
    is_own = header.author == comparison_key(player.email or "") and not is_machine(header, email)
    mail = answers.warn(email, game, header, sentence, now) if is_own else None
    queue.settle(email, State.REFUSED if mail else State.DROPPED, now=now, reason=reason, answer=mail)


def _read_typed(message: RawEmail) -> Typed | None:
    try:
        return typed_text(message)
    except UnreadableEmail as error:
        log.info("inbound_email_unreadable", reason=error.reason)
        return None


Outcomes = list[tuple[Game, ActedOn]]
"""What became of an email, by game; a reply to a digest may have several outcomes."""


def _act_on(address: ReplyAddress, typed: Typed | None, now: datetime, *, is_sure: bool = False) -> Outcomes:
    if typed is None:
        acted = ActedOn([_("I could not read your email. Please answer in plain text, above the quote.")])
        return [(address.game or digests.first_game(address), acted)]
    if address.game is None:
        return digests.act(address, typed.lines, now, is_sure=is_sure)
    reply = Reply.to_address(address, now, is_sure=is_sure)
    start = waiting_room.find_order(reply, typed.lines)
    return [(address.game, waiting_room.act(reply, start) if start else actions.act(reply, typed.lines))]


def _describe_orders(address: ReplyAddress, typed: Typed | None, now: datetime) -> list[str]:
    """Return descriptions of an email's orders, in our own words."""
    if typed is None:
        return []
    if address.game is None:
        return digests.describe_orders(address, typed.lines, now)
    reply = Reply.to_address(address, now)
    if waiting_room.find_order(reply, typed.lines):
        return [waiting_room.START]
    return summaries.describe_orders(reply, typed.lines)


def _answer(email: InboundEmail, header: Header, outcomes: Outcomes, now: datetime, reason: str = "") -> None:
    mails = [answers.answer(email, game, header, acted, now) for game, acted in outcomes]
    state = State.ACTED if any(acted.did_anything for _game, acted in outcomes) else State.REFUSED
    reason = reason or (pace.MOVED if any(acted.has_moved for _game, acted in outcomes) else "")
    queue.settle(email, state, now=now, reason=reason, answer=next(filter(None, mails), None))


def _doubt(email: InboundEmail, header: Header, typed: Typed | None, now: datetime) -> None:
    """Ask the player about an email in our own words, so that its author cannot send text through us."""
    ordered = _describe_orders(email.address, typed, now)
    game = email.address.game or digests.first_game(email.address)
    mail = answers.ask(email, game, header, ordered, now) if ordered else None
    email.save(update_fields=["signed_by"])
    state, reason = (State.REFUSED, answers.UNPROVED) if mail else (State.DROPPED, "unproved_unasked")
    queue.settle(email, state, now=now, reason=reason, answer=mail)


def _is_own(email: InboundEmail, who: Sender, header: Header) -> bool:
    """Check whether the player may have written the email: it is proved, or its author is the account's address."""
    return who is Sender.PLAYER or header.author == comparison_key(email.address.player.email or "")


def _read_decision(email: InboundEmail, typed: Typed | None) -> Consent | None:
    first = email.address.confirms
    is_about_own = first is not None and first.reason != answers.UNPROVED
    return consent.read_sentence(typed) if is_about_own else consent.read(typed)


def _read_consent(email: InboundEmail, who: Sender, header: Header, typed: Typed | None) -> Consent | None:
    """Return the answer to our question. `ALWAYS` requires proof; about a domain, any proved yes means it."""
    decision, first = _read_decision(email, typed), email.address.confirms
    is_proved = who is Sender.PLAYER or (who is Sender.UNBOUND and binding.is_new(header, email))
    if decision is Consent.ONCE and is_proved and first is not None and first.signed_by.startswith("@"):
        return Consent.ALWAYS
    return Consent.ONCE if decision is Consent.ALWAYS and not is_proved else decision


def _ask_at_home(
    email: InboundEmail, first: InboundEmail, header: Header, decision: Consent | None, now: datetime
) -> None:
    """Tell the player that a yes must come from their account's address, which they may be unable to write from."""
    has_answer = decision is not None and reply_addresses.waits_for_yes(first, now)
    mail = answers.ask_at_home(email, first, header, now) if has_answer else None
    state, reason = (State.REFUSED, answers.FROM_ELSEWHERE) if mail else (State.DROPPED, "no_yes")
    queue.settle(email, state, now=now, reason=reason, answer=mail)


def _ask_again(email: InboundEmail, header: Header, typed: Typed, now: datetime) -> None:
    """Say which line makes a yes unclear; the answer asks the same question again, if it is still open."""
    if loops.is_loop(email, typed.lines, now):
        return queue.settle(email, State.DROPPED, now=now, reason=loops.NO_ORDER_AGAIN)
    doubt = consent.find_doubt(typed.lines, languages.active()) or ""
    acted = ActedOn([_("I am not sure what you want by “%(line)s”.") % {"line": short(doubt)}], must_tell=True)
    acted.sentences += loops.warnings(email, now)
    game = email.address.game or digests.first_game(email.address)
    return _answer(email, header, [(game, acted)], now, loops.NO_ORDER)


def _confirm(email: InboundEmail, first: InboundEmail, header: Header, decision: Consent | None, now: datetime) -> None:
    outcomes = _act_on_decision(first, decision, now) if decision else None
    if outcomes is None:
        return queue.settle(email, State.DROPPED, now=now, reason="no_yes")
    return _answer(email, header, outcomes, now)


@transaction.atomic
def confirm(email: InboundEmail, decision: Consent, now: datetime) -> list[str]:
    """Carry out an email that its player confirms or declines on a page. Return what became of it; [] if nothing."""
    with override(languages.of_player(email.address.player)):
        outcomes = _act_on_decision(email, decision, now) or []
        return [line for _game, acted in outcomes for line in acted.sentences]


def _act_on_decision(first: InboundEmail, decision: Consent, now: datetime) -> Outcomes | None:
    """Carry out an earlier email once; if the player wrote it, only its resignation was in question."""
    raw = acceptance.content(first)
    if raw is None or not reply_addresses.take_yes(first, now):
        return None
    if decision is Consent.NOT:
        return [(first.address.game or digests.first_game(first.address), _decline(first))]
    if first.reason != answers.UNPROVED:
        reply = Reply.to_address(first.address, now, is_sure=True)
        return [(reply.game, actions.leave(reply))]
    outcomes = _act_on(first.address, _read_typed(headers.read_email(raw)), now, is_sure=True)
    if decision is Consent.ALWAYS and first.signed_by:
        _accept(first, outcomes[0][1], now)
    return outcomes


def _decline(first: InboundEmail) -> ActedOn:
    sentence, done = (
        (_("All right: nothing was done."), _("Nothing was done"))
        if first.reason == answers.UNPROVED
        else (_("You stay in the game."), _("You stay in the game"))
    )
    return ActedOn([sentence], did_anything=True, must_tell=True, done=done)


def _accept(first: InboundEmail, acted: ActedOn, now: datetime) -> None:
    """Trust emails that the address or domain of this email has signed as the player's from now on."""
    sender_addresses.accept(first.address.player, first.signed_by, now)
    sentence = (
        _("Emails of yours that %(address)s has signed are not asked about any more. Your email settings list that.")
        if first.signed_by.startswith("@")
        else _("Emails from %(address)s count as yours from now on. Your email settings list such addresses.")
    )
    acted.sentences.append(sentence % {"address": first.signed_by})
    acted.must_tell = True


def asked_for(email: InboundEmail, now: datetime) -> list[str]:
    """Return what an email needs its player's yes for, in our own words; nothing if answered already, or too late."""
    raw = acceptance.content(email)
    if raw is None or not reply_addresses.waits_for_yes(email, now):
        return []
    typed = _read_typed(headers.read_email(raw)) if email.reason == answers.UNPROVED else None
    return _describe_orders(email.address, typed, now) or [str(NAMES[LeaveGame])]
