"""The randomness of each test, seeded with its name, so that a failure is reproducible.

Games draw their seeds, and everything its ids, from the operating system (`secrets`). A test that plays on from there
would meet another market each time, and one deal in a hundred might not suit it. So `secrets` reads from a stream of
the test's own here; fixtures that several tests share have theirs. `ENTROPY=7 make test` deals all cards anew: a test
that fails then depends on luck.
"""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

# The function that gives random.SystemRandom, and so all of `secrets`, its bytes.
SOURCE = "_urandom"


@contextmanager
def drawn_from(name: str) -> Iterator[None]:
    """Let `secrets` draw from the stream of this name until the end of the block."""
    before = getattr(random, SOURCE)
    setattr(random, SOURCE, Random(f"{os.environ.get('ENTROPY', '')} {name}").randbytes)
    try:
        yield
    finally:
        setattr(random, SOURCE, before)
