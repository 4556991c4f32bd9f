"""Orders to the site by email: flexible, but without guessing, and a typo never becomes another order."""

import random
import string
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from hypothesis import example, given, settings
from hypothesis import strategies as st

import engine
from games.names import TABLE_WORDS, prepared, validate_player_name
from games.presentation import words
from games.table.clocks.terms import PRESETS, Terms
from notifications.inbox.orders import lines as inbox_lines
from notifications.inbox.orders.lines import OrdersRead, StoppedAt, Why
from notifications.inbox.site import actions, tables
from notifications.inbox.site.handlers import EXAMPLES, HANDLERS
from notifications.inbox.site.orders import (
    AtTable,
    Help,
    MakeTable,
    Rename,
    SendMail,
    ShowGames,
    ShowSettings,
    ShowTables,
    SignUp,
    SiteOrder,
    StopMail,
)
from notifications.inbox.site.parser import PHRASES, SiteWords

TITLES = {game: words.title(game) for game in engine.RULESETS}
ID = "k7qm3xwd9abc"
USUAL: dict[str, object] = {"options": {}}
SPELLED = [
    ("Hi, open tables please", ShowTables),
    ("Hello Night Mail, stop all mail", StopMail),
    ("help", Help),
    ("Help!", Help),
    ("my games", ShowGames),
    ("Show me the open tables, please", ShowTables),
    ("settings", ShowSettings),
    ("stop all mail", StopMail),
    ("Unsubscribe", StopMail),
    ("Unsubscribe please", StopMail),
    ("please unsubscribe me", StopMail),
    ("send mail again", SendMail),
]


def read(lines: Sequence[str]) -> OrdersRead[SiteOrder]:
    return inbox_lines.read(lines, SiteWords(engine.RULESETS, TITLES))


def orders(*lines: str) -> tuple[SiteOrder, ...]:
    return read(lines).orders


def unread(*lines: str) -> StoppedAt | None:
    return read(lines).stopped


@pytest.mark.parametrize(("line", "kind"), SPELLED)
def test_words(line: str, kind: type) -> None:
    assert [type(order) for order in orders(line)] == [kind]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("sign up Ada", "Ada"),
        ("Sign me up as “Zoë L.”", "Zoë L."),
        ("please sign up Ada Lovelace.", "Ada Lovelace"),
        ("REGISTER: Ада", "Ада"),
        ("Sign up as Mara, please!", "Mara"),
        ("sign up Mara please.", "Mara"),
    ],
)
def test_a_name_is_as_it_was_typed(line: str, name: str) -> None:
    assert orders(line) == (SignUp(name, line),)


@pytest.mark.parametrize("line", ["rename me Mara", "Please change my name to “Mara”, thanks", "Rename me to: Mara."])
def test_another_name(line: str) -> None:
    assert orders(line) == (Rename("Mara", line),)


@pytest.mark.parametrize("line", ["call me later", "Call me 555 1234", "change my name back", "rename me Ada again"])
def test_talk_of_names_and_calls_changes_no_name(line: str) -> None:
    assert not [order for order in read([line]).orders if isinstance(order, Rename)]


@pytest.mark.parametrize(
    ("line", "kind", "table"),
    [
        ("join 2", "join", "2"),
        ("Join table #2.", "join", "2"),
        (f"accept {ID.upper()}", "accept", ID),
        ("decline", "decline", ""),
        (f"leave the game {ID}", "leave", ID),
        ("start", "start", ""),
    ],
)
def test_tables_by_number_and_id(line: str, kind: str, table: str) -> None:
    (order,) = orders(line)
    assert isinstance(order, AtTable)
    assert (order.kind, order.table, order.stand_ins) == (kind, table, False)


def test_stand_ins_only_where_a_game_starts() -> None:
    assert orders("start 1 with stand-ins")[0].stand_ins  # type: ignore[union-attr]
    assert unread("join 1 with stand-ins") is not None
    assert orders("start with 2 players")[0].players == 2  # type: ignore[union-attr]
    assert unread("join 1 with 2 players") is not None


