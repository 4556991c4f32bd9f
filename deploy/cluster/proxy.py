"""nginx with deploy/nginx.conf, adapted for several sites on one machine: ports, folders, TLS and limits."""

import os
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

AROUND: Final = """\
{user}
daemon off;
pid {home}/nginx.pid;
error_log {home}/logs/nginx.log;
events {{}}
http {{
    client_body_temp_path {home}/client_body;
    proxy_temp_path {home}/proxy;
    fastcgi_temp_path {home}/fastcgi;
    uwsgi_temp_path {home}/uwsgi;
    scgi_temp_path {home}/scgi;
    include {home}/site.conf;
}}
"""


def command(home: Path) -> list[str | Path]:
    """Return the command that runs nginx in the foreground with the site.conf in this folder."""
    (home / "logs").mkdir(exist_ok=True)
    (home / "nginx.conf").write_text(AROUND.format(home=home, user="user root;" if os.getuid() == 0 else ""))
    return [shutil.which("nginx") or "/usr/sbin/nginx", "-c", home / "nginx.conf"]


def adapted(text: str, home: Path, port: int, inside: int) -> str:
    """Return an nginx.conf's text, adapted to a port for players, one for internal use, and logs in this folder."""
    text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
    for pattern, instead in (
        (r"listen 443 ssl http2;", f"listen 127.0.0.1:{port};"),
        (r"listen \[::\]:443 ssl http2;", ""),
        (r"ssl_\w+ .*;", ""),
        (r"server_name games.example.org;", "server_name localhost;"),
        (r"/var/log/nginx", str(home / "logs")),
        (r"proxy_set_header Host \$host;", "proxy_set_header Host $http_host;"),
    ):
        text, count = re.subn(pattern, instead, text)
        assert count, pattern
    return text.replace("listen 127.0.0.1:8002;", f"listen 127.0.0.1:{inside};")


def without_limits(text: str) -> str:
    """Return the text with request limits that nobody reaches, since all players here share one address."""
    return re.sub(r"rate=\d+r/s", "rate=1000000r/s", text)


def with_servers(text: str, servers: Mapping[str, Sequence[str]]) -> str:
    """Return the text with the servers of the named upstreams replaced by these."""
    for upstream, instead in servers.items():
        lines = "".join(f"    server {server};\n" for server in instead)
        text, count = re.subn(rf"(upstream {upstream} \{{\n[^}}]*?)(    server .*\n)+", rf"\g<1>{lines}", text)
        assert count, upstream
    return text
