"""Collect static files, compressed and named by their content, and compile the catalogs of translations.

`python -m deploy.static`, once for each new version.

It needs no settings, but permission to write next to the program: the release's owner runs it, or the build of an
image.
"""

import os

from deploy import keys

NOBODYS = {
    "PUBLIC_URL": "http://localhost",
    "DATABASE_URL": "postgresql://localhost/nothing",
    "REDIS_URL": "redis://localhost",
    "EMAIL_URL": "consolemail://",
    "DEFAULT_FROM_EMAIL": "nobody@localhost",
    "LOG_FORMAT": "console",
    "DJANGO_SETTINGS_MODULE": "ttr_site.settings",
}
"""Placeholders for settings that are required, but not used for collecting files."""


def main() -> None:
    os.environ.update(NOBODYS | keys.new())
    import django
    from django.conf import settings
    from django.core.management import call_command

    from deploy.catalogs import files
    from ttr_site import static_files

    files.compile_all()
    settings.STATIC_ROOT, settings.STORAGES = str(static_files.FOLDER), static_files.storages(gathered=True)
    django.setup()
    call_command("collectstatic", interactive=False, clear=static_files.FOLDER.exists(), verbosity=1)


if __name__ == "__main__":
    main()