@pytest.mark.parametrize(
    ("line", "table"),
    [
        (
            "new usa, 4 seats, daily, with Bela and Carl",
            {"ruleset": "usa@1", "seats": 4, "terms": PRESETS["daily"], "guests": ("Bela", "Carl")},
        ),
        (
            "New Old West game for 3 with Felix and Sam, 1 day, called Gold rush please",
            {
                "ruleset": "old_west@1",
                "seats": 3,
                "terms": Terms(timedelta(1)),
                "guests": ("Felix", "Sam"),
                "name": "Gold rush",
            },
        ),
        ("new card game table for 2, please", {"ruleset": "card_game@1", "seats": 2}),
        ("New game: Ticket to Ride for 3, weekly", {"ruleset": "usa@1", "seats": 3, "terms": Terms(timedelta(days=7))}),
        (
            "new card game 2 players 2 days per move",
            {"ruleset": "card_game@1", "seats": 2, "terms": Terms(timedelta(2))},
        ),
        (
            "new old west, with alvin, with “Ada L.”, bela@mail.example; private",
            {
                "ruleset": "old_west@1",
                "seats": 3,
                "options": {"alvin": True},
                "guests": ("Ada L.", "bela@mail.example"),
                "public": False,
                "invited_only": True,
            },
        ),
        (
            "new usa with 2 stand-ins, called Night train, invited only",
            {
                "ruleset": "usa@1",
                "seats": 3,
                "stand_ins": 2,
                "name": "Night train",
                "invited_only": True,
                "public": False,
            },
        ),
        (
            "new card game for 3, daily, invite only, called Aces, with Mara and petra@mail.example",
            {
                "ruleset": "card_game@1",
                "seats": 3,
                "terms": PRESETS["daily"],
                "public": False,
                "invited_only": True,
                "name": "Aces",
                "guests": ("Mara", "petra@mail.example"),
            },
        ),
        (
            "new usa with 2 stand-ins, invited only, public",
            {"ruleset": "usa@1", "seats": 3, "stand_ins": 2, "invited_only": True, "public": True},
        ),
    ],
)
def test_new_tables(line: str, table: dict[str, object]) -> None:
    assert orders(line) == (MakeTable(line=line, **(USUAL | table)),)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["usa", "usa 1910", "usa mega", "USA Big Cities"])
def test_games_on_one_map_are_told_apart(name: str) -> None:
    (order,) = orders(f"new {name}, 4 seats")
    assert isinstance(order, MakeTable)
    assert (order.ruleset, order.seats) == (f"{name.lower().replace(' ', '_')}@1", 4)


@pytest.mark.parametrize(
    ("line", "reason", "suggestions"),
    [
        ("new usa 1901, 2 seats", "which_part", ("new usa 1910",)),
        ("opne tables", "not_understood", ("open tables",)),
        ("sgn up Ada", "not_understood", ("sign up Ada",)),
        ("sign up for your newsletter", "which_name", ()),
        ("join us for dinner", "which_table", ()),
        ("join table of Ada", "which_table", ()),
        ("leave", "which_table", ()),
        ("new uas, 2 seats", "which_part", ("new usa",)),
        ("new to this, sorry", "which_part", ()),
        ("new usa", "how_many_seats", ()),
        ("new usa, 3 seats, 4 seats", "which_part", ()),
        ("new usa, 3 seats, with alvin", "which_part", ()),
        ("stop", "not_understood", ("stop all mail",)),
        ("games are fun", "not_understood", ()),
    ],
)
def test_what_looks_like_an_order_ends_it(line: str, reason: str, suggestions: tuple[str, ...]) -> None:
    found = read(["Hello,", line, "stop all mail"])
    assert found.orders == ()
    assert found.stopped is not None
    assert (found.stopped.line, found.stopped.reason) == (line, reason)
    assert found.stopped.suggestions[: len(suggestions)] == suggestions


def test_what_help_shows_is_read() -> None:
    assert [order.line for order in orders(*EXAMPLES)] == list(EXAMPLES)


def test_talk_around_orders_is_passed_over() -> None:
    found = read(["Hi there!", "I heard of you from Ada.", "games", "Best,", "Stuart"])
    assert found.orders == (ShowGames("games"),)
    assert found.stopped is None


def test_the_guide_s_orders_are_read() -> None:
    guide = Path(engine.__file__).parents[1] / "docs" / "playing-by-mail.md"
    part = guide.read_text(encoding="utf-8").partition("## Without a game")[2].partition("\n## ")[0]
    given = [line.strip() for line in part.splitlines() if line.startswith("    ")]
    found = read(given)
    assert found.stopped is None
    assert [order.line for order in found.orders] == given
    assert {type(order) for order in found.orders} == set(HANDLERS)


@given(st.lists(st.text(max_size=60), max_size=6))
@example(["new " + "a," * 300])
@example(["sign up \x00"])
@example(["join ٣"])
def test_nothing_makes_it_fail(lines: list[str]) -> None:
    read(lines)


TALK = ["we", "all", "the", "mail", "table", "tables", "open", "up", "Ada", "2", "games", "out", "please", "and", "usa"]
WHOLE = {"games", "tables", "open tables", "mail"}


