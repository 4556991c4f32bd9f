#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from ttr_site import watchdog

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_site.settings")
    watchdog.start()
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
