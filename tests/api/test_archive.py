"""A collector fetches many games in one answer, one per line, and resumes after an interruption."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import OperationalError, transaction
from pytest_django import Settings
from rest_framework.test import APIClient

import engine
from engine.verify import verify
from games.api.archive import AT_ONCE, MOST_GAMES
from games.lobby import archive
from games.lobby.archive import SETTLED
from games.models import Game, Player
from games.people import privacy
from games.table.disputes.lifecycle import open_dispute
from games.table.rulings import Correct, End, Reopen
from tests.api.described import described
from tests.api.people import API, client_of, player, stranger
from tests.api.test_query_counts import count
from tests.games.courts import rule
from tests.games.stories import DAY, NOON, chosen, holder, play_on, players, post, started
from tests.games.worlds import swap_what_is_hidden, turn_what_was_drawn
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
LATER = NOON + timedelta(days=30)
"""An instant when all secrets are open."""
TAIL = "/games/export"


@pytest.fixture(autouse=True)
def _a_month_later() -> Iterator[None]:
    with time_machine.travel(LATER, tick=False):
        yield


def ended(people: list[Player], at: datetime = NOON, how: str = "adjudicated", **wishes: Any) -> Game:
    """Return a game that an admin ends at this instant."""
    game = started(people, **wishes)
    rule(game, End(how), now=at)
    return Game.objects.get(pk=game.pk)


def export(client: APIClient, query: str = "") -> Any:
    answer: Any = client.get(query if query.startswith("http") else f"{API}{TAIL}{query}")
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "application/x-ndjson"
    return answer


def lines(answer: Any) -> list[dict[str, Any]]:
    text = b"".join(answer.streaming_content).decode()
    assert text == "" or text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def games(client: APIClient, query: str = "") -> list[str]:
    return [line["game"] for line in lines(export(client, query))]


def following(answer: Any) -> str | None:
    """Return the URL of the next answer."""
    if "Link" not in answer:
        return None
    address, relation = answer["Link"].split("; ")
    assert relation == 'rel="next"'
    return str(address[1:-1])


def collected(client: APIClient, query: str) -> list[list[str]]:
    """Return all answers, following the links."""
    pages, address = [], query
    while address:
        answer = export(client, address)
        pages.append([line["game"] for line in lines(answer)])
        address = following(answer) or ""
    return pages


def test_anyone_collects_all_public_games_that_are_over_each_once() -> None:
    people = players(2)
    last = ended(people, NOON + 2 * MINUTE)
    twins = sorted(ended(people, NOON + MINUTE).pk for _ in range(4))
    first = ended(people, NOON)
    ended(people, NOON, public=False)
    started(people)

    assert collected(stranger(), "?limit=2") == [[first.pk, twins[0]], twins[1:3], [twins[3], last.pk]]
    for line in lines(export(stranger())):
        cursor = line.pop("cursor")
        assert verify(line) == Game.objects.get(pk=line["game"]).head
        assert line == stranger().get(f"{API}/games/{line['game']}/export").json()
        assert line["game"] in cursor


def test_an_app_in_a_web_page_can_follow_the_link() -> None:
    people = players(2)
    ended(people), ended(people)
    answer = stranger().get(f"{API}{TAIL}?limit=1", headers={"Origin": "https://app.example"})
    assert "Link" in answer
    assert "Link" in answer["Access-Control-Expose-Headers"].split(", ")


def test_a_download_that_broke_off_goes_on_after_the_last_line_that_arrived() -> None:
    people = players(2)
    for _ in range(4):
        ended(people)
    whole = lines(export(stranger()))
    arrived = b"".join(export(stranger()).streaming_content).splitlines(keepends=True)[:2]
    assert games(stranger(), f"?cursor={json.loads(arrived[-1])['cursor']}") == [line["game"] for line in whole[2:]]


def test_a_collector_comes_back_for_what_has_ended_since() -> None:
    people = players(2)
    ended(people)
    answer = export(stranger())
    (line,) = lines(answer)
    assert following(answer) is None
    since = f"?cursor={line['cursor']}"
    assert games(stranger(), since) == []
    newer = ended(people, NOON + DAY)
    assert games(stranger(), since) == [newer.pk]


def test_no_game_is_skipped_that_comes_late_with_an_earlier_end(settings: Settings) -> None:
    """A sweep commits a game's end long after the end's instant, and another game may be collected meanwhile."""
    people, sweep = players(2), timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT)
    known = ended(people, LATER - sweep + timedelta(seconds=10))
    assert games(stranger()) == []
    late = ended(people, LATER - sweep)
    with time_machine.travel(LATER + SETTLED, tick=False):
        assert games(stranger()) == [late.pk, known.pk]


def test_a_cursor_outlives_a_game_that_a_ruling_reopens() -> None:
    people = players(2)
    again, between = ended(people), ended(people, NOON + MINUTE)
    cursor = lines(export(stranger(), "?limit=1"))[0]["cursor"]
    rule(again, Reopen(as_of=None), now=NOON + DAY)
    rule(again, End("adjudicated"), now=NOON + 2 * DAY)
    assert games(stranger(), f"?cursor={cursor}") == [between.pk, again.pk]


def test_what_is_sealed_is_told_as_the_games_own_addresses_tell_it() -> None:
    """Players get their own view, strangers the public one, and an erased player's name is missing."""
    people = players(2)
    game = chosen(started(people))
    play_on(game, 6)
    rule(game, End("adjudicated"))
    with time_machine.travel(NOON + DAY, tick=False):
        privacy.erase_player(player=people[1], now=NOON + DAY)
        for client, choice in ((stranger(), ""), (client_of(people[0]), "?filter=mine")):
            (line,) = lines(export(client, choice))
            assert line.pop("cursor")
            assert line == {
                "format": "night-mail-view-1",
                "game": game.pk,
                "view": client.get(f"{API}/games/{game.pk}").json(),
                "log": client.get(f"{API}/games/{game.pk}/log").json()["results"],
            }
            described("GameDetail").validate(line["view"])
            assert "Player 1" not in json.dumps(line)
        assert line["view"]["your_seat"] == 0
        assert lines(export(client_of(people[0]), "?filter=public"))[0]["view"]["your_seat"] is None


