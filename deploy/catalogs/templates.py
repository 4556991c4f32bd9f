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
        yield SourceMessage(key, parts.get("plural", ""), comment[1] if comment else "", file, line)
