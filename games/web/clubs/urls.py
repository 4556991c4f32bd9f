"""The addresses of the pages of clubs, below the list of clubs."""

from django.urls import path

from games.web.clubs.announcements import AnnouncementsPage
from games.web.clubs.club import ClubPage
from games.web.clubs.creation import ChangeClubPage, NewClubPage
from games.web.clubs.link import ClubLinkPage
from games.web.clubs.members import ClubMembersPage
from games.web.clubs.talk import ClubTalkPage

urlpatterns = [
    path("new", NewClubPage.as_view(), name="new-club"),
    path("join/<str:token>", ClubLinkPage.as_view(), name="join-club-by-link"),
    path("<key:club_id>", ClubPage.as_view(), name="club"),
    path("<key:club_id>/members", ClubMembersPage.as_view(), name="club-members"),
    path("<key:club_id>/announcements", AnnouncementsPage.as_view(), name="club-announcements"),
    path("<key:club_id>/talk", ClubTalkPage.as_view(), name="club-talk"),
    path("<key:club_id>/change", ChangeClubPage.as_view(), name="change-club"),
]
