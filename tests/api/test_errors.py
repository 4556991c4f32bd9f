"""Every error is answered with a problem (RFC 9457) that has a stable code."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import override_settings

from games.api.problems import MEMBERS
from games.errors import Forbidden, NotFound, QuotaSpent, Refused, Unavailable, Unprocessable
from games.lobby import lobby
from games.management.commands.problems import document
from games.presentation import words
from games.presentation.words.problems import KINDS
from tests.api.people import API, client_of, player, stranger
from tests.games.stories import DAY, NOON

ROOT = Path(__file__).resolve().parents[2]
APPS = ("engine", "games", "notifications", "ttr_site")
MEMBERS_ALWAYS = {"type", "title", "status", "detail", "code", "request_id"}


def check(answer: HttpResponse, status: int, code: str) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(answer.content)
    assert (answer.status_code, body["code"]) == (status, code)
    assert answer["Content-Type"] == "application/problem+json"
    assert body.keys() >= MEMBERS_ALWAYS
    assert body["status"] == status
    assert body["request_id"] == answer["X-Request-ID"]
    return body


@pytest.mark.django_db
class TestTheRequest:
    def test_nothing_is_there(self) -> None:
        check(stranger().get(f"{API}/nothing"), 404, "not_found")

    def test_nothing_is_there_for_somebody_either(self) -> None:
        check(client_of(player("Ada")).get(f"{API}/nothing/"), 404, "not_found")

    def test_other_pages_stay_pages(self) -> None:
        assert "problem" not in stranger().get("/nothing")["Content-Type"]

    def test_wrong_method(self) -> None:
        answer = stranger().get(f"{API}/accounts")
        check(answer, 405, "method_not_allowed")
        assert "POST" in answer["Allow"]

    def test_no_json(self) -> None:
        answer = stranger().post(f"{API}/accounts", '{"email":', content_type="application/json")
        check(answer, 400, "malformed")

    def test_json_that_is_no_object(self) -> None:
        for body in ("[]", "1", "null", '"x"'):
            answer = stranger().post(f"{API}/accounts", body, content_type="application/json")
            check(answer, 400, "invalid")

    def test_a_form(self) -> None:
        answer = stranger().post(f"{API}/accounts", "email=a", content_type="application/x-www-form-urlencoded")
        check(answer, 415, "unsupported_media_type")

    def test_no_json_wanted(self) -> None:
        for path in ("problems", "games/export"):
            answer = check(stranger().get(f"{API}/{path}", HTTP_ACCEPT="image/png"), 406, "not_acceptable")
            assert answer["detail"] == "“Accept” names no type that this address has."

    def test_a_body_larger_than_any(self) -> None:
        with override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=100):
            check(stranger().post(f"{API}/accounts", {"email": "x" * 200}), 413, "too_large")

    def test_whoever_chooses_what_there_is_not_reads_what_there_is(self) -> None:
        host = client_of(player("Ada"))
        answer = host.post(f"{API}/games", {"ruleset": "usa@1", "seats": 2, "clock": "daily", "access": "friends"})
        (mistake,) = check(answer, 400, "invalid")["errors"]
        assert mistake == {
            "pointer": "#/access",
            "code": "invalid_choice",
            "detail": "“friends” is not one of these: open, invitation, club.",
        }
        answer = host.post(f"{API}/tokens", {"label": "x", "scopes": ["games:read", "{all}"]})
        (mistake,) = check(answer, 400, "invalid")["errors"]
        assert mistake["pointer"] == "#/scopes/1"
        assert mistake["detail"].startswith("“{all}” is not one of these: games:read, ")
        answer = stranger().get(f"{API}/rulesets/usa@1/board.svg?light=dusk")
        (mistake,) = check(answer, 400, "invalid")["errors"]
        assert mistake["detail"] == "“dusk” is not one of these: auto, day, night."

    def test_a_letter_that_no_database_keeps(self) -> None:
        for letter, code in (("u0000", "invalid"), ("ud800", "malformed")):
            body = f'{{"confirmation": "a\\{letter}", "code": "x"}}'
            answer = stranger().post(f"{API}/accounts/confirm", body, content_type="application/json")
            check(answer, 400, code)


@pytest.mark.urls("tests.api.stumbling")
@pytest.mark.usefixtures("servers")
class TestTheServer:
    def test_our_mistake_tells_nothing(self) -> None:
        answer = stranger().get(f"{API}/stumble?how=boom")
        assert "secret" not in str(check(answer, 500, "internal_error"))

    def test_the_rules_have_codes_of_their_own(self) -> None:
        body = check(stranger().get(f"{API}/stumble?how=illegal"), 422, "track_closed")
        assert (body["rule"], body["route"]) == ("B14", "denver-omaha")
        assert str(body["type"]).endswith("#illegal_move")
        check(stranger().get(f"{API}/stumble?how=malformed"), 400, "unknown_verb")

    def test_no_parameter_comes_over_a_member(self) -> None:
        assert check(stranger().get(f"{API}/stumble?how=refused"), 409, "game_not_open")["status"] == 409

    def test_each_mistake_says_where_it_is(self) -> None:
        body = {"stops": [{"city": "Omaha"}, {}, {"city": ["x"]}], "colors": {"a/b": "x", "c": 1}}
        errors = check(stranger().post(f"{API}/stumble", body), 400, "invalid")["errors"]
        assert {(each["pointer"], each["code"]) for each in errors} == {
            ("#/stops/1/city", "required"),
            ("#/stops/2/city", "invalid"),
            ("#/colors/a~1b", "invalid"),
        }
        assert all(each["detail"] for each in errors)

    def test_a_mistake_of_the_whole(self) -> None:
        answer = check(stranger().post(f"{API}/stumble", {"stops": [], "colors": {}}), 400, "invalid")
        assert answer["errors"] == [{"pointer": "#", "code": "nowhere", "detail": "It leads nowhere."}]

    def test_a_mistake_in_the_query(self) -> None:
        answer = check(stranger().get(f"{API}/stumble?how=parameter"), 400, "invalid")
        assert answer["errors"] == [{"parameter": "after", "code": "invalid", "detail": "No number."}]


class TestTheTable:
    def test_people_can_read_it(self) -> None:
        assert (ROOT / "docs" / "errors.md").read_text() == "".join(document()), "make schema"

    @pytest.mark.usefixtures("servers")
    def test_programs_can_read_it(self) -> None:
        assert [row["code"] for row in stranger().get(f"{API}/problems").json()["results"]] == list(KINDS)

    @pytest.mark.parametrize("unit", ["day", "hour"])
    def test_a_number_brings_its_unit_along(self, unit: str) -> None:
        """Else people read “Leave players 1 day day to enter”."""
        for kind in KINDS.values():
            assert f"{{{unit}s}} {unit}" not in str(kind.detail), kind.code

    @pytest.mark.usefixtures("servers")
    def test_a_type_leads_to_it(self) -> None:
        assert stranger().get(stranger().get(f"{API}/nothing").json()["type"]).status_code == 200

    def test_every_reason_of_the_rules_has_its_sentence(self) -> None:
        paths = [*(ROOT / "engine").rglob("*.py"), *(ROOT / "games").rglob("*.py")]
        sources = [path.read_text() for path in paths]
        reasons = {code for source in sources for code in _codes(source, {"IllegalMove", "MalformedMove"})}
        assert reasons
        assert reasons <= words.REFUSALS.keys()

    def test_only_what_a_client_may_wait_for_is_a_429(self) -> None:
        """The longest of them, for codes, is over within an hour; quotas of days are 403 with `ends_at`."""
        waits = {code for code, kind in KINDS.items() if kind.status == 429}
        assert waits == {"too_many_requests", "too_many_streams", "too_many_codes"}

    def test_every_kind_has_a_cause(self) -> None:
        """A code that stands only in lists of what an operation may answer never comes."""
        paths = [path for app in APPS for path in (ROOT / app).rglob("*.py") if "words" not in path.parts]
        causes = {code for path in paths for code in _causes(ast.parse(path.read_text()))}
        assert KINDS.keys() - causes == set(), "no source raises them"

    @pytest.mark.parametrize("path", sorted((ROOT / "games").rglob("*.py")), ids=lambda path: path.stem)
    def test_it_knows_every_refusal(self, path: Path) -> None:
        statuses = {
            Refused: {400, 409, 429},
            NotFound: {404},
            Forbidden: {403},
            QuotaSpent: {403},
            Unprocessable: {422},
            Unavailable: {503},
        }
        by_name = {kind.__name__: allowed for kind, allowed in statuses.items()}
        source = path.read_text()
        for call in ast.walk(ast.parse(source)) if any(f"{name}(" in source for name in by_name) else ():
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in by_name:
                if isinstance(call.args[0], ast.Constant):
                    assert KINDS[str(call.args[0].value)].status in by_name[call.func.id], ast.unparse(call)
                assert not {keyword.arg for keyword in call.keywords} & MEMBERS, ast.unparse(call)


def _codes(source: str, names: set[str]) -> Iterator[str]:
    """Yield the codes raised with one of these exceptions."""
    for call in ast.walk(ast.parse(source)) if any(f"{name}(" in source for name in names) else ():
        if isinstance(call, ast.Call) and ast.unparse(call.func).removeprefix("engine.") in names:
            for part in ast.walk(call.args[0]):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value


def _causes(source: ast.Module) -> Iterator[str]:
    """Yield the texts that may be codes, without those of lists that only describe an operation."""
    described: set[int] = set()
    for node in ast.walk(source):
        is_assigned = isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Tuple)
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        is_list = is_assigned and all(isinstance(target, ast.Name) and target.id.isupper() for target in targets)
        if is_list or (isinstance(node, ast.Call) and ast.unparse(node.func).endswith("problems")):
            described |= {id(part) for part in ast.walk(node)}
    for node in ast.walk(source):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in described:
            yield node.value


@pytest.mark.django_db
def test_without_postgresql_the_answer_says_when_to_come_again() -> None:
    def gone(*_: Any) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    client = client_of(player("Ada"))
    with connection.execute_wrapper(gone):
        answer = client.get(f"{API}/me")

    check(answer, 503, "unavailable")
    assert int(answer["Retry-After"]) > 0


@pytest.mark.django_db
def test_nor_is_it_an_error_when_postgresql_goes_while_a_refusal_is_answered() -> None:
    """The check whether the player may know of the game comes after the refusal."""
    host = player("Ada")
    game = lobby.create_game(host=host, wishes=lobby.Wishes(ruleset="usa@1", seats=2, time_per_move=DAY), now=NOON)
    client = client_of(host)
    seen: list[str] = []

    def noted(execute: Any, sql: str, *given: Any) -> Any:
        seen.append(sql)
        return execute(sql, *given)

    def gone(execute: Any, sql: str, *given: Any) -> Any:
        if sql == last:
            raise OperationalError("server closed the connection unexpectedly")
        return execute(sql, *given)

    with connection.execute_wrapper(noted):
        check(client.get(f"{API}/games/{game.id}/options"), 409, "game_not_running")
    last = next(sql for sql in reversed(seen) if sql.startswith("SELECT"))
    assert seen.count(last) == 1
    with connection.execute_wrapper(gone):
        check(client.get(f"{API}/games/{game.id}/options"), 503, "unavailable")
