"""The digest: one email for several games, the most urgent first, each in brief.

News of a competition is sent this way too, with its games' results, under a subject of its own.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.conf import settings
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _

from games.presentation.pictures.scene import LETTERS
from notifications import languages, reply_addresses
from notifications.batch import Batch
from notifications.context import Context
from notifications.letters import compose, document, moves, news, places, site_questions, turn_email
from notifications.letters.document import Element, Heading, Items, OpeningWords, Paragraph
from notifications.letters.mime import Letter
from notifications.letters.questions import AskedToAgree, AskedToJoin
from notifications.letters.registry import competition_called, name_table
from notifications.letters.sections import ByMail, ChoiceLines, Seal, SmallLinks
from notifications.letters.site_questions import SiteQuestion
from notifications.models import Mail, Notification
from notifications.order_words import order_words
from notifications.policy import kinds
from notifications.reply_addresses import LetteredQuestion, NewAddress

LATEST: Final = 5
"""How many lines of news each game gets; its log has the rest."""
MOST: Final = 48
"""Moves for all games together, so that the email stays below 100 kB."""
FEWEST: Final = 2
ALONE: Final = ""
"""The letter of a game that is all that a digest is about: whatever is replied can only be for it."""


def write(mail: Mail, notifications: Sequence[Notification], batch: Batch) -> Letter:
    """Write one email for all of these notifications, with a section for each game."""
    with override(languages.of_mail(mail)):
        sections = _group_sections(notifications, batch)
        lettered = _assign_letters(sections, batch) if reply_addresses.are_offered() else {}
        parts = [*_sum_up(mail, sections), *_how_to_reply(sections, lettered, batch)]
        parts += [part for section in sections for part in _write_section(section, batch, lettered)]
        parts += _warn(sections, batch)
        of_club = "" if mail.is_digest else _find_club_alone(notifications)
        parts += [SmallLinks([*compose.footer(mail, batch, of_club)]), *_list_seals(sections, batch)]
        parts = _put_head(parts)
        subject, reply_to = _write_subject(mail, notifications, batch), NewAddress()
        if lettered:
            only_proposal = compose.agreed_to(parts) if ALONE in lettered.values() else None
            parts = compose.answered_at(ByMail(str(reply_to), subject), parts, only_proposal)
        asks = _find_question(sections)
        if reply_addresses.are_offered():
            parts = (
                _answer_only_invitation(parts, ByMail(site_questions.address_of(asks), subject))
                if asks
                else _answer_invitations(parts, ByMail(settings.MAIL_IN_ADDRESS, subject), is_elsewhere=bool(lettered))
            )
        html = document.html(parts, title=subject, language=get_language() or "")
        of_games = list(_list_questions(parts, lettered))
        return Letter(
            subject, document.text(parts), html, reply_to=reply_to, of_games=of_games, of_club=of_club, asks=asks
        )


def _find_question(sections: Sequence[Sequence[Notification]]) -> SiteQuestion | None:
    """Return the invitation that is all that the email is about, if it is one to a club or to a table."""
    (first, *more), *others = sections
    if more or others:
        return None
    if first.kind == kinds.CLUB_INVITED.name:
        return SiteQuestion.about("club", first.club_id or "")
    return SiteQuestion.about("table", first.of_game) if first.kind == kinds.INVITATION.name else None


def _find_club_alone(notifications: Sequence[Notification]) -> str:
    """Return the club whose announcements are all that the email says; "" if there is none."""
    clubs = {notification.club_id or "" for notification in notifications}
    are_announcements = all(notification.kind == kinds.CLUB_ANNOUNCED.name for notification in notifications)
    return clubs.pop() if are_announcements and len(clubs) == 1 else ""


def _put_head(parts: Sequence[Element]) -> list[Element]:
    """Begin with what there is to know, under the competition's name if it is about one."""
    first, second, *rest = parts
    if isinstance(first, Heading) and isinstance(second, Paragraph | OpeningWords):
        return document.headed([second, *rest], first.words)
    return document.headed(parts, document.SITE)


def _write_subject(mail: Mail, notifications: Sequence[Notification], batch: Batch) -> str:
    if mail.is_digest:
        return _("Your Night Mail digest")
    is_of_several = len({notification.game_id or notification.competition for notification in notifications}) > 1
    by_strangers = all(kinds.kind_of(notification).urgency.by_strangers for notification in notifications)
    if any(notification.competition for notification in notifications) and not (by_strangers and is_of_several):
        return compose.subject_of(notifications, batch)
    return _("Invitations")


