"""`python -m engine verify FILE [--witness HASH]`: check an exported game."""

import argparse
import json
import sys
from pathlib import Path

from engine.errors import EngineError
from engine.verify import verify


def main() -> int:
    """Run the command line; return the exit status: 0 if the game holds, 1 if not, 2 if it cannot be read."""
    arguments = _arguments()
    try:
        export = json.loads(Path(arguments.file).read_text(encoding="utf-8"))
        entries = verify(export, arguments.witness)
    except EngineError as error:
        print(f"REFUSED: {error}")
        return 1
    except (OSError, KeyError, TypeError, ValueError, AttributeError) as error:
        print(f"not an exported game: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    print(f"ok: {export['game']}, {entries} entries, chain, draws, moves and points hold")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Check an exported game.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("verify", help="check chain, seed, draws, moves and points of an exported game")
    command.add_argument("file", help="the export, a JSON file")
    command.add_argument("--witness", help="a chain hash that you kept, as printed in every turn mail")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
