"""`manage.py problems > docs/errors.md`: all codes that the API can answer with, for people to read."""

from collections.abc import Iterator

from django.core.management.base import BaseCommand

from games.presentation import words
from games.presentation.words.chosen_text import template
from games.presentation.words.problems import KINDS

HEAD = """\
# Problems

Made by `make schema` from `games/presentation/words/`.

When something goes wrong, the answer is `application/problem+json` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)):

```json
{"type": "/api/v1/problems#name_taken", "title": "The name is taken", "status": 409,
 "detail": "Another player is called Ada.", "code": "name_taken", "name": "Ada",
 "request_id": "5f0c1e0a9d7b4c3e8a6f2b1d4c7e9a03"}
```

Go by `code`: its meaning never changes. `title` and `detail` are for people, in their language.
Other members are parameters; below they are in braces. An answer with 4xx means that nothing has changed.

`invalid` lists each mistake in `errors`: its `pointer` into the body (RFC 6901, as a fragment) or the name of the query
`parameter`, a `code` and a `detail`. It comes for whatever the schema excludes, unless a code below names that very
mistake: a line of talk that is too long is `line_too_long`.

In a 429, `Retry-After` says how many seconds to wait; in a 403 for a quota that is used up, `ends_at` says when there
is room again.

| code | status | title | detail |
|---|---|---|---|
"""
RULES = """
## What the rules refuse

If what you send is not a move (400, `malformed_move` in `type`), or the rules forbid it now (422, `illegal_move` in
`type`, with the number of the rule in `rule`; see [rules.md](rules.md)), the code says why.

| code | detail |
|---|---|
"""


def document() -> Iterator[str]:
    """Yield the document, piece by piece."""
    yield HEAD
    for kind in KINDS.values():
        yield f"| `{kind.code}` | {kind.status} | {kind.title} | {template(kind.detail)} |\n"
    yield RULES
    for code, sentence in words.REFUSALS.items():
        yield f"| `{code}` | {template(sentence)} |\n"


class Command(BaseCommand):
    help = "Print docs/errors.md."

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write("".join(document()), ending="")
