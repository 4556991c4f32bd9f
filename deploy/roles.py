"""Grant the application's role its rights: `python -m deploy.roles ROLE`, run by deploy/release as the tables' owner.

It does the same as deploy/roles.sql, without psql, which the site's image lacks.
"""

import os
import sys
from pathlib import Path

import django
import environ
from psycopg import sql

RIGHTS = Path(__file__).resolve().parent / "roles.sql"


def role_in(url: str) -> str:
    """Return the role that this address names; "" if it names none."""
    return str(environ.Env.db_url_config(url).get("USER") or "")


def main(role: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
    django.setup()
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        if cursor.fetchone() == (role,):
            print(
                f"The site signs in as {role}, which owns its tables: give it a role of its own (deploy/database.sql)."
            )
            return
        cursor.execute(RIGHTS.read_text().replace(':"application"', sql.Identifier(role).as_string()))
    print(f"{role} has the rights of deploy/roles.sql.")


if __name__ == "__main__":
    main(role_in(sys.stdin.readline().strip()))
