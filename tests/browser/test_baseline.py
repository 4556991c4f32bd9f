"""The style sheets use "Baseline widely available" features: supported by every major browser for two and a half years.

Newer ones are behind `@supports`, or are listed here with their effect when missing.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

FEATURES: Final = Path(__file__).parent / "node_modules" / "web-features" / "data.json"
SHEETS: Final = sorted((Path(__file__).parents[2] / "games" / "static").rglob("*.css"))
UNREAD: Final = re.compile(r"/\*.*?\*/|@namespace[^;]*;|url\([^)]*\)|\"[^\"]*\"", re.DOTALL)
BLOCK: Final = re.compile(r"([^{};]*)\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")
DECLARATION: Final = re.compile(r"(?:^|;)\s*([a-z-]+)\s*:([^;]*)")
WORD: Final = re.compile(r"(?<![\w#.-])[a-z][a-z-]*(?![\w-])")
FUNCTION: Final = re.compile(r"([a-z][a-z-]*)\(")
WITHOUT: Final[Mapping[str, str]] = {
    "css.at-rules.page": "paper has the browser's margins",
    "css.properties.accent-color": "ticks and dots have the browser's color",
    "css.properties.break-after.avoid": "on paper a name may stand at the foot of a column, above its points",
    "css.properties.cursor.default": "the usual pointer",
    "css.properties.cursor.pointer": "the usual pointer; phones have none",
    "css.properties.cursor.progress": "the usual pointer",
    "css.properties.font-family.ui-monospace": "the next font of the list",
    "css.properties.forced-color-adjust": "in forced colors, cards have words and signs alone",
    "css.properties.forced-color-adjust.auto": "in forced colors, cards have words and signs alone",
    "css.properties.forced-color-adjust.none": "in forced colors, cards have words and signs alone",
    "css.properties.line-clamp": "the prefixed one is known everywhere",
    "css.properties.print-color-adjust": "cards are printed without their grounds, with words and signs",
    "css.properties.print-color-adjust.exact": "cards are printed without their grounds, with words and signs",
    "css.properties.resize": "a field for text stays as large as it is",
    "css.properties.text-size-adjust": "phones held sideways may show larger letters",
    "css.properties.text-wrap.balance": "a heading's last line may be short",
    "css.properties.text-wrap.pretty": "a paragraph's last line may be short",
}
"""Newer features, and the effect in browsers that do not support them."""


@cache
def newer() -> Mapping[str, str]:
    """Return the compatibility keys of features that are not widely available, and since when all browsers support
    them."""
    assert FEATURES.exists(), "web-features is missing: make test-browser fetches it (it needs npm)"
    features = json.loads(FEATURES.read_text())["features"].values()
    statuses = [feature["status"].get("by_compat_key", {}) for feature in features if feature["kind"] == "feature"]
    return {
        key: status.get("baseline_low_date", "never")
        for by_key in statuses
        for key, status in by_key.items()
        if status["baseline"] != "high"
    }


def list_keys(sheet: str) -> Iterator[str]:
    """Yield the compatibility keys used in a sheet, except behind `@supports`."""
    for prelude, body in BLOCK.findall(sheet):
        head = prelude.strip()
        if head.startswith("@supports"):
            continue
        if head.startswith("@"):
            name, _, condition = head.removeprefix("@").partition(" ")
            yield f"css.at-rules.{name}"
            yield from (f"css.at-rules.{name}.{feature}" for feature in WORD.findall(condition))
            yield from list_keys(body) if "{" in body else list_properties(body)
        else:
            yield from (f"css.selectors.{name}" for name in re.findall(r"::?([a-z-]+)", head))
            yield from list_properties(body)


def list_properties(body: str) -> Iterator[str]:
    for name, value in DECLARATION.findall(body):
        yield f"css.properties.{name}"
        yield from (f"css.properties.{name}.{word}" for word in WORD.findall(value))
        for function in FUNCTION.findall(value):
            yield from (f"css.types.color.{function}", f"css.types.{function}")


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_a_style_sheet_is_widely_understood(path: Path) -> None:
    sheet = UNREAD.sub(" ", path.read_text())
    found = {key: newer()[key] for key in list_keys(sheet) if key in newer() and key not in WITHOUT}
    assert found == {}


def test_the_linter_finds_what_is_newer() -> None:
    sheet = "@media print { a { color: light-dark(#000, #fff); field-sizing: content } }"
    assert {"css.types.color.light-dark", "css.properties.field-sizing"} <= {*list_keys(sheet)} & {*newer()}
    assert [*list_keys(f"@supports (field-sizing: content) {{ {sheet} }}")] == []


def test_nothing_is_named_here_that_is_known_by_now() -> None:
    assert {*WITHOUT} <= {*newer()}
