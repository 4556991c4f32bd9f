"""Messages in Python, found in the syntax tree: calls of Django's functions, whatever a file calls them."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from deploy.catalogs.messages import Fault, MessageKey, SourceMessage

MODULE: Final = "django.utils.translation"
ARGUMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "gettext": ("text",),
    "gettext_lazy": ("text",),
    "gettext_noop": ("text",),
    "ngettext": ("text", "plural"),
    "ngettext_lazy": ("text", "plural"),
    "pgettext": ("context", "text"),
    "pgettext_lazy": ("context", "text"),
    "npgettext": ("context", "text", "plural"),
    "npgettext_lazy": ("context", "text", "plural"),
}
"""What the first arguments of each function are."""
COMMENT: Final = "# Translators: "
ENDS: Final = (".", "!", "?")
"""How whole sentences end, which may follow one another."""
ROWS: Final = "models/"
API: Final = "/api/"


def read(file: str, source: str) -> tuple[list[SourceMessage], list[Fault]]:
    """Return the messages of a file, and the calls that break a rule."""
    if "translation" not in source:
        return [], []
    finder = _Finder(file, source.splitlines())
    finder.visit(ast.parse(source))
    return finder.messages, finder.faults


@dataclass
class _Finder(ast.NodeVisitor):
    """Walks a syntax tree; `_parents` are the nodes around the present one."""

    file: str
    lines: list[str]
    messages: list[SourceMessage] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    _functions: dict[str, str] = field(default_factory=dict)
    _parents: list[ast.AST] = field(default_factory=list)

    def generic_visit(self, node: ast.AST) -> None:
        self._parents.append(node)
        super().generic_visit(node)
        self._parents.pop()

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.module == MODULE:
            self._functions |= {alias.asname or alias.name: alias.name for alias in node.names}

    def visit_Call(self, node: ast.Call) -> None:
        name = self._functions.get(node.func.id, "") if isinstance(node.func, ast.Name) else ""
        if name in ARGUMENTS:
            self._read_call(node, ARGUMENTS[name])
        self.generic_visit(node)

    def _read_call(self, node: ast.Call, names: tuple[str, ...]) -> None:
        texts = [given.value for given in node.args if isinstance(given, ast.Constant) and isinstance(given.value, str)]
        if len(texts) < len(names):
            self._find_fault(node, "a message is a literal, or nothing can extract it")
            return
        parts = dict(zip(names, texts, strict=False))
        if isinstance(self._parents[-1], ast.FormattedValue) and not parts["text"].endswith(ENDS):
            self._find_fault(node, "a part of a sentence within an f-string: make it one message with a placeholder")
        key, plural = MessageKey(parts["text"], parts.get("context", "")), parts.get("plural", "")
        comment = " ".join(self._list_comments(node.lineno))
        message = SourceMessage(key, plural, comment, self.file, node.lineno, self._is_for_desk(), self._say_where())
        self.messages.append(message)

    def _find_fault(self, node: ast.Call, why: str) -> None:
        self.faults.append(Fault(self.file, node.lineno, why))

    def _list_comments(self, line: int) -> Iterator[str]:
        """Yield the comments for translators in the lines above."""
        above = self.lines[line - 2].strip() if line > 1 else ""
        if above.startswith("# "):
            yield from self._list_comments(line - 1)
        if above.startswith(COMMENT):
            yield above.removeprefix(COMMENT)

    def _say_where(self) -> str:
        """Return the first sentence about the function, the class or the file in which a call stands."""
        for node in reversed(self._parents):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and (text := ast.get_docstring(node)):
                return " ".join(text.split("\n\n")[0].split())
        return ""

    def _is_for_desk(self) -> bool:
        """Check whether it names a column, which only the desk does, or explains a member of the API's schema."""
        if ROWS in self.file:
            return any(map(_declares_column, self._parents))
        return API in self.file and any(map(_explains_member, self._parents))


def _declares_column(node: ast.AST) -> bool:
    if isinstance(node, ast.ClassDef):
        return node.name == "Meta"
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    if isinstance(called, ast.Attribute):
        return isinstance(called.value, ast.Name) and called.value.id == "models"
    return isinstance(called, ast.Name) and called.id.endswith("Field")


def _explains_member(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg == "help_text"
