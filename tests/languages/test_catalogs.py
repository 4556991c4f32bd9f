"""Catalogs: every message can be extracted and has one owner; translations are complete, fresh and well-formed."""

import subprocess
import sys
from pathlib import Path

import polib
import pytest

from deploy.catalogs import checks, files, owners, pseudo, python, templates
from deploy.catalogs.files import build_catalog, read_entries, source_file
from deploy.catalogs.messages import Fault, MessageKey, SourceMessage
from deploy.catalogs.owners import CatalogPlace, Found, list_places
from ttr_site import languages
from ttr_site.languages import ReadBy

TRANSLATED = [(language, place) for language, *_ in languages.LISTED[1:] for place in list_places()]
ENGLISH = languages.LISTED[0]
SOURCE = """
from django.utils.translation import gettext_lazy as later, ngettext, pgettext
from django.utils.translation import gettext as _
# Translators: a button
GO = later("Go")
def tell(n, word):
    ngettext("%(n)d card", "%(n)d cards", n)
    pgettext("a card", "red")
    return _("Hello %(name)s," " you") + f"<b>{escape(_('Bold'))}</b>"
"""
TEMPLATE = """{% load i18n %}
{# Translators: a heading #}
{% translate "Games" %}
{% blocktranslate count n=all %}{{ name }}: {{ n }} card{% plural %}{{ name }}: {{ n }} cards{% endblocktranslate %}
{% translate "May" context "a month" %}{{ _("All") }}"""


def test_they_are_written_without_a_site() -> None:
    """`make messages` runs where nothing is set up, so nothing that it imports may ask for Django's settings."""
    subprocess.run([sys.executable, "-c", "import deploy.catalogs.files"], env={}, check=True)


class TestMessages:
    def test_python(self) -> None:
        messages, faults = python.read("games/web/some.py", SOURCE)
        assert not faults
        assert [(message.key, message.plural, message.comment) for message in messages] == [
            (MessageKey("Go"), "", "a button"),
            (MessageKey("%(n)d card"), "%(n)d cards", ""),
            (MessageKey("red", "a card"), "", ""),
            (MessageKey("Hello %(name)s, you"), "", ""),
            (MessageKey("Bold"), "", ""),
        ]

    @pytest.mark.parametrize("call", ["_(word)", "f\"{_('due')} {word}\"", '_(f"{word}")', '_("a" + word)'])
    def test_what_no_translator_would_see_is_a_fault(self, call: str) -> None:
        _messages, faults = python.read("games/web/some.py", f"{SOURCE}    {call}")
        assert [fault.line for fault in faults] == [10]

    def test_templates(self) -> None:
        messages = list(templates.read("games/templates/some.html", TEMPLATE))
        assert [(message.key, message.plural, message.comment) for message in messages] == [
            (MessageKey("Games"), "", "a heading"),
            (MessageKey("%(name)s: %(n)s card"), "%(name)s: %(n)s cards", ""),
            (MessageKey("May", "a month"), "", ""),
            (MessageKey("All"), "", ""),
        ]

    def test_all_of_ours_can_be_translated(self, sources: tuple[list[SourceMessage], list[Fault]]) -> None:
        assert sources[1] == []

    def test_each_has_one_owner(self, found: Found) -> None:
        keys = [key for messages in found.values() for key in messages]
        assert len(keys) == len(set(keys))
        assert MessageKey("Open the table") in found[CatalogPlace("play", "notifications")]
        assert MessageKey("Leaderboard") in found[CatalogPlace("site", "games")]
        assert MessageKey("There are no disputes in this game.") in found[CatalogPlace("site", "games")]

    def test_every_rule_about_owners_is_about_a_place_that_is_there(self) -> None:
        assert [path for path in (*owners.DESK, *owners.PLAY) if not (owners.ROOT / path).exists()] == []
        for path in owners.BESIDE_PLAY:
            assert path.startswith(owners.PLAY)
            assert (owners.ROOT / path).exists()


