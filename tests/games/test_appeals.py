"""Whoever is warned, muted, suspended or put out of a game answers once, and another admin judges the answer."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.errors import NotFound, Refused
from games.models import AdminAct, Appeal, Moderation, Player
from games.people import appeal_links, moderation
from games.people.privacy import erase_player, export_player
from games.table import rulings
from games.table.disputes import appeals, desk_queue
from games.table.rulings import End, Remove, Replace
from notifications.models import Mail
from tests.games.admins import admin, at_the_desk
from tests.games.stories import DAY, NOON, chosen, holder, players, started

pytestmark = pytest.mark.django_db
ANSWER = "It was my brother at my keyboard."


def sanctioned(kind: str, by: Player, player: Player) -> Moderation:
    until = None if kind == "warned" else NOON + DAY
    return moderation.moderate(admin=by, player_id=player.pk, kind=kind, now=NOON, until=until, text="Be kind.")


def context_of(template: str) -> dict[str, Any]:
    (mail,) = Mail.objects.filter(template=f"account/email/{template}")
    return mail.context or {}


def path_in(address: str) -> str:
    return address.removeprefix("https://night-mail.example")


@pytest.fixture(autouse=True)
def _at_noon(time_machine: Any) -> None:
    time_machine.move_to(NOON, tick=False)


@pytest.mark.parametrize("kind", ["warned", "muted", "suspended"])
def test_a_sanction_is_answered_by_its_link_and_lifted_by_another_admin(kind: str) -> None:
    first, second, (player,) = admin("First", "operator"), admin("Second", "operator"), players(1)
    sanctioned(kind, first, player)
    page, browser = path_in(context_of(kind)["link"]), Client()
    assert "Be kind." in browser.get(page).content.decode(), "without a sign-in"
    browser.post(page, {"text": ANSWER})
    browser.post(page, {"text": ANSWER})
    browser.post(page, {"text": "He is sorry."})
    appeal = Appeal.objects.get()
    assert appeal.text == f"{ANSWER}\n\nHe is sorry."
    assert [mail.player for mail in Mail.objects.filter(template="account/email/appeal_made")] == [second]
    assert not [item for item in desk_queue.queue(first, NOON) if item.kind == "appeal"]
    (item,) = [item for item in desk_queue.queue(second, NOON) if item.kind == "appeal"]
    assert (item.by, item.said) == (player, appeal.text)
    decision = {"text": "We believe you.", "lift": "1"}
    assert b"It stands" not in at_the_desk(first).get(item.address).content
    assert at_the_desk(first).post(item.address, decision).status_code == 403
    desk = at_the_desk(second)
    assert ANSWER in desk.get(item.address).content.decode()
    assert desk.post(item.address, decision).status_code == 302
    player.refresh_from_db()
    assert (player.muted_until, player.suspended_until) == (None, None)
    shown = browser.get(page).content.decode()
    assert "We believe you." in shown
    assert "Another admin than the first has looked at it." in shown
    assert "Already decided" in browser.post(page, {"text": "Thank you."}).content.decode()
    assert desk.post(item.address, decision).status_code == 409
    assert context_of("appeal_judged")["lifted"] is True
    assert AdminAct.objects.get(what="appeal_judged").detail["same_admin"] is False


def test_the_only_admin_judges_again_and_the_record_says_so() -> None:
    only, (player,) = admin("Only", "operator"), players(1)
    page = path_in(appeal_links.url(player, appeal_links.subject_of(sanctioned("suspended", only, player)), NOON))
    Client().post(page, {"text": ANSWER})
    appeals.judge(admin=only, appeal_id=Appeal.objects.get().pk, lifts=False, text="No.", now=NOON)
    player.refresh_from_db()
    assert player.suspended_until == NOON + DAY
    assert AdminAct.objects.get(what="appeal_judged").detail["same_admin"] is True
    assert "The same admin has looked at it again" in Client().get(page).content.decode()


def test_a_later_sanction_holds_on() -> None:
    first, second, (player,) = admin("First", "operator"), admin("Second", "operator"), players(1)
    earlier = sanctioned("muted", first, player)
    moderation.moderate(admin=first, player_id=player.pk, kind="muted", now=NOON, until=NOON + 2 * DAY)
    appeal = appeals.appeal(player=player, subject=appeal_links.subject_of(earlier), text=ANSWER, now=NOON)
    appeals.judge(admin=second, appeal_id=appeal.pk, lifts=True, text="Yes.", now=NOON)
    player.refresh_from_db()
    assert player.muted_until == NOON + 2 * DAY


@pytest.mark.parametrize("order", [Remove(1), Replace(1, None), End("forfeit", (1,))])
def test_who_was_put_out_of_a_game_answers_and_nobody_else(order: rulings.Order) -> None:
    first, second = admin("First", "referee"), admin("Second", "referee")
    game, other = chosen(started(players(3))), players(1, "Other")[0]
    removed = holder(game, 1)
    ruling = rulings.rule(admin=first, game_id=game.pk, order=order, now=NOON, text="Too slow.")
    subject = appeal_links.subject_of(ruling)
    appeal = appeals.appeal(player=removed, subject=subject, text=ANSWER, now=NOON)
    for player in (holder(game, 0), other):
        with pytest.raises(NotFound):
            appeals.of_subject(player, subject)
    assert appeals.judges(appeal) == [second]
    page = at_the_desk(second).get(f"/admin/games/appeal/{appeal.pk}/change/").content.decode()
    assert f"/admin/games/game/{game.pk}/undo/{ruling.entry}/" in page
    appeals.judge(admin=second, appeal_id=appeal.pk, lifts=True, text="You were right.", now=NOON)
    assert context_of("appeal_judged")["game"] == "Ticket to Ride, Player 0"


def test_what_the_table_decides_is_no_sanction() -> None:
    game = chosen(started(players(3)))
    replaced = holder(game, 1)
    ruling = rulings.by_the_table(by=holder(game, 0), agreed=[0, 2], game_id=game.pk, order=Replace(1, None), now=NOON)
    with pytest.raises(NotFound):
        appeals.of_subject(replaced, appeal_links.subject_of(ruling))


def test_an_admin_who_is_involved_does_not_judge() -> None:
    first, player = admin("First", "referee"), admin("Second", "referee")
    game = chosen(started([*players(2), player]))
    ruling = rulings.rule(admin=first, game_id=game.pk, order=Remove(0), now=NOON)
    appeal = appeals.appeal(player=holder(game, 0), subject=appeal_links.subject_of(ruling), text=ANSWER, now=NOON)
    assert appeals.judges(appeal) == [first]
    with pytest.raises(Refused, match="plays_in_this_game"):
        appeals.judge(admin=player, appeal_id=appeal.pk, lifts=True, text="Yes.", now=NOON)


def test_a_lifted_sanction_and_readmission_are_no_sanctions_themselves() -> None:
    first, (player,) = admin("First", "operator"), players(1)
    sanctioned("muted", first, player)
    ended = moderation.moderate(admin=first, player_id=player.pk, kind="unmuted", now=NOON)
    for subject in (appeal_links.subject_of(ended), "m0", "x1", "m", "m1.5", f"m{'9' * 30}"):
        with pytest.raises(NotFound):
            appeals.of_subject(player, subject)
    assert Client().get("/appeals/anything").status_code == 404


def test_the_owner_of_a_bot_answers_for_it() -> None:
    first, (owner,) = admin("First", "operator"), players(1)
    bot = Player.objects.create(name="Robot", kind=Player.Kind.BOT, owner=owner)
    sanction = sanctioned("muted", first, bot)
    with pytest.raises(NotFound):
        appeals.of_subject(bot, appeal_links.subject_of(sanction))
    appeal = appeals.appeal(player=owner, subject=appeal_links.subject_of(sanction), text=ANSWER, now=NOON)
    appeals.judge(admin=first, appeal_id=appeal.pk, lifts=True, text="Yes.", now=NOON)
    bot.refresh_from_db()
    assert bot.muted_until is None
    assert (context_of("appeal_made")["player"], context_of("appeal_judged")["bot"]) == ("Robot", "Robot")


def test_an_appeal_is_the_players_own() -> None:
    first, (player,) = admin("First", "operator"), players(1)
    sanction = sanctioned("muted", first, player)
    appeals.appeal(player=player, subject=appeal_links.subject_of(sanction), text=ANSWER, now=NOON)
    (exported,) = export_player(player=player)["appeals"]
    assert exported["text"] == ANSWER
    erase_player(player=player, now=NOON)
    assert Appeal.objects.get().text == ""
    assert not list(appeals.waiting_for(first))


def test_the_queue_asks_about_an_appeal_and_not_about_every_admin(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    first, *others = [admin(f"Admin {number}", "operator") for number in range(4)]
    for player in players(3):
        subject = appeal_links.subject_of(sanctioned("warned", first, player))
        appeals.appeal(player=player, subject=subject, text=ANSWER, now=NOON)
    with django_assert_max_num_queries(6):
        assert len(list(appeals.waiting_for(others[0]))) == 3
    assert not list(appeals.waiting_for(first))
