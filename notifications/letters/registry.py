"""The table of letters, which maps each kind of notification to its text in an email.

A letter is a function decorated with `@letter(kind)` in the module about its topic. It yields the news as paragraphs;
its record in the table adds the subject and how much of the game the email shows below.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum, auto
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.competitions.cups.course import CupCourse
from games.models import Club, Cup, Game, LeagueSeason, Player, Ruling, Seat
from games.presentation import words
from notifications.batch import Batch
from notifications.context import Context
from notifications.letters.document import Element, Link
from notifications.models import Notification
from notifications.policy import kinds, relevance
from notifications.policy.kinds import NotificationKind


@dataclass(frozen=True, slots=True)
class Occasion:
    """The notifications of one kind in an email, in order of arrival, with everything their letter needs.

    `seat_context` is the game as the reader's seat sees it, None for a reader without a seat; `kinds` are all kinds in
    the email.
    """

    notifications: Sequence[Notification]
    batch: Batch
    seat_context: Context | None
    kinds: frozenset[str]

    @property
    def notification(self) -> Notification:
        """Return the first of the notifications."""
        return self.notifications[0]

    @property
    def game(self) -> Game:
        return self.batch.game(self.notification.of_game)

    @property
    def season(self) -> LeagueSeason:
        return self.batch.competitions.seasons[self.notification.season_id or 0]

    @property
    def cup(self) -> CupCourse:
        """Return the cup with its course so far."""
        return self.batch.competitions.cups[self.notification.cup_id or ""]

    @property
    def club(self) -> Club:
        return self.batch.clubs.rows[self.notification.club_id or ""]

    @property
    def ruling(self) -> Ruling | None:
        """Return the ruling in the notification's entry, if it is one."""
        return self.batch.decisions.rulings.get((self.notification.of_game, self.notification.entry or 0))

    @property
    def has_come_back(self) -> bool:
        """Check whether the notification tells that its reader has taken their own seat again."""
        return (self.notification.of_game, self.notification.entry) in self.batch.free_seats.came_back

    @property
    def is_of_a_turn(self) -> bool:
        """Check whether the notifications ask for a turn."""
        return kinds.kind_of(self.notification).urgency.is_of_a_turn

    @property
    def opens_turn(self) -> bool:
        """Check whether this answers an email that played, and the reader has a question to answer again."""
        mail, place = self.notification.mail, (self.notification.of_game, self.notification.seat)
        has_played = mail is not None and (mail.context or {}).get("played")
        is_answer = self.notification.kind == kinds.EMAIL_ANSWERED.name and kinds.YOUR_TURN.name not in self.kinds
        is_asked = place in self.batch.turns and not relevance.plan_is_asked(self.notification, self.batch)
        return is_answer and bool(has_played) and is_asked and not self.game.paused_at

    @property
    def asks_for_turn(self) -> bool:
        """Check whether the email asks for a turn before it says anything else."""
        return self.is_of_a_turn or self.opens_turn

    @property
    def reader(self) -> Player:
        return self.notification.player

    @property
    def context(self) -> Context:
        """Return the game as the reader's seat sees it; only for kinds that are sent to seats."""
        assert self.seat_context is not None
        return self.seat_context


class Body(IntEnum):
    """How much of the game an email shows to a seat; of several kinds in one email, the first in this order counts."""

    RESULT = auto()
    SHOWN = auto()
    TURN = auto()
    ASKED_BACK = auto()
    SEAT = auto()
    CLOCK = auto()
    NEWS = auto()
    NOTHING = auto()


Subject = Callable[[Occasion], str]
Says = Callable[[Occasion], Iterable[Element]]
Leads = Callable[[Occasion], Iterable[Link]]


def nowhere(_occasion: Occasion) -> Iterable[Link]:
    """Return no links."""
    return ()


@dataclass(frozen=True, slots=True)
class Telling:
    """How a kind appears in an email: its text, its subject, and `leads`, the links for a reader without a seat.

    `only_alone`: leave the kind out if the email has any other, since the other implies it.
    """

    says: Says
    subject: Subject
    body: Body
    leads: Leads
    only_alone: bool


LETTERS: Final[dict[str, Telling]] = {}
"""The letter of each kind, by the kind's name."""


def letter(
    kind: NotificationKind,
    *,
    subject: Subject,
    body: Body = Body.NOTHING,
    leads: Leads = nowhere,
    only_alone: bool = False,
) -> Callable[[Says], Says]:
    """Register a function as the letter of a kind. Raises ValueError if the kind has one already."""

    def add(says: Says) -> Says:
        if kind.name in LETTERS:
            raise ValueError(f"{kind.name} has a letter")
        LETTERS[kind.name] = Telling(says, subject, body, leads, only_alone)
        return says

    return add


