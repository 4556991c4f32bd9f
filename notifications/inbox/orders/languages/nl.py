"""Dutch."""

from typing import Final

from notifications.inbox.orders.languages.lexicon import BEING, NOTHING, WISH, Lexicon

DUTCH: Final = Lexicon(
    code="nl",
    cardinals=("een, één", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien", "elf", "twaalf"),
    ordinals=(
        "eerste",
        "tweede",
        "derde",
        "vierde",
        "vijfde",
        "zesde",
        "zevende",
        "achtste",
        "negende",
        "tiende",
    ),
    endings=frozenset({"e", "de", "ste"}),
    meanings={
        NOTHING: "de, het, die, dat, ik, me, mij, dan, maar dan, dan maar, nu, zou, wil, wil graag, ga, ga voor, ik "
        "ga voor, zal, mijn, mijn antwoord is, route, traject, ze, hem, hoor, eens, even, gewoon, laat mij, sorry "
        "voor het wachten, excuses voor de vertraging, excuses, ik heb er zin in, heb er zin in, heb er zin an, zin "
        "in, kleur, voor mij, leuk, lekker, wordt, het wordt, zou mooi zijn, zou fijn zijn, zou leuk zijn, zou goed "
        "zijn, van de lijst, op de lijst, uit de lijst, in de lijst, van boven, wat mij betreft",
        WISH: "veel plezier, veel succes, succes, fijne avond, fijne dag, goed weekend, fijn weekend, prettige avond, "
        "veel geluk, goede nacht, welterusten, fijne dag nog, fijne feestdagen, prettige feestdagen, fijne kerst, "
        "prettige kerst, gelukkig nieuwjaar",
        "play": "speel, spelen, doe, doe maar, doen, kies, kiezen, zet, kies voor, ik kies voor",
        "please": "graag, alsjeblieft, alstublieft, aub, ajb, svp",
        "thanks": "bedankt, dank je, dankje, dankjewel, dank je wel, dank u, dank, alvast bedankt, hartelijk dank, "
        "dankuwel",
        "hello": "hallo, hoi, hé, dag, goedemorgen, goedemiddag, goedenavond, beste, hoi allemaal, hallo allemaal, "
        "goeiemorgen, lieve",
        "regards": "groet, groeten, groetjes, gr, vriendelijke groet, met vriendelijke groet, met vriendelijke "
        "groeten, mvg, vriendelijke groeten, liefs, tot ziens, tot later, tot straks, doei, dag dag, tot dan, tot "
        "snel",
        "number": "nummer, nr, optie, mogelijkheid, voorstel, keuze, zet nummer",
        "last": "laatste",
        "take": "neem, nemen, pak, pakken, neemt",
        "draw": "trek, trekken, raap",
        "claim": "claim, claimen, bouw, bouwen, leg, leggen",
        "keep": "hou, houd, houden, bewaar, bewaren, behoud",
        "give": "terugleggen, leg terug, geef terug, teruggeven, gaat terug, gaan terug, geef, gooi weg, weggooien, "
        "weg met, breng terug",
        "back": "terug, weg",
        "tickets": "bestemmingskaarten, opdrachtkaarten, tickets, nieuwe bestemmingskaarten, nieuwe opdrachtkaarten",
        "all": "alle, alles, allemaal",
        "both": "beide, allebei",
        "except": "behalve, uitgezonderd, zonder",
        "rest": "rest, andere, anderen, overige",
        "only": "alleen, enkel, slechts",
        "and": "en, plus",
        "then": "daarna, vervolgens",
        "using": "met",
        "from": "van, uit",
        "at": "in, om, op, te, naar, aan, bij, over, tegen, vanaf, voor",
        "card": "kaart, kaarten, wagonkaart, treinkaart",
        "deck": "stapel, trekstapel, blind",
        "station": "station, een station",
        "red": "rood, rode",
        "blue": "blauw, blauwe",
        "green": "groen, groene",
        "yellow": "geel, gele",
        "black": "zwart, zwarte",
        "white": "wit, witte",
        "orange": "oranje",
        "purple": "paars, paarse, roze",
        "loco": "loc, lok, locomotief, locomotieven, lokomotief, joker, loco",
        "yes": "ja, jaa, jaaa, jep, jawel, ja graag, zeker, ja hoor, prima, prima hoor, goed, is goed, dat is goed, "
        "goed hoor, oké, akkoord, ik ga akkoord, ga akkoord, ik doe mee, doe mee, ik speel mee, speel mee, ik ben "
        "erbij, ben erbij, natuurlijk, uiteraard, tuurlijk, geen probleem, mij best, vind ik goed, vind ik prima, "
        "vind ik best, afgesproken, met plezier, met genoegen, leuk idee, goed idee, eens mee, mee eens, klinkt goed, "
        "lijkt me leuk, lijkt me prima, van harte, heel graag, past mij, dat past mij, komt goed uit",
        "no": "nee, neen, nee hoor, nee bedankt, nee dank je, liever niet, nee helaas, helaas, helaas niet, helaas "
        "nee, deze keer niet, vandaag niet, ik sla over, te druk, geen tijd, ik doe niet mee, liever nee, eigenlijk "
        "liever niet, beter van niet",
        "yes always": "ja altijd, altijd ja",
        "help": "help, hulp, help mij",
        "stop": "stop, stoppen, afmelden, uitschrijven",
        "stop all mail": "geen mail meer, geen mails meer, geen e mail meer, geen e mails meer, stop alle mail, stop "
        "alle mails, stop alle e mails",
        "send mail again": "stuur weer mail, weer mail sturen, stuur weer mails",
        "resign": "opgeven, geef op, ik geef op, geef het op, ik geef het op, ik stap eruit, stap eruit, ik verlaat "
        "het spel",
        "pause": "pauze, pauzeren, een pauze, pauze nemen, kunnen we pauzeren?, kunnen we pauze nemen?, spel "
        "pauzeren, het spel pauzeren, pauzeer, pauzeer het spel, zet op pauze, zet het spel op pauze, op pauze",
        "go on": "verder, doorgaan, ga door, doorspelen, speel verder, verder spelen, we gaan door, hervatten",
        "return": "ik ben terug, ben er weer, ik ben er weer, kom terug",
        "stand-in": "vervanger, plaatsvervanger, invaller",
        "nudge": "herinner, porren, por",
        "take back": "zet terugnemen, mijn zet terugnemen, neem zet terug, terugnemen",
        "withdraw": "trek voorstel in, voorstel intrekken, intrekken",
        "play again": "nog een keer spelen, nog een partij, revanche, opnieuw spelen",
        "moves": "mijn zetten, alle zetten, zetten",
        "status": "stand, tussenstand",
        "away": "vakantie, op vakantie, ben op vakantie, ik ben op vakantie, met vakantie, verlof, met verlof, "
        "afwezig, ben weg, ik ben weg",
        BEING: "ben, ik ben, wij zijn, we zijn, vanaf vandaag, vanaf nu",
        "until": "tot, tot en met, t/m, tem, t.e.m.",
        "not": "niet, geen, nooit, noch, nergens",
        "or": "of, ofwel, oftewel, hetzij, anders",
        "but": "maar, echter, hoewel, behalve als, tenzij",
        "wait": "wacht, wachten, moment, momentje, een moment, een momentje, ogenblik, een ogenblik, seconde, een "
        "seconde, vergeet, vergeet het, oeps, fout, foutje, correctie, negeer, toch, sorry nee",
        "maybe": "misschien, wellicht, waarschijnlijk, mogelijk, denk, vermoed, twijfel, hm, hmm, weet niet, later, "
        "morgen, nog, eventueel, nadenken",
        "if": "als, indien, wanneer, zodra, mits, voordat, nadat, zolang, totdat, pas, eerst",
        "rather": "liever, eerder, in plaats van, in plaats daarvan, beter, eigenlijk",
        "should": "zal ik, moet, moeten, mag, kan, kunnen, juist, toegestaan, welke, wat",
    },
    cities={
        "athina": "Athene",
        "berlin": "Berlijn",
        "bruxelles": "Brussel",
        "bucuresti": "Boekarest",
        "budapest": "Boedapest",
        "constantinople": "Constantinopel, Istanboel",
        "kobenhavn": "Kopenhagen",
        "lisboa": "Lissabon",
        "london": "Londen",
        "moskva": "Moskou",
        "paris": "Parijs",
        "roma": "Rome",
        "venezia": "Venetië",
        "warszawa": "Warschau",
        "wien": "Wenen",
        "edinburgh": "Edinburg",
        "petrograd": "Sint Petersburg",
        "danzig": "Gdansk",
    },
)
