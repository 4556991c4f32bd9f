"""The digest: one mail for several games, the most urgent first, each in short."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _

from games.models import Game
from notifications import digest, game_links, link_kinds, messages, paper, seat_letters
from notifications.desk import Desk
from notifications.kinds import BY_STRANGERS, Kind
from notifications.letters import Letter
from notifications.models import Mail, Notification
from notifications.paper import Heading, Items, Link, Paragraph, Part, Verbatim

LATEST: Final = 5
"""So many lines of news a game; the rest is in its log."""


def write(mail: Mail, told: Sequence[Notification], desk: Desk) -> Letter:
    """The letter that tells all of these, a section a game."""
    with override(messages.language(mail)):
        sections = _sections(told, desk)
        parts = [_summary(sections), *(part for section in sections for part in _section(section, desk))]
        parts += messages.footer(mail, desk)
        subject = _("[Night Mail] Your digest") if mail.is_digest else _("[Night Mail] Invitations")
        return Letter(subject, paper.text(parts), paper.html(parts, title=subject, language=get_language() or ""))


def _sections(told: Sequence[Notification], desk: Desk) -> list[list[Notification]]:
    """The notifications of each game; first those that wait for the reader, the nearest deadline first."""
    games: defaultdict[str, list[Notification]] = defaultdict(list)
    for one in told:
        games[one.game_id].append(one)
    order = list(Kind)

    def urgency(section: list[Notification]) -> tuple[bool, float, int]:
        turn = desk.turns.get((section[0].game_id, section[0].seat or 0)) if _asks(section) else None
        return turn is None, turn.deadline_at.timestamp() if turn else 0, order.index(Kind(section[0].kind))

    return sorted(games.values(), key=urgency)


def _asks(section: Sequence[Notification]) -> bool:
    return any(one.kind in messages.ASKS for one in section)


def _summary(sections: Sequence[Sequence[Notification]]) -> Part:
    waiting = sum(map(_asks, sections))
    invited = sum(section[0].kind in BY_STRANGERS for section in sections)
    others = len(sections) - waiting - invited
    sentences = []
    if waiting:
        sentences.append(ngettext("%(n)d game waits for you.", "%(n)d games wait for you.", waiting) % {"n": waiting})
    if invited:
        sentences.append(
            ngettext("You have %(n)d invitation.", "You have %(n)d invitations.", invited) % {"n": invited}
        )
    if others:
        sentences.append(
            ngettext("There is news of %(n)d game.", "There is news of %(n)d games.", others) % {"n": others}
        )
    return Paragraph(" ".join(sentences))


def _section(told: Sequence[Notification], desk: Desk) -> Iterator[Part]:
    game = desk.game(told[0].game_id)
    seated = messages.to_a_seat(told)
    by_a_stranger = seated is None and told[0].kind in BY_STRANGERS
    yield Heading(_("An invitation") if by_a_stranger else game.name or game.pk)
    if seated is None:
        yield from messages.to_outsider(told, desk)
        return
    sight = desk.sight(seated)
    yield from messages.openings(told, sight, desk)
    if any(one.kind == Kind.GAME_OVER for one in told):
        yield digest.ranking(sight)
    else:
        yield from digest.deadline(sight)
        if lines := digest.lines(sight)[-LATEST:]:
            yield Items(lines)
    yield Verbatim([_("seal of entry %(number)d") % {"number": game.head}, game.chain])
    yield from messages.plan(sight)
    yield from seat_letters.way_back(sight)
    yield Link(_("The game"), messages.game_url(game))
    yield from _help(told[0], game, desk)


def _help(one: Notification, game: Game, desk: Desk) -> Iterator[Part]:
    words = _("Disputes of this game; and here you can ask for an admin")
    yield Link(words, game_links.url(link_kinds.DISPUTES, one.player, game.pk, desk.now))
