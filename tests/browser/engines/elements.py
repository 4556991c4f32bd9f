"""Pages and elements controlled by WebDriver commands, with automatic waiting like Playwright's."""

import time
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any, Final, TypeVar

from playwright.sync_api import ViewportSize

from tests.browser.engines.interface import Role
from tests.browser.engines.protocols import Driver, DriverError

PATIENCE: Final = 20.0
"""Seconds: a slow machine is no error of the page."""
ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"
"""The key that marks an element in a script's arguments and results."""
PASSING: Final = frozenset(
    {
        "detached shadow root",
        "element click intercepted",
        "element not interactable",
        "javascript error",
        "no such element",
        "stale element reference",
        "unknown error",
    }
)
"""Errors that can occur while a page changes and may disappear a moment later."""
FIELDS: Final = "input:not([type=hidden]), select, textarea, button, output, [role=slider]"
ROLES: Final[Mapping[Role, str]] = {
    "alert": "[role=alert]",
    "button": "button, [role=button], input[type=submit]",
    "contentinfo": "footer",
    "heading": "h1, h2, h3, h4",
    "link": "a[href]",
    "main": "main",
    "navigation": "nav",
    "status": "[role=status], output",
}
VISIBLE: Final = """
function isVisible(one) {
  if (getComputedStyle(one).display === "contents") return Array.from(one.children).some(isVisible);
  return one.checkVisibility({visibilityProperty: true}) && one.getClientRects().length > 0;
}
"""
FIND: Final = f"""
{VISIBLE}
const [selector, announced, ...parents] = arguments;
const isFound = one => !announced || one.checkVisibility({{visibilityProperty: true}});
const within = parents.length ? parents : [document];
const shown = ":visible";
const matches = (one, part) => part.endsWith(shown)
  ? one.matches(part.slice(0, -shown.length)) && isVisible(one) : one.matches(part);
const parts = selector.split(/,(?![^(]*\\))/).map(part => part.trim());
const every = selector.replaceAll(shown, "");
return within.flatMap(parent => Array.from(parent.querySelectorAll(every)))
  .filter(one => isFound(one) && (every === selector || parts.some(part => matches(one, part))));
"""
"""Finds elements by a selector, of which `:visible` is Playwright's own."""
FILL: Final = """
const [one, value] = arguments;
one.focus();
one.value = value;
for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, {bubbles: true}));
"""
"""Sets dates and sliders by script, because they cannot be typed into; Playwright does the same."""
TYPED: Final = "one => one.matches('textarea, input:not([type=date], [type=time], [type=range])')"
LISTEN: Final = """
const keep = words => {
  const before = JSON.parse(sessionStorage.getItem("complaints") ?? "[]");
  sessionStorage.setItem("complaints", JSON.stringify([...before, words]));
};
addEventListener("error", event => keep(event.message));
addEventListener("unhandledrejection", event => keep(String(event.reason)));
addEventListener("securitypolicyviolation", event => keep(`${event.violatedDirective} forbids ${event.blockedURI}`));
"""
KEYS: Final[Mapping[str, str]] = {
    "ArrowDown": "\ue015",
    "ArrowLeft": "\ue012",
    "ArrowRight": "\ue014",
    "ArrowUp": "\ue013",
    "End": "\ue010",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Home": "\ue011",
    "Shift": "\ue008",
    "Space": " ",
    "Tab": "\ue004",
}
Result = TypeVar("Result")


def wait_until(condition: Callable[[], bool], words: str) -> None:
    """Wait until the condition holds, even while the page changes."""

    def check() -> None:
        assert condition(), f"it is not so that {words}"

    patiently(check)


