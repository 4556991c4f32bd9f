#!/bin/sh
# Makes roles and database when compose.yaml's PostgreSQL starts for the first time. The passwords are those in the two
# addresses, which therefore are written down nowhere else; they must be of letters and digits.
set -eu

password_in() {
    of_user="${1#*://*:}"
    echo "${of_user%%@*}"
}

psql --username "${POSTGRES_USER:-postgres}" --no-psqlrc --set ON_ERROR_STOP=1 \
    --set owner_password="$(password_in "$OWNER_DATABASE_URL")" --set password="$(password_in "$DATABASE_URL")" \
    --file /night-mail/database.sql
