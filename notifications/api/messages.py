"""Schemas of everything that streams and webhooks tell, by type, for the API's document."""

from collections.abc import Iterable, Mapping
from typing import Final

from engine.codec import Json
from games.api.unions import ref
from notifications.models import AccountEvent
from notifications.outbox.webhooks.events import TITLES
from notifications.streams.events import Form

ID: Final = {"type": "string"}
INSTANT: Final = {"type": "string", "format": "date-time"}
COUNT: Final = {"type": "integer"}


def _or_null(schema: Json) -> Json:
    return {"oneOf": [schema, {"type": "null"}]}


MEMBERS: Final[Mapping[str, Json]] = {
    "game": ID,
    "at": INSTANT,
    "entry": COUNT,
    "kind": ref("EntryKind"),
    "seat": ref("SeatNumber"),
    "your_seat": {**ref("SeatNumber"), "description": "Your own seat."},
    "prompt": ref("PromptId"),
    "deadline_at": INSTANT,
    "line": {**COUNT, "description": "The number of the line that was said."},
    "last": {**COUNT, "description": "The number of the last line that was said."},
    "by": {**ID, "description": "The id of the player who said it."},
    "dispute": {**ID, "description": "The dispute's id."},
    "proposal": {**ID, "description": "The proposal's id."},
    "season": {**ID, "description": "The id of the league's season."},
    "club": {**ID, "description": "The club's id."},
    "cup": {**ID, "description": "The cup's id."},
    "round": COUNT,
    "reason": {"type": "string", "enum": ["cannot_resume"], "description": "Why."},
    "logged": {**ref("Entry"), "description": "With `full`: the entry."},
    "said": {**ref("TalkLine"), "description": "With `full`: the line."},
    "view": {**_or_null(ref("GameDetail")), "description": "With `full`: the game as its player may know it."},
    "webhook": {**ID, "description": "The webhook's id."},
    "player": {**ID, "description": "The id of the player whom it concerns."},
    "links": {**ref("GameLinks"), "description": "Where to find the game, and its board."},
    "games": {"type": "array", "items": ref("WaitingGame"), "description": "Your open and running games."},
    "invitations": {"type": "array", "items": ID, "description": "The ids of games that you are invited to."},
}
"""The schemas of members, which mean the same in streams and in webhooks."""

IN_GAME: Final = ("game", "at")
OF_ENTRY: Final = (*IN_GAME, "entry", "kind", "seat", "your_seat", "prompt", "deadline_at")
NULL_IN: Final[Mapping[str, frozenset[str]]] = {
    "your_turn": frozenset({"seat"}),
    "game_over": frozenset({"seat", "prompt", "deadline_at"}),
    "paused": frozenset({"seat", "prompt", "deadline_at"}),
    "resumed": frozenset({"seat", "prompt", "deadline_at"}),
    "entry": frozenset({"seat", "prompt", "deadline_at"}),
}
"""Members that can be null, by type."""
OF_ACCOUNTS: Final[Mapping[str, tuple[str, ...]]] = {
    "account": ("games", "invitations"),
    "reset": ("reason",),
    **dict.fromkeys(NULL_IN, OF_ENTRY),
    "talk": (*IN_GAME, "line"),
    **dict.fromkeys(("dispute_opened", "dispute_comment", "dispute_closed"), (*IN_GAME, "dispute")),
    **dict.fromkeys(("proposal", "proposal_over"), (*IN_GAME, "proposal")),
    **dict.fromkeys(("nudge", "time_is_over"), (*IN_GAME, "prompt")),
}
"""Members of an account's events, by type; of all other types `IN_GAME`."""

QUESTION: Final = ("game", "your_seat", "prompt", "deadline_at")
IN_LOG: Final = ("game", "your_seat", "entry")
OF_WEBHOOKS: Final[Mapping[str, tuple[str, ...]]] = {
    "your_turn": (*IN_LOG, "prompt", "deadline_at"),
    **dict.fromkeys(("reminder", "time_is_over", "nudge", "plan_waits"), QUESTION),
    "somebody_is_late": ("game", "your_seat", "deadline_at"),
    **dict.fromkeys(("plan_stopped", "still_watched"), ("game", "your_seat")),
    **dict.fromkeys(("game_closed", "invitation", "table_answered"), ("game",)),
    "closing_soon": ("game", "deadline_at"),
    **dict.fromkeys(("proposal", "proposal_over"), ("game", "your_seat", "proposal")),
    **dict.fromkeys(("dispute_opened", "dispute_comment", "dispute_closed"), ("game", "your_seat", "dispute")),
    **dict.fromkeys(("seat_offered", "seat_taken", "seat_handed_over", "seat_passed_on"), ("game", "entry")),
    **dict.fromkeys(("season_began", "season_postponed", "season_over", "place_given", "place_lost"), ("season",)),
    **dict.fromkeys(("cup_round", "cup_result"), ("cup", "round")),
    **dict.fromkeys(("club_invited", "club_asked", "club_let_in", "club_host", "club_announced"), ("club",)),
    **dict.fromkeys(("cup_left", "cup_over", "cup_put_off", "cup_called_off"), ("cup",)),
    "entry": (*IN_LOG, "logged"),
    "talk": ("game", "your_seat", "line", "by", "said"),
    "test": (),
}
"""Members of a webhook's messages, by type; of all other types `IN_LOG`."""
SIGNED: Final = {
    "webhook-id": "The same each time that this message is posted.",
    "webhook-timestamp": "When it is posted, in seconds since 1970.",
    "webhook-signature": "Signatures by your secret, and for 24 hours by the one before.",
}
"""Headers of a message, as Standard Webhooks has them."""


