"""`manage.py problems > docs/errors.md`: every code that the API answers with, for people to read."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand

from games import words
from games.api.problems import KINDS

HEAD = """\
# Problems

Made by `make schema` from `games/api/problems.py` and `games/words/`.

Whatever goes wrong is answered as `application/problem+json` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)):

```json
{"type": "/api/v1/problems#name_taken", "title": "The name is taken", "status": 409,
 "detail": "Somebody else is called Ada.", "code": "name_taken", "name": "Ada"}
```

Go by `code`, which never changes its meaning; `title` and `detail` are for people, in the language of
`Accept-Language`. Other members are parameters, in braces below. A refusal with 4xx has changed nothing.

`invalid` lists each mistake in `errors`: its `pointer` into the body (RFC 6901, as a fragment) or the name of the query
`parameter`, a `code` and a `detail`. 429 says in `Retry-After` how many seconds to wait.

| code | status | title | detail |
|---|---|---|---|
"""
RULES = """
## What the rules refuse

A move that is none (400, `malformed_move` in `type`) or that the rules forbid now (422, `illegal_move` in `type`, with
the number of the rule in `rule`: [rules.md](rules.md) explains it) has a code that says why.

| code | detail |
|---|---|
"""


def document() -> Iterator[str]:
    """The page, piece by piece."""
    yield HEAD
    for kind in KINDS.values():
        yield f"| `{kind.code}` | {kind.status} | {kind.title} | {kind.detail} |\n"
    yield RULES
    for code, sentence in words.REFUSALS.items():
        yield f"| `{code}` | {sentence} |\n"


class Command(BaseCommand):
    help = "Print docs/errors.md."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("".join(document()), ending="")
