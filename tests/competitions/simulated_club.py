"""A year of a club: a league over four seasons and a cup, with people who leave, fall silent, or are erased.

Nobody rules on anything. In the second season the host of it all is erased, too.
"""

from dataclasses import dataclass, field
from random import Random

from games.competitions.clubs import creation as clubs
from games.competitions.clubs import membership
from games.competitions.clubs.creation import ClubSettings
from games.competitions.cups import admission as cup_admission
from games.competitions.cups import creation as cup_creation
from games.competitions.leagues import admission, creation
from games.models import Club, ClubMember, Cup, LeagueSeason, Player
from games.people import privacy
from tests.competitions.bots import Bots
from tests.competitions.simulated import BEGIN, Plan, Simulation
from tests.competitions.simulated_cup import CupPlan, CupSimulation


@dataclass
class ClubYear(Simulation):
    """The league of a private club. Newcomers join the club first; some leave the club, and with it the league."""

    plan: Plan
    club: Club = field(init=False)

    def __post_init__(self) -> None:
        self.bots = Bots(Random(self.plan.seed), Player.Kind.HUMAN, f"Member {self.plan.seed}")
        host = self.bots.one()
        settings = ClubSettings(name="The Sleepers", entry=Club.Entry.INVITATION, public=False)
        self.club = clubs.found_club(founder=host, settings=settings, now=BEGIN)
        charter = self.charter(club=self.club.pk)
        self.league = creation.found_league(host=host, charter=charter, now=BEGIN)
        for player in [host, *(self.newcomer() for _ in range(1, self.plan.players))]:
            admission.enter(player=player, league_id=self.league.pk, now=self.now)

    def newcomer(self) -> Player:
        player = super().newcomer()
        membership.join(player=player, club_id=self.club.pk, now=self.now, by_link=True)
        return player

    def _trouble(self, season: LeagueSeason) -> None:
        super()._trouble(season)
        members = ClubMember.objects.filter(club=self.club, state="member", is_host=False).order_by("pk")
        left = self.bots.random.choice([row for row in members if row.player_id not in self.bots.vanished])
        membership.leave(player=left.player, club_id=self.club.pk, now=self.now)
        if season.number == 2:
            privacy.erase_player(player=self.league.host, now=self.now)
            self.league.refresh_from_db()
            assert ClubMember.objects.get(club=self.club, is_host=True).player == self.league.host

    def cup(self, plan: CupPlan) -> "ClubCup":
        """Close the league, and return a cup of the club, which those who are in it now and can play have entered."""
        creation.close(player=self.league.host, league_id=self.league.pk, now=self.now)
        return ClubCup(plan, self)


class ClubCup(CupSimulation):
    """A cup of a club, after a year of its league."""

    def __init__(self, plan: CupPlan, year: ClubYear) -> None:
        self.plan, self.bots, self.now = plan, year.bots, year.now
        members = [row.player for row in ClubMember.objects.filter(club=year.club, state="member").order_by("pk")]
        host = Player.objects.get(clubs__club=year.club, clubs__is_host=True)
        charter = self.charter(club=year.club.pk)
        self.cup: Cup = cup_creation.make(host=host, charter=charter, now=self.now)
        present = [player for player in members if player.pk not in self.bots.vanished and not player.suspended_until]
        for player in present[: plan.players]:
            cup_admission.enter(player=player, cup_id=self.cup.pk, now=self.now)
