"""Static files: collected once for each version (`python -m deploy.static`), or served from their packages.

Each collected file is named by its content, so that browsers may cache it for a year, and has a compressed copy.
"""

from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).resolve().parent.parent / ".static"


def are_gathered(folder: Path = FOLDER) -> bool:
    """Check whether the list of names exists, which is written last."""
    return (folder / "staticfiles.json").exists()


def storages(*, gathered: bool) -> dict[str, Any]:
    """Return Django's setting `STORAGES`; collected files are named by their content."""
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    hashed = "whitenoise.storage.CompressedManifestStaticFilesStorage"
    return {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": hashed if gathered else plain},
    }
