"""Never-ending tests for `test_killed_run`, which kills them; they are not part of the suite."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.servers import RUN


@pytest.mark.usefixtures("servers")
@pytest.mark.parametrize("number", [0, 1])
def test_something_that_takes_long(number: int) -> None:
    command = ["sh", "-c", "sleep 600 & wait"]
    with subprocess.Popen(command, start_new_session=True) as started:
        unfinished = Path(os.environ["ARRIVALS"]) / f"unfinished {number}"
        unfinished.write_text(f"{os.getpid()}\n{os.environ[RUN]}")
        unfinished.rename(unfinished.with_name(str(number)))
        started.wait()
