"""nginx with deploy/nginx.conf for the site's domain, and its certificate."""

from pathlib import Path
from typing import Final

from deploy.installing.machine import InstallationStopped, install, link, run, write
from deploy.installing.site import Site

CONFIGURATION: Final = "deploy/nginx.conf"
AVAILABLE: Final = Path("/etc/nginx/sites-available/night-mail")
ENABLED: Final = Path("/etc/nginx/sites-enabled/night-mail")
CERTIFICATES: Final = Path("/etc/ssl/night-mail")
ISSUED: Final = Path("/etc/letsencrypt/live")
CHALLENGES: Final = Path("/var/www/night-mail")
NO_IPV6: Final = "listen [::]:"
NOT_ISSUED: Final = """\
Let's Encrypt has issued no certificate for {domain}. It must reach this machine as http://{domain}/, on port 80, from
the Internet: look at the domain's A and AAAA records and at the firewall. Or give a certificate that you have, with
--certificate FILE and --key FILE."""


def certify(site: Site, release: Path) -> None:
    """Install a certificate where nginx expects it, the operator's or one by Let's Encrypt.

    Raises InstallationStopped.
    """
    if site.certificate and site.key:
        _point_to(site.certificate, site.key)
    elif not (CERTIFICATES / "fullchain.pem").exists():
        _issue(site, release)
        _point_to(ISSUED / site.domain / "fullchain.pem", ISSUED / site.domain / "privkey.pem")


def configure(site: Site, release: Path, before: Path | None) -> None:
    """Configure nginx with this release's file, unless the operator has changed the previous release's file.

    Raises InstallationStopped.
    """
    text = _text(site, release)
    installed_text = AVAILABLE.read_text() if AVAILABLE.exists() else ""
    ours = ("", _doors_without_tls(text), *([_text(site, before)] if before else []))
    if installed_text not in (*ours, text):
        beside = AVAILABLE.with_name("night-mail.new")
        write(beside, text)
        print(f"  {AVAILABLE} stays as you have changed it; what this release has is in {beside}.")
    else:
        write(AVAILABLE, text)
    _serve(installed_text)


def _text(site: Site, release: Path) -> str:
    lines = (release / CONFIGURATION).read_text().replace("games.example.org", site.domain).splitlines()
    ipv6 = Path("/proc/net/if_inet6").exists()
    return "".join(f"{line}\n" for line in lines if ipv6 or NO_IPV6 not in line)


def _doors_without_tls(text: str) -> str:
    """Return only the server at port 80, which responds before there is a certificate."""
    begin = text.index("server {\n    listen 80;")
    return text[begin : text.index("\n}\n", begin) + 3]


def _serve(before: str) -> None:
    """Reload nginx; if it fails, restore the site's previous configuration. Raises InstallationStopped."""
    link(ENABLED, AVAILABLE)
    try:
        run("nginx", "-q", "-t")
    except InstallationStopped:
        if before:
            write(AVAILABLE, before)
        else:
            ENABLED.unlink()
        raise
    run("systemctl", "enable", "--quiet", "--now", "nginx")
    run("systemctl", "reload", "nginx")


def _issue(site: Site, release: Path) -> None:
    install("certbot")
    CHALLENGES.mkdir(parents=True, exist_ok=True)
    before = AVAILABLE.read_text() if AVAILABLE.exists() else ""
    if not before:
        write(AVAILABLE, _doors_without_tls(_text(site, release)))
        _serve(before)
    contact = ("--email", site.administrator) if site.administrator else ("--register-unsafely-without-email",)
    request = ("--webroot", "--webroot-path", CHALLENGES, "--domain", site.domain, "--non-interactive", "--agree-tos")
    try:
        run("certbot", "certonly", *request, *contact, "--deploy-hook", "systemctl reload nginx")
    except InstallationStopped as stopped:
        raise InstallationStopped(f"{stopped}\n{NOT_ISSUED.format(domain=site.domain)}") from stopped
    run("systemctl", "enable", "--quiet", "--now", "certbot.timer")


def _point_to(certificate: Path, key: Path) -> None:
    CERTIFICATES.mkdir(parents=True, exist_ok=True)
    link(CERTIFICATES / "fullchain.pem", certificate)
    link(CERTIFICATES / "privkey.pem", key)
