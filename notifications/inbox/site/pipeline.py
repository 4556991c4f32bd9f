"""Processing of an email to the site: who wrote it, what it orders, and whether it may be answered.

1. An email by a machine, or without exactly one author, is dropped.
2. A player's own email is carried out and answered. It must be proved (`sender`) and recent: an older one may have been
   resent after we had forgotten receiving it.
3. Anyone else with proof of identity is answered only about what strangers can order: `help`, `sign up`; and who would
   like to play, or asks something, is told what to do (`welcome`): once, but whoever is invited or replies to an answer
   each time, within limits.
4. An unproved email does nothing. If it orders something, the address in From is asked, a few times at most; a
   stranger's address is only asked whether it wants an account.
5. A `yes` to our question carries out the orders, once, and a `no` discards them: only the mailbox that we asked knew
   the address to reply to. A yes or no from another address has no effect: the question may have been forwarded.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import override

from games import languages
from games.lobby import by_address
from games.models import Player
from games.people.player_rows import with_address
from notifications.inbox import acceptance, authors, consent, identity, loops, queue, sender, site_addresses
from notifications.inbox.answers import UNPROVED
from notifications.inbox.consent import Consent
from notifications.inbox.orders import languages as languages_read
from notifications.inbox.orders.lines import OrdersRead, Why, greets
from notifications.inbox.reading import Typed, UnreadableEmail, typed_text
from notifications.inbox.reply import short
from notifications.inbox.sender import headers
from notifications.inbox.sender.headers import Header, RawEmail, TooMuch
from notifications.inbox.site import actions, answers, welcome
from notifications.inbox.site.orders import Help, JoinByLink, SignUp, SiteOrder
from notifications.inbox.writer import SiteAnswer, Writer
from notifications.letters import site_questions
from notifications.letters.site_questions import SiteQuestion
from notifications.models import SiteEmail
from notifications.reply_addresses import CONFIRMS_FOR

CONFIRMED: Final = "confirmed"
State = SiteEmail.State


def process(email: SiteEmail, now: datetime) -> None:
    """Do everything that one email asks for, and settle it. Raises KeysAreAway."""
    raw = acceptance.content(email)
    if raw is None:
        return _drop(email, "erased", now)
    try:
        message = headers.read_email(raw)
    except TooMuch:
        return _drop(email, "header_too_large", now)
    header, typed = message.header, _read_typed(message)
    if sender.is_machine(header, email) or (typed is not None and typed.is_automatic):
        return _drop(email, "automatic", now)
    if not header.author:
        return _drop(email, "no_author", now)
    _note_author(email, header)
    with override(_choose_language(email.player, header)):
        lines = _choose_lines(typed, header)
        if email.player is not None:
            lines = languages_read.translate_to_site(lines, languages.active())
        return _judge(email, message, lines, now)


def _choose_language(player: Player | None, header: Header) -> str:
    """Return the player's language, or for a stranger the one that their mail program mentions, if any (RFC 3282)."""
    if player is not None:
        return languages.of_player(player)
    return languages.find_accepted(header.one("accept-language") or header.one("content-language"))


def _drop(email: SiteEmail, reason: str, now: datetime) -> None:
    queue.settle(email, State.DROPPED, now=now, reason=reason)


def _read_typed(message: RawEmail) -> Typed | None:
    try:
        return typed_text(message)
    except UnreadableEmail:
        return None


def _choose_lines(typed: Typed | None, header: Header) -> list[str]:
    """Return the typed lines, or the subject if there are none, since some people write there."""
    if typed is None:
        return []
    is_reply = header.subject.lower().startswith("re:")
    return list(typed.lines) or [header.subject] * (bool(header.subject) and not is_reply)


def _note_author(email: SiteEmail, header: Header) -> None:
    """Store the author's hash, for the rate limits, and the player with that address, if any."""
    email.author_hash = authors.hashed(header.author)
    email.player = with_address(header.author)
    email.save(update_fields=["author_hash", "player"])