def add(result: Json, **hook: object) -> Json:
    """Add the schemas to the generated document, refer to them from the streams, and describe the webhook."""
    schemas = result["components"]["schemas"]
    schemas["WaitingGame"] = _waiting_game()
    _add_union(schemas, "AccountStreamEvent", "An event of your account's stream.", _account_events())
    _add_union(schemas, "GameStreamEvent", "An event of a game's stream.", _game_events())
    _add_union(schemas, "WebhookMessage", "What is posted to your webhook.", _messages())
    for path, name in (("/api/v1/stream", "Account"), ("/api/v1/games/{game_id}/stream", "Game")):
        content = result["paths"][path]["get"]["responses"]["200"]["content"]
        content[Form.LINES.value]["schema"] = ref(f"{name}StreamEvent")
    result["webhooks"] = {"message": {"post": _receive()}}
    return result


def account_types() -> list[str]:
    """Return the types of an account's events."""
    return list(dict.fromkeys([*OF_ACCOUNTS, *AccountEvent.Kind.values]))


def _account_events() -> dict[str, Json]:
    return {
        kind: _event(kind, _members(OF_ACCOUNTS.get(kind, IN_GAME), NULL_IN.get(kind, frozenset())))
        for kind in account_types()
    }


def _game_events() -> dict[str, Json]:
    data = {"game": ref("GameDetail"), "entry": ref("Entry")}
    return {
        **{kind: _event(kind, {**schema, "description": "What happened."}) for kind, schema in data.items()},
        "talk": _event("talk", _members(["last"])),
        "reset": _event("reset", _members(["reason"])),
    }


def _messages() -> dict[str, Json]:
    return {kind: _message(kind, OF_WEBHOOKS.get(kind, IN_LOG)) for kind in TITLES}


def _event(kind: str, data: Json) -> Json:
    place = {**ID, "description": "Send it as `Last-Event-ID` to go on after this event."}
    return _record({"id": place, "type": {"type": "string", "const": kind}, "data": data})


def _message(kind: str, names: Iterable[str]) -> Json:
    """Return a message's schema; of the members of its data it has only what there is."""
    own = list(names)
    further = [*own, *(["view", "links"] if "game" in own else [])]
    data = {**_members(["webhook", "player", *further]), "required": ["webhook"]}
    sent = {**INSTANT, "description": "When it happened."}
    return _record({"type": {"type": "string", "const": kind}, "timestamp": sent, "data": data})


def _members(names: Iterable[str], nullable: frozenset[str] = frozenset()) -> Json:
    members = {name: _or_null(MEMBERS[name]) if name in nullable else dict(MEMBERS[name]) for name in names}
    return {**_record(members), "description": "What happened."}


def _record(members: Json) -> Json:
    return {"type": "object", "properties": members, "required": list(members)}


def _waiting_game() -> Json:
    question = _record({"prompt": ref("PromptId"), "type": ref("PromptType"), "deadline_at": dict(INSTANT)})
    members = {
        "game": dict(ID),
        "status": ref("GameStatus"),
        "head": {**COUNT, "description": "The number of its last entry."},
        "your_seat": dict(MEMBERS["your_seat"]),
        "waiting": {**_or_null(question), "description": "The question that you are asked there."},
    }
    return {**_record(members), "description": "A game of yours, and what it asks you."}


def _add_union(schemas: Json, name: str, about: str, variants: Mapping[str, Json]) -> None:
    """Add a union discriminated by `type`, and its variants: YourTurnWebhookMessage for `your_turn`."""
    names = {kind: "".join(part.title() for part in kind.split("_")) + name for kind in variants}
    for kind, schema in variants.items():
        schemas[names[kind]] = {**schema, "description": f"{about[:-1]}: `{kind}`."}
    mapping = {kind: ref(variant)["$ref"] for kind, variant in names.items()}
    schemas[name] = {
        "type": "object",
        "description": f"{about} New types may come: ignore those that you do not know.",
        "oneOf": [ref(variant) for variant in names.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def _receive() -> Json:
    return {
        "operationId": "receive_message",
        "summary": "Be called when something happens",
        "description": "We post this to the address that you have registered; docs/webhooks.md says what to answer.",
        "tags": ["webhooks"],
        "security": [],
        "parameters": [
            {"name": name, "in": "header", "required": True, "schema": {"type": "string"}, "description": about}
            for name, about in SIGNED.items()
        ],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": ref("WebhookMessage")}},
        },
        "responses": {
            "204": {"description": "You have it; any other 2xx will do as well."},
            "410": {"description": "You want no more: we switch the webhook off."},
        },
    }