def _assign_letters(sections: Sequence[Sequence[Notification]], batch: Batch) -> dict[str, str]:
    """Assign letters, in order, to the games that ask the reader something; games beyond the alphabet get none."""
    asking = [section[0].of_game for section in sections if _is_asked(section, batch) or _is_to_agree(section)]
    return dict(zip(asking, [ALONE] if len(sections) == 1 else LETTERS, strict=False))


def _is_asked(section: Sequence[Notification], batch: Batch) -> bool:
    seated = compose.to_a_seat(section)
    if seated is None:
        return False
    context = batch.context(seated)
    return context.turn is not None and bool(context.options)


def _is_to_agree(section: Sequence[Notification]) -> bool:
    """Check whether the section contains a proposal that waits for the reader's answer."""
    return any(notification.kind == kinds.PROPOSAL.name and notification.seat is not None for notification in section)


def _how_to_reply(
    sections: Sequence[Sequence[Notification]], lettered: Mapping[str, str], batch: Batch
) -> Iterator[Element]:
    asking = [section for section in sections if _is_asked(section, batch) and section[0].of_game in lettered]
    if asking and ALONE in lettered.values():
        yield Paragraph(_("You can reply with a move’s number, or with a move."))
    elif asking:
        yield Paragraph(
            _(
                "You can reply with letter and number, such as “%(number_in_game)s”, for each game on a line of its "
                "own; or with a move."
            )
            % order_words()
        )


def _answer_invitations(parts: Sequence[Element], by_mail: ByMail, *, is_elsewhere: bool) -> list[Element]:
    """Let each invitation be answered at the site's address, which is not the email's own if that has games to play."""
    to_site = by_mail.address if is_elsewhere else ""
    return [
        replace(part, by_mail=by_mail, to_site=to_site) if isinstance(part, AskedToJoin) else part for part in parts
    ]


def _answer_only_invitation(parts: Sequence[Element], by_mail: ByMail) -> list[Element]:
    """Let the only invitation be answered by a yes or no that does not name it."""
    return [replace(part, by_mail=by_mail, table="") if isinstance(part, AskedToJoin) else part for part in parts]


def _list_questions(parts: Sequence[Element], lettered: Mapping[str, str]) -> Iterator[LetteredQuestion]:
    for game, letter in lettered.items():
        own = [part for part in parts if isinstance(part, ChoiceLines | AskedToAgree) and part.letter == letter]
        yield LetteredQuestion(letter, game, compose.question(own))


def _group_sections(notifications: Sequence[Notification], batch: Batch) -> list[list[Notification]]:
    """Group notifications by game or competition: those waiting for the reader by deadline, then the rest by age.

    The letters and numbers in a digest follow this order, each time it is written.
    """
    games: defaultdict[str, list[Notification]] = defaultdict(list)
    for notification in notifications:
        games[notification.competition or notification.of_game].append(notification)

    def urgency(section: list[Notification]) -> tuple[bool, float, int, int]:
        turn = batch.turns.get((section[0].of_game, section[0].seat or 0)) if _asks(section) else None
        return (
            turn is None,
            turn.deadline_at.timestamp() if turn else 0,
            kinds.IMPORTANCE[section[0].kind],
            first(section),
        )

    def first(section: list[Notification]) -> int:
        return min(notification.pk for notification in section)

    return sorted(games.values(), key=urgency)


def _asks(section: Sequence[Notification]) -> bool:
    return any(kinds.kind_of(notification).urgency.is_of_a_turn for notification in section)


