"""Commands in `games` that need no site, since what they make is drawn and not stored."""

import subprocess
import sys
from typing import Final

from tests.test_architecture import ROOT, in_rooms, name_of

LOAD: Final = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)"


def test_commands_of_the_pictures_and_the_pages_run_without_a_site() -> None:
    commands = [name_of(path) for path in in_rooms("games") if '\nif __name__ == "__main__":\n' in path.read_text()]
    modules = [name.removesuffix(".py").replace("/", ".") for name in commands]
    assert "games.web.colors" in modules
    subprocess.run([sys.executable, "-c", LOAD, *modules], cwd=ROOT, check=True, env={})
