"""Email addresses: the form used for mail, and a comparison key common to all spellings of a mailbox.

An address is normalized once, where it is typed (`normalize`): the part before the @ stays as typed, and the domain
becomes the name that the DNS knows (IDNA 2008, prepared by UTS 46 without its transition: `straße` is another domain
than `strasse`). All comparisons (accounts, stop lists, limits, authors of emails) use `comparison_key`, which has the
same domain; so addresses that compare as different never reach the same mailbox.
"""

import re
import unicodedata
from typing import Final

import idna
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

LONGEST: Final = 254
"""The maximum number of characters of an address (RFC 5321 4.5.3.1.3, without the brackets)."""
_PLAIN: Final = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*", re.ASCII)


def normalize(typed: str) -> str:
    """Return the address in the form used for mail. Raises ValidationError if no mail can be sent to it.

    An address literal ("[192.0.2.1]") is refused, since it may be the server of any other domain; so is a local part
    that needs quotes, since hardly any mail program can write to it.
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
    """Return the domain's name in the DNS, in lower case: IDNA 2008 (RFC 5891), prepared by UTS 46, non-transitional.

    Raises UnicodeError if it is not a domain name.
    """
    if domain.isascii():
        return domain.lower()
    if len(domain) > LONGEST:
        raise UnicodeError("too long")
    labels = idna.uts46_remap(domain, std3_rules=True, transitional=False).split(".")
    return ".".join(label if label.isascii() else idna.alabel(label).decode() for label in labels)


def comparison_key(address: str) -> str:
    """Return the key common to all spellings of one mailbox: NFC, in lower case, with the domain's name in the DNS.

    For text without a domain it is the text in lower case, which is nobody's address.
    """
    return unicodedata.normalize("NFC", with_encoded_domain(address)).lower()


def with_encoded_domain(address: str) -> str:
    """Return the address with its domain's name in the DNS, if there is one. The address is not validated."""
    local, at, domain = address.strip().rpartition("@")
    return f"{local}{at}{domain_key(domain)}"


def domain_key(domain: str) -> str:
    """Return the key common to all spellings of a domain; for anything else, the text in lower case."""
    try:
        return encode_domain(domain)
    except UnicodeError:
        return domain.lower()


def as_mailed_before(address: str) -> str:
    """Return where an earlier release sent mail for an address it stored as typed: encoded by IDNA 2003.

    The reader of that mail proved ownership of the account and keeps it. A normalized address is returned unchanged.
    """
    local, at, domain = address.rpartition("@")
    if domain.isascii():
        return address
    try:
        return f"{local}{at}{domain.encode('idna').decode()}"
    except UnicodeError:
        return address


def in_letters(address: str) -> str:
    """Return the address with its domain in Unicode: "xn--bcher-kva" becomes "bücher"."""
    local, at, domain = address.rpartition("@")
    if "xn--" not in domain:
        return address
    try:
        return f"{local}{at}{idna.decode(domain)}"
    except UnicodeError:
        return address


def hashed_forms(address: str) -> list[bytes]:
    """Return the inputs of keyed hashes of the address: its comparison key, and that of earlier releases."""
    key = comparison_key(address)
    return [form.encode() for form in dict.fromkeys([key, in_letters(key)])]


def _without_quotes(local: str) -> str:
    """Return the local part without unnecessary quotes (RFC 5321 4.1.2). Raises ValueError."""
    if not local.startswith('"'):
        return local
    content = re.sub(r"\\(.)", r"\1", local[1:-1])
    if not local.endswith('"') or not _PLAIN.fullmatch(content):
        raise ValueError(local)
    return content
