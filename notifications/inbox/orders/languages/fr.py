"""French."""

from typing import Final

from notifications.inbox.orders.languages.lexicon import BEING, NOTHING, PLUS, WISH, Lexicon

FRENCH: Final = Lexicon(
    code="fr",
    cardinals=("un, une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
    ordinals=(
        "premier, première",
        "deuxième, second, seconde",
        "troisième",
        "quatrième",
        "cinquième",
        "sixième",
        "septième",
        "huitième",
        "neuvième",
        "dixième",
    ),
    endings=frozenset({"e", "er", "re", "eme"}),
    meanings={
        NOTHING: "le, la, les, l', je, j', me, moi, alors, donc, maintenant, ma, mon, mes, ma réponse est, coup, "
        "ligne, trajet, route, wagon, de, des, du, d', celle, celui, pour moi, je veux, je voudrais, j'aimerais, je "
        "vais, va pour, allons pour, vas y, c'est parti, allez, c'est bon, désolé pour le retard, désolée pour le "
        "retard, pardon pour le retard, pardon, désolé, désolée, j'ai hâte, hâte de jouer, couleur, c'est, ça sera, "
        "ce sera, très bien, serait parfait, serait parfaite, serait super, serait bien, serait top, de la liste, "
        "dans la liste, sur la liste, en partant du haut",
        WISH: "bonne chance, bonne soirée, bonne journée, bonne partie, bon jeu, bon week end, bonne nuit, amusez "
        "vous bien, bonne chance à tous, bon courage, joyeux noël, joyeuses fêtes, bonnes fêtes, bonne année, bonne "
        "fin d'année",
        "play": "joue, jouer, je joue, choisis, choisir, je choisis, opte, opte pour, j'opte pour",
        "please": "s'il te plaît, s'il vous plaît, stp, svp",
        "thanks": "merci, merci beaucoup, merci bien, mille mercis, merci d'avance",
        "hello": "bonjour, salut, bonsoir, coucou, cher, chère, chers amis, salut à tous, bonjour à tous, bonjour à "
        "toutes",
        "regards": "cordialement, bien cordialement, amicalement, bien à vous, bien à toi, à bientôt, à plus, à plus "
        "tard, bises, bisous, a+, biz, à demain, salutations, amitiés",
        "number": "numéro, n°, n, no, coup numéro, proposition, choix",
        "last": "dernier, dernière",
        "take": "prends, prendre, prend, prenez",
        "draw": "pioche, piocher, tire, tirer",
        "claim": "construis, construire, pose, poser, place, placer, relie, relier",
        "keep": "garde, garder, conserve, conserver, gardons",
        "give": "rends, rendre, rejette, rejeter, défausse, défausser, remets, remettre, jette, jeter",
        "tickets": "cartes destination, destinations, tickets, objectifs, nouveaux objectifs, de nouvelles "
        "destinations",
        "draw two from the deck": "piocher deux cartes, pioche deux cartes, je pioche deux cartes, piocher 2 cartes, "
        "pioche 2 cartes, je pioche 2 cartes, deux cartes de la pioche, 2 cartes de la pioche, deux cartes dans la "
        "pioche, deux de la pioche",
        "draw deck": "piocher une carte, pioche une carte, je pioche une carte, une carte de la pioche",
        "from the deck": "dans la pioche, de la pioche, à l'aveugle",
        "all": "tout, tous, toutes",
        "all three": "les trois, les 3, tous les trois, toutes les trois",
        "all four": "les quatre, les 4",
        "all five": "les cinq, les 5, tous les cinq",
        "both": "les deux, les 2, tous les deux, toutes les deux",
        "except": "sauf, excepté, hormis, sans, à part",
        "rest": "reste, le reste, autres, les autres",
        "rest two": "les deux autres, les 2 autres",
        "only": "seulement, uniquement, juste",
        "and": "et",
        PLUS: "plus",
        "then": "puis, ensuite",
        "using": "avec, en",
        "from": "depuis",
        "at": "à, au, aux, a, dans, sur, vers, chez",
        "card": "carte, cartes, carte wagon, cartes wagon",
        "deck": "pile",
        "station": "gare, une gare",
        "red": "rouge, rouges",
        "blue": "bleu, bleue, bleus, bleues",
        "green": "vert, verte, verts, vertes",
        "yellow": "jaune, jaunes",
        "black": "noir, noire, noirs, noires",
        "white": "blanc, blanche, blancs, blanches",
        "orange": "orange, oranges",
        "purple": "violet, violette, violets, violettes, rose, roses, mauve",
        "loco": "loco, locos, locomotive, locomotives, joker",
        "yes": "oui, ouais, ouep, yep, oui merci, volontiers, avec plaisir, ça marche, d'accord, je suis d'accord, ok "
        "pour moi, bien sûr, évidemment, certainement, entendu, parfait, pas de souci, pas de soucis, pas de "
        "problème, aucun problème, sans problème, je suis partant, je suis partante, partant, partante, j'accepte, "
        "accepté, je joue avec plaisir, j'en suis, je viens, pourquoi pas, bonne idée, bien volontiers, carrément, "
        "compte sur moi, comptez sur moi, je participe, pas d'objection, ça me va, ça me convient, cela me va, cela "
        "me convient, c'est bon pour moi",
        "no": "non, nan, non merci, pas cette fois, non pas cette fois, pas aujourd'hui, sans moi, je passe mon tour, "
        "je refuse, je décline, malheureusement non, malheureusement pas, pas le temps, hélas non, plutôt non, je "
        "préfère pas, je préfère ne pas, mieux vaut pas",
        "yes always": "oui toujours, toujours oui",
        "help": "aide, à l'aide, aide moi, aidez moi",
        "stop": "stop, stopper, arrêter, arrête, arrêtez, désabonner, désinscrire",
        "stop all mail": "plus de mails, plus d'e mails, plus d'emails, plus aucun mail, arrêter les mails, arrêtez "
        "les mails, arrêter tous les mails, stop aux mails",
        "send mail again": "reprendre les mails, renvoyez des mails",
        "resign": "abandonner, abandonne, j'abandonne, abandon, je me retire, je me retire de la partie, j'abandonne "
        "la partie, abandonner la partie, je quitte la partie, quitter la partie",
        "pause": "pause, une pause, faire une pause, mettre en pause, on fait une pause?, peut on faire une pause?, "
        "mettez en pause, mets en pause, mettons en pause, on met en pause, mettre la partie en pause, mettez la "
        "partie en pause, mets la partie en pause, mettons la partie en pause, on met la partie en pause",
        "go on": "reprendre, continuer, on continue, continuons, on reprend, la partie continue",
        "return": "je suis de retour, de retour, je reviens, reprendre ma place",
        "stand-in": "remplaçant",
        "nudge": "relancer, relance",
        "take back": "annuler mon coup, annule mon coup, reprendre mon coup, annuler mon dernier coup",
        "withdraw": "retirer ma proposition, retire ma proposition",
        "play again": "rejouer, revanche, encore une partie",
        "moves": "mes coups, tous les coups",
        "status": "situation",
        "away": "vacances, en vacances, je suis en vacances, congés, en congés, en congé, je suis en congés, absent, "
        "absente, je suis absent, je suis absente",
        BEING: "suis, je suis, serai, je serai, je pars, pars, à partir d'aujourd'hui, dès aujourd'hui",
        "until": "jusqu'au, jusqu'à, jusqu'en, jusque",
        "not": "pas, ne, ni, aucun, aucune, jamais, non pas, surtout pas, plutôt pas",
        "or": "ou, ou bien, soit, sinon, autrement",
        "but": "mais, cependant, toutefois, quoique, pourtant, par contre",
        "wait": "attends, attendre, attendez, minute, une minute, instant, un instant, moment, un moment, une "
        "seconde, un second, deux secondes, deux minutes, oups, erreur, zut, correction, ignore, ignorez, oublie, "
        "oubliez, annule, annulez, finalement, en fait",
        "maybe": "peut être, peutêtre, probablement, éventuellement, je crois, crois, pense, je pense, hésite, "
        "j'hésite, hm, hmm, bof, plus tard, demain, sais pas, encore, on verra, je réfléchis",
        "if": "si, quand, lorsque, à moins, à condition, pourvu, avant, après, dès que, tant que, sauf si, d'abord, "
        "au cas où, quitte à",
        "rather": "plutôt, mieux, au lieu, à la place",
        "should": "dois, dois je, faut, faut il, peux, puis je, peut on, raison, possible, quel, quelle, quoi, bon",
    },
    cities={
        "athina": "Athènes",
        "barcelona": "Barcelone",
        "bucuresti": "Bucarest",
        "cadiz": "Cadix",
        "danzig": "Dantzig, Gdansk",
        "edinburgh": "Édimbourg",
        "frankfurt": "Francfort",
        "kharkov": "Kharkiv",
        "kobenhavn": "Copenhague",
        "lisboa": "Lisbonne",
        "london": "Londres",
        "moskva": "Moscou",
        "munchen": "Munich",
        "palermo": "Palerme",
        "pamplona": "Pampelune",
        "petrograd": "Saint Pétersbourg",
        "roma": "Rome",
        "sevastopol": "Sébastopol",
        "smyrna": "Smyrne",
        "venezia": "Venise",
        "warszawa": "Varsovie",
        "wien": "Vienne",
        "new orleans": "Nouvelle Orléans, La Nouvelle Orléans",
    },
)
