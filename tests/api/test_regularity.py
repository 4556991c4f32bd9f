"""The API is regular: what is alike has the same name and the same form everywhere. Each exception has its reason."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.api.described import whole_document

INSTANTS: Final = {
    "at": "the instant of something that happens in an instant",
    "timestamp": "Standard Webhooks names it",
    "before": "of a deadline that moves",
    "after": "of a deadline that moves",
}
"""Names of instants that do not say which, with the reason; all others end in `_at`, `since` or `until`."""
BOUNDED: Final = {
    "find_player": "one player at most",
    "get_club_ladder": "the members of one club",
    "get_leaderboard": "the best hundred",
    "get_log": "read on by `since`",
    "get_talk": "read on by `since`",
    "get_club_talk": "read on by `since`",
    "list_absences": "one a seat",
    "list_admin_queue": "what waits now",
    "list_apps": "those that a player has let in",
    "list_bots": "those that take challenges",
    "list_club_members": "the members of one club",
    "list_company": "50 at most",
    "list_league_seasons": "the seasons of one league",
    "list_mentions": "what waits now",
    "list_my_bots": "a few at most",
    "list_open_disputes": "what waits now",
    "list_own_clubs": "a few at most",
    "list_problems": "all kinds of refusals",
    "list_push_subscriptions": "a player's devices",
    "list_relations": "500 of each kind at most",
    "list_rulesets": "all games",
    "list_seat_offers": "one a seat",
    "list_sender_addresses": "a player's own",
    "list_sign_up_invitations": "a few at most",
    "list_tokens": "a player's own",
    "list_vacations": "28 days a year",
    "list_webhook_deliveries": "the last 100",
    "list_webhooks": "ten at most",
}
"""Lists without `limit` and `cursor`: they are one short page, or are read on otherwise."""
ENDS: Final = {
    "call_off_cup": "the cup stays, with all that was played",
    "close_league": "the league stays; its season is played to the end",
    "withdraw_ruling": "it is one of two answers, with `confirm`",
}
"""Acts that end something and are no DELETE, with the reason. People who go leave, decline or resign."""
WORDS_FOR_AN_END: Final = re.compile(
    "/(call-off|cancel|close|delete|end|give-up|refuse|refusal|remove|revoke|withdraw)$"
)
UNANSWERED: Final = {
    ("change_bot", "challenges"): "in `policy`, with the next four",
    ("change_bot", "rulesets"): "in `policy`",
    ("change_bot", "shortest_time"): "in `policy`",
    ("change_bot", "longest_time"): "in `policy`",
    ("change_bot", "most_games"): "in `policy`",
    ("change_webhook", "on"): "`state` says more: why it is off",
    ("change_cup", "round_ends_at"): "in `rounds`",
    ("change_league", "starts_at"): "in `seasons`",
    ("change_league", "ends_at"): "in `seasons`",
}
"""Members of a PATCH that its answer has elsewhere."""
NUMBERS_OF_TIME: Final = {
    "days_left": "days of the allowance, which are no span of time",
    "hours": "an order that is stored in logs",
    "hours_before": "stored",
    "round_days": "days of the calendar, which are not all of 24 hours",
    "season_days": "days of the calendar, which are not all of 24 hours",
}
"""Spans of time that are no ISO durations, with the reason."""
METHODS: Final = ("get", "post", "put", "patch", "delete")
Document = dict[str, Any]


@pytest.fixture(scope="module")
def document(servers: None) -> Document:
    return whole_document()


def operations(document: Document) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        yield from ((method, path, item[method]) for method in METHODS if method in item)


def follow(document: Document, schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def members(document: Document) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield schema, name and own schema of all members."""
    for name, schema in document["components"]["schemas"].items():
        for member, inner in schema.get("properties", {}).items():
            yield name, member, follow(document, inner)


def types(schema: dict[str, Any]) -> set[str]:
    kind = schema.get("type", "")
    return set(kind if isinstance(kind, list) else [kind])


def answer(document: Document, operation: dict[str, Any]) -> dict[str, Any]:
    content = operation["responses"].get("200", {}).get("content", {}).get("application/json", {})
    return follow(document, content.get("schema", {}))


