"""The game page: everything it shows to one viewer, for one step of a move."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.competitions.cups import selectors as cups
from games.competitions.leagues import selectors as leagues
from games.competitions.series import selectors as series
from games.models import CupGame, LeagueGame, SeriesGame
from games.presentation import words
from games.presentation.pictures import inline
from games.presentation.pictures.scene import Scene, Spotlight, list_lines
from games.presentation.prospects import cards, ticket_status
from games.presentation.words.lists import listed_with_commas
from games.table import store
from games.web import grounds
from games.web.clocks import each_move
from games.web.table import glance, map_answers, news, panel, players, tickets, yards
from games.web.table.asked import Question
from games.web.table.lesson import Coach
from games.web.table.sight import Sight
from games.web.table.steps import Step


@dataclass(frozen=True)
class Banner:
    """A notice at the top of the page: `title` in bold, `lines` below it.

    `wrong`: something failed; `rule`: the rule by which it was refused, for a link to the rules' page.
    """

    title: str
    lines: Sequence[str] = ()
    wrong: bool = False
    rule: str = ""


@dataclass(frozen=True)
class OwnSeat:
    """The viewer's seat: its mark, from 1, the name of its color, and its player's name."""

    mark: int
    color: str
    name: str


@dataclass(frozen=True)
class Page:
    """The page of a game, part by part."""

    sight: Sight
    own: OwnSeat | None
    name: str
    about: str
    turn: str
    panel: panel.Panel
    board: str
    yards: yards.Yards | None
    tickets: Sequence[tickets.TicketRow]
    tickets_worth: str
    players: players.Players
    log: Sequence[news.LogLine]
    glance: glance.Glance
    sections: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    notice: Banner | None = field(default=None)
    coach: Coach | None = field(default=None)
    series: SeriesGame | None = field(default=None)
    fixture: LeagueGame | None = field(default=None)
    of_cup: CupGame | None = field(default=None)

    @property
    def cards_held(self) -> int:
        """How many cards are in the viewer's hand."""
        return cards.total(self.sight.you["hand"]) if self.sight.you else 0

    @property
    def shows_own_tickets(self) -> bool:
        """Whether the viewer's tickets have a list of their own: once they are scored, the final scoring has them."""
        scored = any("tickets_shown" in seat for seat in self.sight.view["seats"])
        return self.sight.you is not None and not scored

    @property
    def trains(self) -> int | None:
        """How many trains the viewer has left; None if the game has none."""
        seat = self.sight.seat
        return None if seat is None else self.sight.view["seats"][seat].get("trains")

    @property
    def can_plan(self) -> bool:
        """Whether the viewer has another turn to come."""
        return panel.has_turn_left(self.sight)

    @property
    def asks(self) -> bool:
        return self.panel.tone != panel.CALM


def make(sight: Sight, step: Step, notice: Banner | None = None, coach: Coach | None = None) -> Page:
    """Build the page for this viewer at this step."""
    land = ticket_status.land_of(sight)
    seat_panel = panel.make(sight, land, step)
    ticket_rows, log = tickets.rows(sight, land, seat_panel.question.chosen), news.recent(sight)
    return Page(
        sight=sight,
        own=None
        if sight.seat is None
        else OwnSeat(sight.seat + 1, words.seat_color(sight.seat), sight.name(sight.seat)),
        name=name_of(sight),
        about=_describe_game(sight),
        turn=_describe_turn(sight),
        panel=seat_panel,
        board=_draw_board(sight, seat_panel, ticket_rows, coach) if sight.board.routes else "",
        yards=yards.list_yards(sight),
        tickets=ticket_rows,
        tickets_worth=tickets.worth(sight, ticket_rows),
        players=players.list_players(sight, players.explain_absences(sight)),
        log=log,
        glance=glance.make(sight, log, ticket_rows, own=not seat_panel.played),
        sections=_list_sections(sight),
        notice=notice,
        coach=coach,
        series=None if sight.game.practice or sight.alone else series.place_of(sight.game),
        fixture=leagues.league_of(sight.game, sight.player),
        of_cup=cups.cup_of(sight.game, sight.player),
    )


