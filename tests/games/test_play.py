"""Games from creation to standings, through the services."""

import json

import pytest

import engine
from engine import verify
from engine.cards import KINDS
from games.errors import Forbidden, Refused, Unprocessable
from games.lobby import departures, invitation_limits, lobby
from games.models import Entry, Game, Seat, Turn
from games.table import store
from games.table.play import moves
from tests.games.stories import DAY, NOON, chosen, default, play_on, players, post, post_to, prompts, started
from tests.games.worlds import lay_out

pytestmark = pytest.mark.django_db


def test_a_game_starts_by_itself_when_it_is_full() -> None:
    game = started(players(3))

    assert game.status == Game.Status.RUNNING
    assert [prompt["type"] for prompt in prompts(game)] == ["keep_first_tickets"] * 3
    assert Turn.objects.filter(game=game, closed_at=None).count() == 3
    assert all(turn.deadline_at == NOON + DAY for turn in Turn.objects.filter(game=game))


def test_the_host_starts_a_game_that_is_not_full() -> None:
    host, guest = players(2)
    game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 5, DAY), now=NOON)
    with pytest.raises(Refused, match="too_few_players"):
        lobby.start_game(host=host, game_id=game.id, now=NOON)
    lobby.join_game(player=guest, game_id=game.id, now=NOON)
    with pytest.raises(Forbidden, match="only_the_host"):
        lobby.start_game(host=guest, game_id=game.id, now=NOON)

    game = lobby.start_game(host=host, game_id=game.id, now=NOON)

    assert len(prompts(game)) == 2


def test_seats_are_drawn_by_chance_unless_the_host_fixed_them() -> None:
    people = players(5)
    orders = {
        tuple(Seat.objects.filter(game=started(people, order="drawn")).values_list("player", flat=True))
        for _ in range(4)
    }

    assert len(orders) > 1
    assert list(Seat.objects.filter(game=started(people)).values_list("player", flat=True)) == [p.pk for p in people]


@pytest.mark.long
def test_a_whole_game_is_played_ranked_and_verified() -> None:
    game = started(players(5))
    play_on(game, 2000)
    game = store.read(game.id)

    assert game.status == Game.Status.ENDED
    assert sorted(seat.rank for seat in game.seats.all() if seat.rank)[0] == 1
    assert not Turn.objects.filter(game=game, closed_at=None).exists()
    export = store.export(game)
    assert verify.verify(export) == game.head
    assert verify.verify(export, witness=game.chain) == game.head


def test_a_card_of_the_market_is_taken_by_its_color() -> None:
    """As plans name it; if the market does not hold it, or holds it twice, nothing is played."""
    game = chosen(started(players(2)))
    lay_out(game, "red", "blue", "blue", "green", "black")
    for name in KINDS:
        if name not in ("red", "green", "black"):
            with pytest.raises((engine.MalformedMove, engine.IllegalMove)):
                post(game, 0, f"draw {name}")
    posted = post(game, 0, "draw green")
    assert posted.told[0]["move"] == {"type": "take_card", "place": 4}


def test_the_cache_is_as_the_log_tells_it() -> None:
    game = started(players(3))
    play_on(game, 60)
    game = store.read(game.id)

    assert store.load(game).state == store.replayed(game)


def test_a_lost_cache_is_made_anew() -> None:
    game = chosen(started(players(2)))
    game = store.read(game.id)
    before = store.view_for(game, 0)
    game.secret.position = b"{}"
    game.secret.save()

    assert store.view_for(store.read(game.id), 0) == before
    post(game, 0, "draw deck")


def test_a_turn_of_two_draws_in_one_post() -> None:
    game = chosen(started(players(2)))

    posted = post(game, 0, "draw deck", "draw deck")

    assert len(posted.entries) == 2
    assert prompts(game)[0]["seat"] == 1


def test_when_the_second_move_is_refused_the_first_one_stays() -> None:
    game = chosen(started(players(2)))

    posted = post(game, 0, "draw deck", "tickets")

    assert (len(posted.entries), posted.refused) == (1, "not_an_answer")
    assert prompts(game) == [{"id": posted.prompt, "seat": 0, "type": "draw_again"}]


def test_several_moves_never_reach_into_the_next_turn() -> None:
    game = chosen(started(players(2)))

    posted = post(game, 0, "draw deck", "draw deck", "draw deck")

    assert (len(posted.entries), posted.refused) == (2, "turn_ended")


def test_a_move_tells_what_is_asked_next_in_whichever_turn() -> None:
    game = started(players(2))
    assert post(game, 1, default(game, 1)).prompt is None

    second = post(game, 0, default(game, 0), "draw deck")

    assert (second.refused, second.goes_on) == ("turn_ended", None)
    assert prompts(game) == [{"id": second.prompt, "seat": 0, "type": "take_turn"}]


