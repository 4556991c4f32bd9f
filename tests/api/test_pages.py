"""Long lists, page by page, forward and back, with rows of equal instants and rows that come and go meanwhile."""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core.paginator import Paginator
from django.db.models import Model
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.api import pagination
from games.competitions.clubs import announcements
from games.ids import new_id
from games.keysets import RowPlace
from games.lobby import departures, lobby
from games.models import Cup, Dispute, Game, League, Player, Proposal, Ruling
from games.people import audit
from games.table.agreements import new_proposals
from games.table.disputes import lifecycle
from notifications.models import Notification
from notifications.policy import creation, kinds
from tests.api.described import whole_document
from tests.api.people import API, client_of
from tests.api.table import guests
from tests.clubs.club import founded as club_founded
from tests.competitions.cup import made
from tests.competitions.league import founded
from tests.games.admins import GROUPS, admin
from tests.games.stories import NOON, chosen, players, started
from tests.sweeps import at_length

pytestmark = pytest.mark.django_db

COUNT = 5
CASES = range(150)
AT_ONCE = range(12)


def pages(http: APIClient, path: str, way: str) -> Iterator[dict[str, Any]]:
    """Yield the pages from this URL on, following `next` or `previous`."""
    address: str | None = path
    while address:
        page = http.get(address).json()
        yield page
        address = page[way]


def rows(http: APIClient, path: str, way: str = "next") -> list[Any]:
    found = list(pages(http, path, way))
    return [row for page in (found if way == "next" else found[::-1]) for row in page["results"]]


def copied(row: Model) -> None:
    """Add copies of this row with the same instant."""
    for _ in range(COUNT - 1):
        row.pk = new_id()
        row.save(force_insert=True)


def five_games(people: Sequence[Player], *, begun: bool = True) -> list[Game]:
    games = [started(people) for _ in range(COUNT)]
    return [chosen(game) for game in games] if begun else games


def of_open_games() -> tuple[Player, str]:
    host, reader = players(2)
    for _ in range(COUNT):
        lobby.create_game(host=host, wishes=lobby.Wishes("usa@1", 3, timedelta(days=1)), now=NOON)
    return reader, "/games?filter=open"


def of_invitations() -> tuple[Player, str]:
    host, reader = players(2)
    wishes = lobby.Wishes("usa@1", 3, timedelta(days=1), access=Game.Access.INVITATION)
    for _ in range(COUNT):
        game = lobby.create_game(host=host, wishes=wishes, now=NOON)
        lobby.invite(host=host, game_id=game.pk, names=[reader.name], now=NOON)
    return reader, "/games?filter=invited"


def of_own_games() -> tuple[Player, str]:
    people = players(2)
    five_games(people, begun=False)
    return people[1], "/games?filter=mine"


def of_waiting_games() -> tuple[Player, str]:
    people = players(2)
    five_games(people, begun=False)
    return people[1], "/games?filter=waiting"


def of_all_games() -> tuple[Player, str]:
    reader, _path = of_own_games()
    return reader, "/games?filter=all&ruleset=usa@1"


def of_a_players_games() -> tuple[Player, str]:
    reader, _path = of_own_games()
    return reader, f"/players/{reader.pk}/games"


def of_open_seats() -> tuple[Player, str]:
    *people, reader = players(4)
    for game in five_games(people):
        departures.resign(player=people[1], game_id=game.pk, now=NOON)
    return reader, "/open-seats"


def of_cups() -> tuple[Player, str]:
    (host,) = players(1)
    copied(Cup.objects.get(pk=made(host).pk))
    return host, "/cups"


def of_announcements() -> tuple[Player, str]:
    (host,) = players(1)
    club = club_founded(host, now=NOON)
    copied(announcements.announce(host=host, club_id=club.pk, text="News", now=NOON))
    return host, f"/clubs/{club.pk}/announcements"


def of_clubs() -> tuple[Player, str]:
    founders = players(COUNT, "Founder")
    for founder in founders:
        club_founded(founder, now=NOON)
    return founders[0], "/clubs"


def of_leagues() -> tuple[Player, str]:
    (host,) = players(1)
    copied(League.objects.get(pk=founded(host).pk))
    return host, "/leagues"


def of_disputes() -> tuple[Player, str]:
    people = players(2)
    game = chosen(started(people))
    new = lifecycle.open_dispute(player=people[0], game_id=game.pk, kind=Dispute.Kind.OTHER, text="Look!", now=NOON)
    lifecycle.withdraw(player=people[0], dispute_id=new.pk, now=NOON)
    copied(Dispute.objects.get(pk=new.pk))
    return people[1], f"/games/{game.pk}/disputes"


def of_proposals() -> tuple[Player, str]:
    people = players(3)
    game = chosen(started(people))
    new = new_proposals.propose(player=people[0], game_id=game.pk, asked={"kind": "paused"}, now=NOON)
    new_proposals.withdraw(player=people[0], proposal_id=new.pk, now=NOON)
    copied(Proposal.objects.get(pk=new.pk))
    return people[1], f"/games/{game.pk}/proposals"


