"""Offensive names and spam: a name or a table is taken away, on record, with an email; the muted name nothing."""

from typing import Any

import pytest

from games.errors import Refused
from games.lobby import lobby
from games.models import AdminAct, Game, Moderation, Player
from games.people import accounts, appeal_links, moderation
from games.table import store
from games.table.disputes import appeals
from notifications.models import Mail
from tests.games.admins import admin, at_the_desk
from tests.games.stories import DAY, NOON, chosen, holder, players, started

pytestmark = pytest.mark.django_db
OFFENSIVE = "Vile Villain"


@pytest.fixture(autouse=True)
def _at_noon(time_machine: Any) -> None:
    time_machine.move_to(NOON, tick=False)


def open_table(host: Player, name: str = "") -> Game:
    wishes = lobby.Wishes(ruleset="usa@1", seats=3, time_per_move=DAY, name=name)
    return lobby.create_game(host=host, wishes=wishes, now=NOON)


def sanctioned(player: Player, kind: str) -> Moderation:
    judge = Player.objects.filter(name="Judge").first() or admin("Judge", "operator")
    until = NOON + DAY if kind == "muted" else None
    return moderation.moderate(admin=judge, player_id=player.pk, kind=kind, now=NOON, until=until, text="No.")


def rename(player: Player, name: str) -> Player:
    return accounts.change_profile(player=player, changes={"name": name}, now=NOON)


def test_a_name_is_taken_away_everywhere_and_nobody_can_take_it_again() -> None:
    game = chosen(started(players(3)))
    villain, other = rename(holder(game, 0), OFFENSIVE), holder(game, 1)
    desk = at_the_desk(admin("Judge", "operator", "support"))
    desk.post(f"/admin/games/player/{villain.pk}/moderate/", {"kind": "unnamed", "text": "Be kind."})
    villain.refresh_from_db()
    assert villain.name == f"Player {villain.pk}"
    for page in (f"/admin/games/game/{game.pk}/change/", f"/players/{villain.pk}", f"/games/{game.pk}"):
        assert OFFENSIVE not in desk.get(page).content.decode()
    assert OFFENSIVE not in str(store.public_log(game))
    (mail,) = Mail.objects.filter(template="account/email/unnamed")
    assert mail.context["text"] == "Be kind."
    assert OFFENSIVE not in str(mail.context)
    for player in (villain, other):
        with pytest.raises(Refused, match="name_taken"):
            rename(player, OFFENSIVE.upper())
    assert rename(villain, "Kind Soul").name == "Kind Soul"
    assert AdminAct.objects.get(what="unnamed").player == villain


def test_nobody_keeps_a_name_by_taking_the_plain_one_before() -> None:
    villain, friend = players(2)
    rename(villain, OFFENSIVE)
    rename(friend, f"Player {villain.pk}")
    sanctioned(villain, "unnamed")
    villain.refresh_from_db()
    assert villain.name.startswith("Player ")
    assert villain.name != f"Player {villain.pk}"


def test_the_next_name_is_taken_away_even_within_a_minute_of_the_first() -> None:
    (villain,) = players(1)
    for name in (OFFENSIVE, "Viler Villain"):
        rename(villain, name)
        sanctioned(villain, "unnamed")
        sanctioned(villain, "unnamed")  # a second click
        villain.refresh_from_db()
        assert villain.name == f"Player {villain.pk}"
    assert Moderation.objects.count() == 2


def test_a_name_that_was_taken_away_wrongly_can_be_chosen_again() -> None:
    (player,) = players(1)
    before = player.name
    sanction = sanctioned(player, "unnamed")
    player.refresh_from_db()
    appeal = appeals.appeal(player=player, subject=appeal_links.subject_of(sanction), text="It is mine.", now=NOON)
    appeals.judge(admin=Player.objects.get(name="Judge"), appeal_id=appeal.pk, lifts=True, text="Yes.", now=NOON)
    assert rename(player, before).name == before


def test_all_open_tables_of_somebody_are_closed_and_no_others() -> None:
    game = chosen(started(players(3), name="The Old Line"))
    host, other = holder(game, 0), holder(game, 1)
    spam, kept = [open_table(host) for _ in range(3)], open_table(other)
    sanctioned(host, "tables_off")
    assert set(Game.objects.filter(status="closed")) == set(spam)
    assert {game.status, Game.objects.get(pk=kept.pk).status} == {"running", "open"}
    assert Mail.objects.filter(template="account/email/tables_off", player=host).exists()


def test_one_table_is_closed_or_loses_its_name_from_its_page() -> None:
    (host,) = players(1)
    table, desk = open_table(host, OFFENSIVE), at_the_desk(admin("Judge", "operator"))
    page, clear = f"/admin/games/game/{table.pk}/change/", f"/admin/games/game/{table.pk}/clear/"
    assert "Take the name away" in desk.get(page).content.decode()
    desk.post(clear, {"unname": "1", "text": "No."})
    assert OFFENSIVE not in desk.get(page).content.decode()
    desk.post(clear, {"close": "1"})
    assert Game.objects.get().status == "closed"
    acts = AdminAct.objects.exclude(what="looked_at").order_by("at", "pk").values_list("what", flat=True)
    assert list(acts) == ["table_unnamed", "table_closed"]
    told = Mail.objects.filter(template="account/email/table_cleared").order_by("pk")
    assert [mail.context["closed"] for mail in told] == [False, True]
    assert OFFENSIVE not in str([mail.context for mail in told])
    assert b"Close the table for good" not in desk.get(page).content
    assert at_the_desk(admin("Clerk", "support")).post(clear, {"close": "1"}).status_code == 403


def test_the_muted_give_nothing_a_name() -> None:
    (player,) = players(1)
    sanctioned(player, "muted")
    for act in (lambda: open_table(player, "Buy here"), lambda: rename(player, "Buy here")):
        with pytest.raises(Refused, match="account_muted"):
            act()
    assert open_table(player).name == ""
