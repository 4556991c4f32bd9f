"""Finnish, whose words have endings: those that a short answer may have."""

from typing import Final

from notifications.inbox.orders.languages.lexicon import BEING, NOTHING, WISH, Lexicon


def _bend(*stems: str) -> str:
    """Return the forms of adjectives in -nen, as colors are, which people also write without their i."""
    endings = ("nen", "sen", "sta", "set", "sia", "sella", "silla", "seen")
    return ", ".join(f"{stem}{ending}" for stem in stems for ending in endings)


FINNISH: Final = Lexicon(
    code="fi",
    cardinals=(
        "yksi, yks",
        "kaksi, kaks",
        "kolme",
        "neljä",
        "viisi, viis",
        "kuusi, kuus",
        "seitsemän, seittemän",
        "kahdeksan, kaheksan",
        "yhdeksän, yheksän",
        "kymmenen",
        "yksitoista",
        "kaksitoista",
    ),
    figures=(
        "ykkönen, ykkösen, ykköstä, ykkösellä",
        "kakkonen, kakkosen, kakkosta, kakkosella",
        "kolmonen, kolmosen, kolmosta, kolmosella",
        "nelonen, nelosen, nelosta, nelosella",
        "vitonen, vitosen, viitonen, viitosen, viitosta, vitosta, vitosella, viitosella",
        "kutonen, kutosen, kuutonen, kuutosen, kutosta, kutosella, kuutosella",
        "seiska, seiskan, seiskaa, seitsemäinen, seiskalla",
        "kasi, kasin, kasia, kahdeksikko, kasilla",
        "ysi, ysin, ysiä, ysillä",
        "kymppi, kympin, kymppiä, kympillä",
    ),
    ordinals=(
        "ensimmäinen, ensimmäisen, ensimmäistä, eka, ekan",
        "toinen, toisen, toista, toka, tokan",
        "kolmas, kolmannen, kolmatta",
        "neljäs, neljännen, neljättä",
        "viides, viidennen, viidettä",
        "kuudes, kuudennen, kuudetta",
        "seitsemäs, seitsemännen",
        "kahdeksas, kahdeksannen",
        "yhdeksäs, yhdeksännen",
        "kymmenes, kymmenennen",
    ),
    endings=frozenset({"n", "t", "ta", "sen", "ssa", "tta", "nen"}),
    meanings={
        NOTHING: "no, no niin, minä, mä, mää, nyt, sitten, se, sen, siis, haluan, haluaisin, siirto, siirron, "
        "siirtoni, vastaukseni on, reitti, reitin, väri, se on siinä, anteeksi viivästys, anteeksi viive, sori viive, "
        "anteeksi, sori, sorry, mieluusti, ne, niin, olkaa hyvät, kiva, kiva juttu, odotan innolla, tulee, olisi "
        "hyvä, olisi kiva, olisi hienoa, olis hyvä, olis kiva, listan, listalta, listasta, listalla",
        WISH: "onnea, onnea peliin, onnea kaikille, hyvää peliä, hyvää iltaa, hyvää päivänjatkoa, hyvää viikonloppua, "
        "hyvää yötä, pidä hauskaa, pitäkää hauskaa, mukavaa iltaa, tsemppiä, tsemppiä kaikille, hyvää joulua, hyvää "
        "uutta vuotta, hyvää uuttavuotta, hauskaa joulua",
        "play": "pelaan, pelata, valitsen, valita, valitse, teen, mennään, pelataan",
        "please": "kiitos, kiitti, jooko, olepa hyvä, ole hyvä",
        "thanks": "paljon kiitoksia, kiitoksia, kiitos paljon, suuri kiitos, kiitän",
        "hello": "moi, moikka, hei, heippa, terve, moro, huomenta, hyvää huomenta, hyvää päivää, hei kaikki, moi "
        "kaikki, rakas, tervehdys",
        "regards": "terveisin, t, terv, terkuin, terveiset, ystävällisin terveisin, yst terv, nähdään, moi moi, "
        "näkemiin, palataan, heippa sitten, terkkuja",
        "number": "numero, numeron, numeroa, nro, vaihtoehto, vaihtoehdon, ehdotus, ehdotuksen",
        "last": "viimeinen, viimeisen, viimeistä, vika, vikan",
        "take": "ota, otan, ottaa, otetaan",
        "draw": "nosta, nostan, nostaa, nostetaan, vedän",
        "claim": "rakenna, rakennan, rakentaa, rakenna reitti, rakennan reitin, varaan, valtaan",
        "keep": "pidä, pidän, pitää, säilytän, säilytä, pitäisin",
        "give": "palauta, palautan, palauttaa, poista, poistan, hylkään, heitän pois, palautuu, palautuvat, menee "
        "takaisin, menevät takaisin",
        "tickets": "menolippuja, menoliput, menolipun, tikettejä, reittikortteja, uusia menolippuja, lippuja",
        "draw two from the deck": "nosta kaksi korttia pakasta, nostan kaksi korttia pakasta, nosta kaksi pakasta, "
        "nostan kaksi pakasta, nosta kaksi korttia, nostan kaksi korttia, kaksi pakasta, kaksi korttia pakasta, "
        "nostan 2 korttia, nostan 2 pakasta, nosta 2 pakasta",
        "draw deck": "nosta pakasta, nostan pakasta, kortti pakasta, nostan kortin pakasta, nosta kortti pakasta",
        "all": "kaikki, kaikkia",
        "both": "molemmat, kumpikin, molempia",
        "except": "paitsi, lukuun ottamatta, ilman",
        "rest": "muut, loput, lopun",
        "only": "vain, ainoastaan, pelkästään",
        "and": "ja, sekä, plus",
        "then": "sen jälkeen",
        "using": "käyttäen",
        "at": "klo, kello, kohta",
        "from": "pakasta käsin",
        "card": "kortti, kortin, kortit, kortteja, korttia, vaunukortti",
        "deck": "pakka, pakasta, pakan, sokkona",
        "station": "asema, aseman, asemaa",
        "red": _bend("punai", "puna"),
        "blue": _bend("sini", "sinni"),
        "green": "vihreä, vihreän, vihreää, vihreät, vihreitä, vihreällä, vihreillä",
        "yellow": _bend("keltai", "kelta"),
        "black": "musta, mustan, mustaa, mustat, mustia, mustalla, mustilla",
        "white": _bend("valkoi", "valko"),
        "orange": "oranssi, oranssin, oranssia, oranssit, oransseja, oranssilla, oransseilla",
        "purple": "violetti, violetin, violettia, violetit, violetteja, violetilla, violeteilla, liila, liilan, "
        "lila, liilaa, liilalla",
        "loco": "veturi, veturin, veturia, veturit, vetureita, veturilla, vetureilla, jokeri, jokerin, jokeria",
        "yes": "kyllä, kyl, joo, juu, jep, jees, sopii, sopii mulle, sopii minulle, käy, käy mulle, käy minulle, "
        "mukana, mukana ollaan, olen mukana, oon mukana, tulen mukaan, mukaan, mielellään, mielelläni, tottakai, "
        "totta kai, ilman muuta, hyväksyn, selvä, selvä juttu, ei ongelmaa, ei mitään ongelmaa, samaa mieltä, olen "
        "samaa mieltä, hyvä idea, hyvä ajatus, toki, hienoa, kyllä sopii, kyllä käy, ilomielin, onnistuu, mulle käy, "
        "minulle käy, mulle sopii, minulle sopii, mulle ok, minulle ok, käyhän se, sopiihan se",
        "no": "ei, ei kiitos, en, ei käy, ei sovi, en voi, en ehdi, en nyt ehdi, ei nyt, ei tällä kertaa, "
        "valitettavasti ei, valitettavasti en, en osallistu, en tule mukaan, en hyväksy, ei valitettavasti, en "
        "valitettavasti, mieluummin ei, mieluummin en, mieluiten ei, mieluiten en",
        "yes always": "kyllä aina, aina kyllä",
        "help": "apua, apu, ohje, ohjeet, auta",
        "stop": "lopeta, seis, stop, pysäytä",
        "stop all mail": "ei enää sähköposteja, lopeta sähköpostit, lopeta viestit, ei enää viestejä",
        "send mail again": "lähetä taas sähköposteja, lähetä taas viestejä",
        "resign": "luovuta, luovutan, luovuttaa, luovutan pelin, annan periksi, antaa periksi, jätän pelin kesken, "
        "jätän leikin kesken",
        "pause": "tauko, taukoa, pidetään tauko, pitäisikö tauko?, pidetäänkö tauko?, tauolle, peli tauolle, "
        "laitetaan tauolle, laitetaan peli tauolle, laita tauolle, laita peli tauolle, tauko peliin",
        "go on": "jatka, jatketaan, jatketaan pelaamista, jatkan, jatkuu, peli jatkuu",
        "return": "palaan, olen palannut, tulin takaisin",
        "stand-in": "sijainen, sijaisen",
        "nudge": "muistuta",
        "take back": "peru siirto, perun siirron, peru siirtoni, peru, perun",
        "withdraw": "peru ehdotus, perun ehdotuksen",
        "play again": "pelataan uudestaan, uusi peli, revanssi, uudestaan",
        "moves": "siirrot, siirtoni kaikki, kaikki siirrot",
        "status": "tilanne, pelitilanne",
        "away": "loma, lomalla, olen lomalla, oon lomalla, poissa, olen poissa, matkoilla",
        BEING: "olen, oon, olemme, ollaan, lähden, tästä päivästä, tänään alkaen",
        "until": "asti, saakka, mennessä",
        "not": "älä, enkä, eikä, et, emme, eivät, ettei",
        "or": "tai, vai, joko, muuten, muutoin, taikka",
        "but": "mutta, kuitenkin, tosin, vaikka, eiku, eikun, vaan",
        "wait": "odota, odottakaa, hetki, hetkinen, sekunti, pieni hetki, unohda, hups, oho, virhe, korjaus, "
        "sittenkin, älä välitä, maltapa",
        "maybe": "ehkä, kenties, luultavasti, todennäköisesti, varmaan, luulen, taidan, mietin, hm, hmm, en tiedä, "
        "en oo varma, en ole varma, myöhemmin, huomenna, vielä, saattaa, voisi",
        "if": "jos, kun, kunhan, ellei, mikäli, ennen kuin, ennen, sitten kun, vasta, siltä varalta",
        "rather": "mieluummin, mieluiten, sen sijaan, pikemminkin, parempi",
        "should": "pitäisikö, pitääkö, voinko, saako, oikein, mahdollista, mikä, paljonko, kannattaako, voiko",
    },
    cities={
        "amsterdam": "Amsterdamiin",
        "athina": "Ateena, Ateenaan",
        "berlin": "Berliini, Berliiniin",
        "bruxelles": "Bryssel, Brysseliin",
        "bucuresti": "Bukarest, Bukarestiin",
        "constantinople": "Konstantinopoli",
        "kobenhavn": "Kööpenhamina, Kööpenhaminaan",
        "lisboa": "Lissabon, Lissaboniin",
        "london": "Lontoo, Lontooseen",
        "madrid": "Madridiin",
        "moskva": "Moskova, Moskovaan",
        "munchen": "Müncheniin",
        "paris": "Pariisi, Pariisiin",
        "roma": "Rooma, Roomaan, Romaan",
        "stockholm": "Tukholma, Tukholmaan",
        "sofia": "Sofiaan",
        "venezia": "Venetsia, Venetsiaan",
        "warszawa": "Varsova, Varsovaan",
        "wien": "Wieniin",
        "wilno": "Vilna, Vilnaan",
        "zurich": "Zürichiin",
        "kyiv": "Kiova, Kiovaan",
        "petrograd": "Pietari, Pietariin",
        "riga": "Riika, Riikaan",
    },
)