@given(st.lists(st.sampled_from(TALK), min_size=4, max_size=8, unique=True))
def test_a_sentence_orders_nothing(said: list[str]) -> None:
    kept = [word for word in said if word not in {"all", "the", "please", "mail"}]
    if " ".join(kept) not in WHOLE and kept != ["open", "games"]:
        assert orders(" ".join(["yesterday", *said])) == ()


@given(st.sampled_from(PHRASES), st.integers(0, 2**32), st.sampled_from(["", " 2", f" {ID}", " Ada", " usa, 3 seats"]))
def test_a_slip_of_the_hand_is_never_another_order(phrase: str, seed: int, rest: str) -> None:
    meant = {type(order) for order in orders(phrase + rest)}
    rnd = random.Random(seed)
    place = rnd.randrange(len(phrase))
    letter = rnd.choice(string.ascii_lowercase)
    slipped = rnd.choice([phrase[:place] + phrase[place + 1 :], phrase[:place] + letter + phrase[place:]])
    assert {type(order) for order in orders(slipped + rest)} <= meant


SAID_OF_TABLES = [
    *("4", "two", "a", "an", "one", "for", "of", "us", "seats", "seat", "p", "4p", "players", "people", "person"),
    *("every", "each", "day", "days", "3", "hours", "week", "weekly", "per", "move", "turn", "stand-in", "stand-ins"),
    *("public", "private", "by", "invitation", "only", "invited", "brisk", "daily", "relaxed", "slow", "please"),
    *("and", "with", "invite", "inviting", "called", "named", "name", "new", "game", "table", "the", "join", "usa"),
    *("Anna", "Otto", "Zoë", "Ann", "Émile", *(word for title in TITLES.values() for word in title.split())),
    *(option for rules in engine.RULESETS.values() for option in rules.variants),
    *(part for game in engine.RULESETS for part in game.partition("@")[0].split("_")),
]
"""Words from orders, from games, and from people's messages."""


def spelled(word: str) -> st.SearchStrategy[str]:
    return st.sampled_from(
        [word, word.title(), word.upper(), word.replace("a", "á"), word[:3], f"{word[0]}'{word[1:]}"]
    )


def names_of_people() -> st.SearchStrategy[str]:
    words_said = st.lists(st.sampled_from(SAID_OF_TABLES).flatmap(spelled), min_size=1, max_size=4)
    joined = st.tuples(words_said, st.sampled_from([" ", "-", ". "])).map(lambda parts: parts[1].join(parts[0]))
    return joined.map(prepared).filter(is_name)


def is_name(text: str) -> bool:
    """Check that it is a valid name that does not end like a sentence or a quotation."""
    with suppress(ValidationError):
        validate_player_name(text)
        return len(text) <= 30 and text[-1] not in ".'’)"
    return False


@pytest.mark.long
@settings(max_examples=1000)
@given(names_of_people(), names_of_people())
def test_whatever_people_are_called_a_table_with_them_is_one_with_them(one: str, other: str) -> None:
    (order,) = orders(f"new usa, 4 seats, daily, with {one}, {other} and Bela")
    assert isinstance(order, MakeTable)
    assert (order.guests, order.seats, order.terms, order.public) == ((one, other, "Bela"), 4, PRESETS["daily"], True)
    (short,) = orders(f"new usa with {one} and {other}")
    assert isinstance(short, MakeTable)
    assert (short.guests, short.seats) == ((one, other), 3)


def test_every_word_of_a_table_is_known_to_those_who_name_people() -> None:
    assert set(tables._WORDS) == TABLE_WORDS
    assert PRESETS.keys() <= TABLE_WORDS


REVERSALS = ["no wait, I stay", "no, wait", "No wait, that is wrong", "not yet", "hold on"]


@pytest.mark.parametrize(
    "order", ["leave k7qm3xwd9abc", "start k7qm3xwd9abc with stand-ins", "stop all mail", "new usa, 3 seats"]
)
@pytest.mark.parametrize("reversal", REVERSALS)
def test_a_line_that_takes_an_order_back_is_asked_about(order: str, reversal: str) -> None:
    read_orders = actions.read([order, "", reversal], is_asked=False)
    assert read_orders.orders == ()
    assert read_orders.stopped == StoppedAt(reversal, Why.TAKEN_BACK)
    assert read_orders.meant_below == (order,)


@pytest.mark.parametrize(
    "talk", ["Thanks a lot!", "Best,\nAda", "Can't wait to play with you all.", "No worries about the delay"]
)
def test_talk_below_an_order_takes_nothing_back(talk: str) -> None:
    assert actions.read(["new usa, 3 seats", "", *talk.split("\n")], is_asked=False).orders