class TestTranslations:
    def test_they_are_fresh(self, found: Found) -> None:
        """If this fails, run `make messages`."""
        for language, place in TRANSLATED:
            written = source_file(place, language).read_text(encoding="utf-8")
            assert str(build_catalog(place, language, found, read_entries(language))).strip() == written.strip()

    def test_they_keep_what_is_not_language(self) -> None:
        catalogs = [polib.pofile(str(source_file(place, language))) for language, place in TRANSLATED]
        assert [fault for catalog in catalogs for fault in checks.find_faults(catalog)] == []

    @pytest.mark.parametrize("language", checks.LOOSE)
    def test_no_mark_leaves_its_word(self, language: str) -> None:
        entries = [entry for place in list_places() for entry in polib.pofile(str(source_file(place, language)))]
        forms = [form for entry in entries for form in checks.list_forms(entry)]
        assert [form for form in forms if checks.has_loose_mark(language, form)] == []

    @pytest.mark.parametrize("text", ["Tables : 3", "« oui »", "Qui ?"])
    def test_a_mark_that_could_is_found(self, text: str) -> None:
        assert checks.has_loose_mark("fr", text)
        assert not checks.has_loose_mark("fr", text.replace(" ", "\u00a0"))
        assert not checks.has_loose_mark("de", text)

    def test_a_translation_that_breaks_something_is_told(self) -> None:
        catalog = polib.POFile()
        catalog.metadata = {"Plural-Forms": "nplurals=2; plural=(n != 1);"}
        good = polib.POEntry(msgid="Reply “yes”, %(name)s", msgstr="Antworte “yes”, %(name)s")
        lost = polib.POEntry(msgid="Reply “yes”, %(name)s", msgstr="Antworte “ja”, %(nam)s")
        edge = polib.POEntry(msgid="Hello ", msgstr="Hallo")
        count = polib.POEntry(msgid="%(n)d card", msgid_plural="%(n)d cards", msgstr_plural={0: "eine Karte"})
        unsure = polib.POEntry(msgid="Open", msgstr="Offen", flags=["fuzzy"])
        catalog.extend([good, lost, edge, count, unsure])
        told = list(checks.find_faults(catalog))
        wrong = [lost, edge, count, unsure]
        assert list(dict.fromkeys(fault.partition(": ")[0] for fault in told)) == [repr(entry.msgid) for entry in wrong]


class TestOffered:
    @pytest.fixture
    def german(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, found: Found) -> list[Path]:
        """List German, with empty catalogs in a folder of its own."""
        monkeypatch.setattr(owners, "ROOT", tmp_path)
        monkeypatch.setattr(languages, "LISTED", (ENGLISH, languages.Language("de", "Deutsch", ReadBy.SECOND)))
        files.update("de", found)
        return [place.folder for place in list_places()]

    def translate(self, catalog: str, skipped: int) -> None:
        """Translate all of a catalog but some messages in each app."""
        for place in list_places():
            if place.catalog == catalog:
                entries = polib.pofile(str(source_file(place, "de")))
                for entry in entries[skipped:]:
                    entry.msgstr, entry.msgstr_plural = entry.msgid, dict.fromkeys(entry.msgstr_plural, entry.msgid)
                entries.save(str(source_file(place, "de")))

    def test_a_language_is_once_it_is_complete(self, german: list[Path], found: Found) -> None:
        assert not files.compile_language("de")
        self.translate("play", 0)
        self.translate("site", 10)
        files.update("de", found)
        assert files.compile_language("de")
        assert languages.list_offered(german) == [("en", "English"), ("de", "Deutsch")]

    def test_a_language_is_not_before_somebody_has_read_it(
        self, german: list[Path], found: Found, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.translate("play", 0)
        self.translate("site", 0)
        assert files.compile_language("de")
        monkeypatch.setattr(languages, "LISTED", (ENGLISH, languages.Language("de", "Deutsch")))
        assert languages.list_offered(german) == [("en", "English")]

    def test_one_missing_sentence_of_play_is_too_much(self, german: list[Path]) -> None:
        self.translate("play", 1)
        self.translate("site", 0)
        assert not files.compile_language("de")
        assert languages.list_offered(german) == [("en", "English")]


def test_a_pseudo_translation_is_longer_and_keeps_placeholders() -> None:
    text = "Reply “yes” to play with <b>%(name)s</b>."
    told = pseudo.translate(text)
    assert len(told) >= 1.3 * len(text)
    assert "“yes”" in told
    assert "<b>%(name)s</b>" in told
    assert told.startswith("[R")
