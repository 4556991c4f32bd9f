"""Leagues at the admins' desk: status, problems, closing; and players' names in leagues' names."""

import pytest

from games.competitions.leagues import creation, sweeps
from games.models import AdminAct, Game, League, Mention
from games.people import mentions
from games.people.privacy import erase_player
from games.table.disputes import desk_queue
from tests.competitions.league import BEGINS, LONG, begun, entered, founded, season
from tests.games.admins import GROUPS, admin, at_the_desk
from tests.games.stories import DAY, NOON, players

pytestmark = pytest.mark.django_db
LIST = "/admin/games/league/"


def test_an_admin_sees_what_holds_a_league_up_and_closes_it_on_record() -> None:
    boss, referee = admin("Boss", *GROUPS), admin("Helper", "support")
    few = founded(players(1)[0], name="Small League")
    entered(few, players(3, "Few"))
    sweeps.sweep(now=BEGINS)
    desk = at_the_desk(boss)
    page = desk.get(f"{LIST}{few.pk}/change/").content.decode()
    assert "put off once: too few players" in page
    assert "Small League" in desk.get(LIST).content.decode()
    end, words = f"{LIST}{few.pk}/end/", {"reason": "Nobody comes."}
    assert at_the_desk(referee).post(end, words).status_code == 403
    assert League.objects.get().closed_at is None
    desk.post(end, words)
    assert desk.post(end, words).status_code == 404
    assert League.objects.get().closed_at is not None
    assert AdminAct.objects.get(what="close_league").detail["subject"] == few.pk
    desk.post(LIST, {"action": "take_name", "_selected_action": [few.pk]})
    assert (League.objects.get().name, AdminAct.objects.get(what="league_unnamed").by) == ("", boss)
    assert at_the_desk(players(1, "Stranger")[0]).get(LIST).status_code == 302


def test_what_admins_make_and_hosts_close() -> None:
    boss = admin("Boss", *GROUPS)
    league = founded(boss, official=True)
    assert AdminAct.objects.get(what="league_founded").by == boss
    creation.close(player=boss, league_id=league.pk, now=NOON)
    assert AdminAct.objects.filter(what="league_closed").count() == 1
    (host,) = players(1)
    own = founded(host)
    creation.close(player=host, league_id=own.pk, now=NOON)
    assert AdminAct.objects.filter(what="league_closed").count() == 1


def test_a_season_that_does_not_go_on_waits_for_an_admin() -> None:
    boss = admin("Boss", *GROUPS)
    league, _ = begun()
    assert not [one for one in desk_queue.queue(boss, BEGINS + LONG) if "season" in one.what]
    (item,) = [one for one in desk_queue.queue(boss, BEGINS + LONG + DAY) if "season" in one.what]
    assert item.address == f"{LIST}{league.pk}/change/"
    Game.objects.filter(pk=Game.objects.earliest("pk").pk).update(quarantined_until=NOON + 1000 * 366 * DAY)
    page = at_the_desk(boss).get(item.address).content.decode()
    assert "games put aside: 1" in page
    assert f"{season(league).number}: running" in page


def test_a_name_in_the_name_of_someone_elses_league_waits_for_staff() -> None:
    league, people = begun()
    name = people[4].name
    League.objects.filter(pk=league.pk).update(name=f"Beat {name}")
    erase_player(player=people[4], now=BEGINS + DAY)
    (asked,) = Mention.objects.filter(source="league")
    mentions.take_out(admin=admin("Boss", *GROUPS), mention_id=asked.pk, now=BEGINS + DAY)
    assert League.objects.get().name == "Beat […]"