def patiently(action: Callable[[], Result]) -> Result:
    """Repeat the action until it succeeds or fails for a lasting reason."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return action()
        except DriverError as error:
            if error.kind not in PASSING or time.monotonic() > end:
                raise
        except AssertionError:
            if time.monotonic() > end:
                raise
        time.sleep(0.02)


class Scope:
    """A page, or elements of one, in which elements are searched."""

    driver: Driver

    def locator(self, selector: str) -> "DrivenLocator":
        return DrivenLocator(self.driver, selector, self._parent())

    def get_by_label(self, text: str) -> "DrivenLocator":
        return DrivenLocator(self.driver, FIELDS, self._parent(), announced=True, name=text)

    def get_by_role(self, role: Role, *, name: str = "", exact: bool = False, level: int = 0) -> "DrivenLocator":
        """Return the elements with this role, by tag or attribute, and this name, as the engine tells it to screen
        readers."""
        selector = f"h{level}" if level else ROLES[role]
        return DrivenLocator(self.driver, selector, self._parent(), announced=True, name=name, exact=exact)

    def _parent(self) -> "DrivenLocator | None":
        return None


@dataclass(frozen=True)
class DrivenLocator(Scope):
    """Elements by a selector within others or the whole page, optionally by accessible name; all of them, or one."""

    driver: Driver
    selector: str
    parent: "DrivenLocator | None" = None
    announced: bool = False
    name: str = ""
    exact: bool = False
    place: int | None = None

    @property
    def first(self) -> "DrivenLocator":
        return replace(self, place=0)

    @property
    def last(self) -> "DrivenLocator":
        return replace(self, place=-1)

    def count(self) -> int:
        return len(self._find())

    def wait_for(self) -> None:
        wait_until(self.is_visible, f"{self.selector} {self.name} is visible")

    def click(self) -> None:
        patiently(lambda: self.driver.call("ElementClick", id=self._only()))

    def dblclick(self) -> None:
        patiently(self._click_twice)

    def fill(self, value: str) -> None:
        patiently(lambda: self._fill(value))

    def check(self, *, force: bool = False) -> None:
        """Tick a box by its label, as people do; a box with a custom drawing has no area of its own."""
        patiently(self._check)

    def select_option(self, value: str) -> list[str]:
        self.locator(f'option[value="{value}"]').click()
        return [value]

    def focus(self) -> None:
        self.evaluate("one => one.focus()")

    def inner_text(self) -> str:
        return str(self.evaluate("one => one.innerText"))

    def get_attribute(self, name: str) -> str | None:
        value = patiently(lambda: self._run("return arguments[0].getAttribute(arguments[1])", name))
        return None if value is None else str(value)

    def evaluate(self, expression: str) -> Any:
        return patiently(lambda: self._run(f"return ({expression})(arguments[0])"))

    def is_visible(self) -> bool:
        return bool(self._run(f"return ({VISIBLE})(arguments[0])"))

    def _parent(self) -> "DrivenLocator":
        return self

    def _run(self, script: str, *more: object) -> Any:
        return self.driver.call("ExecuteScript", script=script, args=[{ELEMENT: self._only()}, *more])

    def _find(self) -> list[str]:
        parents = [] if self.parent is None else [{ELEMENT: each} for each in self.parent._find()]
        if self.parent is not None and not parents:
            return []
        answer = self.driver.call("ExecuteScript", script=FIND, args=[self.selector, self.announced, *parents])
        # Firefox does not answer at all if it leaves the page meanwhile.
        elements = [element for element in (each[ELEMENT] for each in answer or ()) if self._is_meant(element)]
        return elements if self.place is None else elements[self.place :][:1]

    def _is_meant(self, element: str) -> bool:
        if not self.name:
            return True
        label = " ".join(str(self.driver.call("GetComputedLabel", id=element)).split())
        return label == self.name if self.exact else self.name.lower() in label.lower()

    def _only(self) -> str:
        elements = self._find()
        assert len(elements) == 1, f"{len(elements)} elements are {self.selector} {self.name}"
        return elements[0]

    def _click_twice(self) -> None:
        element = self._only()
        self._run("arguments[0].scrollIntoView({block: 'center'})")
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        move = {"type": "pointerMove", "x": 0, "y": 0, "origin": {ELEMENT: element}}
        mouse = {"type": "pointer", "id": "mouse", "actions": [move, *press, *press]}
        self.driver.call("PerformActions", actions=[mouse])

    def _fill(self, value: str) -> None:
        if not self._run(f"return ({TYPED})(arguments[0])"):
            self._run(FILL, value)
            return
        element = self._only()
        self.driver.call("ElementClear", id=element)
        self.driver.call("ElementSendKeys", id=element, text=value)

    def _check(self) -> None:
        if not self._run("return arguments[0].checked"):
            self._run("(arguments[0].labels[0] ?? arguments[0]).click()")


class DrivenKeyboard:
    """The keyboard, with single keys or Shift+Tab."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def press(self, key: str) -> None:
        keys = [KEYS.get(each, each) for each in key.split("+")]
        down = [{"type": "keyDown", "value": each} for each in keys]
        up = [{"type": "keyUp", "value": each} for each in reversed(keys)]
        self._driver.call("PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": [*down, *up]}])


class DrivenPage(Scope):
    """The page in a session's window."""

    def __init__(self, driver: Driver, address: str, resize: Callable[[int, int], object]) -> None:
        self.driver = driver
        self._address = address
        self._resize = resize

    @property
    def keyboard(self) -> DrivenKeyboard:
        return DrivenKeyboard(self.driver)

    def goto(self, url: str) -> None:
        self.driver.call("Navigate", url=self._address + url if url.startswith("/") else url)
        self.driver.call("ExecuteScript", script=LISTEN, args=[])

    def reload(self) -> None:
        self.driver.call("Refresh")

    def go_back(self) -> None:
        self.driver.call("Back")

    def wait_for_url(self, url: str) -> None:
        """Wait for an address that matches this pattern, with stars as wildcards."""
        wait_until(lambda: fnmatchcase(self.driver.call("GetCurrentURL"), url), f"the address is {url}")

    def evaluate(self, expression: str, arg: Any = None) -> Any:
        call = f"const told = {expression}; return typeof told === 'function' ? told(arguments[0]) : told;"
        return patiently(lambda: self.driver.call("ExecuteScript", script=call, args=[arg]))

    def screenshot(self) -> bytes:
        return b64decode(self.driver.call("TakeScreenshot", full=False))

    def list_complaints(self) -> list[str]:
        """List script errors and policy violations since each visited page was loaded."""
        return list(self.evaluate("() => JSON.parse(sessionStorage.getItem('complaints') ?? '[]')"))

    def set_viewport_size(self, viewport_size: ViewportSize) -> None:
        self._resize(viewport_size["width"], viewport_size["height"])


class DrivenContext:
    """A browser started for one story, with one window and its own cookies."""

    def __init__(self, page: DrivenPage, list_complaints: Callable[[], list[str]]) -> None:
        self._page = page
        self.list_complaints = list_complaints

    def new_page(self) -> DrivenPage:
        return self._page

    def add_cookies(self, cookies: Sequence[Any]) -> None:
        """Add cookies to the site, a page of which has to be open."""
        self._page.goto("/accounts/login/")
        for cookie in cookies:
            self._page.driver.call("AddCookie", cookie={"name": cookie["name"], "value": cookie["value"], "path": "/"})