def test_a_dispute_keeps_secrets_sealed_here_too() -> None:
    people = players(2)
    game, other = ended(people), ended(people)
    open_dispute(player=people[0], game_id=game.pk, kind="other", text="Look at that.", now=NOON + DAY)
    formats = {line["game"]: line["format"] for line in lines(export(stranger()))}
    assert formats == {game.pk: "night-mail-view-1", other.pk: "night-mail-game-1"}


def test_own_games_are_all_there_private_ones_too() -> None:
    people, others = players(2), players(2, "Other")
    own = [ended(people, NOON + place * MINUTE, public=place % 2 == 0).pk for place in range(4)]
    foreign = ended(others, public=False)
    running = started(people, public=False)

    mine = client_of(people[1])
    assert games(mine) == own
    assert games(mine, "?status=running") == [running.pk]
    assert games(mine, "?filter=public") == [own[0], own[2]]
    watcher = client_of(player("Watcher"))
    assert games(watcher) == []
    assert games(client_of(others[0])) == [foreign.pk]
    assert games(watcher, "?filter=public") == games(stranger()) == [own[0], own[2]]


def test_own_games_take_a_token_that_may_see_them() -> None:
    refused = stranger().get(f"{API}{TAIL}?filter=mine")
    assert (refused.status_code, refused.json()["code"]) == (401, "not_authenticated")
    weak = client_of(player("Ada"), ["account:read"]).get(f"{API}{TAIL}")
    assert (weak.status_code, weak.json()["code"]) == (403, "insufficient_scope")


def test_games_are_narrowed_by_ruleset_state_and_end() -> None:
    people = players(2)
    usa, west = ended(people), ended(people, NOON + MINUTE, ruleset="old_west@1")
    void = ended(people, NOON + 2 * MINUTE, how="void")
    assert games(stranger(), "?ruleset=old_west@1") == [west.pk]
    assert games(stranger(), "?status=void") == [void.pk]
    assert games(stranger(), "?status=ended&until=2026-03-02T12:01:00Z") == [usa.pk]
    assert games(stranger(), "?since=2026-03-02T13:01:00%2B01:00") == [west.pk, void.pk]


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("limit=0", "limit"),
        (f"limit={MOST_GAMES + 1}", "limit"),
        ("limit=ten", "limit"),
        ("filter=open", "filter"),
        ("status=open", "status"),
        ("filter=public&status=running", "status"),
        ("status=running&since=2026-03-02T12:00:00Z", "since"),
        ("ruleset=chess@1", "ruleset"),
        ("since=yesterday", "since"),
        ("until=2026-03-02T12:00:00", "until"),
        ("cursor=", "cursor"),
        ("cursor=2026-03-02T12:00:00Z", "cursor"),
        ("cursor=2026-03-02T12:00:00_0123456789ab", "cursor"),
        ("cursor=0001-01-01T00:00:00%2B14:00_0123456789ab", "cursor"),
        ("cursor=2026-03-02T12:00:00Z_%00", "cursor"),
    ],
)
def test_a_mistake_in_the_query_is_named(query: str, parameter: str) -> None:
    refused = client_of(player("Ada")).get(f"{API}{TAIL}?{query}")
    assert refused.status_code == 400
    assert [error["parameter"] for error in refused.json()["errors"]] == [parameter]


