"""A real DNS server on this machine, with configurable records and failures."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset


@dataclass
class NameServer:
    """TXT records and addresses by name; `asked` holds the names that were queried. While `away` is set it answers
    with a failure. `rebound` holds the addresses that replace a name's after its next answer."""

    port: int = 0
    texts: dict[str, bytes] = field(default_factory=dict)
    addresses: dict[str, list[str]] = field(default_factory=dict)
    rebound: dict[str, list[str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    away: bool = False

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def answer(self, wire: bytes) -> bytes:
        query = dns.message.from_wire(wire)
        name = query.question[0].name
        self.asked.append(name.to_text(omit_final_dot=True))
        reply = dns.message.make_response(query)
        reply.flags |= dns.flags.RA
        known = self._known(self.asked[-1], query.question[0].rdtype)
        if self.away:
            reply.set_rcode(dns.rcode.SERVFAIL)
        elif known is None:
            reply.set_rcode(dns.rcode.NXDOMAIN)
        elif known:
            reply.answer.append(dns.rrset.from_text(name, 300, "IN", query.question[0].rdtype, *known))
        return reply.to_wire()

    def _known(self, name: str, kind: int) -> list[str] | None:
        """Return the records of this kind; None if the name does not exist."""
        if kind == dns.rdatatype.TXT:
            text = self.texts.get(name)
            return (
                None
                if text is None
                else [" ".join(f'"{text[at : at + 200].decode()}"' for at in range(0, len(text), 200))]
            )
        found, version = self.addresses.get(name), 6 if kind == dns.rdatatype.AAAA else 4
        if version == 4 and name in self.rebound:
            self.addresses[name] = self.rebound[name]
        return None if found is None else [one for one in found if ip_address(one).version == version]


@contextmanager
def open_name_server() -> Iterator[NameServer]:
    """Run a server on a free UDP port."""
    names = NameServer()

    class Line(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            wire, line = self.request
            line.sendto(names.answer(wire), self.client_address)

    with socketserver.ThreadingUDPServer(("127.0.0.1", 0), Line) as server:
        names.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield names
        finally:
            server.shutdown()
            thread.join()
