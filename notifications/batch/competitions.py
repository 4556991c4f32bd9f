"""The competitions that a batch of emails is about, or whose games it is about."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from games.competitions.cups import course
from games.competitions.cups.course import CupCourse
from games.competitions.leagues import tables
from games.competitions.leagues.tables import DivisionTable, PlaceStanding
from games.models import Cup, CupGame, Game, LeagueGame, LeagueMember, LeagueSeason, SeriesGame
from notifications.models import Notification


class Competitions:
    """The rows of leagues, cups and series, each read when it is first asked for. `games`: those of the emails."""

    def __init__(self, told: Sequence[Notification], games: Callable[[], Mapping[str, Game]]) -> None:
        self._told = told
        self._games = games
        self._standings: dict[int, Mapping[str, tuple[DivisionTable, PlaceStanding]]] = {}

    @cached_property
    def in_series(self) -> dict[str, SeriesGame]:
        """The games' places in series, by game."""
        places = SeriesGame.objects.select_related("series").filter(game__in=list(self._games()))
        return {place.game_id: place for place in places if place.game_id}

    @cached_property
    def seasons(self) -> dict[int, LeagueSeason]:
        """The seasons of leagues that the emails are about."""
        ids = {notification.season_id for notification in self._told if notification.season_id is not None}
        return LeagueSeason.objects.select_related("league__host").in_bulk(list(ids)) if ids else {}

    def place_in(self, season: int, player: str) -> tuple[DivisionTable, PlaceStanding] | None:
        """Return the division in which the player has a place, and the place's line in the standings."""
        return self._places(season).get(player)

    def _places(self, season: int) -> Mapping[str, tuple[DivisionTable, PlaceStanding]]:
        if season not in self._standings:
            divisions = tables.division_tables(self.seasons[season])
            self._standings[season] = {
                standing.place.player_id: (table, standing)
                for table in divisions
                for standing in table.standings
                if standing.place.player_id
            }
        return self._standings[season]

    def next_season(self, season: LeagueSeason) -> LeagueSeason | None:
        """Return the season planned after this one, unless the league is closed."""
        return self._following.get((season.league_id, season.number + 1))

    def is_member(self, season: LeagueSeason, player: str) -> bool:
        """Check whether the player takes part in the league's seasons to come."""
        return (season.league_id, player) in self._members

    @cached_property
    def _members(self) -> set[tuple[str, str]]:
        told = {notification.player_id for notification in self._told if notification.season_id is not None}
        leagues = {season.league_id for season in self.seasons.values()}
        members = LeagueMember.objects.filter(league__in=leagues, player__in=told)
        return set(members.values_list("league_id", "player_id"))

    @cached_property
    def _following(self) -> dict[tuple[str, int], LeagueSeason]:
        leagues = {season.league_id for season in self.seasons.values()}
        planned = LeagueSeason.objects.filter(league__in=leagues, state=LeagueSeason.State.PLANNED)
        return {(season.league_id, season.number): season for season in planned}

    @cached_property
    def league_players(self) -> dict[str, set[str]]:
        """The players who have places in the divisions of these games, by game; only of games of leagues."""
        paired = [key for key, game in self._games().items() if game.of_competition]
        by_game: dict[str, set[str]] = {}
        if paired:
            games = LeagueGame.objects.filter(game__in=paired).values_list("game_id", "division__places__player")
            for game_id, player in games:
                by_game.setdefault(str(game_id), set()).add(player)
        return by_game

    @cached_property
    def cups(self) -> dict[str, CupCourse]:
        """The cups that the emails are about, as they have gone so far."""
        ids = {notification.cup_id for notification in self._told if notification.cup_id is not None}
        rows = Cup.objects.select_related("host").in_bulk(list(ids)) if ids else {}
        return {key: course.current_course(cup) for key, cup in rows.items()}

    @cached_property
    def left_cups(self) -> set[tuple[str, str]]:
        """Pairs of a game and a player who has left the cup to which the game belongs."""
        paired = [key for key, game in self._games().items() if game.of_competition]
        if not paired:
            return set()
        gone = CupGame.objects.filter(game__in=paired, round__cup__entrants__left_at__isnull=False)
        return set(gone.values_list("game_id", "round__cup__entrants__player"))
