"""Expectations of pages and elements, in any engine."""

from collections.abc import Callable
from re import Pattern
from typing import TYPE_CHECKING, Final, overload

from playwright.sync_api import Locator as PlaywrightLocator
from playwright.sync_api import Page as PlaywrightPage
from playwright.sync_api import expect as expect_of_playwright

from tests.browser.engines.elements import DrivenLocator, wait_until
from tests.browser.engines.interface import Expectation, Locator

if TYPE_CHECKING:
    # Playwright's types say where these belong only in the module that makes them.
    from playwright.sync_api._generated import LocatorAssertions, PageAssertions

TEXT: Final = "one => one.textContent.replace(/\\s+/g, ' ').trim()"


@overload
def expect(actual: PlaywrightPage) -> "PageAssertions": ...
@overload
def expect(actual: PlaywrightLocator) -> "LocatorAssertions": ...
@overload
def expect(actual: Locator) -> Expectation: ...
def expect(actual: PlaywrightPage | PlaywrightLocator | Locator) -> "PageAssertions | LocatorAssertions | Expectation":
    """Return the assertions for a page or element, with as much patience as Playwright's `expect` has."""
    if isinstance(actual, PlaywrightPage):
        return expect_of_playwright(actual)
    if isinstance(actual, PlaywrightLocator):
        return expect_of_playwright(actual)
    assert isinstance(actual, DrivenLocator)
    return DrivenExpectation(actual)


class DrivenExpectation:
    """Assertions about an element found by WebDriver, which wait until they hold."""

    def __init__(self, locator: DrivenLocator) -> None:
        self._locator = locator

    def to_be_visible(self) -> None:
        self._wait(self._locator.is_visible, "is visible")

    def to_be_hidden(self) -> None:
        self._wait(lambda: not self._locator.count() or not self._locator.is_visible(), "is hidden")

    def to_have_count(self, count: int) -> None:
        self._wait(lambda: self._locator.count() == count, f"are {count}")

    def to_have_text(self, expected: str) -> None:
        self._wait(lambda: self._text() == _single_spaced(expected), f"has the text {expected!r}")

    def not_to_have_text(self, expected: str) -> None:
        self._wait(lambda: self._text() != _single_spaced(expected), f"has no longer the text {expected!r}")

    def to_contain_text(self, expected: str) -> None:
        self._wait(lambda: _single_spaced(expected) in self._text(), f"contains {expected!r}")

    def to_have_value(self, value: str | Pattern[str]) -> None:
        self._wait(lambda: _matches(value, str(self._locator.evaluate("one => one.value"))), f"has the value {value!r}")

    def not_to_have_attribute(self, name: str, value: str) -> None:
        self._wait(lambda: self._locator.get_attribute(name) != value, f"has another {name} than {value!r}")

    def _text(self) -> str:
        return str(self._locator.evaluate(TEXT))

    def _wait(self, condition: Callable[[], bool], words: str) -> None:
        wait_until(condition, f"{self._locator} {words}")


def _single_spaced(text: str) -> str:
    return " ".join(text.split())


def _matches(expected: str | Pattern[str], actual: str) -> bool:
    return actual == expected if isinstance(expected, str) else bool(expected.search(actual))
