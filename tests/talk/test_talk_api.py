"""The talk over the API: posted once, read by those who may, muted, reported, opened, marked."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.lobby import departures
from games.models import Game, Player, TalkLine
from games.people import privacy
from tests.api.table import Guest, guests, sit_down
from tests.games.stories import DAY

pytestmark = pytest.mark.django_db

HELLO = "Denver is <b>mine</b>, see https://example.org"


def table(people: list[Guest], **wishes: object) -> str:
    return sit_down(people, **wishes)


def texts(someone: Guest, game: str, since: int = 0) -> list[str]:
    return [line["text"] for line in someone.get(f"/games/{game}/talk?since={since}")["results"]]


def me(someone: Guest) -> str:
    found: str = someone.get("/me")["id"]
    return found


class TestSaying:
    def test_all_at_the_table_read_it_and_it_is_in_no_log(self) -> None:
        one, two = guests(2)
        game = table([one, two])
        head = one.get(f"/games/{game}")["head"]
        line = one.post(f"/games/{game}/talk", {"text": f"  {HELLO}\nnext "}, 201)
        assert (line["number"], line["text"], line["by"]["name"]) == (1, f"{HELLO} next", one.name)
        assert two.get(f"/games/{game}/talk")["results"] == [line]
        assert texts(two, game, since=1) == []
        shown = two.get(f"/games/{game}")
        assert (shown["head"], shown["lines"]) == (head, 1)
        assert "Denver is" not in str(two.get(f"/games/{game}/log"))

    def test_it_works_before_the_game_begins(self) -> None:
        one, two = guests(2)
        game = one.post("/games", {"ruleset": "usa@1", "seats": 3, "clock": {"time_per_move": "P1D"}}, 201)["id"]
        one.post(f"/games/{game}/talk", {"text": "Anyone?"}, 201)
        two.do("get", f"/games/{game}/talk", status=403)
        two.post(f"/games/{game}/join")
        assert texts(two, game) == ["Anyone?"]

    def test_a_repeated_request_says_it_once(self) -> None:
        one, two = guests(2)
        game = table([one, two])
        key = {"Idempotency-Key": "k"}
        first = one.post(f"/games/{game}/talk", {"text": "Hello"}, 201, **key)
        assert one.post(f"/games/{game}/talk", {"text": "Hello"}, 201, **key) == first
        answer = one.post(f"/games/{game}/talk", {"text": "Other"}, 422, **key)
        assert answer["code"] == "idempotency_key_reused"
        assert texts(two, game) == ["Hello"]

    def test_with_a_move_it_is_said_once_the_move_is_played(self) -> None:
        one, two = guests(2)
        game = table([one, two])
        prompt = one.asked(game)
        numbers = [ticket["number"] for ticket in prompt["offer"]]
        body = {"prompt": prompt["id"], "move": f"keep {numbers[0]}", "say": "Hm."}
        one.post(f"/games/{game}/moves", body, 422)
        assert texts(two, game) == []
        body["move"] = f"keep {numbers[0]} {numbers[1]}"
        for _ in range(2):
            one.post(f"/games/{game}/moves", body, 201, **{"Idempotency-Key": "m"})
        assert texts(two, game) == ["Hm."]
        body["say"] = "Other words"
        one.post(f"/games/{game}/moves", body, 422, **{"Idempotency-Key": "m"})

    def test_words_that_are_refused_take_the_move_with_them(self) -> None:
        one, two = guests(2)
        game = table([one, two])
        prompt = one.asked(game)
        numbers = [ticket["number"] for ticket in prompt["offer"]]
        body = {"prompt": prompt["id"], "move": f"keep {numbers[0]} {numbers[1]}", "say": "\u202e\u200b"}
        assert one.post(f"/games/{game}/moves", body, 422)["code"] == "nothing_said"
        assert one.asked(game) == prompt

    @pytest.mark.parametrize(
        ("text", "status"), [("", 422), ("x" * 501, 422), ("\u202e", 422), ("a\u0301" * 200, 201), ("x" * 500, 201)]
    )
    def test_what_is_no_line_is_refused(self, text: str, status: int) -> None:
        people = guests(2)
        game = table(people)
        people[0].post(f"/games/{game}/talk", {"text": text}, status)

    def test_nobody_floods_a_table(self) -> None:
        people = guests(2)
        game = Game.objects.get(pk=table(people))
        player = Player.objects.get(name=people[0].name)
        now = timezone.now()
        rows = [
            TalkLine(game=game, number=number, by=player, text="x", said_at=now - DAY / 2) for number in range(1, 120)
        ]
        TalkLine.objects.bulk_create(rows)
        Game.objects.filter(pk=game.pk).update(lines=119)
        people[0].post(f"/games/{game.pk}/talk", {"text": "one more"}, 201)
        refused = people[0].post(f"/games/{game.pk}/talk", {"text": "and one"}, 403)
        assert (refused["code"], refused["most"], refused["hours"]) == ("too_many_lines", 120, 24)
        people[1].post(f"/games/{game.pk}/talk", {"text": "I can"}, 201)
        other = table(people)
        people[0].post(f"/games/{other}/talk", {"text": "elsewhere"}, 201)
        TalkLine.objects.filter(by=player, game=game).delete()
        rows = [TalkLine(game=game, number=200 + number, by=player, text="x", said_at=now) for number in range(30)]
        TalkLine.objects.bulk_create(rows)
        assert people[0].post(f"/games/{game.pk}/talk", {"text": "now"}, 403)["hours"] == 1

    @pytest.mark.parametrize(
        ("field", "code"), [("muted_until", "account_muted"), ("suspended_until", "account_suspended")]
    )
    def test_moderation_holds(self, field: str, code: str) -> None:
        people = guests(2)
        game = table(people)
        Player.objects.filter(name=people[0].name).update(**{field: timezone.now() + DAY})
        assert people[0].post(f"/games/{game}/talk", {"text": "x"}, 403)["code"] == code


class TestSpectators:
    def test_they_neither_read_nor_write_while_it_runs(self) -> None:
        *people, watcher = guests(3)
        game = table(people)
        before = watcher.http.get(f"/api/v1/games/{game}")
        people[0].post(f"/games/{game}/talk", {"text": "psst"}, 201)
        assert watcher.do("get", f"/games/{game}/talk", status=403)["code"] == "talk_not_open"
        assert watcher.post(f"/games/{game}/talk", {"text": "x"}, 403)["code"] == "talk_not_open"
        after = watcher.http.get(f"/api/v1/games/{game}")
        assert (after.content, after["ETag"]) == (before.content, before["ETag"])

    def test_the_host_can_open_it_and_close_it_again(self) -> None:
        *people, watcher = guests(3)
        game = table(people)
        people[0].post(f"/games/{game}/talk", {"text": "psst"}, 201)
        people[1].do("put", f"/games/{game}/talk/open", {"open": True}, status=403)
        tag = watcher.http.get(f"/api/v1/games/{game}")["ETag"]
        assert people[0].do("put", f"/games/{game}/talk/open", {"open": True}) == {"open": True}
        assert texts(watcher, game) == []
        people[1].post(f"/games/{game}/talk", {"text": "Hello, all"}, 201)
        people[0].do("put", f"/games/{game}/talk/open", {"open": True})
        assert texts(watcher, game) == ["Hello, all"]
        assert texts(people[1], game) == ["psst", "Hello, all"]
        assert watcher.http.get(f"/api/v1/games/{game}")["ETag"] != tag
        watcher.post(f"/games/{game}/talk", {"text": "Hello from the gallery"}, 201)
        people[0].do("put", f"/games/{game}/talk/open", {"open": False})
        watcher.do("get", f"/games/{game}/talk", status=403)
        assert texts(people[1], game) == ["psst", "Hello, all", "Hello from the gallery"]

    def test_what_was_said_while_it_was_closed_stays_at_the_table(self) -> None:
        *people, watcher = guests(3)
        game = table(people)
        people[0].do("put", f"/games/{game}/talk/open", {"open": True})
        people[0].do("put", f"/games/{game}/talk/open", {"open": False})
        people[1].post(f"/games/{game}/talk", {"text": "psst"}, 201)
        people[0].do("put", f"/games/{game}/talk/open", {"open": True})
        assert texts(watcher, game) == []
        departures.resign(player=Player.objects.get(name=people[0].name), game_id=game, now=timezone.now())
        assert texts(watcher, game) == ["psst"]

    def test_after_the_end_anyone_may_read_and_only_players_write(self) -> None:
        *people, watcher = guests(3)
        game = table(people)
        people[0].post(f"/games/{game}/talk", {"text": "psst"}, 201)
        departures.resign(player=Player.objects.get(name=people[0].name), game_id=game, now=timezone.now())
        assert texts(watcher, game) == ["psst"]
        watcher.post(f"/games/{game}/talk", {"text": "x"}, 403)
        people[1].post(f"/games/{game}/talk", {"text": "gg"}, 201)

    def test_where_only_invited_people_could_join_it_stays_among_them(self) -> None:
        *people, watcher = guests(3)
        game = table(people)
        people[0].post(f"/games/{game}/talk", {"text": "psst"}, 201)
        Game.objects.filter(pk=game).update(access=Game.Access.INVITATION)
        departures.resign(player=Player.objects.get(name=people[0].name), game_id=game, now=timezone.now())
        assert Game.objects.get(pk=game).ended_at is not None
        watcher.do("get", f"/games/{game}/talk", status=403)
        assert texts(people[1], game) == ["psst"]
        tags = [watcher.http.get(path)["ETag"] for path in (f"/games/{game}", f"/games/{game}/news")]
        people[1].post(f"/games/{game}/talk", {"text": "gg"}, 201)
        assert [watcher.http.get(path)["ETag"] for path in (f"/games/{game}", f"/games/{game}/news")] == tags


class TestMarks:
    def test_what_is_read_is_marked_and_never_unmarked(self) -> None:
        one, two = guests(2)
        game = table([one, two])
        for text in ("a", "b", "c"):
            one.post(f"/games/{game}/talk", {"text": text}, 201)
        assert one.get(f"/games/{game}/talk")["read"] == 3
        assert two.get(f"/games/{game}/talk")["read"] == 0
        for number, read in ((2, 2), (1, 2), (99, 3)):
            two.do("put", f"/games/{game}/talk/read", {"number": number}, status=204)
            assert two.get(f"/games/{game}/talk")["read"] == read

    def test_a_watcher_has_no_mark(self) -> None:
        *people, watcher = guests(3)
        game = table(people)
        watcher.do("put", f"/games/{game}/talk/read", {"number": 1}, status=403)

    def test_polling_costs_little(self) -> None:
        one, two = guests(2)
        game = table([one, two])
        one.post(f"/games/{game}/talk", {"text": "a"}, 201)
        path = f"/api/v1/games/{game}/talk?since=1"
        tag = two.http.get(path)["ETag"]
        with CaptureQueriesContext(connection) as asked:
            assert two.http.get(path, headers={"If-None-Match": tag}).status_code == 304
        assert len(asked) == 2


class TestMuting:
    def test_a_muted_players_lines_are_gone_for_me_alone(self) -> None:
        one, two, three = guests(3)
        game = table([one, two, three])
        one.post(f"/games/{game}/talk", {"text": "rude"}, 201)
        two.do("put", f"/me/relations/{me(one)}/mute", status=204)
        one.post(f"/games/{game}/talk", {"text": "ruder"}, 201)
        assert texts(two, game) == []
        assert texts(three, game) == ["rude", "ruder"]
        (row,) = two.get("/me/relations?kind=mute")["results"]
        assert row["player"]["name"] == one.name
        two.do("delete", f"/me/relations/{me(one)}/mute", status=204)
        assert texts(two, game) == ["rude", "ruder"]

    def test_nobody_mutes_themselves_or_nobody(self) -> None:
        (one,) = guests(1)
        assert one.do("put", f"/me/relations/{me(one)}/mute", status=422)["code"] == "cannot_mute_yourself"
        one.do("put", "/me/relations/000000000000/mute", status=404)


class TestReporting:
    def test_lines_are_attached_to_one_dispute_about_abuse(self) -> None:
        one, two = guests(2)
        game = table([one, two])
        for text in ("rude", "ruder"):
            one.post(f"/games/{game}/talk", {"text": text}, 201)
        path = f"/games/{game}/talk/report"
        opened = two.post(path, {"number": 1, "text": "Please look."}, 201)
        assert (opened["kind"], [line["text"] for line in opened["lines"]]) == ("abuse", ["rude"])
        again = two.post(path, {"number": 2}, 201)
        assert again["id"] == opened["id"]
        assert [line["text"] for line in again["lines"]] == ["rude", "ruder"]
        assert two.post(path, {"number": 9}, 404)["code"] == "no_such_line"
        assert one.post(path, {"number": 1}, 422)["code"] == "own_line"

    def test_before_the_start_too(self) -> None:
        one, two = guests(2)
        game = sit_down([one, two], seats=3)
        one.post(f"/games/{game}/talk", {"text": "rude"}, 201)
        opened = two.post(f"/games/{game}/talk/report", {"number": 1}, 201)
        assert (opened["kind"], opened["seat"], opened["lines"][0]["text"]) == ("abuse", None, "rude")
        assert one.get(f"/games/{game}/disputes")["results"] == []
        two.do("delete", f"/disputes/{opened['id']}")
        wish = {"kind": "other", "text": "The host sleeps."}
        assert two.post(f"/games/{game}/disputes", wish, 409)["code"] == "game_not_begun"
        two.post(f"/games/{game}/disputes", {**wish, "kind": "abuse"}, 201)

    def test_with_another_dispute_open_that_one_takes_comments(self) -> None:
        one, two = guests(2)
        game = table([one, two])
        one.post(f"/games/{game}/talk", {"text": "rude"}, 201)
        two.post(f"/games/{game}/disputes", {"kind": "other", "text": "?"}, 201)
        assert two.post(f"/games/{game}/talk/report", {"number": 1}, 409)["code"] == "dispute_open"


class TestErasing:
    def test_no_name_and_no_words_are_left(self) -> None:
        one, two = guests(2)
        game = table([one, two])
        one.post(f"/games/{game}/talk", {"text": "My secret name"}, 201)
        two.post(f"/games/{game}/talk/report", {"number": 1}, 201)
        two.do("put", f"/me/relations/{me(one)}/mute", status=204)
        two.do("delete", f"/me/relations/{me(one)}/mute", status=204)
        player = Player.objects.get(name=one.name)
        export = privacy.export_player(player=player)
        assert [row["text"] for row in export["talk_lines"]] == ["My secret name"]
        privacy.erase_player(player=player, now=timezone.now())
        told = str(two.get(f"/games/{game}/talk")) + str(two.get(f"/games/{game}/disputes"))
        assert "secret" not in told
        assert one.name not in told
        assert len(two.get(f"/games/{game}/talk")["results"]) == 1

    def test_mutes_go_with_the_account(self) -> None:
        one, two = guests(2)
        two.do("put", f"/me/relations/{me(one)}/mute", status=204)
        player = Player.objects.get(name=two.name)
        assert privacy.export_player(player=player)["muted_players"]
        privacy.erase_player(player=player, now=timezone.now())
        assert not privacy.export_player(player=player)["muted_players"]
