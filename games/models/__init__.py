"""The models: fields, constraints and indexes. The services that work on them are in the other packages of `games`."""

from games.models.address_change import AddressChange
from games.models.address_invitation import AddressInvitation, ContactedAddress
from games.models.appeal import Appeal
from games.models.audit import AdminAct, AdminReason
from games.models.bot_policy import BotPolicy
from games.models.browser_session import BrowserSession
from games.models.bulk import BulkItem, BulkRuling
from games.models.circular import Circular
from games.models.club import Club, ClubAnnouncement, ClubLink, ClubMember
from games.models.club_talk import ClubLine, ClubReport
from games.models.codes import MailedCode
from games.models.competition_entry import CompetitionInvitation, LeagueRemoval
from games.models.correction import ResultCorrection
from games.models.cup import Cup, CupEntrant, CupGame, CupRound
from games.models.departure import Departure
from games.models.desk_proposal import DeskProposal
from games.models.dispute import Dispute, DisputeComment, DisputeQuestion
from games.models.duty import AnsweredRequest, Heartbeat, IdempotencyKey, Outage
from games.models.entry import Entry
from games.models.fixture import Fixture
from games.models.game import Game
from games.models.game_list import GameList
from games.models.join_link import JoinLink
from games.models.league import League, LeagueDivision, LeagueExit, LeagueGame, LeagueMember, LeaguePlace, LeagueSeason
from games.models.link import EndedLinks
from games.models.mention import Mention
from games.models.moderation import Moderation
from games.models.network import NetworkSeen
from games.models.offer import SeatOffer
from games.models.plan import Plan
from games.models.player import Player
from games.models.private_note import PrivateNote
from games.models.proposal import Proposal, Vote
from games.models.rating import RatedSeat, Rating, StaleRatings
from games.models.relations import Block, Friend, TalkMute
from games.models.ruling import Rule, Ruling
from games.models.seat import Invitation, Seat
from games.models.secrets import EntrySecret, GameSecret
from games.models.series import Series, SeriesGame, SeriesLeaver
from games.models.sign_up_invitation import SignUpInvitation
from games.models.talk import TalkLine
from games.models.tokens import AccessToken, Application, Grant, IDToken, RefreshToken
from games.models.turn import Turn

__all__ = [
    "AccessToken",
    "AddressChange",
    "AddressInvitation",
    "AdminAct",
    "AdminReason",
    "AnsweredRequest",
    "Appeal",
    "Application",
    "Block",
    "BotPolicy",
    "BrowserSession",
    "BulkItem",
    "BulkRuling",
    "Circular",
    "Club",
    "ClubAnnouncement",
    "ClubLine",
    "ClubLink",
    "ClubMember",
    "ClubReport",
    "CompetitionInvitation",
    "ContactedAddress",
    "Cup",
    "CupEntrant",
    "CupGame",
    "CupRound",
    "Departure",
    "DeskProposal",
    "Dispute",
    "DisputeComment",
    "DisputeQuestion",
    "EndedLinks",
    "Entry",
    "EntrySecret",
    "Fixture",
    "Friend",
    "Game",
    "GameList",
    "GameSecret",
    "Grant",
    "Heartbeat",
    "IDToken",
    "IdempotencyKey",
    "Invitation",
    "JoinLink",
    "League",
    "LeagueDivision",
    "LeagueExit",
    "LeagueGame",
    "LeagueMember",
    "LeaguePlace",
    "LeagueRemoval",
    "LeagueSeason",
    "MailedCode",
    "Mention",
    "Moderation",
    "NetworkSeen",
    "Outage",
    "Plan",
    "Player",
    "PrivateNote",
    "Proposal",
    "RatedSeat",
    "Rating",
    "RefreshToken",
    "ResultCorrection",
    "Rule",
    "Ruling",
    "Seat",
    "SeatOffer",
    "Series",
    "SeriesGame",
    "SeriesLeaver",
    "SignUpInvitation",
    "StaleRatings",
    "TalkLine",
    "TalkMute",
    "Turn",
    "Vote",
]
