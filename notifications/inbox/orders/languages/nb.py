"""Norwegian (bokmål)."""

from typing import Final

from notifications.inbox.orders.languages.lexicon import BEING, NOTHING, WISH, Lexicon

NORWEGIAN: Final = Lexicon(
    code="nb",
    cardinals=("en, ett, et, én", "to", "tre", "fire", "fem", "seks", "sju, syv", "åtte", "ni", "ti", "elleve", "tolv"),
    figures=(
        "eneren, enern, ettern, etteren",
        "toeren, toern",
        "treeren, treern",
        "fireren, firern",
        "femmeren, femmern",
        "sekseren, seksern",
        "sjueren, sjuern, syveren, syvern",
        "åtteren, åttern",
        "nieren, niern",
        "tieren, tiern",
    ),
    ordinals=(
        "første",
        "andre",
        "tredje",
        "fjerde",
        "femte",
        "sjette",
        "sjuende, syvende",
        "åttende",
        "niende",
        "tiende",
    ),
    endings=frozenset({"er", "eren", "ern"}),
    meanings={
        NOTHING: "den, det, de, jeg, meg, da, så, nå, bare, vil, vil gjerne, vil gjerne ha, skal, min, mitt, mine, "
        "svaret mitt er, mitt svar er, strekning, strekningen, rute, ruta, ruten, la meg, beklager ventetiden, sorry "
        "for ventetiden, beklager sent svar, beklager, unnskyld, gleder meg, jeg gleder meg, det blir, blir, ville "
        "vært fint, hadde vært fint, hadde vært bra, på listen, på lista, fra listen, fra lista, i listen, i lista",
        WISH: "lykke til, lykke til alle sammen, lykke til alle, god fornøyelse, ha en fin dag, god kveld, god helg, "
        "ha det fint, ha en fin kveld, god tur, god jul, godt nytt år, godt nyttår",
        "play": "spiller, spill, spille, velger, velg, kjører, kjør, kjør på, kjører på",
        "please": "vær så snill, takk",
        "thanks": "tusen takk, mange takk, på forhånd takk, takker",
        "hello": "hei, heisann, hallo, god morgen, god dag, kjære, hei alle, hei alle sammen, morn",
        "regards": "mvh, vh, hilsen, hilsner, vennlig hilsen, med vennlig hilsen, klem, snakkes, ha det, ha det bra, "
        "vi ses",
        "number": "nummer, nr, alternativ, valg, forslag",
        "last": "siste, sist",
        "take": "tar, ta, tek",
        "draw": "trekker, trekk, trekke, trekk til",
        "claim": "bygger, bygg, bygge, legger, legg, krever",
        "keep": "beholder, behold, beholde, sparer",
        "give": "legg tilbake, legger tilbake, kast, kaster, gir tilbake, gi tilbake, leverer tilbake, returnerer",
        "tickets": "billetter, oppdrag, nye billetter, nye oppdrag",
        "all": "alle, alt, alle sammen",
        "both": "begge, begge to",
        "except": "unntatt, bortsett fra, utenom, uten",
        "rest": "resten, de andre, de øvrige",
        "only": "kun",
        "and": "og, samt, pluss",
        "then": "deretter, etterpå",
        "using": "med",
        "from": "fra",
        "at": "i, på, kl, klokka, klokken, ved, etter",
        "card": "kort, kortet, kortene, togkort, vognkort",
        "deck": "bunken, bunke, kortstokken, stokken, blindt",
        "station": "stasjon, en stasjon, stasjonen",
        "red": "rød, rødt, røde",
        "blue": "blå, blått, blåe",
        "green": "grønn, grønt, grønne",
        "yellow": "gul, gult, gule",
        "black": "svart, svarte, sort, sorte",
        "white": "hvit, hvitt, hvite, kvit",
        "orange": "oransje, orange",
        "purple": "lilla, fiolett, rosa",
        "loco": "lok, lokomotiv, lokomotivet, lokomotiver, lokomotivkort, joker, jokeren, loket",
        "yes": "ja, jo, jepp, japp, jaja, ja takk, gjerne, veldig gjerne, ja gjerne, blir med, jeg blir med, jeg er "
        "med, er med, greit, greit for meg, det er greit, helt greit, helt i orden, i orden, det er i orden, fint, "
        "fint for meg, selvfølgelig, selvsagt, klart, klart det, enig, jeg er enig, godtar, jeg godtar, aksepterer, "
        "ikke noe problem, ingen problem, null problem, avtale, supert, høres bra ut, det høres bra ut, det går fint, "
        "går fint, med glede, god idé, passer meg, passer meg fint, det passer meg, passer for meg",
        "no": "nei, nei takk, ellers takk, nei ellers takk, dessverre, dessverre nei, dessverre ikke, helst ikke, "
        "ikke denne gangen, ikke denne gang, ikke i dag, jeg står over, nei dessverre, helst nei, heller ikke, heller "
        "nei",
        "yes always": "ja alltid, alltid ja",
        "help": "hjelp, hjelp meg",
        "stop": "stopp, stopp det, avslutt, meld meg av",
        "stop all mail": "ikke flere e poster, ingen flere e poster, stopp alle e poster, stopp e post, stopp alle "
        "mail",
        "send mail again": "send e post igjen, send e poster igjen, send mail igjen",
        "resign": "gi opp, gir opp, jeg gir opp, gir meg, jeg gir meg, jeg trekker meg, trekker meg, jeg forlater "
        "spillet",
        "pause": "pause, en pause, ta pause, ta en pause, kan vi ta pause?, kan vi ta en pause?, sett spillet på "
        "pause, sett på pause, spillet på pause, på pause, pause spillet",
        "go on": "fortsett, fortsette, spill videre, videre, la oss fortsette, la oss spille videre",
        "return": "jeg er tilbake, tilbake igjen, kom tilbake",
        "stand-in": "stedfortreder, vikar",
        "nudge": "purr, påminn, dytt",
        "take back": "angre, angre trekk, angre trekket, angre trekket mitt, ta tilbake trekket",
        "withdraw": "trekk forslaget, trekk tilbake forslaget",
        "play again": "spill igjen, revansj, en gang til",
        "moves": "mine trekk, alle trekk",
        "status": "stilling, stillingen",
        "away": "ferie, på ferie, er på ferie, jeg er på ferie, har ferie, borte, er borte, jeg er borte, bortreist",
        BEING: "er, jeg er, vi er, drar, jeg drar, fra i dag, fra nå av",
        "until": "til, til og med, t.o.m., tom, frem til, fram til, inntil, til den",
        "not": "ikke, ingen, intet, aldri, verken, ikkje",
        "or": "eller, enten, alternativt, ellers",
        "but": "men, dog, selv om, likevel",
        "wait": "vent, vente, venter, øyeblikk, et øyeblikk, sekund, et sekund, glem, glem det, ups, oi, feil, "
        "rettelse, ignorer, se bort fra",
        "maybe": "kanskje, muligens, sannsynligvis, nok, tror, vurderer, hm, hmm, usikker, vet ikke, senere, i "
        "morgen, ennå, kanhende",
        "if": "om, hvis, dersom, når, med mindre, forutsatt, innen, etter at, så snart, først, inntil videre, viss",
        "before": "før, for",
        "rather": "heller, snarere, i stedet, istedenfor, i stedet for, bedre, egentlig",
        "should": "skulle, bør, må, kan, riktig, lov, tillatt, hvilken, hva, bra",
    },
    cities={
        "athina": "Aten",
        "bruxelles": "Brussel",
        "bucuresti": "Bukarest",
        "constantinople": "Konstantinopel",
        "kobenhavn": "København",
        "petrograd": "St. Petersburg",
    },
)
