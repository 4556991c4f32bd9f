"""A test certificate authority, and server certificates issued by it."""

from dataclasses import dataclass
from datetime import UTC, datetime

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

Key = ec.EllipticCurvePrivateKey


@dataclass(frozen=True)
class Certificate:
    """A server's certificate chain and key, and the authority its clients must trust, all as PEM."""

    chain: bytes
    key: bytes
    authority: bytes


BEGIN = datetime(2000, 1, 1, tzinfo=UTC)
END = datetime(2999, 1, 1, tzinfo=UTC)


def issued_to(host: str, *, begin: datetime = BEGIN, end: datetime = END) -> Certificate:
    """Return a certificate for this host name alone, from a new authority."""
    authority_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    of_authority = _named("Night Mail tests").public_key(authority_key.public_key())
    authority = of_authority.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    of_server = _named(host, begin, end).public_key(key.public_key())
    server = of_server.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
    return Certificate(_signed(server, authority_key), _pem(key), _signed(authority, authority_key))


def _named(name: str, begin: datetime = BEGIN, end: datetime = END) -> x509.CertificateBuilder:
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Night Mail tests")])
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = x509.CertificateBuilder(issuer, subject).serial_number(x509.random_serial_number())
    return builder.not_valid_before(begin).not_valid_after(end)


def _signed(builder: x509.CertificateBuilder, key: Key) -> bytes:
    return builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def _pem(key: Key) -> bytes:
    form, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, form, plain)