def test_the_pace_is_limited_by_player_and_by_network(settings: Settings) -> None:
    settings.EXPORTS_PER_MINUTE = 2
    ada = player("Ada")
    one, another = client_of(ada), client_of(ada)
    assert [client.get(f"{API}{TAIL}").status_code for client in (one, another, one)] == [200, 200, 429]
    assert [stranger().get(f"{API}{TAIL}").status_code for _ in range(3)] == [200, 200, 429]
    refused = one.get(f"{API}{TAIL}")
    assert (refused.json()["code"], refused["Retry-After"]) == ("too_many_requests", "60")
    assert one.get(f"{API}/games").status_code == 200
    assert client_of(player("Bob")).get(f"{API}{TAIL}").status_code == 200
    with time_machine.travel(LATER + MINUTE, tick=False):
        assert one.get(f"{API}{TAIL}").status_code == 200


def test_ten_games_take_no_more_questions_than_two() -> None:
    people = players(2)
    made = [ended(people, NOON + place * MINUTE) for place in range(AT_ONCE + 2)]
    for sealed in made[::2]:
        Game.objects.filter(pk=sealed.pk).update(secrets_open_at=LATER + DAY)
    for client in (stranger(), client_of(people[0])):
        formats = [line["format"][-6:-2] for line in lines(export(client, "?limit=4"))]
        assert formats == ["view", "game"] * 2
        few, many, most = (_asked(client, limit) for limit in (2, AT_ONCE, AT_ONCE + 2))
        assert few == many <= 12
        assert most <= 2 * few


def _asked(client: APIClient, limit: int) -> int:
    """Return how many statements an answer with this many games takes."""
    return count(lambda: lines(export(client, f"?limit={limit}")))


def test_a_game_that_cannot_be_read_keeps_no_other_back(caplog: pytest.LogCaptureFixture) -> None:
    people = players(2)
    broken, sound = ended(people), ended(people, NOON + MINUTE)
    Game.objects.filter(pk=broken.pk).update(board_digest="0" * 64)
    assert games(stranger()) == [sound.pk]
    (line,) = [line for line in caplog.messages if broken.pk in line]
    assert "log_unreadable" in line


def test_an_answer_that_cannot_be_finished_ends_within_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when PostgreSQL fails: no client takes the partial line for a game, or follows a link to the next page."""
    people = players(2)
    told = [ended(people, NOON + place * MINUTE).pk for place in range(AT_ONCE + 2)]
    ways = iter([archive.still_there])

    def away(*asked: Any) -> dict[str, Game]:
        for way in ways:
            return way(*asked)
        raise OperationalError

    monkeypatch.setattr(archive, "still_there", away)
    answer = export(stranger(), f"?limit={AT_ONCE + 1}")
    *whole, torn = b"".join(answer.streaming_content).decode().split("\n")
    assert [json.loads(line)["game"] for line in whole] == told[:AT_ONCE]
    with pytest.raises(json.JSONDecodeError):
        json.loads(torn)


@pytest.mark.parametrize("ruleset", at_length(engine.RULESETS, at_once=["usa@1", "card_game@1"]))
def test_a_running_game_tells_its_player_nothing_of_what_others_hide(ruleset: str) -> None:
    """Two worlds that look alike to a seat give it the same bytes."""
    people = players(3)
    game = chosen(started(people, ruleset=ruleset))
    post(game, 0, "draw deck", "draw deck")
    mine = client_of(holder(game, 2))

    def exported() -> bytes:
        return b"".join(export(mine, "?status=running").streaming_content)

    before = exported()
    for otherwise in (turn_what_was_drawn, swap_what_is_hidden):
        with transaction.atomic():
            otherwise(Game.objects.get(pk=game.pk), reader=2)
            assert exported() == before
            transaction.set_rollback(True)
    swap_what_is_hidden(Game.objects.get(pk=game.pk), reader=0)
    assert exported() != before


def test_a_points_correction_after_the_end_stands_in_the_export() -> None:
    people = players(2)
    game = ended(people)
    rule(game, Correct(seat=1, points=7), now=NOON + DAY)
    (line,) = lines(export(stranger()))
    assert verify(line) == Game.objects.get(pk=game.pk).head
    assert line["standings"][1]["ledger"][-1]["points"] == 7
