"""Answers to emails to the site: one each, in the email's thread, to its author's address; and their limits.

Answers to players have the same limits as answers to replies (`notifications.inbox.answers`): beyond the limit they
wait and are combined. Unknown people get a few a day. An unproved email causes at most a question to the address in
From, and these are fewer. All limits are counted from rows, by a keyed hash of the address.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.codec import Json
from games.errors import Refused
from games.people import admission, codes
from notifications import wake_up
from notifications.inbox import authors, pace, site_addresses
from notifications.inbox.answers import DAY, MOST_QUESTIONS_A_DAY, MOST_QUESTIONS_AN_HOUR, UNPROVED
from notifications.inbox.pace import HOUR
from notifications.inbox.sender.headers import Header
from notifications.inbox.writer import SiteAnswer, Writer
from notifications.letters.site import TEMPLATE
from notifications.models import Mail, SiteEmail
from notifications.order_words import english_order_words

MOST_A_DAY: Final = 6
"""Answers per day to an address without an account."""
QUESTIONS: Final = "questions to strangers"
LONGEST_SUBJECT: Final = 150


def answer(email: SiteEmail, header: Header, writer: Writer, site_answer: SiteAnswer) -> Mail:
    """Queue the answer, delaying and combining answers beyond an hourly limit."""
    at = pace.answer_pace(email.player, writer.now)
    waiting = _find_waiting(email, writer.now) if at.free_at > writer.now else None
    if waiting is not None and waiting.context is not None:
        SiteEmail.objects.filter(answer=waiting).update(listed=[], next_question="")  # ambiguous now
        return _extend_answer(waiting, waiting.context, site_answer)
    if at.warning:
        site_answer.say(at.warning)
    email.listed, email.next_question = site_answer.listed, str(site_answer.question or "")
    email.save(update_fields=["listed", "next_question"])
    return _queue_answer(email, header, writer.address, _choose_subject(header), site_answer, at.free_at, writer.now)


def _extend_answer(waiting: Mail, before: Json, site_answer: SiteAnswer) -> Mail:
    """Add this to a waiting answer without repeating anything, and offer nothing by number."""
    parts = [part for part in site_answer.parts if part not in before["parts"]]
    hints = [line for line in dict.fromkeys([*before["hints"], *site_answer.hints]) if not _has_number(line)]
    count = before.get("gathered", 1) + 1
    waiting.context = {**before, "parts": [*before["parts"], *parts], "hints": hints, "gathered": count}
    waiting.save(update_fields=["context"])
    return waiting


def _has_number(line: str) -> bool:
    return line.rpartition(" ")[2].isdigit()


def ask(email: SiteEmail, header: Header, site_answer: SiteAnswer, now: datetime) -> Mail | None:
    """Ask the address in From whether an unproved email is theirs; None if it was asked too often lately."""
    codes.take_turns(QUESTIONS, header.author)
    questions = authors.emails_of(header.author).filter(reason=UNPROVED, answer__isnull=False)
    if questions.filter(settled_at__gt=now - HOUR).count() >= MOST_QUESTIONS_AN_HOUR:
        return None
    if questions.filter(settled_at__gt=now - DAY).count() >= MOST_QUESTIONS_A_DAY:
        return None
    if email.player is None and not _may_ask_a_stranger(now):
        return None
    return _queue_answer(email, header, header.author, _("Did you write this email?"), site_answer, now, now)


def _may_ask_a_stranger(now: datetime) -> bool:
    """Check whether strangers can sign up, and the hourly limit of questions to them is not yet reached."""
    try:
        admission.check("", now)
    except Refused:
        return False
    questions = SiteEmail.objects.filter(player=None, reason=UNPROVED, answer__isnull=False, settled_at__gt=now - HOUR)
    return questions.count() < settings.KNOCKS_PER_HOUR


def may_answer_a_stranger(address: str, now: datetime) -> bool:
    """Check whether an address without an account may get another answer today."""
    answered = authors.emails_of(address).filter(answer__isnull=False, settled_at__gt=now - DAY)
    return answered.count() < MOST_A_DAY


def question(lines: Sequence[str], site_answer: SiteAnswer) -> None:
    """Ask whether an email's orders were meant, in our own words so that its author cannot send text through us."""
    site_answer.say(_("Did you write this email?"))
    site_answer.say(_("An email came to us from your address, without proof that you wrote it. It asks for this:"))
    site_answer.items(lines)
    site_answer.say(
        _("Nothing has been done. If you did write it, reply to this email with the word “%(yes)s”.")
        % english_order_words()
    )
    site_answer.say(_("If you did not, you need not do anything."))


def _find_waiting(email: SiteEmail, now: datetime) -> Mail | None:
    """Return an answer of this kind that the limit is holding back."""
    waiting = Mail.objects.filter(player=email.player, template=TEMPLATE, state=Mail.State.QUEUED, attempts=0)
    return waiting.filter(next_attempt_at__gt=now).select_for_update(no_key=True, of=("self",)).first()


def _choose_subject(header: Header) -> str:
    """Return the writer's subject, so that mail programs keep the thread together; ours if it is empty."""
    subject = "".join(letter for letter in header.subject if letter.isprintable())[:LONGEST_SUBJECT].strip()
    if not subject:
        return _("Your email to Night Mail")
    return subject if subject.lower().startswith("re:") else f"Re: {subject}"


def _queue_answer(
    email: SiteEmail, header: Header, address: str, subject: str, site_answer: SiteAnswer, at: datetime, now: datetime
) -> Mail:
    context: dict[str, object] = {
        "parts": site_answer.parts,
        "hints": site_answer.hints,
        "subject": subject,
        "answers": header.message_id,
        "reply_to": site_addresses.reply_to(email),
        "language": get_language(),
    }
    mail = Mail.objects.create(
        player=email.player,
        address=address,
        template=TEMPLATE,
        context=context,
        urgent=True,
        created_at=now,
        next_attempt_at=at,
    )
    wake_up.after_commit()
    return mail
