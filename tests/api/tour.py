"""A tour of every operation of the API that records requests and answers as the schema's examples."""

import re
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import F
from rest_framework.test import APIClient

from games.models import Player, Turn
from notifications import links
from notifications.lists import Stream
from tests.api import tour_of_bots, tour_of_clubs, tour_of_cups, tour_of_leagues, tour_of_push, tour_of_webhooks
from tests.api.people import API, client_of, mailed_code, newest_mail, stranger, with_secret
from tests.games.admins import GROUPS, admin

MOST_ROWS, MOST_MEMBERS, SHOWN = 6, 12, 2
"""Longer lists and larger maps are cut to their first rows."""


@dataclass
class Notes:
    """Recorded requests and answers by operation."""

    document: dict[str, Any]
    found: dict[str, dict[str, Any]] = field(default_factory=dict)

    def note(self, method: str, path: str, body: Any, answer: Any) -> None:
        """Record the first successful answer of an operation as its example."""
        operation = self.operation(method, path)
        kept = self.found.setdefault(operation["operationId"], {})
        good = answer.status_code < 300
        if body is not None and (good or "request" not in kept):
            kept.setdefault("request", body)
        if "Location" in answer.headers:
            assert "Location" in operation["responses"][str(answer.status_code)]["headers"], operation["operationId"]
        if good and answer.get("Content-Type", "").startswith("application/json"):
            kept.setdefault("answers", {}).setdefault(str(answer.status_code), short(answer.json()))

    def operation(self, method: str, path: str) -> dict[str, Any]:
        """Return the operation that the schema describes for this request."""
        plain = path.partition("?")[0]
        for template, item in self.document["paths"].items():
            if method in item and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), plain):
                found: dict[str, Any] = item[method]
                return found
        raise LookupError(f"{method} {path}")


@dataclass
class Tourist:
    """A client with a token whose requests are recorded."""

    notes: Notes
    http: APIClient
    player: Player | None = None

    def do(self, method: str, path: str, body: Any = None) -> Any:
        answer = getattr(self.http, method)(f"{API}{path}", body, format="json")
        assert answer.status_code < 500, (method, path, answer.content)
        self.notes.note(method, f"{API}{path}", body, answer)
        is_json = answer.get("Content-Type", "").startswith("application/json")
        return answer.json() if is_json and answer.content else {}


def short(body: Any) -> Any:
    """Return the body with long lists and large maps cut, and without secrets that look real."""
    if isinstance(body, list):
        return [short(each) for each in (body if len(body) <= MOST_ROWS else body[:SHOWN])]
    if isinstance(body, dict):
        named = all(re.fullmatch("[a-z_]+", name) for name in body)
        rows = body if named or len(body) <= MOST_MEMBERS else dict(list(body.items())[:SHOWN])
        return {name: "nm_example" if name == "secret" else short(value) for name, value in rows.items()}
    return body[:200] if isinstance(body, str) and body.startswith("M") and len(body) > 400 else body


