"""Phrases in many languages with which mail programs introduce quotes, and sign for their users.

They cover the rulebooks' languages and some more, since people who write to us in English may use any. Only the words
are here; `quotes` applies them.
"""

import re
from typing import Final


def _any(words: str) -> str:
    """Return an expression for any of these phrases, given one per line or separated by bars."""
    return "|".join(part.strip() for line in words.splitlines() for part in line.split("|") if part.strip())


_VERBS: Final = _any("""
    wrote|writes|schrieb|hat geschrieben|a écrit|ha escrit|écrivait|escribió|escribio|ha scritto|scrisse
    schreef|geschreven|napisał(?:[(]a[)]|a)?|nadesłał|pisze|napsal(?:[(]a[)]|a)?|napísal(?:[(]a[)]|a)?
    skrev|skreiv|kirjoitti|escreveu|написал(?:[(]а[)]|а)?|пишет|пише|написав|yazdı|şunları yazdı|írta|ezt írta
    έγραψε|a scris|je napisao|napisao je|rašė|rakstīja|kirjutas
""")
OPENINGS: Final = "On|Am|Le|El|Il|Op|Em|No dia|Den|Dne|Dňa|Dnia|W dniu|Pe|Kl|På|Tir"
"""An expression for the words that begin attributions."""
_EASTERN: Final = "写道|寫道|님이 작성|님이 쓴|さんは書きました|のメール"
WROTE: Final = re.compile(rf"(?<!\w)(?:{_VERBS})(?!\w)|{_EASTERN}", re.IGNORECASE)
"""The verb of an attribution, such as "wrote"."""
WROTE_AT_THE_END: Final = re.compile(rf"(?<!\w)(?:{_VERBS})\s*-*$", re.IGNORECASE)
DATE: Final = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[:.h]\d{2}\b|\d{1,2}[./-]\d{1,2}[./-]\d{2}|\d年|\d년")
"""A year, a time of day, or a numeric date."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


FROM: Final = _set("""
    from von de da van fra från fran od lähettäjä lahettaja remitente от від kimden feladó από afsender avsender
    afzender expéditeur mittente nadawca odesílatel 发件人 寄件者 差出人 보낸사람 보낸
""")
LABELS: Final = FROM | _set("""
    to an à a para aan til till do komu vastaanottaja кому címzett kime 收件人 收件者 宛先 받는사람 받는
    sent gesendet envoyé envoye enviado inviato verzonden sendt skickat wysłano odesláno lähetetty отправлено gönderildi
    date datum data fecha dato päiväys дата tarih 日期 日付 날짜 发送时间 cc kopie kopia kopi copie reply-to
    subject betreff objet asunto oggetto onderwerp emne ämne temat předmět předmet aihe тема konu tárgy assunto
    主题 主旨 件名 제목 organization
""")
"""Names of header fields as they appear above quoted text."""
_SENT: Final = _any("""
    sent|mailed|enviado|gesendet|versendet|verschickt|envoyé|envoye|inviato|verzonden|verstuurd|skickat|sendt|lähetetty
    wysłane|wysłano|wysłany|odesláno|odoslané|отправлено|надіслано|gönderildi|küldve|στάλθηκε|trimis|poslano
""")
_FROM_A_PHONE: Final = _any(r"""
    from|using|with|via|by|through|on my|von|vom|mit|über|depuis|à partir|de mon|avec|desde|do meu|pelo|de meu|con
    da\b|dal|vanaf|vanuit|met|från|fra|med|z\b|ze\b|za pomocą|с\b|из\b|з\b|din\b|iz\b|minun|laitteesta
    mobil|iphone|ipad|outlook|android
""")
_ADVERTISED: Final = _any(r"""
    get outlook for|outlook für .{2,20}herunterladen|obtenir outlook|obtenez outlook|obtener outlook|scarica outlook
    hent outlook|hämta outlook|download outlook|holen sie sich outlook|pobierz (?:aplikację )?outlook|hanki outlook
    yahoo mail:|secured? (?:by|with) |diese nachricht wurde von |von meinem .{2,40}gesendet
    (?:my phone|(?:my |mijn |min |mi |mon |mein )?(?:iphone|ipad)).{0,5}$|(?:lähetetty )?iphone(?:sta|ista)
    (?:legal )?disclaimer\W*$|confidentiality (?:notice|note)
    virus-?free|virenfrei|sans virus|libre de virus|this e-?mail .{0,40}virus|diese e-?mail .{0,40}viren
    (?:iphone|ipad|android).{0,6}(?:から送信|에서 보냄)|发自我的|從我的|내 .{1,12}에서 보냄
""")
FOOTER: Final = re.compile(
    rf"\W{{0,3}}(?:(?:{_SENT})\s(?:.{{0,20}}?\s)?(?:{_FROM_A_PHONE})|{_ADVERTISED})", re.IGNORECASE
)
"""Lines that phones, apps and virus scanners add at the end."""
_FORWARDED: Final = _any(r"""
    begin forwarded message|forwarded message\W|anfang der weitergeleiteten|weitergeleitete nachricht
    début du message|message transféré
    inicio del mensaje|mensaje reenviado|inizio messaggio|messaggio inoltrato|begin doorgestuurd|doorgestuurd bericht
    vidarebefordrat|videresendt|original message|ursprüngliche nachricht|message d.origine|mensaje original
    messaggio originale|oorspronkelijk bericht|originalmeddelande|oprindelig meddelelse|opprinnelig melding
    alkuperäinen viesti|wiadomość oryginalna|původní zpráva|mensagem original|исходное сообщение|originalnachricht
""")
FORWARDED: Final = re.compile(rf"\W*(?:{_FORWARDED})", re.IGNORECASE)
