"""The randomness of each test, drawn from its name: what fails once fails again.

Games draw their seeds, and everything its ids, from the operating system (`secrets`). A test that plays on from there
meets another market each time, and one deal in a hundred may not be the one that it tells of. So `secrets` reads
here from a stream of the test's own; fixtures that several tests share have theirs. `ENTROPY=7 make test` deals all
cards anew: a test that fails then depends on luck.
"""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

# Where random.SystemRandom, and with it all of `secrets`, gets its bytes.
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