def tour(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Call every operation once; return the recorded examples by operation."""
    notes = Notes(document)
    somebody = Tourist(notes, stranger())
    people = [tourist(notes, name) for name in ("Bela", "Cleo", "Dora")]
    boss = admin("Head", *GROUPS)
    head = Tourist(notes, client_of(boss), boss)
    for walk in (_accounts, _made_and_ended, _rulesets):
        walk(somebody, people[0])
    game = _made(people)
    for visit in (_played, _argued):
        visit(people, head, game)
    _ruled(head, people, game)
    _seats(people, head, game)
    _ended(people, head)
    _series(people)
    tour_of_clubs.walk(people)
    tour_of_leagues.walk(people)
    tour_of_cups.walk(people, [tourist(notes, name) for name in ("Emil", "Fay")])
    tour_of_webhooks.walk(people[0], Tourist(notes, tour_of_webhooks.app_of(boss)))
    tour_of_push.walk(people[0])
    tour_of_bots.walk(people[0], somebody)
    _listed(people[0])
    return dict(sorted(notes.found.items()))


def _listed(secretary: Tourist) -> None:
    """Try out a list of pairings, create it, and read its results."""
    wish = {"ruleset": "usa@1", "clock": {"time_per_move": "P1D"}}
    pairings = [{"players": ["Cleo", "Dora"], "name": "Board 1"}, {"players": ["Bela", "Cloe"], "name": "Board 2"}]
    secretary.do("post", "/game-lists?dry_run=true", {**wish, "games": pairings})
    listed = "player,player,name\nCleo,Dora,Board 1\n"
    here = f"/game-lists/{secretary.do('post', '/game-lists', {**wish, 'csv': listed})['id']}"
    secretary.do("get", here)
    secretary.do("get", f"{here}/results.csv")


def tourist(notes: Notes, name: str) -> Tourist:
    """Return a new player."""
    made = Player.objects.create_user(f"{name.lower()}@example.org", name)
    return Tourist(notes, client_of(made), made)


def _accounts(somebody: Tourist, someone: Tourist) -> None:
    asked = somebody.do("post", "/accounts", {"email": "ada@example.org", "name": "Ada", "time_zone": "Europe/London"})
    code = {"confirmation": asked["confirmation"], "code": mailed_code("ada@example.org")}
    somebody.do("post", "/accounts/confirm", code)
    somebody.do("post", "/accounts/sign-in", {"email": "ada@example.org"})
    assert someone.player is not None
    token = links.unsubscribe_token(someone.player.pk, Stream.GAMES)
    somebody.do("get", f"/unsubscribe/{token}")
    somebody.do("post", f"/unsubscribe/{token}")
    _guest(somebody)
    ada = Player.objects.get(name="Ada")
    night = {"begin": "22:00", "end": "07:00"}
    for method, path, body in (
        ("get", "/me", None),
        ("patch", "/me", {"quiet_hours": night, "days_off": ["sun"]}),
        ("get", "/me/address", None),
        ("post", "/me/address", {"email": "bela@mail.example"}),
        ("get", "/me/address", None),
        ("delete", "/me/address", None),
        ("get", "/me/export", None),
        ("post", "/me/vacations", {"ends_at": "2026-03-20T00:00:00Z"}),
        ("get", "/me/vacations", None),
        ("put", f"/me/relations/{ada.pk}/block", None),
        ("get", "/me/relations", None),
        ("delete", f"/me/relations/{ada.pk}/block", None),
        ("get", "/me/apps", None),
        ("delete", "/me/browsers", None),
        *(("get", path, None) for path in ("/tokens", "/tokens/current")),
        ("patch", "/me/mail", {"streams": {"games": "daily"}, "quiet_hours": night}),
        ("get", "/me/mail", None),
        ("get", "/me/mail/addresses", None),
        ("delete", "/me/mail/refusal", None),
        *((method, "/me/calendar", None) for method in ("post", "get", "delete")),
        ("put", "/me/table-wish", {"ruleset": "usa@1", "pace": "daily", "seats": 3}),
        *((method, "/me/table-wish", None) for method in ("get", "delete")),
        ("delete", "/me/links", None),
        ("delete", "/me", None),
        ("get", "/problems", None),
    ):
        someone.do(method, path, body)


def _guest(somebody: Tourist) -> None:
    """Practice as a guest, and give an address later."""
    came = somebody.do("post", "/accounts/guest", {"time_zone": "Europe/London"})
    guest = Tourist(somebody.notes, with_secret(came["token"]["secret"]))
    guest.do("post", "/practice", {"ruleset": "usa@1"})
    guest.do("post", "/me/keep", {"email": "finn@example.org", "name": "Finn"})
    guest.do("delete", "/me")


def _made_and_ended(somebody: Tourist, someone: Tourist) -> None:
    """Create things that a player can end again: a vacation, an invitation, tokens."""
    vacation = someone.do("get", "/me/vacations")["results"][0]
    someone.do("delete", f"/me/vacations?starts_at={vacation['starts_at']}")
    invitation = someone.do("post", "/me/sign-up-invitations")
    someone.do("get", "/me/sign-up-invitations")
    someone.do("delete", f"/me/sign-up-invitations/{invitation['id']}")
    made = someone.do("post", "/tokens", {"label": "my bot", "scopes": ["games:read", "games:play"]})
    someone.do("delete", f"/tokens/{made['id']}")
    extra = Tourist(someone.notes, client_of(Player.objects.get(name="Ada")))
    extra.do("delete", "/tokens/current")


def _rulesets(somebody: Tourist, someone: Tourist) -> None:
    for path in ("", "/usa@1", "/usa@1/geometry", "/usa@1/board.svg"):
        somebody.do("get", f"/rulesets{path}")


def _wishes(**more: Any) -> dict[str, Any]:
    return {"ruleset": "usa@1", "seats": 3, "clock": {"time_per_move": "P1D"}, "order": "fixed", **more}


def _made(people: list[Tourist]) -> str:
    """Return a running game of all three, with first tickets chosen."""
    host, second, third = people
    names = [each.player.name for each in people if each.player]
    game: str = host.do("post", "/games", _wishes(name="The night train", access="invitation"))["id"]
    host.do("post", f"/games/{game}/invitations", {"players": names[1:], "addresses": ["friend@example.com"]})
    second.do("post", f"/games/{game}/join", {"contribution": "c0ffee"})
    second.do("put", f"/games/{game}/contribution", {"contribution": "beef"})
    second.do("post", f"/games/{game}/leave")
    second.do("post", f"/games/{game}/join", {"contribution": "beef"})
    third.do("post", f"/games/{game}/join")
    two = host.do("post", "/games", _wishes())["id"]
    second.do("post", f"/games/{two}/join")
    host.do("post", f"/games/{two}/start", {"stand_ins": False})
    host.do("get", "/games?filter=waiting&include=position")
    host.do("get", f"/players?name={names[1]}")
    _linked(host, third)
    _invited(host, second)
    for each in people:
        _choose(each, game)
        if each is host:
            host.do("delete", f"/games/{game}/entries/2")
            _choose(host, game)
    return game


def _linked(host: Tourist, guest: Tourist) -> None:
    """Create a table and pass on its join link."""
    game = host.do("post", "/games", _wishes(access="invitation"))["id"]
    token = host.do("put", f"/games/{game}/join-link")["token"]
    host.do("get", f"/games/{game}/join-link")
    guest.do("get", f"/invitations/{token}")
    guest.do("post", f"/invitations/{token}/join", {"contribution": "cafe"})
    host.do("delete", f"/games/{game}/join-link")


def _invited(host: Tourist, guest: Tourist) -> None:
    """Create a table and invite three addresses."""
    game = host.do("post", "/games", _wishes(access="invitation"))["id"]
    addresses = [f"{name}@example.net" for name in ("gina", "cleo", "finn")]
    host.do("post", f"/games/{game}/invitations", {"addresses": addresses})
    emails = [newest_mail(address).context or {} for address in addresses]
    new, old, never = (f"/invitations/{email['link'].rpartition('/')[2]}" for email in emails)
    nobody = Tourist(host.notes, stranger())
    nobody.do("get", new)
    nobody.do("post", f"{new}/sign-up", {"name": "Gina", "time_zone": "Europe/London"})
    guest.do("post", f"{old}/join")
    nobody.do("post", f"{never}/decline")


def _choose(one: Tourist, game: str) -> None:
    legal = one.do("get", f"/games/{game}/options")
    one.do("post", f"/games/{game}/moves", {"prompt": legal["prompt"], "move": legal["moves"][0]["move"]})


def _played(people: list[Tourist], head: Tourist, game: str) -> None:
    host, _, third = people
    here = f"/games/{game}"
    legal = host.do("get", f"{here}/options")
    move = {"prompt": legal["prompt"], "moves": ["draw deck", "draw deck"]}
    host.do("post", f"{here}/moves?dry_run=true", {"prompt": legal["prompt"], "move": "draw deck"})
    host.do("post", f"{here}/moves", move)
    for path in ("", "?include=legal_moves", "/log", "/entries/2", "/points", "/board.svg", "/board.png", "/absences"):
        host.do("get", f"{here}{path}")
    host.do("put", f"{here}/plan", {"orders": ["draw wanted else deck", "stop when last round"]})
    host.do("get", f"{here}/plan")
    host.do("delete", f"{here}/plan")
    host.do("put", f"{here}/note", {"text": "Denver first, then the coast."})
    host.do("get", f"{here}/note")
    _talked(people, game)
    _agreed(people, game)
    host.do("delete", f"{here}/pause")
    away = {"absence": {"begin": "2026-03-03", "end": "2026-03-08", "text": "In the mountains."}}
    third.do("patch", "/me/mail", away)
    host.do("get", f"{here}/absences")
    host.do("put", f"/me/mail/games/{game}", {"streams": {"turns": "hourly"}})


def _talked(people: list[Tourist], game: str) -> None:
    host, second, third = people
    here = f"/games/{game}"
    host.do("post", f"{here}/talk", {"text": "Sorry, Denver had to be."})
    line = second.do("get", f"{here}/talk?since=0")["results"][-1]
    second.do("put", f"{here}/talk/read", {"number": line["number"]})
    host.do("put", f"{here}/talk/open", {"open": False})
    third.do("put", f"/me/relations/{line['by']['id']}/friend")
    third.do("get", "/me/company")
    newest = third.do("get", "/me/notices")["results"][0]
    third.do("post", "/me/notices/read", {"until": newest["id"]})
    third.do("get", f"/players/{line['by']['id']}")
    third.do("get", f"/players/{line['by']['id']}/games")
    third.do("get", "/rulesets/usa@1/leaderboard")
    third.do("delete", f"/me/relations/{line['by']['id']}/friend")
    reported = third.do("post", f"{here}/talk/report", {"number": line["number"], "text": "Not nice."})
    third.do("delete", f"/disputes/{reported['id']}")
    Turn.objects.filter(game=game).update(opened_at=F("opened_at") - timedelta(days=2))
    host.do("post", f"{here}/nudge")


def _agreed(people: list[Tourist], game: str) -> None:
    """Propose more time, which one player declines, and an end, which is withdrawn."""
    host, second, _third = people
    here = f"/games/{game}"
    more = {"kind": "extended", "hours": 24}
    host.do("post", f"{here}/proposals?dry_run=true", more)
    host.do("post", f"{here}/proposals", more)
    first = host.do("get", f"{here}/proposals")["results"][0]
    second.do("get", f"{here}/proposals/{first['id']}")
    second.do("post", f"{here}/proposals/{first['id']}/decline")
    ended = second.do("post", f"{here}/proposals", {"kind": "ended", "how": "adjudicated"})
    host.do("post", f"{here}/proposals/{ended['id']}/agree")
    second.do("delete", f"{here}/proposals/{ended['id']}")


def _argued(people: list[Tourist], head: Tourist, game: str) -> None:
    host, second, _ = people
    wish = {"kind": "mistaken_move", "text": "I drew where I meant to claim."}
    dispute = second.do("post", f"/games/{game}/disputes", wish)["id"]
    host.do("post", f"/disputes/{dispute}/comments", {"text": "Fine with me."})
    host.do("get", f"/disputes/{dispute}")
    host.do("get", f"/games/{game}/disputes")
    for path in ("/admin/queue", "/admin/disputes", f"/admin/disputes/{dispute}"):
        head.do("get", path)
    head.do("post", f"/admin/disputes/{dispute}/comments", {"text": "Do all of you agree?"})
    head.do("post", f"/admin/disputes/{dispute}/settle", {"outcome": "dismissed", "text": "The move stays."})
    other = second.do("post", f"/games/{game}/disputes", wish)["id"]
    second.do("delete", f"/disputes/{other}")


def _ruled(head: Tourist, people: list[Tourist], game: str) -> None:
    settings.TWO_PERSON_RULINGS = False
    there = f"/admin/games/{game}/rulings"
    order = {"kind": "extended", "hours": 24}
    head.do("post", f"{there}?dry_run=true", {"order": order})
    entry = head.do("post", there, {"order": order, "text": "The server was down."})["entry"]
    head.do("post", f"{there}/{entry}/undo?dry_run=true")
    head.do("post", f"{there}/{entry}/undo", {"text": "It was not."})
    settings.TWO_PERSON_RULINGS = True
    second = admin("Second", *GROUPS)
    other = Tourist(head.notes, client_of(second), second)
    correction = {"order": {"kind": "corrected", "seat": 0, "points": 3}, "text": "Three points were missing."}
    taken_back = head.do("post", there, correction)["id"]
    head.do("get", "/admin/rulings")
    head.do("post", f"/admin/rulings/{taken_back}/withdraw")
    proposed = head.do("post", there, correction)["id"]
    other.do("post", f"/admin/rulings/{proposed}/confirm")
    settings.TWO_PERSON_RULINGS = False
    bulk = head.do("post", "/admin/bulk", {"order": order, "games": [game]})["id"]
    player = people[2].player
    assert player is not None
    measure = {"kind": "muted", "until": "2026-03-09T12:00:00Z", "text": "Please be kind."}
    head.do("post", f"/admin/players/{player.pk}/moderation", measure)
    for path in ("/admin/bulk/" + bulk, f"/admin/games/{game}", f"/admin/players/{player.pk}", "/admin/audit"):
        head.do("get", path)
    head.do("get", "/admin/audit/export?as=csv")
    head.do("get", "/admin/mentions")
    head.do("post", "/admin/mentions/1", {"decision": "leave"})
    people[0].do("get", f"/games/{game}/rulings")


def _seats(people: list[Tourist], head: Tourist, game: str) -> None:
    host, _, third = people
    here = f"/games/{game}"
    third.do("post", f"{here}/stand-in")
    third.do("post", f"{here}/return")
    third.do("post", f"{here}/resign")
    guest = tourist(host.notes, "Emma")
    host.do("post", f"{here}/offers", {"seat": 2, "player": "Emma"})
    host.do("get", f"{here}/offers")
    guest.do("get", "/open-seats")
    guest.do("delete", f"{here}/offers/2")
    host.do("post", f"{here}/offers", {"seat": 2, "player": "Emma"})
    guest.do("post", f"{here}/take-over", {"seat": 2})


def _ended(people: list[Tourist], head: Tourist) -> None:
    """End a game by an admin, and let the players open its secrets."""
    host, second, _ = people
    game = host.do("post", "/games", _wishes(seats=2))["id"]
    second.do("post", f"/games/{game}/join")
    order = {"kind": "ended", "how": "adjudicated"}
    head.do("post", f"/admin/games/{game}/rulings", {"order": order, "text": "Both of you wanted that."})
    for each in (host, second):
        each.do("post", f"/games/{game}/open-secrets")
    host.do("get", f"/games/{game}/scoring")
    host.do("get", f"/games/{game}/export")
    host.do("get", "/games/export")
    host.do("get", f"/games/{game}/film.gif")
    for each in (host, second):
        each.do("post", f"/games/{game}/again")


def _series(people: list[Tourist]) -> None:
    """Play two games of a series, with a player who considers leaving after the first."""
    host, second, _ = people
    game = host.do("post", "/games", _wishes(seats=2, games=2))["id"]
    second.do("post", f"/games/{game}/join")
    series = host.do("get", f"/games/{game}/series")["id"]
    host.do("get", f"/series/{series}")
    second.do("post", f"/series/{series}/leave")
    second.do("post", f"/series/{series}/stay")