def of_rulings() -> tuple[Player, str]:
    people = players(2)
    game = chosen(started(people))
    for entry in range(1, COUNT + 1):
        Ruling.objects.create(
            game=game, kind="extended", entry=entry, asked={"kind": "extended"}, by=people[0], created_at=NOON
        )
    return people[1], f"/games/{game.pk}/rulings"


def of_rulings_that_wait() -> tuple[Player, str]:
    people = players(2)
    game = chosen(started(people))
    for _ in range(COUNT):
        Ruling.objects.create(
            game=game, kind="extended", state="proposed", asked={"kind": "extended"}, by=people[0], created_at=NOON
        )
    return admin("Rita", *GROUPS), "/admin/rulings"


def of_acts() -> tuple[Player, str]:
    rita, (somebody,) = admin("Rita", *GROUPS), players(1)
    for _ in range(COUNT):
        audit.note(rita, audit.EXPORTED, NOON, player=somebody)
    return rita, f"/admin/audit?player={somebody.pk}"


def of_notices() -> tuple[Player, str]:
    people, now = players(2), timezone.now()
    for _ in range(COUNT):
        game = started(people, now=now)
        creation.create([Notification(kind=kinds.PAUSE.name, player=people[1], game=game, created_at=now)])
    Notification.objects.exclude(kind=kinds.PAUSE.name).delete()
    return people[1], "/me/notices"


LISTS: dict[str, list[Callable[[], tuple[Player, str]]]] = {
    "list_games": [of_open_games, of_invitations, of_own_games, of_waiting_games, of_all_games],
    "list_games_of_player": [of_a_players_games],
    "list_open_seats": [of_open_seats],
    "list_cups": [of_cups],
    "list_leagues": [of_leagues],
    "list_clubs": [of_clubs],
    "list_club_announcements": [of_announcements],
    "list_disputes": [of_disputes],
    "list_table_proposals": [of_proposals],
    "list_rulings": [of_rulings],
    "list_proposals": [of_rulings_that_wait],
    "list_acts": [of_acts],
    "list_notices": [of_notices],
}
"""Each operation that reads by cursor; `export_games` is tested in `tests.api.test_archive`."""


@pytest.mark.parametrize("of_five", [one for some in LISTS.values() for one in some])
def test_five_rows_of_one_instant_come_once_on_the_way_there_and_back(
    of_five: Callable[[], tuple[Player, str]],
) -> None:
    reader, path = of_five()
    http = client_of(reader)
    address = f"{API}{path}{'&' if '?' in path else '?'}limit="
    whole = http.get(f"{address}{COUNT}").json()
    assert (len(whole["results"]), whole["next"], whole["previous"]) == (COUNT, None, None)
    there = list(pages(http, f"{address}2", "next"))
    assert [len(page["results"]) for page in there] == [2, 2, 1]
    assert [row for page in there for row in page["results"]] == whole["results"]
    back = list(pages(http, there[-1]["previous"], "previous"))
    assert [page["results"] for page in back] == [there[1]["results"], there[0]["results"]]
    assert rows(http, back[-1]["next"]) == whole["results"][2:]


def test_no_list_is_forgotten_here() -> None:
    document = whole_document()
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    by_cursor = {
        one["operationId"]
        for one in operations
        if any(asked["name"] == "cursor" for asked in one.get("parameters", ()))
    }
    assert by_cursor == LISTS.keys() | {"export_games"}


def test_every_order_ends_in_a_key_and_goes_one_way() -> None:
    kinds = [pagination.Pages, *pagination.Pages.__subclasses__()]
    for kind in kinds:
        at, key = kind.ordering
        assert key.lstrip("-") == "id"
        assert at.startswith("-") == key.startswith("-")


def test_a_program_that_joins_page_by_page_sees_every_invitation() -> None:
    host, someone = guests(2)
    wish = {"ruleset": "usa@1", "clock": {"time_per_move": "P1D"}}
    tables = [{"players": ["Guest 0", "Guest 1"]} for _ in range(COUNT)]
    host.post("/game-lists", {**wish, "games": tables}, 201)
    joined = 0
    for page in pages(someone.http, f"{API}/games?filter=invited&limit=2", "next"):
        for game in page["results"]:
            someone.post(f"/games/{game['id']}/join")
            joined += 1
    assert joined == COUNT


def games_at(*instants: int) -> list[str]:
    """Create public games at these seconds after noon; return their ids."""
    host = Player.objects.first() or players(1)[0]
    made_then = [
        Game(
            host=host,
            ruleset="usa@1",
            seats_wanted=2,
            time_per_move=timedelta(days=1),
            created_at=NOON + timedelta(seconds=at),
            commitment="0" * 64,
        )
        for at in instants
    ]
    return [game.pk for game in Game.objects.bulk_create(made_then)]


