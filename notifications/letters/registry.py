"""The table of letters: what an email says of each kind of notification.

A letter is a function with `@letter(kind)` on it, in the module of what it is about. It says what there is to tell, in
paragraphs; the record beside it says by what subject, and how much of the game is shown below.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum, auto
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games import words
from games.competitions.cups.course import CupCourse
from games.models import Cup, Game, LeagueSeason, Player
from notifications.batch import Batch
from notifications.context import Context
from notifications.letters.document import Element, Link
from notifications.models import Notification
from notifications.policy import kinds
from notifications.policy.kinds import NotificationKind


@dataclass(frozen=True, slots=True)
class Occasion:
    """Why an email tells something: its notifications of one kind, as they came.

    `seen` is the game as the reader's seat sees it, None for a reader without a seat; `kinds` are all that it tells.
    """

    ones: Sequence[Notification]
    batch: Batch
    seen: Context | None
    kinds: frozenset[str]

    @property
    def one(self) -> Notification:
        """The first of them."""
        return self.ones[0]

    @property
    def game(self) -> Game:
        """The game that it is about."""
        return self.batch.game(self.one.of_game)

    @property
    def season(self) -> LeagueSeason:
        """The season of a league that it is about."""
        return self.batch.seasons[self.one.season_id or 0]

    @property
    def cup(self) -> CupCourse:
        """The cup that it is about, as it has gone so far."""
        return self.batch.cups[self.one.cup_id or ""]

    @property
    def is_of_a_turn(self) -> bool:
        """Whether it asks for one."""
        return kinds.kind_of(self.one).urgency.is_of_a_turn

    @property
    def reader(self) -> Player:
        """Who gets the email."""
        return self.one.player

    @property
    def context(self) -> Context:
        """The game as the reader's seat sees it, for what only seats are told."""
        assert self.seen is not None
        return self.seen


class Body(IntEnum):
    """How much of the game an email shows to a seat; of several kinds in one email the first one counts."""

    RESULT = auto()
    SHOWN = auto()
    TURN = auto()
    SEAT = auto()
    CLOCK = auto()
    NEWS = auto()
    NOTHING = auto()


Subject = Callable[[Occasion], str]
Says = Callable[[Occasion], Iterable[Element]]
Leads = Callable[[Occasion], Iterable[Link]]


def nowhere(_occasion: Occasion) -> Iterable[Link]:
    """No link."""
    return ()


@dataclass(frozen=True, slots=True)
class Telling:
    """What an email says of a kind. `leads`: where to, for a reader without a seat.

    `only_alone`: whatever else there is to tell says it anyway.
    """

    says: Says
    subject: Subject
    body: Body
    leads: Leads
    only_alone: bool


LETTERS: Final[dict[str, Telling]] = {}
"""By the name of the kind."""


def letter(
    kind: NotificationKind,
    *,
    subject: Subject,
    body: Body = Body.NOTHING,
    leads: Leads = nowhere,
    only_alone: bool = False,
) -> Callable[[Says], Says]:
    """Makes a function the letter of a kind. Raises ValueError if it has one."""

    def add(says: Says) -> Says:
        if kind.name in LETTERS:
            raise ValueError(f"{kind.name} has a letter")
        LETTERS[kind.name] = Telling(says, subject, body, leads, only_alone)
        return says

    return add


def with_game_name(what: Promise) -> Subject:
    """A subject with what the game is called."""
    return lambda occasion: titled(what, told_apart(occasion.game))


def of_season(what: Promise) -> Subject:
    """A subject with the league and the number of its season."""
    return lambda occasion: titled(what, season_called(occasion.season))


def of_cup(what: Promise) -> Subject:
    """A subject with the cup, and the number of the round where it is about one."""
    return lambda occasion: titled(what, _round_called(occasion.cup.cup, occasion.one.round))


def competition_called(one: Notification, batch: Batch) -> str:
    """The season or cup that a notification is about."""
    if one.cup_id is not None:
        return cup_called(batch.cups[one.cup_id].cup)
    return season_called(batch.seasons[one.season_id or 0])


def _round_called(cup: Cup, number: int | None) -> str:
    if number is None:
        return cup_called(cup)
    return _("%(cup)s, round %(number)d") % {"cup": cup_called(cup), "number": number}


def cup_called(cup: Cup) -> str:
    """By its name; where it has lost that, by what is played."""
    return str(cup.name or words.rules(cup.ruleset, cup.options))


def titled(what: Promise, called: str) -> str:
    """What it is, and about what."""
    return _("%(what)s: %(game)s") % {"what": what, "game": called}


def season_called(season: LeagueSeason) -> str:
    """A league and the number of its season."""
    league = season.league.name or words.rules(season.league.ruleset, season.league.options)
    return _("%(league)s, season %(number)d") % {"league": league, "number": season.number}


def told_apart(game: Game) -> str:
    """What a subject calls a game: without a name with its id, too, for two games are two threads of emails."""
    return words.game_name(game) if game.name else f"{words.game_name(game)}, {game.pk}"


def by_rules(what: Promise) -> Subject:
    """A subject with nothing in it that anyone else could have written."""
    return lambda occasion: titled(what, words.rules(occasion.game.ruleset, occasion.game.options))
