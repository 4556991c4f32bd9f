"""`python -m deploy.catalogs` writes the catalogs of all listed languages anew, and says how much is translated."""

import polib
from django.conf import settings

from deploy.catalogs import files, owners
from ttr_site.languages import LISTED


def main() -> None:
    settings.configure()
    messages, faults = owners.read_sources()
    found = owners.sort_by_owner(messages)
    for place in sorted(found):
        words = sum(len(key.text.split()) for key in found[place])
        print(f"{place.app} {place.catalog}: {len(found[place])} messages, {words} words")
    for language, *_ in LISTED[1:]:
        files.update(language, found)
        for place in owners.list_places():
            percent = polib.pofile(str(files.source_file(place, language))).percent_translated()
            print(f"{language} {place.app} {place.catalog}: {percent} % translated")
    for fault in faults:
        print(f"{fault.file}:{fault.line}: {fault.why}")


if __name__ == "__main__":
    main()
