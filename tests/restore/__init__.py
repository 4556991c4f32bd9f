"""The restore drill: a site's database is lost, and restored from its base backup and WAL.

    python -m tests.restore /usr/lib/postgresql/15/bin archive

It plays over HTTP with the site's own processes, which send emails; makes a base backup with deploy/backup/base; notes
an instant; plays on; deletes the data directory; and restores twice with deploy/backup/restore: to that instant, and to
the end of the kept WAL. `archive`: by archive_command. `receive`: by pg_receivewal, before any commit is answered.
`.ci/try-restore` runs it with Debian's PostgreSQL and with the wheel's.
"""
