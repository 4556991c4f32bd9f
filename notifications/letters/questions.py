"""Questions of an email that are answered with yes or no: by a reply, if that is possible, and always on a page."""

from dataclasses import dataclass
from html import escape

from django.utils.translation import gettext as _

from notifications.letters.document import Link, button, filled
from notifications.letters.sections import ByMail
from notifications.order_words import order_words


@dataclass(frozen=True, slots=True)
class AskedToAgree:
    """A proposal to answer with yes or no: by reply, if possible, and always on a page.

    `letter` is the prefix of the yes or no in a digest. `by` is the proposer, if the game has several proposals.
    """

    proposal: str
    words: str
    url: str
    by_mail: ByMail | None = None
    letter: str = ""
    by: str = ""

    def as_text(self) -> str:
        how = [filled(self._hint())] if self.by_mail else []
        return "\n\n".join([*how, Link(self.words, self.url).as_text()])

    def as_html(self) -> str:
        page = button(self.words, self.url)
        if self.by_mail is None:
            return page
        links = [
            (name, self.by_mail.link([self._typed(answer)])) for name, answer in ((_("Yes"), "yes"), (_("No"), "no"))
        ]
        replies = " · ".join(f'<a href="{escape(url)}">{escape(answer)}</a>' for answer, url in links)
        return f"<p>{escape(self._hint())} {replies}</p>{page}"

    def _hint(self) -> str:
        return _("Reply “%(yes)s” to agree, or “%(no)s”.") % {"yes": self._typed("yes"), "no": self._typed("no")}

    def _typed(self, answer: str) -> str:
        reply = f"{answer} to {self.by}" if self.by else order_words()[answer]
        return f"{self.letter}: {reply}" if self.letter else reply


@dataclass(frozen=True, slots=True)
class AskedToJoin:
    """An invitation to answer with yes or no: by reply, if possible, and always on a page.

    `table` is its id, if the email has others and the reply goes to the site; `to_site` says that it must be written
    there instead.
    """

    words: str
    url: str
    by_mail: ByMail | None = None
    table: str = ""
    to_site: str = ""

    def as_text(self) -> str:
        how = [filled(self._hint())] if self.by_mail else []
        return "\n\n".join([*how, Link(self.words, self.url).as_text()])

    def as_html(self) -> str:
        if self.by_mail is None:
            return button(self.words, self.url)
        yes, no = (self.by_mail.link([self._typed(*typed)]) for typed in (("yes", "accept"), ("no", "decline")))
        others = ((_("No, decline"), no), (self.words, self.url))
        links = " · ".join(f'<a href="{escape(url)}">{escape(name)}</a>' for name, url in others)
        return f"<p>{escape(self._hint())}</p>{button(_('Yes, join'), yes)}<p>{links}</p>"

    def _hint(self) -> str:
        typed = {"yes": self._typed("yes", "accept"), "no": self._typed("no", "decline"), "site": self.to_site}
        if self.to_site:
            return _("Write “%(yes)s” to %(site)s to join, or “%(no)s” to decline.") % typed
        return _("Reply “%(yes)s” to join, or “%(no)s” to decline.") % typed

    def _typed(self, answer: str, order: str) -> str:
        return f"{order} {self.table}" if self.table else order_words()[answer]


@dataclass(frozen=True, slots=True)
class AskedForWord(Link):
    """An act that takes a word: by reply, if possible, and always on a page.

    `hint` says which word to reply, `typed`; `act` names what it does, on a button.
    """

    hint: str
    act: str
    typed: str
    by_mail: ByMail | None = None

    def as_text(self) -> str:
        page = Link(self.words, self.url).as_text()
        return f"{filled(self.hint)}\n\n{page}" if self.by_mail else page

    def as_html(self) -> str:
        page = f'<p><a href="{escape(self.url)}">{escape(self.words)}</a></p>'
        if self.by_mail is None:
            return page
        return f"<p>{escape(self.hint)}</p>{button(self.act, self.by_mail.link([self.typed]))}{page}"
