"""Email addresses: how mail is addressed to one, and what all spellings of one mailbox have in common.

An address is normalized once, where it is typed (`normalize`): the part before the @ stays as typed, and the domain
becomes the name that the DNS knows (IDNA 2008, prepared by UTS 46 without its transition: `straße` is another domain
than `strasse`). Whatever is compared (accounts, stop lists, limits, authors of emails) goes by `comparison_key`, which
has the same domain; so no spelling that is compared as another one reaches the same mailbox.
"""

import re
import unicodedata
from typing import Final

import idna
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

LONGEST: Final = 254
"""Characters of an address (RFC 5321 4.5.3.1.3, less the brackets)."""
_PLAIN: Final = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*", re.ASCII)


def normalize(typed: str) -> str:
    """Return the address as mail is sent to it. Raises ValidationError if no mail could be.

    A domain in numbers ("[192.0.2.1]") is refused, since it may be the server of any other domain; so is what needs
    quotes, since hardly a mail program can write to it.
    """
    local, _at, domain = typed.strip().rpartition("@")
    try:
        if len(typed) > LONGEST or not local.isascii() or domain.startswith("["):
            raise ValueError(domain)
        address = f"{_without_quotes(local)}@{encode_domain(domain)}"
    except ValueError as error:
        raise ValidationError(_("Enter a valid email address."), code="invalid") from error
    validate_email(address)
    return address


def encode_domain(domain: str) -> str:
    """Return the name that the DNS knows, in lower case: IDNA 2008 (RFC 5891), prepared by UTS 46, non-transitional.

    Raises UnicodeError for what is no domain name.
    """
    if domain.isascii():
        return domain.lower()
    if len(domain) > LONGEST:
        raise UnicodeError("too long")
    labels = idna.uts46_remap(domain, std3_rules=True, transitional=False).split(".")
    return ".".join(label if label.isascii() else idna.alabel(label).decode() for label in labels)


def comparison_key(address: str) -> str:
    """Return what all spellings of one mailbox have in common: NFC, in lower case, with the domain that the DNS knows.

    Of an address without a domain it is the address in lower case: nobody's.
    """
    return unicodedata.normalize("NFC", with_encoded_domain(address)).lower()


def with_encoded_domain(address: str) -> str:
    """Return the address with the domain that the DNS knows, if it has one. Whether it is an address is not checked."""
    local, at, domain = address.strip().rpartition("@")
    return f"{local}{at}{domain_key(domain)}"


def domain_key(domain: str) -> str:
    """Return what all spellings of a domain have in common; of what is none, the same in lower case."""
    try:
        return encode_domain(domain)
    except UnicodeError:
        return domain.lower()


def as_mailed_before(address: str) -> str:
    """Return where the mail of an address went that an earlier release has kept as it was typed: by IDNA 2003.

    Whoever read that mail proved to own the account, so it stays theirs. An address that is normalized stays as it is.
    """
    local, at, domain = address.rpartition("@")
    if domain.isascii():
        return address
    try:
        return f"{local}{at}{domain.encode('idna').decode()}"
    except UnicodeError:
        return address


def in_letters(address: str) -> str:
    """Return the address with its domain as people write it: "xn--bcher-kva" is "bücher"."""
    local, at, domain = address.rpartition("@")
    if "xn--" not in domain:
        return address
    try:
        return f"{local}{at}{idna.decode(domain)}"
    except UnicodeError:
        return address


def hashed_forms(address: str) -> list[bytes]:
    """Return what keyed hashes of the address are made of: its comparison key, and what it was in earlier releases."""
    key = comparison_key(address)
    return [form.encode() for form in dict.fromkeys([key, in_letters(key)])]


def _without_quotes(local: str) -> str:
    """Return the part before the @ without quotes that it does not need (RFC 5321 4.1.2). Raises ValueError."""
    if not local.startswith('"'):
        return local
    content = re.sub(r"\\(.)", r"\1", local[1:-1])
    if not local.endswith('"') or not _PLAIN.fullmatch(content):
        raise ValueError(local)
    return content
