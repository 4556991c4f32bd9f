"""Writing SVG: elements with escaped attributes, and numbers as short as possible."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from xml.sax.saxutils import escape, quoteattr

from games.presentation.pictures.lettering import Lettering


def element(name: str, *content: str, **attributes: str | float) -> str:
    """Write an element. `content` is SVG already; attributes are escaped: `_` becomes `-`, a last `_` is dropped."""
    attribute_text = "".join([_attribute(key, value) for key, value in attributes.items()])
    return f"<{name}{attribute_text}>{''.join(content)}</{name}>" if content else f"<{name}{attribute_text}/>"


@lru_cache(maxsize=1 << 11)
def _attribute(key: str, value: str | float) -> str:
    """Write an attribute; those of the tracks and cities of a board are the same in every picture."""
    quoted = quoteattr(value if isinstance(value, str) else number(value))
    return f" {key.rstrip('_').replace('_', '-')}={quoted}"


def number(value: float) -> str:
    """Write a number, rounded to a tenth."""
    return f"{round(value, 1) + 0:g}"  # which makes 0 of -0


def text_element(name: str, text: str) -> str:
    """Write a `title` or `desc`."""
    return f"<{name}>{escape(text)}</{name}>"


def styled(sheet: str) -> str:
    """Write a style element; "" if `sheet` is empty."""
    return element("style", sheet) if sheet else ""


def placed(x: float, y: float, angle: float = 0) -> str:
    """Write a transformation that moves to (`x`, `y`) and rotates by `angle` degrees."""
    turn = f" rotate({number(angle)})" if angle else ""
    return f"translate({number(x)} {number(y)}){turn}"


def used(sign: str, x: float, y: float, angle: float = 0) -> str:
    """Place a definition at (`x`, `y`)."""
    return f'<use href="#{sign}" transform="{placed(x, y, angle)}"/>'


def used_from(file: str, layer: str, kind: str = "") -> str:
    """Place a layer from another file, at its position there. The page's classes do not apply to it."""
    return element("use", href=f"{file}#{layer}", class_=kind) if kind else element("use", href=f"{file}#{layer}")


def line(points: Iterable[Sequence[float]]) -> str:
    """Write a path through these points."""
    return "M" + "L".join(f"{number(point[0])} {number(point[1])}" for point in points)


def short_line(points: Sequence[Sequence[float]]) -> str:
    """Write the same path by its steps, in two thirds of the bytes."""
    tenths = [[round(10 * value) for value in point] for point in points]
    steps = " ".join(f"{(x - from_x) / 10:g} {(y - from_y) / 10:g}" for (from_x, from_y), (x, y) in pairwise(tenths))
    return line(points[:1]) + "l" + steps.replace(" -", "-")


def text(letters: Lettering, words: str, x: float, y: float, size: float, kind: str) -> str:
    """Draw words as a path that begins at (`x`, `y`) on the baseline, with the class `kind`."""
    transform = f"translate({number(x)} {number(y)}) scale({size / 1000:g})"
    return element("path", class_=kind, transform=transform, d=letters.outline(words))


def centered(letters: Lettering, words: str, x: float, y: float, size: float, kind: str) -> str:
    """Draw words as a path, centered horizontally on (`x`, `y`)."""
    return text(letters, words, x - letters.width(words, size) / 2, y, size, kind)
