"""What stays as it is although the command says otherwise, and how to change it: nothing is ignored silently."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Final

EMAIL: Final = """\
EMAIL_URL stays as it is in {file}. To change it, edit its line there, then run: night-mail restart"""
ADMINISTRATOR: Final = """\
--administrator is for a first installation: nobody was made an administrator. Do that by: night-mail admin {address}"""
SIZE: Final = """\
--{size} is for a first installation: the site stays as {now} as it is. deploy/runbook.md, The small end, says how to \
change that."""


def list_kept(
    options: argparse.Namespace, variables: Mapping[str, str], file: object, *, is_running: bool, is_small: bool
) -> Iterator[str]:
    """Yield a sentence for each argument that changes nothing, given the variables in the settings' file.

    `is_small` says whether the site that runs, or is half installed, is small.
    """
    if options.email_url and options.email_url != variables.get("EMAIL_URL"):
        yield EMAIL.format(file=file)
    if options.administrator and is_running:
        yield ADMINISTRATOR.format(address=options.administrator)
    if options.small is not None and options.small != is_small:
        yield SIZE.format(size="small" if options.small else "no-small", now="small" if is_small else "large")