def _sum_up(mail: Mail, sections: Sequence[Sequence[Notification]]) -> Iterator[Element]:
    """Summarize the digest; write nothing in an email about one competition or club, which opens with it."""
    by_strangers = [kinds.kind_of(section[0]).urgency.by_strangers for section in sections]
    news = [section[0] for section, is_offer in zip(sections, by_strangers, strict=True) if not is_offer]
    of_clubs = sum(notification.club_id is not None for notification in news)
    of_competitions = sum(bool(notification.competition) for notification in news) - of_clubs
    is_of_one_club = len(sections) == 1 and sections[0][0].club_id is not None
    if (of_competitions or of_clubs or is_of_one_club) and not mail.is_digest:
        return
    waiting = sum(map(_asks, sections))
    invited = sum(by_strangers)
    with_news = len(sections) - waiting - invited - of_competitions - of_clubs
    sentences = []
    if waiting:
        sentences.append(
            ngettext("%(n)d game is waiting for you.", "%(n)d games are waiting for you.", waiting) % {"n": waiting}
        )
    if invited:
        sentences.append(
            ngettext("You have %(n)d invitation.", "You have %(n)d invitations.", invited) % {"n": invited}
        )
    if with_news:
        sentences.append(
            ngettext("There is news from %(n)d game.", "There is news from %(n)d games.", with_news) % {"n": with_news}
        )
    if of_competitions:
        sentence = ngettext(
            "There is news of %(n)d competition.", "There is news of %(n)d competitions.", of_competitions
        )
        sentences.append(sentence % {"n": of_competitions})
    if of_clubs:
        sentences.append(
            ngettext("There is news of %(n)d club.", "There is news of %(n)d clubs.", of_clubs) % {"n": of_clubs}
        )
    yield Paragraph(" ".join(sentences))


def _write_section(
    notifications: Sequence[Notification], batch: Batch, lettered: Mapping[str, str]
) -> Iterator[Element]:
    if notifications[0].competition:
        yield Heading(competition_called(notifications[0], batch))
        for part in compose.openings(notifications, batch, None):
            yield replace(part, table=notifications[0].club_id or "") if isinstance(part, AskedToJoin) else part
        return
    game = batch.game(notifications[0].of_game)
    seated = compose.to_a_seat(notifications)
    by_a_stranger = seated is None and kinds.kind_of(notifications[0]).urgency.by_strangers
    title = _("An invitation") if by_a_stranger else name_table(game, batch, notifications[0].player)
    letter = lettered.get(game.pk)
    yield Heading(_("%(letter)s: %(game)s") % {"letter": letter, "game": title} if letter else title)
    if seated is None:
        for part in compose.to_outsider(notifications, batch):
            yield replace(part, table=game.pk) if isinstance(part, AskedToJoin) else part
        return
    context = batch.context(seated)
    yield from _write_openings(notifications, batch, context, letter)
    if any(notification.kind == kinds.GAME_OVER.name for notification in notifications):
        yield turn_email.ranking(context)
    else:
        yield from turn_email.deadline(context)
        if lines := news.lines(context)[-LATEST:]:
            yield Items(lines)
    if letter is not None and _is_asked(notifications, batch):
        yield from moves.of_a_digest(context, letter, max(FEWEST, MOST // len(lettered)))
    yield places.table(context)
    yield from places.plan(context)
    yield from places.way_back(context)
    yield places.help(seated.player, game.pk, batch.now)


def _write_openings(
    notifications: Sequence[Notification], batch: Batch, context: Context, letter: str | None
) -> Iterator[Element]:
    """Write the news of a game, giving any proposal the game's letter, if it has one, for its yes or no."""
    for part in compose.openings(notifications, batch, context):
        if isinstance(part, AskedToAgree):
            yield replace(part, by="") if letter is None else replace(part, letter=letter)
        else:
            yield part


def _warn(sections: Sequence[Sequence[Notification]], batch: Batch) -> Iterator[Element]:
    """Warn once that the links to seats work for anyone who has the email."""
    seated = [notification for section in sections if (notification := compose.to_a_seat(section))]
    if any(batch.game(notification.of_game).ended_at is None for notification in seated):
        yield Paragraph(_("Whoever has this email can look at these tables from your seats, and play there."))
    elif seated:
        yield Paragraph(_("Whoever has this email can look at these tables from your seats."))


def _list_seals(sections: Sequence[Sequence[Notification]], batch: Batch) -> Iterator[Element]:
    """Yield the chain's hash for each game in which the reader has a seat."""
    for section in sections:
        if compose.to_a_seat(section) is not None:
            game = batch.game(section[0].of_game)
            facts = {"game": name_table(game, batch, section[0].player), "number": game.head}
            about = _("%(game)s, entry %(number)d") % facts
            yield Seal(_("Seal"), about, game.chain)
