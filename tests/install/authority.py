"""A certificate authority, Caddy's, for sites that it can reach at port 80, like Let's Encrypt (RFC 8555)."""

from pathlib import Path
from typing import Final

from deploy.ports import free_port
from tests.install.machine import Machine
from tests.patience import eventually

HOME: Final = "/var/lib/authority"
CONFIGURATION: Final = "/etc/authority"
CADDYFILE: Final = """\
{
    admin off
    auto_https disable_redirects
    skip_install_trust
    storage file_system %(home)s
}
https://localhost:%(port)d {
    tls internal
    acme_server
}
"""
CERTBOT: Final = "server = https://localhost:%d/acme/local/directory\n"


def serve(machine: Machine) -> Path:
    """Run the authority on the machine, and configure certbot to use it; return the file of its own certificate."""
    port = free_port()
    machine.run("systemctl", "mask", "caddy.service")  # the package's own service, which would use port 80
    machine.run("apt-get", "update", "-qq")
    machine.run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "caddy")
    _write(machine, CONFIGURATION, CADDYFILE % {"home": HOME, "port": port})
    _write(machine, "/etc/letsencrypt/cli.ini", CERTBOT % port)
    served = ("caddy", "run", "--config", CONFIGURATION, "--adapter", "caddyfile")
    machine.run("systemd-run", "--quiet", "--unit=authority", f"--setenv=HOME={HOME}", *served)
    root = Path(f"{machine.root}{HOME}/pki/authorities/local/root.crt")
    assert eventually(root.exists), machine.says("journalctl", "--unit=authority")
    return root


def _write(machine: Machine, name: str, text: str) -> None:
    file = Path(f"{machine.root}{name}")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
