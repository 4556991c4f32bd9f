"""An owner creates a bot, gives it a token, is responsible for it, and retires it."""

import threading
from datetime import timedelta

import pytest
from django.db import transaction

from games.errors import Forbidden, NotFound, Refused
from games.lobby import lobby
from games.models import AccessToken, BotPolicy, Moderation, Player, Seat
from games.people import bots, guests, moderation, privacy, rights
from games.people.suspension import is_suspended
from notifications.models import Mail
from notifications.outbox.webhooks import registry
from tests.api.people import client_of, with_secret
from tests.bots.workshop import bot_of, challenge, table, takes
from tests.games.admins import admin
from tests.games.stories import DAY, NOON, players, started
from tests.locks import in_a_thread, wait_for_a_lock

pytestmark = pytest.mark.django_db
API = "/api/v1"


def test_an_owner_makes_a_bot_and_its_token_opens_the_bot_alone() -> None:
    (ada,) = players(1)
    bot, token, secret = bots.make(owner=ada, name="Rook", now=NOON)

    assert (bot.kind, bot.owner, bot.email, bot.display_name) == ("bot", ada, None, "Rook (bot)")
    client = with_secret(secret)
    assert client.get(f"{API}/me").json()["name"] == "Rook"
    for method, path in (("post", "tokens"), ("patch", "me"), ("post", "me/bots"), ("delete", "me")):
        answer = getattr(client, method)(f"{API}/{path}", {}, format="json")
        assert answer.json()["code"] == "insufficient_scope", path
    assert secret not in str(AccessToken.objects.filter(pk=token.pk).values())


def test_a_new_token_ends_the_old_one_and_only_the_owner_gets_one() -> None:
    ada, bela = players(2)
    bot, _, first = bots.make(owner=ada, name="Rook", now=NOON)

    second = bots.renew_token(owner=ada, bot_id=bot.pk, now=NOON).secret

    assert with_secret(first).get(f"{API}/me").status_code == 401
    assert with_secret(second).get(f"{API}/me").status_code == 200
    for deed in (bots.end_token, bots.own, bots.renew_token, bots.retire):
        more = {"now": NOON} if deed in (bots.renew_token, bots.retire) else {}
        with pytest.raises(NotFound, match="no_such_bot"):
            deed(owner=bela, bot_id=bot.pk, **more)
    bots.end_token(owner=ada, bot_id=bot.pk)
    assert with_secret(second).get(f"{API}/me").status_code == 401


def test_bots_are_few_and_made_by_people_with_an_address() -> None:
    (ada,) = players(1)
    made = [bot_of(ada, f"Rook {letter}") for letter in "abcde"]
    with pytest.raises(Refused, match="too_many_bots"):
        bot_of(ada, "Another")
    for bot in made:
        bots.retire(owner=ada, bot_id=bot.pk, now=NOON)
        bot_of(ada, bot.name)  # the name is free again
    with pytest.raises(Refused, match="too_many_bots"):
        bot_of(ada, "Another")
    for bot in bots.bots_owned_by(ada):
        bots.retire(owner=ada, bot_id=bot.pk, now=NOON)
    with pytest.raises(Refused, match="too_many_bots_today") as refused:
        bot_of(ada, "Another")
    assert refused.value.wait == DAY.total_seconds()
    with pytest.raises(Forbidden, match="address_needed"):
        bots.make(owner=guests.come(network="net", now=NOON), name="Another", now=NOON)


def test_a_bot_has_no_bots_and_takes_nobodys_name() -> None:
    ada, bela = players(2)
    bot = bot_of(ada)
    with pytest.raises(Forbidden, match="bots_have_owners"):
        bots.make(owner=bot, name="Pawn", now=NOON)
    for taken in (bela.name.upper(), "R00k".replace("0", "o"), bela.name.replace("l", "I")):
        with pytest.raises(Refused, match="name_taken"):
            bots.make(owner=ada, name=taken, now=NOON)


