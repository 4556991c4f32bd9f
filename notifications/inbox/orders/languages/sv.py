"""Swedish."""

from typing import Final

from notifications.inbox.orders.languages.lexicon import BEING, NOTHING, WISH, Lexicon

SWEDISH: Final = Lexicon(
    code="sv",
    cardinals=("en, ett", "två", "tre", "fyra", "fem", "sex", "sju", "åtta", "nio", "tio", "elva", "tolv"),
    figures=("ettan", "tvåan", "trean", "fyran", "femman", "sexan", "sjuan", "åttan", "nian", "tian"),
    ordinals=(
        "första, förste",
        "andra, andre",
        "tredje",
        "fjärde",
        "femte",
        "sjätte",
        "sjunde",
        "åttonde",
        "nionde",
        "tionde",
    ),
    endings=frozenset({"a", "e", "an", "n"}),
    meanings={
        NOTHING: "den, det, de, jag, mig, då, så, nu, bara, vill, vill gärna, vill ha, ska, min, mitt, mina, mitt "
        "svar är, sträcka, sträckan, rutt, rutten, blir, blir bra, det blir, då blir det, låt mig, ursäkta "
        "dröjsmålet, förlåt dröjsmålet, sorry för väntan, ursäkta, förlåt, ser fram emot det, det ska bli kul, vore "
        "bra, vore fint, vore kul, skulle vara bra, på listan, i listan, från listan, ur listan, uppifrån",
        WISH: "lycka till, lycka till alla, lycka till allihop, ha det bra, ha en bra dag, god kväll, trevlig helg, "
        "trevlig kväll, mycket nöje, ha det så bra, god jul, gott nytt år, glad jul",
        "play": "spelar, spela, väljer, välj, kör, kör på",
        "please": "snälla, tack",
        "thanks": "tack så mycket, tusen tack, stort tack, tackar, tack på förhand",
        "hello": "hej, hejsan, hallå, tjena, tja, god morgon, god dag, kära, hej alla, hej allihopa, godmorgon",
        "regards": "mvh, vh, hälsningar, hälsning, vänliga hälsningar, med vänliga hälsningar, kram, kramar, vi ses, "
        "hej då, vi hörs",
        "number": "nummer, nr, alternativ, alternativet, val, förslag",
        "last": "sista, siste",
        "take": "tar, ta, tag",
        "draw": "drar, dra, draga",
        "claim": "muta in, mutar in, bygger, bygg, bygga, lägger, lägg",
        "keep": "behåller, behåll, behålla, sparar, spara",
        "give": "lämna tillbaka, lämnar tillbaka, lägg tillbaka, lägger tillbaka, släng, slänger, ger tillbaka, "
        "returnerar, kastar",
        "tickets": "biljetter, uppdrag, nya biljetter, nya uppdrag",
        "all": "alla, allt, allihop, allihopa, samtliga",
        "both": "båda, båda två, bägge",
        "except": "utom, förutom, utan",
        "rest": "resten, de andra, övriga, de övriga",
        "only": "endast, enbart",
        "and": "och, samt, plus",
        "then": "sedan, sen, därefter",
        "using": "med",
        "from": "från",
        "at": "i, på, kl, klockan, vid, för, efter",
        "card": "kort, kortet, korten, tågkort, vagnskort",
        "deck": "draghögen, dragshögen, högen, kortleken, leken, blint",
        "station": "station, en station, stationen",
        "red": "röd, rött, röda",
        "blue": "blå, blått, blåa",
        "green": "grön, grönt, gröna",
        "yellow": "gul, gult, gula",
        "black": "svart, svarta",
        "white": "vit, vitt, vita",
        "orange": "orange, oranget, orangea",
        "purple": "lila, violett, rosa",
        "loco": "lok, loket, lokomotiv, lokomotivet, lokkort, joker, jokern",
        "yes": "ja, jo, japp, jajamän, jodå, jadå, visst, javisst, ja tack, ja gärna, gärna, mycket gärna, jag är på, "
        "är på, jag är med, är med, självklart, naturligtvis, absolut, okej, okej för mig, det är okej, det går bra, "
        "går bra, det går fint, bra, bra för mig, det är bra, inga problem, inget problem, jag håller med, håller "
        "med, accepterar, jag accepterar, låter bra, det låter bra, jag spelar, jag hänger på, hänger på, med nöje, "
        "bra idé, kör så, överens, visst går det bra, passar mig, det passar mig, passar bra, det passar bra, funkar "
        "för mig, det funkar för mig",
        "no": "nej, nä, nej tack, nej tyvärr, tyvärr, tyvärr nej, tyvärr inte, helst inte, inte den här gången, inte "
        "idag, jag avstår, hinner inte, jag hinner inte, nix, nope, hellre inte, helst nej, hellre nej",
        "yes always": "ja alltid, alltid ja",
        "help": "hjälp, hjälp mig",
        "stop": "stopp, stoppa, sluta, avsluta, avregistrera",
        "stop all mail": "inga fler mejl, inga mer mejl, inga fler mail, stoppa alla mejl, stoppa alla mail, sluta "
        "skicka mejl, inga fler e postmeddelanden",
        "send mail again": "skicka mejl igen, skicka mail igen",
        "resign": "ge upp, ger upp, jag ger upp, jag drar mig ur, drar mig ur, jag lämnar spelet",
        "pause": "paus, pausa, en paus, ta paus, ta en paus, kan vi pausa?, kan vi ta en paus?, kan vi ta paus?, "
        "pausa spelet, pausa partiet, sätt spelet på paus, spelet på paus, på paus",
        "go on": "fortsätt, fortsätta, spela vidare, vi spelar vidare, vidare, vi fortsätter",
        "return": "jag är tillbaka, tillbaka igen, kom tillbaka",
        "stand-in": "ersättare, vikarie, ställföreträdare",
        "nudge": "påminn, puffa",
        "take back": "ångra, ångra drag, ångra draget, ångra mitt drag, ta tillbaka draget, ta tillbaka mitt drag",
        "withdraw": "dra tillbaka förslaget, dra tillbaka förslag",
        "play again": "spela igen, revansch, en gång till",
        "moves": "mina drag, alla drag",
        "status": "ställning, ställningen",
        "away": "semester, på semester, är på semester, jag är på semester, har semester, borta, är borta, jag är "
        "borta, bortrest",
        BEING: "är, jag är, vi är, åker, jag åker, från idag, från och med idag, från och med i dag",
        "until": "till, tills, t.o.m., tom, till och med, fram till, till den, till och med den",
        "not": "inte, ej, icke, ingen, inget, inga, aldrig, varken",
        "or": "eller, antingen, alternativt, annars",
        "but": "men, dock, fast, även om, ändå",
        "wait": "vänta, väntar, ögonblick, ett ögonblick, sekund, en sekund, glöm, glöm det, oj, hoppsan, fel, "
        "rättelse, ignorera, bortse från",
        "maybe": "kanske, möjligen, möjligtvis, troligen, nog, tror, funderar, hm, hmm, osäker, vet inte, senare, "
        "imorgon, i morgon, ännu",
        "if": "om, om inte, ifall, när, såvida, förutsatt, innan, före, efter att, så snart, först, tills vidare",
        "rather": "hellre, snarare, istället, i stället, istället för, bättre, egentligen",
        "should": "skulle, bör, borde, får, kan, rätt, tillåtet, vilken, vilket, vad",
    },
    cities={
        "athina": "Aten",
        "bruxelles": "Bryssel",
        "bucuresti": "Bukarest",
        "constantinople": "Konstantinopel",
        "kobenhavn": "Köpenhamn",
        "lisboa": "Lissabon",
        "roma": "Rom",
        "venezia": "Venedig",
        "petrograd": "Sankt Petersburg",
    },
)
