"""No translated text is cut, searched, capitalized or glued, wherever texts are shown."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = (
    *("games/presentation", "games/web", "games/table", "games/competitions", "games/lobby", "games/templatetags"),
    *("games/refusals.py", "notifications"),
)
NO_TEXTS: Final = (
    *("notifications/admin", "notifications/doctor", "notifications/management", "notifications/migrations"),
    *("notifications/inbox/orders", "notifications/inbox/reading", "notifications/inbox/sender"),
    *("notifications/inbox/reports", "notifications/inbox/webhooks", "notifications/outbox/calls"),
    *("games/presentation/pictures/workshop", "games/table/store", "games/table/plans"),
)
"""What admins read is English, and what people write to us is read by rules of its own."""
CASES: Final = frozenset({"capitalize", "casefold", "lower", "swapcase", "title", "upper"})
CUTS: Final = frozenset(
    {
        *("endswith", "lstrip", "partition", "removeprefix", "removesuffix", "rpartition", "rsplit", "rstrip"),
        *("split", "startswith", "strip"),
    }
)
PUNCTUATION: Final = re.compile(r"[.?!:;,…]+ ?|[ ,;]+(?:and|or|then) ")
"""What stands in and between sentences."""
JOINT: Final = re.compile(r"[.;,]+ |[ ,;]+(?:and|or|then) ")
"""What stands between the things of a list."""
OF_NAMES: Final = frozenset({"games/templates/web/clubs/club.html"})
"""The first letter of a player's name."""
FILTERS: Final = re.compile(r"\|(?:capfirst|lower|upper|title|cut:|join:\"[,;])")
ALLOWED: Final[Mapping[str, frozenset[str]]] = {
    "the ids of prompts, rulesets, options, events and links, and the parts of addresses": frozenset(
        {
            "games/presentation/pictures/geometry.py: file_name",
            "games/presentation/replay/timeline.py: took",
            "games/presentation/words/proposed_changes.py: _seat_of",
            "games/presentation/words/rulings.py: decide",
            "games/refusals.py: _city",
            "games/table/agreements/own_move.py: _find_deadline",
            "games/lobby/by_address.py: read",
            "games/web/competition_forms.py: agreed",
            "games/web/new_table.py: wishes",
            "games/web/seat_link/browsers.py: held",
            "games/web/settings/handed.py: given",
            "games/web/table/lesson.py: _read_progress",
            "games/web/table/lesson.py: find_coach",
            "games/web/table/questions/claim.py: _tell_finality",
            "games/web/unsent.py: _leads_to_sign_in",
            "notifications/api/messages.py: _add_union",
            "notifications/api/webhook_forms.py: refuse_events",
            "notifications/letters/addresses.py: find_returned",
            "notifications/letters/addresses.py: sender",
            "notifications/letters/addresses.py: short_macs",
            "notifications/letters/site_questions.py: about",
            "notifications/links.py: _check_seasonal",
            "notifications/reply_addresses.py: is_ours",
            "notifications/reply_addresses.py: token_in",
            "notifications/web/calendar.py: get",
        }
    ),
    "style sheets, scripts, queries and what programs send": frozenset(
        {
            "games/presentation/pictures/ground.py: _read_rules",
            "games/presentation/pictures/raster.py: _definitions",
            "games/table/play/due_work.py: question",
            "games/web/offline/install.py: service_worker",
            "notifications/api/app_credentials.py: authenticate",
            "notifications/letters/octets.py: _header_line",
            "notifications/streams/accounts.py: ",
            "notifications/streams/asgi.py: ",
        }
    ),
    "what people type, and the orders that they type": frozenset(
        {
            "games/table/play/stand_ins.py: _free_name",
            "games/web/forms.py: clean",
            "games/web/settings/erase.py: clean_name",
            "games/web/table/planned.py: example",
            "games/web/table/steps.py: _split_parts",
            "notifications/letters/shown.py: _join_moves",
            "notifications/inbox/acceptance.py: _is_for_complaints",
            "notifications/inbox/acceptance.py: accept",
            "notifications/inbox/binding.py: _is_about_its_game",
            "notifications/inbox/binding.py: _is_of_site",
            "notifications/inbox/binding.py: _peel_prefixes",
            "notifications/inbox/binding.py: _split_html",
            "notifications/inbox/binding.py: named_addresses",
            "notifications/inbox/consent.py: _read_words",
            "notifications/inbox/consent.py: consent_in",
            "notifications/inbox/digests.py: _find_games_of",
            "notifications/inbox/digests.py: _is_meant",
            "notifications/inbox/digests.py: _is_unclear",
            "notifications/inbox/door.py: _may_refuse",
            "notifications/inbox/explanations.py: _not_understood",
            "notifications/inbox/explanations.py: is_of_the_game",
            "notifications/inbox/mailbox.py: __post_init__",
            "notifications/inbox/mailbox.py: _fetch_headers",
            "notifications/inbox/reply.py: short",
            "notifications/inbox/site/actions.py: _is_of_a_game",
            "notifications/inbox/site/actions.py: act",
            "notifications/inbox/site/answers.py: _choose_subject",
            "notifications/inbox/site/parser.py: _find_name",
            "notifications/inbox/site/pipeline.py: _choose_lines",
            "notifications/inbox/site/tables.py: _take_words",
            "notifications/inbox/site/welcome.py: asks",
            "notifications/inbox/site_addresses.py: is_own",
        }
    ),
    "our documents, which are in English, and what is looked for in them": frozenset(
        {
            "games/web/manual/document_pages.py: _move_numbers",
            "games/web/manual/document_pages.py: find_anchor",
            "games/web/manual/search.py: _count",
            "games/web/manual/search.py: find_sections",
            "games/web/manual/search.py: words",
        }
    ),
    "the first sentence of an email's first paragraph, which is enlarged": frozenset(
        {"notifications/letters/document.py: headed"}
    ),
}


