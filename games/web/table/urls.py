"""The addresses of a game's pages."""

from django.urls import path

from games.web.table.affairs import DisputesOfTable, ReturnPage, SeatPage
from games.web.table.again import PlayAgain
from games.web.table.agreement import AgreementsPage
from games.web.table.lesson import go_on
from games.web.table.note import NotePage
from games.web.table.nudge_button import NudgePage
from games.web.table.plan_page import PlanPage
from games.web.table.talk_page import TalkPage
from games.web.table.views import TablePage, table_log, table_news

urlpatterns = [
    path("<str:game_id>", TablePage.as_view(), name="table"),
    path("<str:game_id>/news", table_news, name="table-news"),
    path("<str:game_id>/log", table_log, name="table-log"),
    path("<str:game_id>/talk", TalkPage.as_view(), name="table-talk"),
    path("<str:game_id>/nudge", NudgePage.as_view(), name="table-nudge"),
    path("<str:game_id>/note", NotePage.as_view(), name="table-note"),
    path("<str:game_id>/lesson", go_on, name="table-lesson"),
    path("<str:game_id>/plan", PlanPage.as_view(), name="table-plan"),
    path("<str:game_id>/again", PlayAgain.as_view(), name="table-again"),
    path("<str:game_id>/seat", SeatPage.as_view(), name="table-seat"),
    path("<str:game_id>/return", ReturnPage.as_view(), name="table-return"),
    path("<str:game_id>/agreements", AgreementsPage.as_view(), name="table-agreements"),
    path("<str:game_id>/disputes", DisputesOfTable.as_view(), name="table-disputes"),
]
