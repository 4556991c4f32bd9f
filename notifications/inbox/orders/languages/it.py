"""Italian."""

from typing import Final

from notifications.inbox.orders.languages.lexicon import BEING, NOTHING, WISH, Lexicon

ITALIAN: Final = Lexicon(
    code="it",
    cardinals=(
        "uno, una, un",
        "due",
        "tre",
        "quattro",
        "cinque",
        "sei",
        "sette",
        "otto",
        "nove",
        "dieci",
        "undici",
        "dodici",
    ),
    ordinals=(
        "primo, prima",
        "secondo, seconda",
        "terzo, terza",
        "quarto, quarta",
        "quinto, quinta",
        "sesto, sesta",
        "settimo, settima",
        "ottavo, ottava",
        "nono, nona",
        "decimo, decima",
    ),
    endings=frozenset({"a", "o"}),
    meanings={
        NOTHING: "il, lo, la, i, gli, le, l', io, mi, allora, dunque, adesso, ora, mia, mio, la mia risposta è, "
        "mossa, tratta, linea, percorso, quella, quello, quelle, quelli, li, vorrei, voglio, dai, dai allora, scusate "
        "il ritardo, scusa il ritardo, scusa, scusate, non vedo l'ora, per me, va bene così, colore, di, del, della, "
        "delle, dei, andrebbe bene, sarebbe perfetta, sarebbe perfetto, sarebbe bello, della lista, nella lista, "
        "sulla lista, dell'elenco, nell'elenco",
        WISH: "buona fortuna, buona serata, buona giornata, buon gioco, buona partita, buon divertimento, buona "
        "notte, buon fine settimana, in bocca al lupo, buona fortuna a tutti, buone feste, buon natale, buon anno, "
        "felice anno nuovo",
        "play": "gioco, giocare, faccio, fare, scelgo, scegliere, vado con, vai con, vado per, opto per",
        "please": "per favore, per piacere, per cortesia, pf, pls, prego",
        "thanks": "grazie, grazie mille, molte grazie, tante grazie, ti ringrazio, vi ringrazio, grazie a tutti",
        "hello": "ciao, salve, buongiorno, buonasera, buon giorno, buona sera, ciao a tutti, ehi, caro, cara, cari",
        "regards": "saluti, cordiali saluti, a presto, un saluto, tanti saluti, un abbraccio, baci, a dopo, ci "
        "sentiamo, arrivederci, a domani",
        "number": "numero, n, nr, nro, opzione, scelta, mossa numero, proposta",
        "last": "ultimo, ultima, l'ultimo, l'ultima",
        "take": "prendo, prendere, prendi, piglio",
        "draw": "pesco, pescare, pesca",
        "claim": "costruisco, costruire, controllo, controllare, occupo, occupare",
        "keep": "tengo, tenere, conservo, conservare, tieni, mi tengo",
        "give": "scarto, scartare, restituisco, restituire, rimetto, rimettere, rendo, ridò, do indietro",
        "tickets": "biglietti, obiettivi, nuovi biglietti, nuovi obiettivi, biglietti destinazione",
        "draw two from the deck": "pesco due carte, pesco 2 carte, pescare due carte, pesco due carte dal mazzo, "
        "pescare due carte dal mazzo, due carte dal mazzo, 2 carte dal mazzo, due dal mazzo, pesco due dal mazzo, "
        "pesco 2 carte dal mazzo",
        "draw deck": "pesco dal mazzo, pescare dal mazzo, pesco una carta, una carta dal mazzo",
        "all": "tutto, tutti, tutte",
        "all three": "tutti e tre, tutte e tre, tutti e 3",
        "all four": "tutti e quattro, tutti e 4",
        "all five": "tutti e cinque, tutte e cinque, tutti e 5",
        "both": "entrambi, entrambe, tutti e due, tutte e due, ambedue",
        "except": "tranne, eccetto, meno, salvo, senza",
        "rest": "resto, il resto, gli altri, le altre, altri, altre",
        "only": "solo, soltanto, solamente",
        "and": "e, ed, più",
        "then": "poi, quindi, dopo di che",
        "using": "con",
        "from": "da, dal, dallo",
        "at": "a, ad, al, alla, alle, allo, in, su, per, verso, fra, tra, nel",
        "card": "carta, carte, carta vagone, carte vagone, carta treno, carte treno",
        "deck": "mazzo, al buio",
        "station": "stazione, una stazione",
        "red": "rosso, rossa, rossi, rosse",
        "blue": "blu",
        "green": "verde, verdi",
        "yellow": "giallo, gialla, gialli, gialle",
        "black": "nero, nera, neri, nere",
        "white": "bianco, bianca, bianchi, bianche",
        "orange": "arancione, arancioni, arancio",
        "purple": "viola, rosa",
        "loco": "loco, locomotiva, locomotive, jolly",
        "yes": "sì, si, certo, va bene, d'accordo, volentieri, ci sto, per me sì, per me va bene, certamente, sicuro, "
        "naturalmente, con piacere, nessun problema, ovvio, perfetto, sono d'accordo, accetto, ok per me, io ci sono, "
        "ci sono, ottima idea, buona idea, come no, perché no, partecipo, gioco anch'io, molto volentieri, "
        "senz'altro, mi va bene, a me va bene, mi sta bene",
        "no": "no, no grazie, meglio di no, purtroppo no, non posso, non questa volta, mi dispiace no, no mi "
        "dispiace, stavolta no, questa volta no, oggi no, rifiuto, passo il turno, preferirei di no, preferisco di "
        "no, direi di no",
        "yes always": "sì sempre, sempre sì",
        "help": "aiuto, aiutami, aiutatemi",
        "stop": "stop, basta, ferma, fermare, disiscrivimi, cancellami",
        "stop all mail": "basta email, basta mail, basta e mail, niente più email, niente più mail, basta con le "
        "email, stop alle email",
        "send mail again": "di nuovo email, rimanda le email",
        "resign": "abbandonare, abbandono, mi arrendo, mi ritiro, mi ritiro dalla partita, abbandono la partita, "
        "abbandonare la partita, lascio la partita",
        "pause": "pausa, una pausa, facciamo una pausa, fare una pausa, mettere in pausa, possiamo fare una pausa?, "
        "facciamo una pausa?, metti in pausa, mettete in pausa, mettiamo in pausa, mettere in pausa la partita, metti "
        "in pausa la partita, mettete in pausa la partita, mettiamo in pausa la partita, mettere la partita in pausa",
        "go on": "riprendere, continuare, continuiamo, riprendiamo, si continua, avanti",
        "return": "sono di nuovo qui, sono tornato, sono tornata, torno, rieccomi",
        "stand-in": "sostituto",
        "nudge": "sollecita, sollecitare",
        "take back": "annullare la mossa, annulla la mia mossa, annullo la mossa, annulla la mossa, ritiro la mossa",
        "withdraw": "ritiro la proposta, ritirare la proposta",
        "play again": "rigiocare, rivincita, un'altra partita",
        "moves": "le mie mosse, tutte le mosse",
        "status": "situazione",
        "away": "vacanza, vacanze, in vacanza, sono in vacanza, ferie, in ferie, sono in ferie, assente, sono assente",
        BEING: "sono, sarò, vado, parto, da oggi, a partire da oggi",
        "until": "fino a, fino al, fino all', fino, sino al, sino a",
        "not": "non, né, nessuno, nessuna, mai, mica, neanche, nemmeno, niente, anziché",
        "or": "o, oppure, ovvero, altrimenti, o anche",
        "but": "ma, però, tuttavia, sebbene, anche se",
        "wait": "aspetta, aspettate, aspettare, attendi, attendere, momento, un momento, attimo, un attimo, un "
        "secondo, due minuti, ops, errore, anzi, ignora, ignorate, lascia stare, annulla, mi sono sbagliato, "
        "ripensandoci",
        "maybe": "forse, probabilmente, magari, boh, credo, penso, mah, hm, hmm, non so, più tardi, domani, dubbio, "
        "ci penso, ancora, dopo, vediamo",
        "if": "se, quando, qualora, a meno che, purché, prima di, prima che, appena, finché, a patto, caso mai, nel "
        "caso",
        "rather": "piuttosto, invece, meglio, al posto",
        "should": "devo, dovrei, posso, giusto, possibile, quale, ragione, che, cosa",
    },
    cities={
        "athina": "Atene",
        "barcelona": "Barcellona",
        "berlin": "Berlino",
        "bucuresti": "Bucarest",
        "cadiz": "Cadice",
        "constantinople": "Costantinopoli",
        "danzig": "Danzica",
        "edinburgh": "Edimburgo",
        "frankfurt": "Francoforte",
        "kobenhavn": "Copenaghen",
        "lisboa": "Lisbona",
        "london": "Londra",
        "marseille": "Marsiglia",
        "moskva": "Mosca",
        "munchen": "Monaco, Monaco di Baviera",
        "paris": "Parigi",
        "petrograd": "San Pietroburgo, Pietrogrado",
        "smyrna": "Smirne",
        "stockholm": "Stoccolma",
        "warszawa": "Varsavia",
        "wien": "Vienna",
        "wilno": "Vilnius",
        "zagrab": "Zagabria",
        "zurich": "Zurigo",
        "sevastopol": "Sebastopoli",
    },
)