def list_files() -> Iterator[Path]:
    for room in ROOMS:
        path = ROOT / room
        for file in [path] if path.suffix else sorted(path.rglob("*.py")):
            if not file.relative_to(ROOT).as_posix().startswith(NO_TEXTS):
                yield file


def find_surgery(file: Path) -> Iterator[tuple[str, str]]:
    """Yield each function of a file that cuts, glues or capitalizes, and how."""
    name = file.relative_to(ROOT).as_posix()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_surgery(node, node.func):
            around = [one.name for one in functions if one.lineno <= node.lineno <= (one.end_lineno or 0)]
            yield f"{name}: {around[-1] if around else ''}", ast.unparse(node)


def is_surgery(call: ast.Call, method: ast.Attribute) -> bool:
    if method.attr in CASES:
        return not call.args
    if method.attr == "join":
        return is_text_of(JOINT, method.value)
    return method.attr in CUTS and bool(call.args) and is_text_of(PUNCTUATION, call.args[0])


def is_text_of(pattern: re.Pattern[str], node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(pattern.fullmatch(node.value))


def test_no_text_is_cut_glued_or_capitalized() -> None:
    surgery = {place: how for file in list_files() for place, how in find_surgery(file)}
    allowed = frozenset[str]().union(*ALLOWED.values())
    assert {place: how for place, how in surgery.items() if place not in allowed} == {}
    assert allowed - surgery.keys() == set()


def test_no_template_changes_the_letters_of_a_text() -> None:
    templates = [file for app in ("games", "notifications") for file in sorted((ROOT / app).glob("templates/**/*.*"))]
    found = {
        file.relative_to(ROOT).as_posix(): FILTERS.findall(file.read_text(encoding="utf-8"))
        for file in templates
        if "admin" not in file.parts
    }
    assert {name: filters for name, filters in found.items() if filters and name not in OF_NAMES} == {}


@pytest.mark.parametrize(
    "line",
    [
        "text.capitalize()",
        'sentence.removesuffix(".")',
        'sentence.partition(". ")',
        '", ".join(names)',
        '" or ".join(names)',
        "heading.upper()",
    ],
)
def test_what_would_break_a_translation_is_found(line: str) -> None:
    call = ast.parse(line, mode="eval").body
    assert isinstance(call, ast.Call)
    assert isinstance(call.func, ast.Attribute)
    assert is_surgery(call, call.func)
