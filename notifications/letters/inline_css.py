"""The style in a letter's tags too, for mail programs that drop `<style>`.

css_inline does it; to have it read the whole style sheet for each email took a tenth of an email's time. A selector of
ours (`style`) looks at an element and at what that stands in, and at nothing else: so what an element gets depends on
the tags that are open there, up to an address in them. Each such path is put to the library once per process, and a
letter is a walk along paths.
"""

import re
from typing import Final

import css_inline

from notifications.letters.style import STYLE

_TAG: Final = re.compile(r"(<[^>]+>)")
_ADDRESS: Final = re.compile(r" (?:href|src)=|>")
_STYLE: Final = re.compile(r' style="[^"]*"')
_VOID: Final = ("<br", "<img")
"""Tags of elements that hold nothing."""

_library = css_inline.CSSInliner(load_remote_stylesheets=False)


class TagPath:
    """The place of elements of one kind: `path` holds the beginnings of the tags that are open there, their own last.

    `tag` is the beginning of their own tag, up to an address in it or to its end; `end` is that end, with their style.
    `around` is the path of the element around them, and `behind` the path of whatever follows their tag.
    """

    def __init__(self, around: "TagPath | None" = None, path: str = "", tag: str = "", style: str = "") -> None:
        self.tag, self.end, self._path = tag, f"{style}>", path
        self.whole = tag + self.end
        self.around = around or self
        self.behind = self.around if tag.startswith(_VOID) else self
        self.children: dict[str, TagPath] = {}
        """The paths of elements in this one that have been met so far, by their whole tags without a style."""

    def child(self, tag: str) -> "TagPath":
        """Return the path of an element in this one whose tag begins so."""
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
    """Copy the style sheet of a page of `document.html` into its tags."""
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
