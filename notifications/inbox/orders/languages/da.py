"""Danish."""

from typing import Final

from notifications.inbox.orders.languages.lexicon import BEING, NOTHING, WISH, Lexicon

DANISH: Final = Lexicon(
    code="da",
    cardinals=("en, et, én, ét", "to", "tre", "fire", "fem", "seks", "syv", "otte", "ni", "ti", "elleve", "tolv"),
    figures=(
        "etteren, etter, eneren",
        "toeren, toer",
        "treeren, treer",
        "fireren, firer",
        "femmeren, femmer",
        "sekseren, sekser",
        "syveren, syver",
        "otteren, otter",
        "nieren, nier",
        "tieren, tier",
    ),
    ordinals=(
        "første",
        "anden, andet",
        "tredje, tredie",
        "fjerde",
        "femte",
        "sjette",
        "syvende",
        "ottende",
        "niende",
        "tiende",
    ),
    endings=frozenset({"er", "eren", "ern"}),
    meanings={
        NOTHING: "den, det, de, jeg, mig, så, nu, bare, lige, vil, vil gerne, vil gerne have, min, mit, mine, mit "
        "svar er, jeg vil gerne, strækning, strækningen, rute, ruten, lad mig, velbekomme, sorry for ventetiden, "
        "undskyld ventetiden, beklager ventetiden, undskyld, beklager, glæder mig, jeg glæder mig, farve, bliver, det "
        "bliver, ville være fint, ville være godt, på listen, fra listen, i listen",
        WISH: "held og lykke, god fornøjelse, god aften, god dag, god weekend, godt spil, hav en god dag, god jul, "
        "glædelig jul, godt nytår",
        "play": "spiller, spil, spille, vælger, vælg, kører, kør, kør på",
        "please": "venligst, tak, må jeg bede om",
        "thanks": "mange tak, tusind tak, tak skal du have, på forhånd tak, takker",
        "hello": "hej, hejsa, halløj, goddag, godmorgen, kære, davs, hej alle, hej alle sammen",
        "regards": "mvh, vh, kh, hilsen, hilsner, venlig hilsen, med venlig hilsen, mange hilsner, kærlig hilsen, "
        "knus, vi ses, ses, farvel, hej hej",
        "number": "nummer, nr, mulighed, valg, forslag",
        "last": "sidste",
        "take": "tager, tag, ta, tage",
        "draw": "trækker, trække, træk",
        "claim": "gør krav på, gøre krav på, bygger, byg, bygge, lægger tog, kræver",
        "keep": "beholder, behold, beholde, gemmer, gem",
        "give": "læg, lægger, lægge, giver, giv, smid, smider, afleverer, returnerer",
        "back": "tilbage, væk",
        "draw tickets": "træk rutekort, træk billetter, trækker rutekort, nye rutekort, trække rutekort",
        "draw two from the deck": "træk to fra bunken, træk to kort, træk to, trækker to, trækker to kort, trækker "
        "to fra bunken, to fra bunken, træk to kort fra bunken, trækker to kort fra bunken, to kort fra bunken",
        "draw deck": "træk fra bunken, trækker fra bunken, træk et kort fra bunken",
        "all": "alle, alt, det hele, allesammen",
        "both": "begge, begge to",
        "except": "undtagen, på nær, bortset fra, uden",
        "rest": "resten, de andre, de øvrige",
        "only": "kun",
        "and": "og, samt, plus",
        "then": "derefter, bagefter",
        "using": "med",
        "from": "fra",
        "at": "i, på, kl, klokken, ved, efter, ad",
        "card": "kort, kortet, togvognskort",
        "deck": "bunken, bunke, trækbunken, blindt",
        "station": "station, en station, stationen",
        "red": "rød, rødt, røde",
        "blue": "blå, blåt, blåe",
        "green": "grøn, grønt, grønne",
        "yellow": "gul, gult, gule",
        "black": "sort, sorte",
        "white": "hvid, hvidt, hvide",
        "orange": "orange, orangefarvet",
        "purple": "lilla, violet, pink, lyserød",
        "loco": "lok, lokomotiv, lokomotivet, lokomotiver, lokomotivkort, joker, jokeren, loket",
        "yes": "ja, jo, jep, jeps, jada, ja tak, gerne, meget gerne, ja gerne, jeg er med, er med, det er fint, fint, "
        "fint med mig, fint for mig, helt fint, i orden, det er i orden, det er helt i orden, helt i orden, "
        "selvfølgelig, naturligvis, klart, helt klart, enig, jeg er enig, accepterer, jeg accepterer, det er okay, "
        "okay med mig, intet problem, ingen problemer, det passer mig fint, passer fint, aftale, super, tæl mig med, "
        "jeg spiller med, lyder godt, det lyder godt, med glæde, god idé, det passer mig, passer mig fint, passer mig",
        "no": "nej, næ, niks, ellers tak, nej tak, nej ellers tak, desværre nej, desværre ikke, helst ikke, ikke "
        "denne gang, ikke i dag, jeg springer over, jeg må melde fra, nej desværre, hellere nej, helst nej, hellere "
        "ikke",
        "yes always": "ja altid, altid ja",
        "help": "hjælp, hjælp mig, hjælpe",
        "stop": "stop, stop det, afmeld, afmeld mig",
        "stop all mail": "ikke flere mails, ikke flere e mails, stop alle mails, stop alle e mails, stop mails",
        "send mail again": "send mails igen, send e mails igen",
        "resign": "giv op, giver op, jeg giver op, jeg opgiver, opgiver, jeg trækker mig, trækker mig, jeg forlader "
        "spillet",
        "pause": "pause, en pause, hold pause, holde pause, kan vi holde pause?, kan vi tage en pause?, pause "
        "spillet, sæt spillet på pause, sæt på pause, spillet på pause, på pause",
        "go on": "fortsæt, fortsætte, spil videre, videre, lad os spille videre, lad os fortsætte",
        "return": "jeg er tilbage, tilbage igen, kom tilbage",
        "stand-in": "stedfortræder, vikar",
        "nudge": "påmind, skub, ryk",
        "take back": "fortryd, fortryd træk, fortryd mit træk, tag træk tilbage, tag mit træk tilbage",
        "withdraw": "træk forslag tilbage, træk forslaget tilbage",
        "play again": "spil igen, revanche, en omgang til",
        "moves": "mine træk, alle træk",
        "status": "stilling, stillingen",
        "away": "ferie, på ferie, er på ferie, jeg er på ferie, har ferie, holder ferie, er væk, jeg er væk, bortrejst",
        BEING: "er, jeg er, vi er, fra i dag, fra nu af",
        "until": "til, indtil, til og med, til og med d, til d, t.o.m., tom, frem til, til og med den, til den",
        "not": "ikke, ingen, intet, aldrig, hverken",
        "or": "eller, enten, alternativt, ellers",
        "but": "men, dog, selvom, skønt",
        "wait": "vent, vente, venter, øjeblik, et øjeblik, sekund, et sekund, lige et øjeblik, stop lige, glem, glem "
        "det, ups, hov, forkert, fejl, rettelse, ignorer, hold da op",
        "maybe": "måske, muligvis, sandsynligvis, nok, tror, overvejer, hm, hmm, usikker, ved ikke, senere, i "
        "morgen, endnu",
        "if": "hvis, såfremt, når, medmindre, forudsat, inden, efter at, så snart, først, indtil videre, om",
        "before": "før, for",
        "rather": "hellere, snarere, i stedet, istedet, i stedet for, alligevel, bedre",
        "should": "skal, skulle, bør, må, kan, rigtigt, tilladt, hvilken, hvad, godt",
    },
    cities={
        "athina": "Athen",
        "bruxelles": "Bryssel",
        "bucuresti": "Bukarest",
        "constantinople": "Konstantinopel",
        "kobenhavn": "København, Kbh",
        "lisboa": "Lissabon",
        "roma": "Rom",
        "venezia": "Venedig",
        "petrograd": "Sankt Petersborg",
    },
)
