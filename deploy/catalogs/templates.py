"""Messages in templates, found in what Django makes of a template for gettext's own tools."""

import ast
import re
from collections.abc import Iterator
from typing import Final

from django.utils.translation.template import templatize

from deploy.catalogs.messages import MessageKey, SourceMessage
from deploy.catalogs.python import ARGUMENTS

LITERAL: Final = r"""u?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
FUNCTION: Final = r"(?<!\w)(_|gettext|ngettext|pgettext|npgettext)"
CALL: Final = re.compile(rf"{FUNCTION}\(\s*({LITERAL}(?:\s*,\s*{LITERAL})*)", re.DOTALL)
BLOCK: Final = "{% blocktranslate"
TAG: Final = re.compile(r"<(\w+)")
ELEMENTS: Final = {
    "a": "a link",
    "b": "words in bold",
    "button": "a button",
    "dd": "what is said of a term",
    "dt": "a term, with what is said of it below",
    "h1": "a heading",
    "h2": "a heading",
    "h3": "a heading",
    "label": "the label of a field",
    "legend": "the heading of several fields",
    "li": "a list",
    "option": "a choice",
    "p": "running text",
    "small": "small print",
    "span": "a line of a page",
    "summary": "a heading that unfolds more",
    "td": "a table",
    "th": "the heading of a column or a row",
    "title": "the title of a page",
}
COMMENT: Final = re.compile(r"#\s*Translators: (.*?)\s*$")


def read(file: str, source: str) -> Iterator[SourceMessage]:
    """Yield the messages of a template."""
    if "trans" not in source and "_(" not in source:
        return
    code = templatize(source, origin=file)
    for call in CALL.finditer(code):
        texts = [str(ast.literal_eval(text)) for text in re.findall(LITERAL, call[2], re.DOTALL)]
        names = ARGUMENTS["gettext" if call[1] == "_" else call[1]]
        parts = dict(zip(names, texts, strict=False))
        before = code[: call.start()]
        comment = COMMENT.search(before[before.rstrip().rfind("\n") + 1 :].rstrip())
        key = MessageKey(parts["text"], parts.get("context", ""))
        line = before.count("\n") + 1
        comment_text = comment[1] if comment else ""
        yield SourceMessage(
            key, parts.get("plural", ""), comment_text, file, line, where=_say_where(source, key.text, line)
        )


def _say_where(source: str, text: str, line: int) -> str:
    """Return in which element of a page a message stands: the last one that begins before it in its line."""
    before = source.splitlines()[line - 1].partition(text.partition("%(")[0] or BLOCK)[0]
    elements = [ELEMENTS[tag] for tag in TAG.findall(before) if tag in ELEMENTS]
    return f"In {elements[-1]}." if elements else "On a page, or in an email."