def _judge(email: SiteEmail, message: RawEmail, lines: list[str], now: datetime) -> None:
    about, header = email.about, message.header
    if about is not None and about.reason in (UNPROVED, CONFIRMED):
        return _confirm(email, about, header, lines, now)
    orders = actions.read(lines, is_asked=bool(email.question))
    is_of_now = identity.is_of_now(header, email.received_at)
    if not is_of_now or not sender.is_proved(message, email, lambda address: _is_meant(address, email), now):
        return _doubt(email, header, orders, now)
    writer = _describe_writer(email, header.author, now)
    goes_on = about is not None and _may_go_on(about, orders) and about.author_hash == email.author_hash
    if writer.player is None and _comes_back(email, lines):
        by_address.reopen(header.author)
    if writer.player is None and not _is_a_strangers(header.author, orders, now, goes_on=goes_on):
        return _welcome(email, header, writer, lines, orders)
    if not orders.has_order and loops.is_loop(email, lines, now):
        return _drop(email, loops.NO_ORDER_AGAIN, now)
    return _answer(email, header, writer, orders)


def _describe_writer(email: SiteEmail, author: str, now: datetime) -> Writer:
    """Return the writer of an email, and what our email asked that they answer, if we wrote that to them."""
    question = email.question
    listed: list[str] = []
    if email.about is not None and email.about.author_hash == email.author_hash:
        question, listed = email.about.next_question, email.about.listed
    return Writer(author, email.player, listed, now, SiteQuestion.read(question))


def _welcome(email: SiteEmail, header: Header, writer: Writer, lines: list[str], orders: OrdersRead[SiteOrder]) -> None:
    """Tell a stranger who is invited, would like to play, asks or orders something what to do; or take a no."""
    is_invited = by_address.is_invited(header.author)
    declined = welcome.decline(header.author, lines, writer.now) if is_invited else None
    ordered = welcome.find_order(orders)
    wishes = is_invited or bool(ordered) or welcome.is_wished_for(lines) or welcome.asks(lines)
    is_clear = (
        _comes_back(email, lines)
        or welcome.orders_a_table(orders)
        or ((is_invited or _replies(email)) and _says_something_new(email, lines, writer.now))
    )
    goes_on = is_clear and answers.may_answer_a_stranger(header.author, writer.now)
    if declined or goes_on or (wishes and welcome.may_be_given(header.author, writer.now)):
        told = declined or welcome.build_answer(lines, is_invited=is_invited, ordered=ordered)
        mail = answers.answer(email, header, writer, told)
        queue.settle(email, State.ACTED, now=writer.now, reason=welcome.WELCOMED, answer=mail)
    else:
        _drop(email, "stranger", writer.now)


def _is_meant(address: str, email: SiteEmail) -> bool:
    """Check whether this is the address at which the email arrived."""
    if email.about is not None:
        return site_addresses.is_reply_to(address, email.about)
    if email.question:
        return str(site_questions.find(address) or "") == email.question
    return site_addresses.is_own(address)


def _is_a_strangers(address: str, orders: OrdersRead[SiteOrder], now: datetime, *, goes_on: bool) -> bool:
    """Check whether an email begins with what anyone can order, or nearly does, and may be answered.

    `goes_on`: it replies to our answer that the stranger's order was not done, and so is another attempt.
    """
    begins = isinstance(orders.orders[0], Help | SignUp | JoinByLink) if orders.orders else _nearly_signs_up(orders)
    return (begins or goes_on) and answers.may_answer_a_stranger(address, now)


def _may_go_on(about: SiteEmail, orders: OrdersRead[SiteOrder]) -> bool:
    """Check whether a stranger's reply to our answer is another attempt: the order was not done, or is given now."""
    return about.state == State.REFUSED or (about.reason == welcome.WELCOMED and bool(welcome.find_order(orders)))


def _comes_back(email: SiteEmail, lines: list[str]) -> bool:
    """Check whether a stranger who has declined replies to our answer to that with second thoughts."""
    about = email.about
    is_answer = about is not None and about.reason == welcome.WELCOMED and about.author_hash == email.author_hash
    return is_answer and welcome.has_second_thoughts(lines)


def _replies(email: SiteEmail) -> bool:
    """Check whether a stranger replies to an answer that they got."""
    return email.about is not None and email.about.author_hash == email.author_hash


