"""The licenses of the site's libraries, by their packages' metadata; offline.

    python -m deploy.licenses             lists each library of this release, with its version and its license
    python -m deploy.licenses --check     checks that each has a license that README.md names

It reads the libraries in `requirements.lock`. Libraries that only the tests need are not part of the product.
"""

import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, metadata, version
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
SPDX: Final[Mapping[str, str]] = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "GNU General Public License v3 or later (GPLv3+)": "GPL-3.0-or-later",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "BSD 3-Clause": "BSD-3-Clause",
}
"""License names that packages use besides SPDX's, and their SPDX names."""
READ: Final[Mapping[str, str]] = {"dkimpy": "Zlib", "qrcode": "BSD-3-Clause", "resvg-py": "MIT"}
"""Packages whose license is only in their license file."""
_SAYS_NOTHING: Final = frozenset({"OSI Approved", "DFSG approved"})
Read = Callable[[str], str]


def refuse(names: Collection[str], allowed: Collection[str], read: Read) -> Iterator[str]:
    """Yield a sentence for each package whose license is not allowed. `read` returns a package's license."""
    for name in sorted(names):
        if not is_allowed(license_ := read(name), allowed):
            yield f"{name}: README.md does not name its license, {license_ or 'which it does not tell'}."


def is_allowed(expression: str, allowed: Collection[str]) -> bool:
    """Check whether every part of an SPDX expression, or one of its alternatives, is allowed."""
    parts = re.split(r"\s+AND\s+", expression.replace("(", " ").replace(")", " ").strip())
    return all(any(SPDX.get(one, one) in allowed for one in re.split(r"\s+OR\s+", part)) for part in parts)


def license_of(name: str) -> str:
    """Return the license of an installed package, as an expression; "" if it states none."""
    if name in READ:
        return READ[name]
    package = metadata(name)
    classes = [
        text.rpartition(" :: ")[2] for text in package.get_all("Classifier", []) if text.startswith("License ::")
    ]
    classified = " AND ".join(SPDX.get(one, one) for one in classes if one not in _SAYS_NOTHING)
    (expression,) = package.get_all("License-Expression") or [""]
    (text,) = package.get_all("License") or [""]
    return str(expression or classified or text)


def describe(names: Collection[str]) -> Iterator[str]:
    """Yield a line for each of these packages: its name, its version, its license."""
    yield from (f"{name} {version(name)}  {license_of(name)}" for name in sorted(names))


def libraries() -> list[str]:
    """Return the names of the site's libraries on this system: some in the lock are for other systems."""
    locked = re.findall(r"^([a-z0-9][\w.-]*)==", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    return [name for name in locked if _is_installed(name)]


def _is_installed(name: str) -> bool:
    try:
        return bool(metadata(name))
    except PackageNotFoundError:
        return False


def allowed_licenses() -> list[str]:
    """Return the licenses in README.md's section about them."""
    section = (ROOT / "README.md").read_text().partition("## License\n")[2]
    return re.findall(r"`([\w.-]+)`", section.partition("`make")[0])


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit("\n".join(refuse(libraries(), allowed_licenses(), license_of)) or 0)
    print("\n".join(describe(libraries())))