def _describe_game(sight: Sight) -> str:
    count = len(sight.seats)
    seats = ngettext("%(n)d player", "%(n)d players", count) % {"n": count}
    rules, name = words.rules(sight.game.ruleset, sight.game.options), name_of(sight)
    parts = [*([] if rules == name else [rules]), seats]
    if sight.game.practice:
        parts.append(_("practice"))
    elif sight.running:
        parts.append(each_move(sight.game.time_per_move))
    return " · ".join(parts)


def name_of(sight: Sight) -> str:
    """Return the game's name."""
    return words.game_name(sight.game)


def _describe_turn(sight: Sight) -> str:
    if "round" in sight.view:
        return _("Round %(n)d") % {"n": sight.view["round"]}
    return _("Last turns") if sight.view["turns_left"] is not None and not sight.view["over"] else ""


def _list_sections(sight: Sight) -> list[tuple[str, list[tuple[str, str]]]]:
    """Describe the public things on the table in words, for anyone who can't see the board."""
    return [
        (
            section.title,
            [
                ("" if row.seat is None else sight.name(row.seat), listed_with_commas(row.things))
                for row in section.rows
            ],
        )
        for section in words.sections(sight.view, sight.name, sight.board)
    ]


def _draw_board(
    sight: Sight, seat_panel: panel.Panel, ticket_rows: Sequence[tickets.TicketRow], coach: Coach | None
) -> str:
    question = seat_panel.question
    cities = [*question.cities_named, *(coach.cities if coach else ())]
    names = [sight.name(seat) for seat in range(len(sight.seats))]
    last, along = news.claimed_lately(sight), glance.cities_to_name(ticket_rows)
    scene = Scene.from_view(
        sight.board, sight.view, lit=question.lit, last=last, named=cities, players=names, along=along
    )
    if sight.view["over"]:
        return _draw_board_of_ended(sight, scene, question.spotlight)
    possible = {row.letter for row in ticket_rows if row.state != ticket_status.LOST}
    own = [line for line in scene.tickets if line.letter in possible]
    offered = [line for ticket in question.offer for line in list_lines("", ticket)]
    links = _link_board(sight, question)
    return inline.drawn(sight.board, scene.with_tickets([*own, *offered]), links, grounds.address(sight.board))


def _link_board(sight: Sight, question: Question) -> inline.Links:
    """Return the links of the board: the question's, and of every other route and city what it says.

    While tickets are chosen, a link would lose what is ticked; and while a city is, only cities can be tapped.
    """
    if question.offer or question.cities:
        return inline.Links(question.routes, question.cities, question.chosen)
    routes = {**map_answers.list_links(sight), **question.routes}
    return inline.Links(routes, map_answers.list_city_links(sight), question.chosen)


def _draw_board_of_ended(sight: Sight, scene: Scene, spotlight: Spotlight | None) -> str:
    """Draw the board without anybody's tickets; the final scoring has them, and shows its lines on the board."""
    ended_scene = replace(scene, tickets=(), spotlight=spotlight, last=() if spotlight else scene.last)
    return inline.drawn(sight.board, ended_scene, inline.Links(), grounds.address(sight.board))


def whole_log(sight: Sight, last: int, count: int) -> tuple[Sequence[news.LogLine], int]:
    """Return a page of log lines up to entry `last`, newest first, and the number of the entry before them.

    That number is 0 if there is none before them.
    """
    first = max(0, last - count)
    # Entries after the page may take back what it shows, so they are read, too.
    whole_view = replace(sight, entries=store.log_for(sight.game, sight.seat, first))
    return news.lines(whole_view, [entry for entry in whole_view.entries if entry["number"] <= last]), first
