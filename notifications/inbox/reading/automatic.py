"""Recognition of emails by machines: from the header (RFC 3834), or at least the subject."""

import re
from typing import Final

from notifications.inbox.sender.headers import Header

_READ: Final = (
    r"(not )?read|(un)?gelesen|lu|non lu|le[íi]do|letto|gelezen|lest|l[äæ]st|lida?|luettu|przeczytano|p[řr]e[čc]teno"
    r"|прочитано"
)
"""The start of a read receipt's subject; some programs write receipts as plain text."""
_SUBJECT: Final = re.compile(
    r"(auto(matic)?[ -]?(reply|response|answer)|out of (the )?office|(ooo|auto) ?:|on vacation"
    r"|automatische (antwort|nachricht)|abwesenheits(notiz|nachricht)|abwesend"
    r"|r[ée]ponse automatique|message d.absence|absence du bureau"
    r"|respuesta autom[áa]tica|fuera de (la )?oficina|risposta automatica|fuori sede|assente"
    r"|automatisch antwoord|afwezig(heid)?|resposta autom[áa]tica|fora do escrit[óo]rio"
    r"|autom(atiskt? )?sva?r|automatisk svar|autosva?r|fr[åa]nvaro|ikke p[åa] kontoret|frav[æa]r"
    r"|automaattinen vastaus|poissa|odpowied[źz] automatyczna|autoodpowied[źz]|nieobecno[śs][ćc]"
    r"|automatick[áa] odpov[ěe][dď]|автоответ|автоматический ответ"
    r"|(mail )?delivery (status notification|failed|failure)|undeliver(able|ed)|returned mail"
    r"|unzustellbar|delivery has failed|message delivery"
    rf"|(?:{_READ})\s?:)",
    re.IGNORECASE,
)


def is_automatic(header: Header) -> bool:
    """Check whether a machine wrote the email; then it orders nothing and gets no answer."""
    return header.is_of_machine or _SUBJECT.match(header.subject) is not None
