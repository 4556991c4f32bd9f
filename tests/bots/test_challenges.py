"""A host challenges a bot: its policy answers at once, with the reason if it declines."""

from typing import Any

import pytest

from games.errors import Forbidden, Refused
from games.lobby import again, departures, lobby
from games.lobby.invitation_limits import MOST_TO_ONE
from games.models import Block, Game, Invitation, Player, Seat
from games.people import relations
from games.refusals import explained
from notifications.models import Mail, Notification
from tests.bots.workshop import bot_of, challenge, table, takes
from tests.games.races import both
from tests.games.stories import DAY, NOON, players

pytestmark = pytest.mark.django_db


def test_a_challenge_that_meets_the_policy_is_accepted_at_once_and_the_game_begins() -> None:
    ada, bela = players(2)
    bot = bot_of(ada, most_games=1)
    game = challenge(table(bela), bot)
    assert game.status == Game.Status.RUNNING
    assert Invitation.objects.get(game=game).answered_at == NOON
    assert not Mail.objects.filter(player=bot).exists()
    assert not Notification.objects.filter(player=ada).exists()  # the owner plays in no game


@pytest.mark.parametrize(
    ("policy", "wishes", "code", "says"),
    [
        ({"challenges": "none"}, {}, "bot_takes_no_challenges", "Rook takes none now."),
        ({"rulesets": ["old_west@1"]}, {}, "bot_refuses_ruleset", "Rook takes challenges to old_west@1."),
        ({"shortest_time": 2 * DAY}, {}, "bot_refuses_clock", "from 2 days to 14 days"),
        ({"longest_time": DAY}, {"time": 3 * DAY}, "bot_refuses_clock", "from 12 hours to 1 day"),
    ],
)
def test_any_other_is_refused_and_the_host_reads_why(
    policy: dict[str, Any], wishes: dict[str, Any], code: str, says: str
) -> None:
    ada, bela = players(2)
    bot = bot_of(ada, most_games=1)
    takes(bot, **policy)
    game = table(bela, **wishes)
    with pytest.raises(Refused, match=code) as refused:
        challenge(game, bot)
    assert says in explained(refused.value).detail
    assert not Invitation.objects.exists()


def test_a_bot_with_enough_games_is_busy_until_one_is_over() -> None:
    ada, bela, carl = players(3)
    bot = bot_of(ada, most_games=1)
    challenge(table(bela, seats=3), bot)  # a game that has not begun counts as well
    with pytest.raises(Refused, match="bot_is_busy"):
        challenge(table(carl), bot)
    lobby.leave_game(player=bot, game_id=Seat.objects.get(player=bot).game_id, now=NOON)
    assert challenge(table(carl), bot).status == "running"


def test_bots_challenge_each_other_as_often_as_their_owners_allow() -> None:
    """A tournament is not stopped at five a day: no email is sent, and the policy says how many games a bot takes."""
    ada, bela = players(2)
    rook, pawn = bot_of(ada, "Rook", most_games=9), bot_of(bela, "Pawn", most_games=MOST_TO_ONE + 1)
    for _ in range(MOST_TO_ONE + 1):
        assert challenge(table(rook), pawn).status == Game.Status.RUNNING
    with pytest.raises(Refused, match="bot_is_busy"):
        challenge(table(rook), pawn)
    takes(pawn, challenges="by_program", most_games=20)
    for _ in range(MOST_TO_ONE):
        lobby.invite(host=rook, game_id=table(rook, seats=3).pk, names=[pawn.name, bela.name], now=NOON)
    with pytest.raises(Refused, match="too_many_invitations_to_one"):
        challenge(table(rook, seats=3), bela)


@pytest.mark.django_db(transaction=True)
def test_two_hosts_at_once_do_not_get_more_games_than_the_policy_gives() -> None:
    people = players(3)
    bot = bot_of(people[0], most_games=1)
    first, second = (table(host) for host in people[1:])
    assert both(lambda: challenge(first, bot), lambda: challenge(second, bot)) == "bot_is_busy"
    assert Seat.objects.filter(player=bot).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_bots_that_challenge_each_other_at_once_both_play() -> None:
    ada, bela = players(2)
    rook, pawn = bot_of(ada, "Rook", most_games=9), bot_of(bela, "Pawn", most_games=9)
    first, second = table(rook), table(pawn)
    assert both(lambda: challenge(first, pawn), lambda: challenge(second, rook)) == "done"
    assert set(Game.objects.values_list("status", flat=True)) == {"running"}


def test_its_program_answers_if_the_owner_wants_that() -> None:
    ada, bela = players(2)
    bot = bot_of(ada, challenges="by_program", most_games=1)
    game = challenge(table(bela), bot)
    assert (game.status, Invitation.objects.get(game=game).answered_at) == ("open", None)
    lobby.join_game(player=bot, game_id=game.pk, now=NOON)
    with pytest.raises(Refused, match="bot_is_busy"):
        challenge(table(bela), bot)


@pytest.mark.parametrize("who", ["bot", "owner"])
def test_a_blocked_host_does_not_learn_of_it(who: str) -> None:
    ada, bela = players(2)
    bot = bot_of(ada, most_games=1)
    relations.add(Block, player=bot if who == "bot" else ada, other_id=bela.pk, now=NOON)
    game = challenge(table(bela), bot)
    assert game.status == "open"
    assert Invitation.objects.get(game=game).answered_at is None


def test_more_bots_than_free_seats_come_not_at_all() -> None:
    ada, bela, carl = players(3)
    several = [bot_of(ada, "Rook", most_games=1), bot_of(carl, "Pawn", most_games=1)]
    game = table(bela)
    with pytest.raises(Refused, match="no_free_seat"):
        challenge(game, *several)
    assert game.seats.count() == 1
    assert challenge(table(bela, seats=3), *several).status == "running"


def test_a_table_is_made_with_a_bot_at_once_or_not_at_all() -> None:
    ada, bela = players(2)
    bot = bot_of(ada, most_games=1)
    wishes = lobby.Wishes(ruleset="usa@1", seats=2, time_per_move=DAY, bots="allowed")
    more: dict[str, Any] = {"host": bela, "names": [bot.name], "addresses": [], "network": "", "now": NOON}
    made = lobby.create_and_invite(wishes=wishes, **more)
    assert Game.objects.get(pk=made.pk).status == "running"
    with pytest.raises(Refused, match="bot_is_busy"):
        lobby.create_and_invite(wishes=wishes, **more)
    assert Game.objects.count() == 1


def test_a_bot_plays_again_if_its_policy_takes_that() -> None:
    ada, bela = players(2)
    bot = bot_of(ada, most_games=1)
    game = challenge(table(bela), bot)
    departures.resign(player=bela, game_id=game.pk, now=NOON)
    second = again.play_again(player=bela, game_id=game.pk, now=NOON).game
    assert Game.objects.get(pk=second.pk).status == "running"
    departures.resign(player=bela, game_id=second.pk, now=NOON)
    takes(bot, challenges="none")
    third = again.play_again(player=bela, game_id=second.pk, now=NOON).game
    assert (third.status, third.seats.count()) == ("open", 1)


def test_a_bot_that_signed_up_long_ago_answers_by_itself() -> None:
    (bela,) = players(1)
    old = Player.objects.create_user("old@bots.example", "Old", kind="bot")
    game = challenge(table(bela), old)
    assert Invitation.objects.get(game=game, player=old).answered_at is None
    with pytest.raises(Forbidden, match="bots_not_allowed"):
        challenge(table(bela, bots="none"), old)