def with_table_name(topic: Promise) -> Subject:
    """Return a subject that ends with the name of the table."""
    return of_table(lambda _occasion: str(topic))


def of_table(topic: Subject) -> Subject:
    """Return a subject that ends with the name of the table, and begins with what this says of the occasion."""

    def subject(occasion: Occasion) -> str:
        name = name_table(occasion.game, occasion.batch, occasion.reader)
        # The first colon ends the topic (`inbox.binding`), whatever the players in it are called.
        return titled(topic(occasion).replace(": ", " "), name)

    return subject


def of_season(topic: Promise) -> Subject:
    """Return a subject that ends with the league and the number of its season."""
    return lambda occasion: titled(topic, season_called(occasion.season))


def of_cup(topic: Promise) -> Subject:
    """Return a subject that ends with the cup, and with the number of the round if it is about one."""
    return lambda occasion: titled(topic, _round_called(occasion.cup.cup, occasion.notification.round))


def of_club(topic: Promise) -> Subject:
    """Return a subject that ends with the club."""
    return lambda occasion: titled(topic, club_called(occasion.club))


def to_a_club(_occasion: Occasion) -> str:
    """Return the subject of an invitation, which contains nothing that a stranger has written."""
    return _("Invitation to a club")


def competition_called(notification: Notification, batch: Batch) -> str:
    """Name the season, cup or club that a notification is about, but no club whose hosts may be strangers."""
    if notification.kind == kinds.CLUB_INVITED.name:
        return _("An invitation to a club")
    if notification.club_id is not None:
        return club_called(batch.clubs.rows[notification.club_id])
    if notification.cup_id is not None:
        return cup_called(batch.competitions.cups[notification.cup_id].cup)
    return season_called(batch.competitions.seasons[notification.season_id or 0])


def _round_called(cup: Cup, number: int | None) -> str:
    if number is None:
        return cup_called(cup)
    return _("%(cup)s, round %(number)d") % {"cup": cup_called(cup), "number": number}


def cup_called(cup: Cup) -> str:
    """Return the cup's name, or a description of its games once the name has been removed."""
    return str(cup.name or words.rules(cup.ruleset, cup.options))


def club_called(club: Club) -> str:
    """Return the club's name, or its id once the name has been taken away."""
    return club.name or _("Club %(id)s") % {"id": club.pk}


def titled(topic: Promise | str, name: str) -> str:
    """Return a subject: the topic, then the name of what it is about."""
    return _("%(what)s: %(game)s") % {"what": topic, "game": name}


def season_called(season: LeagueSeason) -> str:
    """Name a league and the number of its season."""
    league = season.league.name or words.rules(season.league.ruleset, season.league.options)
    return _("%(league)s, season %(number)d") % {"league": league, "number": season.number}


def table_name(game: Game, founders: Sequence[Seat], reader: Player) -> str:
    """Return the game's name; without one, its rules and who sat there when it began: "Old West, Dan, Noa and you".

    So the name stays while people come and go; until then, it is called by its host. `founders` are the seats as they
    were when it began.
    """
    if game.name or not founders or game.started_at is None:
        return words.game_name(game)
    others = [seat.display_name for seat in founders if seat.player_id != reader.pk and not seat.of_house]
    stand_ins = sum(seat.of_house for seat in founders)
    if stand_ins:
        others.append(ngettext("a stand-in", "%(n)d stand-ins", stand_ins) % {"n": stand_ins})
    own = [_("you")] if any(seat.player_id == reader.pk for seat in founders) else []
    name = _("%(rules)s, %(names)s") % {
        "rules": words.rules(game.ruleset, game.options),
        "names": words.all_of([*others, *own]),
    }
    return words.numbered(game, name)


def name_table(game: Game, batch: Batch, reader: Player) -> str:
    """Return the name of a table in the subjects, headings and lists of this reader's emails."""
    return table_name(game, batch.seats_at_start.get(game.pk, ()), reader)


def former_table_name(game: Game, seats: Sequence[Seat], reader: Player) -> str:
    """Return the name that a table without one had in subjects until November 2026, by who sits there now."""
    others = [seat.display_name for seat in seats if seat.player_id != reader.pk]
    return words.all_of([*others, *([_("you")] if len(others) < len(seats) else [])])


def by_rules(topic: Subject) -> Subject:
    """Return a subject that ends with the ruleset's title, which contains nothing a user has written."""

    def subject(occasion: Occasion) -> str:
        rules = words.rules(occasion.game.ruleset, occasion.game.options)
        return titled(topic(occasion), words.numbered(occasion.game, rules))

    return subject
