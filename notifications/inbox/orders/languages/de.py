"""German."""

from typing import Final

from notifications.inbox.orders.languages.lexicon import BEING, NOTHING, STAYING, WISH, Lexicon

GERMAN: Final = Lexicon(
    code="de",
    cardinals=(
        "eins, ein, eine, einen",
        "zwei, zwo",
        "drei",
        "vier",
        "fünf",
        "sechs",
        "sieben",
        "acht",
        "neun",
        "zehn",
        "elf",
        "zwölf",
    ),
    ordinals=(
        "erste, ersten, erster, erstes",
        "zweite, zweiten, zweiter, zweites",
        "dritte, dritten, dritter, drittes",
        "vierte, vierten, vierter, viertes",
        "fünfte, fünften, fünfter, fünftes",
        "sechste, sechsten, sechster, sechstes",
        "siebte, siebten, siebter, siebtes, siebente",
        "achte, achten, achter, achtes",
        "neunte, neunten, neunter, neuntes",
        "zehnte, zehnten, zehnter, zehntes",
    ),
    endings=frozenset({"er", "te", "ten", "n"}),
    meanings={
        NOTHING: "der, die, das, den, dem, ich, mir, mal, dann, dann mal, also, nun, jetzt, gerne, gern, würde, "
        "möchte, will, werde, hätte gern, hätte gerne, mein, meine, meinen, meine antwort ist, zug, züge, strecke, "
        "strecken, einfach, für mich, und tschüss, gut, sorry für die verspätung, entschuldigt die verspätung, "
        "entschuldigung, tut mir leid, freue mich, freu mich, ich freue mich, ich freu mich, ich freu mich drauf, ich "
        "freue mich darauf, immer gerne, würde sagen, ich würde sagen, wäre super, wäre toll, wäre gut, wäre schön, "
        "wäre prima, der liste, von der liste, auf der liste, aus der liste, in der liste, von oben, hallo leute, "
        "sorry leute",
        WISH: "viel spaß, viel glück, gutes spiel, schönen abend, schönen abend noch, schönen tag, schönen tag noch, "
        "gute nacht, schönes wochenende, viel spaß allen, viel glück allen, viel erfolg, frohe weihnachten, frohes "
        "fest, schöne feiertage, frohe feiertage, guten rutsch, frohes neues, frohes neues jahr",
        "play": "spiele, spiel, spielen, mach, mache, machen, setze, setz, wähle, wähl, wählen",
        "please": "bitte, bidde, bitteschön",
        "thanks": "danke, dankeschön, vielen dank, danke schön, danke sehr, merci, herzlichen dank, besten dank, "
        "danke dir, danke euch, danke ihnen, ich danke dir, ich danke euch, danke leute",
        "hello": "hallo, hallöchen, moin, servus, guten morgen, guten tag, guten abend, grüß gott, tach, liebe, "
        "hallo alle, hallo zusammen",
        "regards": "viele grüße, liebe grüße, schöne grüße, beste grüße, mit freundlichen grüßen, freundliche grüße, "
        "herzliche grüße, grüße, gruß, lg, vg, mfg, bis bald, bis dann, bis später, tschüss, tschüs, ciao, dein, "
        "deine, euer, eure, schöne grüsse",
        "number": "nummer, nr, die nummer, option, möglichkeit, vorschlag, zahl",
        "last": "letzte, letzten, letzter, letztes",
        "take": "nehme, nehm, nimm, nehmen, greife, greif, schnappe",
        "draw": "ziehe, zieh, ziehen, ziehn",
        "claim": "nutze, nutz, nutzen, baue, bau, bauen, lege, leg, legen, belege, belegen, beanspruche, beanspruchen",
        "keep": "behalte, behalt, behalten, behält",
        STAYING: "bleiben, bleibt",
        "give": "gebe, geb, gib, geben, zurückgeben, abgeben, geht zurück, gehen zurück, kann weg, können weg, kommt "
        "weg, kommen weg, geht weg, gehen weg",
        "back": "zurück, weg",
        "tickets": "zielkarten, aufträge, neue zielkarten, neue aufträge, tickets",
        "all": "alle, alles, sämtliche",
        "both": "beide, beiden",
        "except": "außer, ausser, bis auf, ohne",
        "rest": "rest, anderen, übrigen, restlichen",
        "only": "nur, bloß",
        "and": "und, sowie, plus",
        "then": "danach, anschließend",
        "using": "mit",
        "from": "vom, von, aus, von dem",
        "at": "in, um, nach, zu, an, am, im, bei, auf, gegen, ab, seit, vor",
        "card": "karte, karten, wagenkarte, wagenkarten",
        "deck": "stapel, nachziehstapel, verdeckten stapel, verdeckt, verdeckte, verdeckten, blind",
        "market": "auslage",
        "station": "bahnhof, den bahnhof",
        "red": "rot, rote, roten, roter, rotes",
        "blue": "blau, blaue, blauen, blauer, blaues",
        "green": "grün, grüne, grünen, grüner, grünes",
        "yellow": "gelb, gelbe, gelben, gelber, gelbes",
        "black": "schwarz, schwarze, schwarzen, schwarzer, schwarzes",
        "white": "weiß, weiße, weißen, weißer, weißes",
        "orange": "orange, orangene, orangenen, orangefarbene",
        "purple": "lila, violett, violette, violetten, pink, rosa, lilane",
        "loco": "lok, loks, lokomotive, lokomotiven, lokomotivkarte, joker",
        "yes": "ja, jo, jup, jap, jawohl, klar, na klar, klaro, sicher, passt, passt mir, passt schon, einverstanden, "
        "bin dabei, ich bin dabei, abgemacht, in ordnung, geht klar, geht in ordnung, von mir aus, meinetwegen, auf "
        "jeden fall, natürlich, selbstverständlich, kein problem, alles klar, stimme zu, ich stimme zu, bin "
        "einverstanden, ich bin einverstanden, mit vergnügen, sehr gerne, sehr gern, das passt, gute idee, nehme an, "
        "ich nehme an, ich mache mit, mache mit, ich spiele mit, spiele mit, mir recht, ist mir recht, passt für "
        "mich, gern dabei",
        "no": "nein, nee, nö, leider nein, leider nicht, lieber nicht, auf keinen fall, ich lehne ab, lehne ab, nein "
        "danke, diesmal nicht, keine zeit, leider keine zeit, keine zeit grad, ohne mich, bin raus, ich bin raus, "
        "eher nicht, eher nein, lieber nein, besser nicht",
        "yes always": "ja immer, immer ja",
        "help": "hilfe, hilf mir, hilfe bitte",
        "stop": "stopp, halt stopp, aufhören, abbestellen, abmelden",
        "stop all mail": "keine e mails mehr, keine emails mehr, keine mails mehr, alle mails abbestellen, alle "
        "emails abbestellen, alle e mails abbestellen",
        "send mail again": "wieder mails schicken, wieder e mails schicken, wieder emails schicken",
        "resign": "aufgeben, gebe auf, geb auf, ich gebe auf, ich geb auf, gib auf, ich steige aus, steige aus, ich "
        "steig aus, steig aus, ich gebe die partie auf, partie aufgeben",
        "pause": "pause, pausieren, eine pause, pause machen, können wir pause machen?, können wir pausieren?, können "
        "wir eine pause machen?, bitte pausieren, partie pausieren, die partie pausieren, spiel pausieren, das spiel "
        "pausieren, pause einlegen, eine pause einlegen, auf pause setzen, partie auf pause, spiel auf pause",
        "go on": "weiter, weiterspielen, fortsetzen, weiter gehts, pause beenden, spielen wir weiter",
        "return": "ich bin wieder da, bin wieder da, platz zurücknehmen",
        "stand-in": "vertretung",
        "nudge": "erinnern, anstupsen",
        "take back": "zug zurücknehmen, meinen zug zurücknehmen, letzten zug zurücknehmen, zurücknehmen",
        "withdraw": "zurückziehen, vorschlag zurückziehen",
        "play again": "nochmal spielen, noch eine partie, revanche",
        "moves": "meine züge, alle züge, zeig züge",
        "status": "spielstand, stand",
        "away": "urlaub, im urlaub, bin im urlaub, ich bin im urlaub, ferien, in den ferien , bin weg, ich bin weg, "
        "verreist, nicht da, bin nicht da",
        BEING: "bin, ich bin, sind, wir sind, werde sein, ab heute, ab sofort, seit heute",
        "until": "bis, bis zum, bis einschließlich, bis einschl, bis inkl, bis inklusive",
        "not": "nicht, kein, keine, keinen, keins, keiner, keinesfalls, nie, niemals, ungern",
        "or": "oder, bzw, beziehungsweise, alternativ, entweder",
        "but": "aber, jedoch, allerdings, sondern, außerdem, obwohl, sonst, ansonsten, trotzdem",
        "wait": "warte, wartet, warten, moment, momentchen, augenblick, sekunde, stopp mal, halt mal, vergiss, "
        "vergesst, ignoriere, ignorier, streiche, ups, quatsch, stimmt nicht, falsch, irrtum, versehen, korrektur, "
        "doch",
        "maybe": "vielleicht, evtl, eventuell, wahrscheinlich, vermutlich, möglicherweise, glaub, glaube, denke, "
        "unsicher, unschlüssig, hm, hmm, ggf, weiß nicht, mal sehen, überlege, später, morgen, noch",
        "if": "wenn, falls, sofern, sobald, ob, außer wenn, bevor, ehe, nachdem, solange, bis dahin, erst",
        "rather": "lieber, eher, besser, stattdessen, statt, anstatt, doch lieber, doch eher",
        "should": "soll, sollte, sollen, darf, kann, könnte, richtig, erlaubt, möglich, welche, welcher",
    },
    cities={
        "roma": "Rom",
        "athina": "Athen",
        "bruxelles": "Brüssel",
        "bucuresti": "Bukarest",
        "constantinople": "Konstantinopel",
        "kobenhavn": "Kopenhagen",
        "lisboa": "Lissabon",
        "moskva": "Moskau",
        "kyiv": "Kiew, Kyjiw",
        "kharkov": "Charkow, Charkiw",
        "warszawa": "Warschau",
        "venezia": "Venedig",
        "wilno": "Wilna",
        "angora": "Ankara",
        "smyrna": "Izmir",
        "petrograd": "Petersburg, Sankt Petersburg",
        "edinburgh": "Edinburg",
    },
)
