"""A library whose license would bind Night Mail is noticed before it becomes part of the site."""

from importlib.metadata import version

import pytest

from deploy import licenses

ALLOWED = ("MIT", "BSD-3-Clause", "Apache-2.0")


def test_every_library_has_a_license_that_the_readme_names() -> None:
    names = licenses.libraries()
    assert {"django", "celery", "psycopg"} <= set(names)
    assert list(licenses.refuse(names, licenses.allowed_licenses(), licenses.license_of)) == []


@pytest.mark.parametrize(
    ("expression", "is_allowed"),
    [
        ("MIT", True),
        ("MIT License", True),
        ("GPL-3.0-or-later", False),
        ("GPL-3.0-or-later OR MIT", True),
        ("MIT AND GPL-3.0-or-later", False),
        ("(MIT OR GPL-2.0-only) AND Apache-2.0", True),
        ("", False),
    ],
)
def test_what_offers_a_choice_needs_one_that_is_allowed(expression: str, *, is_allowed: bool) -> None:
    assert licenses.is_allowed(expression, ALLOWED) is is_allowed


def test_the_library_and_its_license_are_named() -> None:
    read = {"html-kit": "GPL-3.0-or-later", "odd-kit": "", "markdown-kit": "MIT"}
    assert list(licenses.refuse(read, ALLOWED, read.__getitem__)) == [
        "html-kit: README.md does not name its license, GPL-3.0-or-later.",
        "odd-kit: README.md does not name its license, which it does not tell.",
    ]


def test_each_library_is_listed_with_its_version_and_its_license() -> None:
    lines = dict(line.split(maxsplit=1) for line in licenses.describe(["psycopg", "qrcode"]))
    assert lines["psycopg"].endswith("  LGPL-3.0-only")
    assert lines["qrcode"] == f"{version('qrcode')}  BSD-3-Clause"


def test_what_a_package_says_is_read() -> None:
    assert licenses.license_of("psycopg") == "LGPL-3.0-only"
    assert licenses.license_of("chess") == "GPL-3.0-or-later"
    assert not licenses.is_allowed(licenses.license_of("chess"), licenses.allowed_licenses())