def test_a_refused_move_writes_nothing() -> None:
    game = chosen(started(players(2)))
    before = Entry.objects.count(), store.read(game.id).secret.chance_counter

    for text in ("claim denver-omaha blue 4", "pass", "nonsense", {"type": "take_card"}, {"type": "resign"}):
        with pytest.raises(engine.EngineError):
            post(game, 0, text)

    assert (Entry.objects.count(), store.read(game.id).secret.chance_counter) == before


def test_a_stale_prompt_is_refused_with_the_open_ones() -> None:
    game = chosen(started(players(2)))
    stale = prompts(game)[0]["id"]
    post(game, 0, "draw deck", "draw deck")

    with pytest.raises(Refused, match="prompt_not_open") as refusal:
        post_to(game, 0, stale, "draw deck")

    assert refusal.value.detail["open"] == prompts(game)


def test_a_stranger_cannot_move() -> None:
    *people, stranger = players(3)
    game = chosen(started(people))
    with pytest.raises(Forbidden, match="not_in_this_game"):
        moves.post_moves(
            player=stranger, game_id=game.id, request=moves.Request(prompts(game)[0]["id"], ["draw deck"]), now=NOON
        )


def test_the_same_key_gives_the_first_answer_again() -> None:
    game = chosen(started(players(2)))
    prompt = prompts(game)[0]["id"]

    first = post_to(game, 0, prompt, "draw deck", key="k1")
    again = post_to(game, 0, prompt, "draw deck", key="k1")

    assert (again.entries, again.prompt) == (first.entries, first.prompt)
    with pytest.raises(Unprocessable, match="idempotency_key_reused"):
        post_to(game, 0, prompt, "draw 1", key="k1")


@pytest.mark.long
def test_resigning_leaves_the_others_to_play_on_and_ranks_last() -> None:
    people = players(3)
    game = chosen(started(people))
    departures.resign(player=people[0], game_id=game.id, now=NOON)

    assert prompts(game)[0]["seat"] == 1
    play_on(game, 2000)

    assert Seat.objects.get(game=game, number=0).rank == 3


def test_the_last_one_left_wins_at_once() -> None:
    people = players(2)
    game = started(people)
    departures.resign(player=people[1], game_id=game.id, now=NOON)

    assert list(Seat.objects.filter(game=game).values_list("rank", flat=True)) == [1, 2]
    assert Game.objects.get(id=game.id).status == Game.Status.ENDED


def test_what_one_seat_reads_in_the_log_another_does_not() -> None:
    game = started(players(2))
    mine, theirs, anybody = (store.log_for(store.read(game.id), seat) for seat in (0, 1, None))
    dealt = [event for event in mine[0]["events"] if event["type"] == "hand_dealt"]

    assert [("cards" in event, event["cards_count"]) for event in dealt] == [(True, 4), (False, 4)]
    assert [event["type"] for event in theirs[0]["events"]] == [event["type"] for event in anybody[0]["events"]]
    assert all("cards" not in event for event in anybody[0]["events"] if event["type"] == "hand_dealt")


def test_the_log_as_texts_tells_each_seat_what_it_reads_otherwise() -> None:
    game = started(players(3))
    play_on(game, 25)
    row = store.read(game.id)
    for seat in (0, 1, 2, None):
        texts = store.log_texts_for(game.id, seat, 3, 20)
        assert [json.loads(text) for _, text in texts] == store.log_for(row, seat, 3, 20)
        assert [number for number, _ in texts] == list(range(4, 24))


def test_many_logs_at_once_tell_each_seat_what_it_would_read_alone() -> None:
    people = players(3)
    young, old = (started(people) for _ in range(2))
    play_on(old, 25)
    rows = store.read_many([young.id, old.id])
    after: dict[tuple[str, int | None], int] = {
        (young.id, 0): 0,
        (young.id, 2): 0,
        (old.id, 0): 0,
        (old.id, 1): 9,
        (old.id, 2): rows[old.id].head,
        (old.id, None): 3,
    }

    logs = store.Logs(rows, after)

    for (game, seat), number in after.items():
        assert logs.for_seat(game, seat) == store.log_for(rows[game], seat, number)
    assert len(logs.for_seat(old.id, 1)) == rows[old.id].head - 9
    assert logs.for_seat(old.id, 2) == []


def test_invitations_are_for_others_and_not_without_end() -> None:
    host, friend = players(2)
    game = lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, DAY), now=NOON)

    with pytest.raises(Unprocessable, match="cannot_invite_yourself"):
        lobby.invite(host=host, game_id=game.id, names=[host.name, friend.name], now=NOON)
    lobby.invite(host=host, game_id=game.id, names=[friend.name], now=NOON)
    assert [invitation.player for invitation in game.invitations.all()] == [friend]
    with pytest.raises(Refused, match="too_many_invitations"):
        lobby.invite(host=host, game_id=game.id, names=[friend.name] * invitation_limits.MOST_OF_GAME, now=NOON)
