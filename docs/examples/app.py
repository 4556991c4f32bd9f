"""An app for Night Mail that players let into their accounts: OAuth 2 with PKCE, without a secret.

It needs Python 3.11, httpx, and night_mail_client.py beside it:

    pip install httpx
    SERVER=https://night-mail.example CLIENT_ID=... python app.py

Register it at /settings/own-apps, to run on people's own devices, with the address http://127.0.0.1/back. It opens the
player's browser, waits for the answer at a free port of this machine (RFC 8252), and tells which games wait. What it
gets it keeps in tokens.json; the next time it trades that for something newer, and asks nobody.
"""

import os
import secrets
import webbrowser
from base64 import urlsafe_b64encode
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from json import dumps, loads
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
from night_mail_client import Client, Json

SERVER, CLIENT_ID = os.environ["SERVER"], os.environ["CLIENT_ID"]
SCOPE = "games:read"
KEPT = Path("tokens.json")


def main() -> None:
    tokens = renewed() or let_in()
    with Client(SERVER, tokens["access_token"]) as api:
        for game in api.ask("GET", "/games?filter=waiting")["results"]:
            print("waits for you:", game["id"], game["name"] or game["ruleset"])


def let_in() -> Json:
    """Ask the player to let the app in; return the tokens."""
    verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
    challenge = urlsafe_b64encode(sha256(verifier.encode()).digest()).decode().rstrip("=")
    with HTTPServer(("127.0.0.1", 0), Back) as server:
        back = f"http://127.0.0.1:{server.server_port}/back"
        query = {"response_type": "code", "client_id": CLIENT_ID, "redirect_uri": back, "scope": SCOPE, "state": state}
        proof = {"code_challenge": challenge, "code_challenge_method": "S256"}
        page = f"{SERVER}/oauth/authorize/?{urlencode(query | proof)}"
        print("Let the app in, on this page:", page, flush=True)
        webbrowser.open(page)
        while not (heard := Back.heard):
            server.handle_request()
    if heard.get("state") != [state] or "code" not in heard:
        raise SystemExit("You have not let it in.")
    code = {"grant_type": "authorization_code", "code": heard["code"][0], "redirect_uri": back}
    return traded(code | {"code_verifier": verifier})


class Back(BaseHTTPRequestHandler):
    """Where the player is led back."""

    heard: dict[str, list[str]] = {}

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        if parts.path == "/back":  # browsers also ask for an icon
            Back.heard = parse_qs(parts.query)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"You can close this page.")

    def log_message(self, *_: object) -> None:
        """Log nothing: the address holds the code."""


def renewed() -> Json | None:
    """Return what the kept refresh token is traded for; None if there is none, or it is no longer good."""
    if not KEPT.exists():
        return None
    form = {"grant_type": "refresh_token", "refresh_token": loads(KEPT.read_text())["refresh_token"]}
    try:
        return traded(form)
    except httpx.TransportError:
        return traded(form)  # the answer was lost: within a minute, the same token works once more
    except httpx.HTTPStatusError:
        return None


def traded(form: Json) -> Json:
    answer = httpx.post(f"{SERVER}/oauth/token/", data={"client_id": CLIENT_ID, **form})
    tokens: Json = answer.raise_for_status().json()
    KEPT.touch(mode=0o600)
    KEPT.write_text(dumps(tokens))
    return tokens


if __name__ == "__main__":
    main()
