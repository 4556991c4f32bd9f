"""Inlining of the style sheet into an email's tags, for mail programs that drop `<style>`.

The library css_inline takes a tenth of an email's time if it reads the whole style sheet for each one. Our selectors
(`style`) match an element by itself and its ancestors only, so its style depends only on the tags open around it, up to
an address in them. Each such path of tags is inlined by the library once per process and then reused.
"""

import re
from typing import Final

import css_inline

from notifications.letters.style import STYLE

_TAG: Final = re.compile(r"(<[^>]+>)")
_ADDRESS: Final = re.compile(r" (?:href|src)=|>")
_STYLE: Final = re.compile(r' style="[^"]*"')
_VOID: Final = ("<br", "<img")
"""Beginnings of tags that have no content."""

_library = css_inline.CSSInliner(load_remote_stylesheets=False, minify_css=True)


class TagPath:
    """The position of an element, by the tags open around it; `path` holds their beginnings, the element's own last.

    `tag` is the beginning of the element's own tag, up to an address in it or to its end; `end` is that end, with its
    style. `around` is the parent's path, and `behind` the path of whatever follows the tag.
    """

    def __init__(self, around: "TagPath | None" = None, path: str = "", tag: str = "", style: str = "") -> None:
        self.tag, self.end, self._path = tag, f"{style}>", path
        self.whole = tag + self.end
        self.around = around or self
        self.behind = self.around if tag.startswith(_VOID) else self
        self.children: dict[str, TagPath] = {}
        """The paths of child elements met so far, by their whole tags without a style."""

    def child(self, tag: str) -> "TagPath":
        """Return the path of the child element whose tag begins with `tag`."""
        whole = f"{tag}>"
        return self.children.get(whole) or self.children.setdefault(whole, self._new(tag))

    def _new(self, tag: str) -> "TagPath":
        path = f"{self._path}{tag}>"
        name, _, _ = tag.partition(" ")
        _, _, last = _library.inline(f"<style>{STYLE}</style>{path}").rpartition(name)
        style = _STYLE.search(last.partition(">")[0])
        return TagPath(self, path, _STYLE.sub("", tag), style[0] if style else "")


_LETTER: Final = TagPath()


def inlined(html: str) -> str:
    """Copy the style sheet of a `document.html` page into its tags."""
    head, end, body = html.partition("</head>")
    pieces = _TAG.split(body)
    place = _LETTER
    for number in range(1, len(pieces), 2):
        tag = pieces[number]
        if tag[1] == "/":
            place = place.around
            continue
        inner = place.children.get(tag)
        if inner is None:
            inner, pieces[number] = _build_tag(place, tag)
        else:
            pieces[number] = inner.whole
        place = inner.behind
    return f"{head}{end}{''.join(pieces)}"


def _build_tag(place: TagPath, tag: str) -> tuple[TagPath, str]:
    """Return a new tag's path, and the tag with its style; tags that differ only in their address share a path."""
    at = _ADDRESS.search(tag)
    shared = tag[: at.start()] if at else tag
    inner = place.child(shared)
    return inner, inner.tag + tag[len(shared) : -1] + inner.end