def test_the_owners_suspension_is_the_bots_and_a_bot_is_suspended_alone() -> None:
    root, (ada, bela) = admin("Root", "operator"), players(2)
    bot = bot_of(ada, most_games=3)

    def measure(player: Player, kind: str, days: int = 0) -> None:
        until = NOON + timedelta(days=days) if days else None
        moderation.moderate(admin=root, player_id=player.pk, kind=kind, until=until, now=NOON)

    def until() -> list[int]:
        found = [Player.objects.get(pk=one.pk).suspended_until for one in (ada, bot)]
        return [(at - NOON).days if at else 0 for at in found]

    measure(ada, "suspended", 7)
    assert until() == [7, 7]
    with pytest.raises(Forbidden, match="bot_takes_no_challenges"):
        challenge(table(bela), bot)
    with pytest.raises(Forbidden, match="account_suspended"):
        bot_of(ada, "Another")
    measure(bot, "suspended", 3)
    assert until() == [7, 7]  # the longer suspension counts
    measure(ada, "readmitted")
    assert until() == [0, 3]
    measure(ada, "suspended", 1)
    measure(bot, "readmitted")
    assert until() == [1, 1]
    assert is_suspended(Player.objects.get(pk=bot.pk), NOON)
    assert Moderation.objects.filter(player=bot).count() == 2


def test_what_is_told_of_a_bot_goes_to_its_owner() -> None:
    root, (ada,) = admin("Root", "operator"), players(1)
    bot = bot_of(ada)
    moderation.moderate(admin=root, player_id=bot.pk, kind="suspended", until=NOON + DAY, now=NOON, text="Too fast.")
    told = Mail.objects.get(template="account/email/suspended")
    assert (told.address, told.player, (told.context or {})["bot"]) == (ada.email, ada, "Rook")
    registry.register(player=bot, url="https://rook.example/", events=["your_turn"], now=NOON)
    told = Mail.objects.get(template="account/email/webhook_made")
    assert (told.address, (told.context or {})["bot"]) == (ada.email, "Rook")
    assert not Mail.objects.filter(player=bot).exists()


def test_a_retired_bot_leaves_its_games_and_others_can_take_its_seat() -> None:
    ada, bela, carl = players(3)
    bot = bot_of(ada, most_games=3)
    running, forming = table(bela), table(carl, seats=3)
    running, forming = challenge(running, bot), challenge(forming, bot)
    assert (running.status, forming.status) == ("running", "open")

    bots.retire(owner=ada, bot_id=bot.pk, now=NOON)

    seat = Seat.objects.get(game=running, player=bot)
    assert seat.status == Seat.Status.RESIGNED
    assert not Seat.objects.filter(game=forming, player=bot).exists()
    assert not AccessToken.objects.filter(user=bot).exists()
    tombstone = Player.objects.get(pk=bot.pk)
    assert (tombstone.display_name, tombstone.is_active) == ("a former player", False)
    with pytest.raises(NotFound, match="no_such_bot"):
        bots.retire(owner=ada, bot_id=bot.pk, now=NOON)  # the second click


def test_an_erased_owners_bots_go_too() -> None:
    ada, bela = players(2)
    bot = bot_of(ada, most_games=3)
    game = challenge(table(bela), bot)
    assert [one["name"] for one in privacy.export_player(player=ada)["bots"]] == ["Rook"]

    privacy.erase_player(player=ada, now=NOON)

    gone = Player.objects.get(pk=bot.pk)
    assert (gone.erased_at, gone.owner) == (NOON, None)
    assert Seat.objects.get(game=game, player=bot).status == Seat.Status.RESIGNED


def test_an_admin_judges_no_game_of_their_own_bots_nor_the_bots() -> None:
    rita, people = admin("Rita", "support", "referee"), players(3)
    bot = bot_of(rita)
    game = started([people[0], people[1]])
    assert not rights.plays(rita, game)
    other = lobby.create_game(
        host=people[2], wishes=lobby.Wishes(ruleset="usa@1", seats=2, time_per_move=DAY, bots="allowed"), now=NOON
    )
    lobby.join_game(player=bot, game_id=other.pk, now=NOON)
    assert rights.plays(rita, other)
    assert rights.plays_with(rita, people[2])
    operator = admin("Root", "operator")
    own = bot_of(operator, "Pawn")
    with pytest.raises(Forbidden, match="not_yourself"):
        moderation.moderate(admin=operator, player_id=own.pk, kind="warned", now=NOON)


@pytest.mark.django_db(transaction=True)
def test_two_changes_of_a_policy_at_once_both_count() -> None:
    (ada,) = players(1)
    bot, browser = bot_of(ada), client_of(ada)
    change = {"most_games": 7}
    waiting = threading.Thread(
        target=in_a_thread, args=[lambda: browser.patch(f"{API}/me/bots/{bot.pk}", change, format="json")]
    )
    with transaction.atomic():
        takes(bot, challenges="by_program", shortest_time=DAY)
        waiting.start()
        wait_for_a_lock()
    waiting.join()
    policy = BotPolicy.objects.get(bot=bot)
    assert (policy.challenges, policy.shortest_time, policy.most_games) == ("by_program", DAY, 7)
