"""A judge's pages: the person, the ordered queue, patterns of conduct; and nothing about the judge's own table."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from time_machine import TimeMachineFixture

from games.models import AdminAct, Dispute, Entry, Game, Moderation, NetworkSeen, Player, Seat, Turn
from games.people import moderation, sightings
from games.people.privacy import erase_player, export_player
from games.table.disputes import hints, lifecycle
from tests.bots.workshop import bot_of
from tests.games.admins import GROUPS, admin, at_the_desk
from tests.games.stories import DAY, NOON, chosen, play_on, players, started
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

QUEUE = "/admin/games/game/queue/"
PEOPLE = "/admin/games/player/"


@pytest.fixture
def game() -> Game:
    made = chosen(started(players(3), now=timezone.now() - DAY / 2, name="The Old Line"), now=timezone.now() - DAY / 2)
    play_on(made, 6, now=timezone.now() - DAY / 2)
    return Game.objects.get(pk=made.pk)


def seated(game: Game, number: int) -> Player:
    player = Seat.objects.get(game=game, number=number).player
    assert player is not None
    return player


def complain(game: Game, by: Player, kind: str, text: str, entry: int | None = None) -> Dispute:
    return lifecycle.open_dispute(
        player=by, game_id=game.pk, kind=kind, text=text, entry=entry, now=timezone.now() - timedelta(minutes=1)
    )


def last_move(game: Game) -> Entry:
    return Entry.objects.filter(game=game, kind="move").latest("number")


def read(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def person(player: Player) -> str:
    return f"{PEOPLE}{player.pk}/person/"


class TestTheQueue:
    def test_abuse_comes_before_a_turn_that_is_stale(self, game: Game) -> None:
        """Check that this holds however long the turn has waited, and however many wait for it."""
        stale = started(players(5, "Waiting"), now=timezone.now() - 90 * DAY, name="Stale")
        Turn.objects.filter(game=stale).update(opened_at=timezone.now() - 90 * DAY)
        complain(game, seated(game, 0), "abuse", "He calls me names.")
        items = at_the_desk(admin("Rita", "support")).get(QUEUE).context["rows"]
        assert [row["game"] for row in items if row["game"]] == ["The Old Line", "Stale"]

    def test_it_says_what_who_the_first_words_and_why(self, game: Game) -> None:
        move = last_move(game)
        mover = seated(game, move.seat or 0)
        other = seated(game, ((move.seat or 0) + 1) % 3)
        complain(game, other, "mistaken_move", "That was no road of hers. " + "And " * 80, entry=move.number)
        page = read(at_the_desk(admin("Rita", "support")), QUEUE)
        assert f'<a href="{person(other)}">{other.name}</a> about <a href="{person(mover)}">{mover.name}</a>' in page
        assert "“That was no road of hers. And" in page
        assert "And " * 60 not in page
        assert "counts 1.5 times" in page

    def test_nothing_of_it_for_admins_who_play_there(self, game: Game) -> None:
        complain(game, seated(game, 0), "abuse", "He calls me names.")
        Player.objects.filter(pk=seated(game, 1).pk).update(is_staff=True, is_superuser=True)
        assert "He calls me names." not in read(at_the_desk(seated(game, 1)), QUEUE)


class TestThePerson:
    @pytest.fixture
    def judged(self, game: Game) -> Player:
        """Return a player who was late, was complained about, and was warned."""
        move = last_move(game)
        player = seated(game, move.seat or 0)
        other = seated(game, ((move.seat or 0) + 1) % 3)
        complain(game, other, "mistaken_move", "That was no road of hers.", entry=move.number)
        complain(game, player, "other", "I only asked.")
        Turn.objects.filter(game=game, player=player, closed_at__isnull=False).update(in_time=False)
        olga = admin("Olga", "operator")
        moderation.moderate(
            admin=olga, player_id=player.pk, kind="warned", now=timezone.now(), text="Be kind.", reason="Third time."
        )
        moderation.note(admin=olga, player_id=player.pk, text="Has a brother here.", now=timezone.now())
        return player

    @pytest.mark.parametrize("group", at_length(GROUPS, at_once=["operator"]))
    def test_one_page_tells_every_group_all_of_it(self, judged: Player, group: str) -> None:
        page = read(at_the_desk(admin("Rita", group)), person(judged))
        for told in (
            "The Old Line",
            "That was no road of hers.",
            "I only asked.",
            "Be kind.",
            "Third time.",
            "Has a brother here.",
            "times</td>",
            judged.email or "",
        ):
            assert told in page, told
        assert ("Moderate…" in page) == (group == "operator")
        act = AdminAct.objects.get(what="looked_at", by__name="Rita")
        assert (act.player, act.game) == (judged, None)

    def test_anyone_who_sits_at_the_same_table_reads_no_note_and_acts_not(self, judged: Player, game: Game) -> None:
        other = next(seated(game, seat) for seat in range(3) if seated(game, seat) != judged)
        Player.objects.filter(pk=other.pk).update(is_staff=True, is_superuser=True)
        browser = at_the_desk(Player.objects.get(pk=other.pk))
        for reader in (browser, _as_staff(judged)):
            page = read(reader, person(judged))
            for hidden in ("Third time.", "Has a brother here.", "That was no road of hers.", "Moderate…"):
                assert hidden not in page, hidden
            assert reader.post(person(judged), {"text": "Mine."}).status_code == 403
        dispute = Dispute.objects.filter(game=game)[0]
        third = {"kind": "warned", "text": "Hush.", "dispute": dispute.pk}
        assert browser.post(f"{PEOPLE}{players(1, 'Third')[0].pk}/moderate/", third).status_code == 403
        assert Moderation.objects.count() == 1

    def test_a_note_takes_the_right_to_moderate(self, judged: Player) -> None:
        assert at_the_desk(admin("Rita", "support")).post(person(judged), {"text": "So."}).status_code == 403
        assert at_the_desk(admin("Omar", "operator")).post(person(judged), {"text": "So."}).status_code == 302
        act = AdminAct.objects.get(what="noted", by__name="Omar")
        assert (act.player, act.detail, act.reason.text) == (judged, {}, "So.")

    def test_a_note_that_is_refused_leaves_the_whole_page(self) -> None:
        other = admin("Nora", "support")
        bot_of(other, "Norabot")
        answer = at_the_desk(admin("Omar", "operator")).post(person(other), {"text": "So."})
        assert (answer.status_code, "Norabot" in (page := answer.content.decode())) == (403, True)
        assert ">So.</textarea>" in page
        assert AdminAct.objects.get(what="looked_at", by__name="Omar").player == other

    def test_it_takes_the_permission_to_view_players(self, judged: Player) -> None:
        assert at_the_desk(admin("Nora")).get(person(judged)).status_code == 403
        assert at_the_desk(admin("Rita", "support")).get(f"{PEOPLE}nobody/person/").status_code == 404

    def test_names_lead_there_from_everywhere(self, judged: Player, game: Game) -> None:
        own = f"/admin/games/game/{game.pk}/"
        lists = ("seat/", "adminact/", f"player/{judged.pk}/moderate/", "player/")
        browser = at_the_desk(Player.objects.create_superuser("boss@mail.example", "Boss"))
        for address in (f"{own}change/", f"{own}log/", QUEUE, *(f"/admin/games/{page}" for page in lists)):
            assert f'href="{person(judged)}"' in read(browser, address), address

    def test_from_a_dispute_to_a_warning_and_back(self, judged: Player, game: Game) -> None:
        browser = at_the_desk(admin("Omar", "operator"))
        dispute = Dispute.objects.get(kind="mistaken_move")
        address = f"{PEOPLE}{judged.pk}/moderate/"
        assert f"{address}?dispute={dispute.pk}" in read(browser, f"/admin/games/game/{game.pk}/change/")
        assert "That was no road of hers." in read(browser, f"{address}?dispute={dispute.pk}")
        done = browser.post(address, {"kind": "warned", "text": "Ask first.", "dispute": dispute.pk, "reason": "N."})
        assert done.headers["Location"] == f"/admin/games/game/{game.pk}/change/"
        measure = Moderation.objects.get(text="Ask first.")
        assert (measure.dispute, AdminAct.objects.get(reason__text="N.").game) == (dispute, game)
        browser.post(address, {"kind": "warned", "text": "Ask first.", "dispute": dispute.pk, "reason": "N."})
        assert Moderation.objects.get(text="Ask first.") == measure
        helper = at_the_desk(admin("Rita", "support"))
        page = read(helper, f"/admin/games/game/{game.pk}/change/")
        assert f"?dispute={dispute.pk}" not in page
        assert ">Send<" in page


def test_a_second_click_on_a_sanction_is_none_but_another_sanction_is(time_machine: TimeMachineFixture) -> None:
    player, judge = players(1)[0], admin("Omar", "operator")
    time_machine.move_to(NOON, tick=False)
    browser, address = at_the_desk(judge), f"{PEOPLE}{player.pk}/moderate/"
    for days in ("2", "2", "3"):
        assert browser.post(address, {"kind": "suspended", "days": days}).status_code == 302
        time_machine.shift(10)
    assert [sanction.until for sanction in Moderation.objects.order_by("pk")] == [
        NOON + timedelta(days=2),
        NOON + timedelta(days=3, seconds=20),
    ]
    browser.post(address, {"kind": "readmitted"})
    browser.post(address, {"kind": "suspended", "days": "3"})
    assert Moderation.objects.count() == 4


def _as_staff(player: Player) -> Client:
    Player.objects.filter(pk=player.pk).update(is_staff=True, is_superuser=True)
    return at_the_desk(Player.objects.get(pk=player.pk))


@pytest.mark.parametrize("sought", ["layer 1", "ayer1@mail", "mail.example"])
def test_people_are_found_by_a_part_and_that_is_noted(sought: str) -> None:
    one = players(2)[1]
    found = at_the_desk(admin("Rita", "support")).get(PEOPLE, {"q": sought})
    assert one in found.context["cl"].result_list
    act = AdminAct.objects.get(what="searched")
    assert one.pk in act.detail["players"]
    assert sought not in str(act.detail)
    assert not hasattr(act, "reason")


class TestHints:
    """Hints are shown to the game's judges alone, and reveal no secrets."""

    def hints_of(self, game: Game) -> list[tuple[str, list[str]]]:
        return [(hint.kind, [player.name for player in hint.players]) for hint in hints.of_game(game, timezone.now())]

    def test_a_domain_that_is_rare_says_something(self, game: Game) -> None:
        assert self.hints_of(game) == [("domain", ["Player 0", "Player 1", "Player 2"])]
        players(20, "Other")
        assert self.hints_of(game) == []

    def test_one_network_at_one_table(self, game: Game) -> None:
        players(20, "Other")
        now = timezone.now()
        for number, network in enumerate(("192.0.2.1", "192.0.2.1", "192.0.2.2")):
            sightings.note(seated(game, number).pk, network, now - 3 * DAY)
            sightings.note(seated(game, number).pk, network, now - 3 * DAY)
        assert NetworkSeen.objects.count() == 3
        assert not NetworkSeen.objects.filter(network__contains="192.0").exists()
        assert self.hints_of(game) == [("network", ["Player 0", "Player 1"])] or self.hints_of(game) == [
            ("network", ["Player 1", "Player 0"])
        ]
        assert sightings.forget_old(now=now + 26 * DAY) == 0
        assert sightings.forget_old(now=now + 28 * DAY) == 3

    def test_late_in_several_games(self, game: Game) -> None:
        players(20, "Other")
        late = seated(game, 0)
        again = started([late, *players(1, "New")], name="Another")
        for one in (game, again):
            turn = Turn.objects.filter(game=one, player=late)[0]
            Turn.objects.filter(pk=turn.pk).update(in_time=False, closed_at=timezone.now())
        assert self.hints_of(game) == [("late", ["Player 0"])]
        page = read(at_the_desk(admin("Rita", "support")), f"/admin/games/game/{game.pk}/change/")
        assert "ran out of time in 2 games in the last thirty days." in page

    def test_not_for_admins_who_play_there(self, game: Game) -> None:
        address, sign = f"/admin/games/game/{game.pk}/change/", "have addresses at mail.example"
        assert sign in read(at_the_desk(admin("Rita", "support")), address)
        browser = _as_staff(seated(game, 0))
        assert sign not in read(browser, address)
        assert sign not in read(browser, person(seated(game, 1)))

    def test_they_are_exported_and_erased_with_the_player(self) -> None:
        (one,) = players(1)
        sightings.note(one.pk, "192.0.2.1", timezone.now())
        (seen,) = export_player(player=one)["networks_seen"]
        assert seen["day"] == timezone.now().date()
        erase_player(player=one, now=timezone.now())
        assert not NetworkSeen.objects.exists()


def test_an_entry_of_the_log_has_an_address_and_no_other_number_has(game: Game) -> None:
    log, desk = f"/admin/games/game/{game.pk}/log/", at_the_desk(admin("Rita", "support"))
    assert desk.get(f"{log}?entry={game.head}")["Location"] == f"{log}?p=1#entry-{game.head}"
    for none in ("0", str(game.head + 1), "9" * 5000, "\u00b2", "x"):
        assert desk.get(log, {"entry": none}).status_code == 200
