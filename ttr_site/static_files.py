"""Static files: gathered once for each version (`python -m deploy.static`), or served from where packages keep them.

Gathered, each has a name of its own content, so that browsers may keep it for a year, and a compressed copy.
"""

from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).resolve().parent.parent / ".static"


def are_gathered(folder: Path = FOLDER) -> bool:
    """Check whether there is a list of names, which is written last."""
    return (folder / "staticfiles.json").exists()


def storages(*, gathered: bool) -> dict[str, Any]:
    """Return Django's setting `STORAGES`, by which gathered files have names of their content."""
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    hashed = "whitenoise.storage.CompressedManifestStaticFilesStorage"
    return {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": hashed if gathered else plain},
    }