def _says_something_new(email: SiteEmail, lines: list[str], now: datetime) -> bool:
    """Check whether a stranger's email is more than a greeting, and no repetition, as a program may send."""
    return not all(map(greets, lines)) and not loops.repeats_itself(email, lines, now)


def _nearly_signs_up(orders: OrdersRead[SiteOrder]) -> bool:
    stopped = orders.stopped
    return stopped is not None and (stopped.reason is Why.WHICH_NAME or any(map(_signs_up, stopped.suggestions)))


def _signs_up(suggestion: str) -> bool:
    return suggestion.startswith("sign up")


def _answer(email: SiteEmail, header: Header, writer: Writer, orders: OrdersRead[SiteOrder]) -> None:
    answer = actions.act(writer, orders)
    if email.player is None and writer.player is not None:
        email.player = writer.player
        email.save(update_fields=["player"])
    reason = "" if orders.has_order else loops.NO_ORDER
    for line in loops.warnings(email, writer.now) if reason else ():
        answer.say(line)
    mail = answers.answer(email, header, writer, answer)
    state = State.ACTED if answer.did_anything else State.REFUSED
    queue.settle(email, state, now=writer.now, reason=reason, answer=mail)


def _doubt(email: SiteEmail, header: Header, ordered: OrdersRead[SiteOrder], now: datetime) -> None:
    """Ask about an email, if it is a player's, or a stranger's who signs up."""
    orders = ordered.orders if email.player is not None else ordered.orders[:1]
    may_be = bool(orders) and (email.player is not None or isinstance(orders[0], SignUp))
    answer = SiteAnswer()
    answers.question(actions.describe_orders(OrdersRead(tuple(orders))), answer)
    mail = answers.ask(email, header, answer, now) if may_be else None
    state, reason = (State.REFUSED, UNPROVED) if mail else (State.DROPPED, "unproved_unasked")
    queue.settle(email, state, now=now, reason=reason, answer=mail)


def _confirm(email: SiteEmail, first: SiteEmail, header: Header, lines: list[str], now: datetime) -> None:
    """Carry out an earlier email's orders, once, if this one begins with a yes; automatic replies do not."""
    raw, is_asked = acceptance.content(first), authors.hashed(header.author) == first.author_hash
    decision = consent.consent_in(lines)
    doubt = consent.find_doubt(lines, languages.active()) if decision not in (None, Consent.NOT) else None
    if is_asked and doubt is not None:
        return _ask_again(email, header, doubt, now)
    if raw is None or not is_asked or decision is None or not _take_yes(first, now):
        return _drop(email, "no_yes", now)
    ordered = headers.read_email(raw)
    author = ordered.header.author
    player = with_address(author)
    email.player, email.author_hash = player, authors.hashed(author)
    email.save(update_fields=["player", "author_hash"])
    writer = replace(_describe_writer(first, author, now), player=player)
    with override(_choose_language(player, ordered.header)):
        if decision is Consent.NOT:
            return _decline(email, header, writer)
        first_lines = _choose_lines(_read_typed(ordered), ordered.header)
        return _answer(email, header, writer, actions.read(first_lines, is_asked=bool(first.question)))


def _ask_again(email: SiteEmail, header: Header, doubt: str, now: datetime) -> None:
    """Say which line makes a yes to our question unclear; a clear one to that question still counts."""
    answer = SiteAnswer()
    answer.say(_("I am not sure what you want by “%(line)s”.") % {"line": short(doubt)})
    answer.say(_("Nothing was done."))
    mail = answers.answer(email, header, _describe_writer(email, header.author, now), answer)
    queue.settle(email, State.REFUSED, now=now, answer=mail)


def _decline(email: SiteEmail, header: Header, writer: Writer) -> None:
    answer = SiteAnswer()
    answer.say(_("All right: nothing was done."))
    mail = answers.answer(email, header, writer, answer)
    queue.settle(email, State.ACTED, now=writer.now, answer=mail)


def _take_yes(first: SiteEmail, now: datetime) -> bool:
    """Use up the one yes that an email waits for; return whether it still did."""
    questions = SiteEmail.objects.filter(pk=first.pk, reason=UNPROVED, settled_at__gt=now - CONFIRMS_FOR)
    return questions.update(reason=CONFIRMED) > 0