@pytest.mark.parametrize("seed", at_length(CASES, at_once=AT_ONCE))
def test_rows_that_were_there_all_the_time_are_never_missed_nor_shown_twice(seed: int) -> None:
    """Read to the end and back, while others come and go before and after, and at the same instant."""
    random, http = Random(seed), APIClient()
    limit, instants = random.randint(1, 6), range(random.randint(1, 4))
    games_at(*random.choices(instants, k=random.randint(0, 20)))
    guests_there = set(Game.objects.values_list("pk", flat=True))
    stay = set(random.sample(sorted(guests_there), k=len(guests_there) // 2))
    at_first = [key for key in in_order() if key in stay]

    def comes_and_goes() -> None:
        games_at(*random.choices(instants, k=random.randint(0, 3)))
        going = [key for key in in_order() if key not in stay]
        Game.objects.filter(pk__in=random.sample(going, k=min(len(going), random.randint(0, 3)))).delete()

    def walk(address: str, way: str) -> tuple[list[list[str]], str]:
        found, last = [], address
        for page in pages(http, address, way):
            found.append([row["id"] for row in page["results"]])
            last = page["previous" if way == "next" else "next"] or last
            comes_and_goes()
        return found, last

    there, back_again = walk(f"{API}/games?limit={limit}", "next")
    seen = [key for page in there for key in page]
    assert len(set(seen)) == len(seen)
    assert [key for key in seen if key in stay] == at_first
    last_page = [key for key in there[-1] if key in stay]
    back, _ = walk(back_again, "previous") if len(there) > 1 else ([], "")
    seen = [key for page in back[::-1] for key in page]
    assert len(set(seen)) == len(seen)
    if back:
        assert [key for key in seen if key in stay] == at_first[: len(at_first) - len(last_page)]


def in_order() -> list[str]:
    return list(Game.objects.order_by("-created_at", "-id").values_list("pk", flat=True))


def test_a_page_that_has_become_empty_leads_to_those_that_are_there() -> None:
    http = APIClient()
    games_at(*range(6))
    first = http.get(f"{API}/games?limit=2").json()
    second = http.get(first["next"]).json()
    keys = in_order()
    Game.objects.filter(pk__in=keys[:2]).delete()
    before = http.get(second["previous"]).json()
    assert (before["results"], before["previous"]) == ([], None)
    assert [row["id"] for row in http.get(before["next"]).json()["results"]] == keys[2:4]
    Game.objects.filter(pk__in=keys[4:]).delete()
    after = http.get(second["next"]).json()
    assert (after["results"], after["next"]) == ([], None)
    assert [row["id"] for row in http.get(after["previous"]).json()["results"]] == keys[2:4]


@pytest.mark.parametrize("key", ["", "0", "\0", "x" * 13, "٣", "_", "2026-03-02T12:00:00Z_abc", "a b"])
@pytest.mark.parametrize("path", ["/games", "/open-seats"])
def test_a_place_that_no_row_can_have_is_no_cursor(path: str, key: str) -> None:
    http = client_of(players(1)[0])
    answer = http.get(f"{API}{path}", {"cursor": f"2026-03-02T12:00:00Z_{key}"})
    expected = 200 if key == "0" else 400
    assert answer.status_code == expected
    if expected == 400:
        assert answer.json()["errors"][0]["parameter"] == "cursor"


@pytest.mark.parametrize("key", ["999999999999999999999", "9" * 5000, "-1", "1.5"])
def test_numbers_that_no_key_has_are_refused(key: str) -> None:
    answer = client_of(players(1)[0]).get(f"{API}/open-seats", {"cursor": f"2026-03-02T12:00:00Z_{key}"})
    assert answer.status_code == 400


def test_a_place_is_read_as_it_is_written() -> None:
    place = RowPlace(NOON + timedelta(microseconds=1), new_id())
    assert RowPlace.read(str(place)) == place


def test_the_order_is_compared_as_a_row_which_an_index_answers(django_assert_num_queries: Any) -> None:
    games_at(*[0] * 40)
    page = Client().get(f"{API}/games?limit=2").json()
    with django_assert_num_queries(3) as captured:
        Client().get(page["next"])
    assert '("games_game"."created_at", "games_game"."id") < (' in captured[0]["sql"]


NUMBERED = ("/tables", "/bots", "/cups", "/cups?over=1", "/leagues", "/leagues?closed=1", "/leaderboard", "/players/{}")


@pytest.mark.parametrize("path", NUMBERED)
def test_numbered_pages_for_browsers_are_cut_from_a_whole_order(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With rows that compare equal, PostgreSQL may order each page differently."""
    begin, cut = Paginator.__init__, []

    def watched(self: Any, rows: Any, *rest: Any, **more: Any) -> None:
        cut.append(rows.query.order_by[-1])
        begin(self, rows, *rest, **more)

    monkeypatch.setattr(Paginator, "__init__", watched)
    assert Client().get(path.format(players(1)[0].pk)).status_code == 200
    assert [name.lstrip("-") in {"pk", "id"} for name in cut] == [True]