def test_instants_are_named_alike(document: Document) -> None:
    instants = {name for _, name, schema in members(document) if schema.get("format") == "date-time"}
    others = {name for name in instants if not re.search("(_at|_?since|_?until)$", name)}
    assert others == INSTANTS.keys()
    assert not [name for _, name, _ in members(document) if name in {"made_at", "begins_at", "begun_at"}]


def test_ids_are_texts(document: Document) -> None:
    ids = [(name, member, schema) for name, member, schema in members(document) if re.search("^(id|.*_id)$", member)]
    assert len(ids) > 50
    assert [found for found in ids if types(found[2]) - {"null"} != {"string"} and "anyOf" not in found[2]] == []


def test_a_ruleset_is_an_id_by_one_name_in_no_list(document: Document) -> None:
    """A client that is older than a ruleset can open a table of it, and look at its board."""
    schemas = document["components"]["schemas"]
    ids = [schema["properties"]["ruleset"] for schema in schemas.values() if "ruleset" in schema.get("properties", {})]
    ids += [schemas["RulesetSummary"]["properties"]["id"], schemas["Policy"]["properties"]["rulesets"]["items"]]
    ids += [
        parameter["schema"]
        for _, _, operation in operations(document)
        for parameter in operation.get("parameters", ())
        if parameter["name"] in {"ruleset", "ruleset_id"}
    ]
    assert len(ids) > 30
    assert [each for each in ids if "#/components/schemas/RulesetId" not in json.dumps(each)] == []
    listed = [schema for schema in list_enumerations(document) if any("@" in str(value) for value in schema)]
    assert listed == []


def list_enumerations(part: object) -> Iterator[list[object]]:
    if isinstance(part, dict):
        if isinstance(part.get("enum"), list):
            yield part["enum"]
        for inner in part.values():
            yield from list_enumerations(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from list_enumerations(inner)


def test_spans_of_time_are_iso_durations(document: Document) -> None:
    spans = {
        member
        for _, member, schema in members(document)
        if re.search("(days|hours|minutes|seconds)(_|$)", member) and types(schema) & {"integer", "number"}
    }
    assert spans == NUMBERS_OF_TIME.keys()


def test_lists_have_pages(document: Document) -> None:
    without = {
        operation["operationId"]
        for method, _, operation in operations(document)
        if method == "get" and "results" in answer(document, operation).get("properties", {})
        if not {"limit", "cursor"} <= {parameter["name"] for parameter in operation.get("parameters", [])}
    }
    assert without == BOUNDED.keys()
    assert not [path for _, path, operation in operations(document) if "array" in types(answer(document, operation))]


def test_what_post_has_made_delete_ends(document: Document) -> None:
    ends = {
        operation["operationId"]
        for method, path, operation in operations(document)
        if method == "post" and WORDS_FOR_AN_END.search(path)
    }
    assert ends == ENDS.keys()


def test_an_answer_to_a_change_has_its_shape(document: Document) -> None:
    elsewhere = set()
    for method, _, operation in operations(document):
        if method == "patch":
            body = follow(document, operation["requestBody"]["content"]["application/json"]["schema"])
            names = body["properties"].keys() - answer(document, operation)["properties"].keys()
            elsewhere |= {(operation["operationId"], name) for name in names}
    assert elsewhere == UNANSWERED.keys()


def test_each_form_of_text_has_one_media_type(document: Document) -> None:
    used = {
        media_type
        for _, _, operation in operations(document)
        for response in operation["responses"].values()
        for media_type in response.get("content", {})
    }
    pictures = {"image/gif", "image/png", "image/svg+xml"}
    texts = {"application/json", "application/problem+json", "application/x-ndjson", "text/csv", "text/event-stream"}
    assert used == {*pictures, *texts, "text/html"}


def test_nothing_is_tried_out_at_an_address_of_its_own(document: Document) -> None:
    own = re.compile("/(preview|dry-run|try)")
    assert not [path for _, path, _ in operations(document) if own.search(path)]
