"""Spanish."""

from typing import Final

from notifications.inbox.orders.languages.lexicon import BEING, NOTHING, WISH, Lexicon

SPANISH: Final = Lexicon(
    code="es",
    cardinals=(
        "uno, una, un",
        "dos",
        "tres",
        "cuatro",
        "cinco",
        "seis",
        "siete",
        "ocho",
        "nueve",
        "diez",
        "once",
        "doce",
    ),
    ordinals=(
        "primero, primera, primer",
        "segundo, segunda",
        "tercero, tercera, tercer",
        "cuarto, cuarta",
        "quinto, quinta",
        "sexto, sexta",
        "séptimo, séptima",
        "octavo, octava",
        "noveno, novena",
        "décimo, décima",
    ),
    endings=frozenset({"a", "o", "er"}),
    ifs=frozenset({"si"}),
    meanings={
        NOTHING: "el, la, los, las, lo, yo, me, mi, mis, mi respuesta es, entonces, pues, ahora, quiero, quisiera, "
        "querría, jugada, ruta, tramo, trayecto, recorrido, vagón, vagones, de, ese, esa, esos, esas, perdón por el "
        "retraso, perdón por la demora, disculpa el retraso, perdón, perdona, lo siento, disculpad, disculpen, color, "
        "sería, tengo ganas, qué ganas, con gusto espero, estaría bien, estaría genial, sería genial, sería perfecta, "
        "sería perfecto, de la lista, en la lista, por mi parte",
        WISH: "buena suerte, suerte, buenas noches, buen día, buen juego, buena partida, que tengas buen día, feliz "
        "día, buen fin de semana, mucha suerte, suerte a todos, felices fiestas, feliz navidad, feliz año, feliz año "
        "nuevo, próspero año nuevo",
        "play": "juego, jugar, juega, hago, hacer, elijo, elegir, escojo, escoger, voy con, voy a por, voy por, me "
        "voy a por, me voy con, ve con, opto por",
        "please": "por favor, porfa, porfavor, porfi",
        "thanks": "gracias, muchas gracias, mil gracias, muchísimas gracias, te lo agradezco",
        "hello": "hola, buenas, buenos días, buenas tardes, estimado, estimada, querido, querida, hola a todos, ey",
        "regards": "saludos, un saludo, un abrazo, abrazos, besos, cordialmente, hasta luego, hasta pronto, hasta "
        "mañana, nos vemos, adiós, atentamente, chao",
        "number": "número, n, nro, num, opción, la opción, elección, propuesta",
        "last": "último, última",
        "take": "tomo, tomar, toma, cojo, coger, coge, agarro, agarrar",
        "draw": "robo, robar, roba, saco, sacar",
        "claim": "cubro, cubrir, cubre, construyo, construir, reclamo, reclamar, pongo, ocupo",
        "keep": "conservo, conservar, conserva, me quedo, me quedo con, quedarme, quedarme con, me los quedo, me las "
        "quedo, guardo, guardar, mantengo",
        "give": "devuelvo, devolver, devuelve, descarto, descartar, descarto la",
        "tickets": "billetes, boletos, objetivos, nuevos billetes, nuevos objetivos, billetes de destino",
        "draw two from the deck": "robo dos cartas, robar dos cartas, robo 2 cartas, robo dos del mazo, robar dos "
        "del mazo, robo dos cartas del mazo, robar dos cartas del mazo, dos cartas del mazo, dos del mazo, 2 cartas "
        "del mazo, saco dos cartas, saco dos del mazo, robo 2 del mazo",
        "draw deck": "robo del mazo, robar del mazo, robo una carta, una carta del mazo",
        "all": "todo, todos, todas",
        "all three": "los tres, las tres, los 3, las 3, todos los tres",
        "all four": "los cuatro, los 4",
        "all five": "los cinco, los 5, las cinco",
        "both": "ambos, ambas, los dos, las dos",
        "except": "menos, excepto, salvo, sin",
        "rest": "resto, el resto, los demás, los otros, las otras, otros, otras, demás",
        "only": "solo, sólo, solamente, únicamente",
        "and": "y, e, más",
        "then": "luego, después",
        "using": "con",
        "from": "desde",
        "at": "a, al, en, para, por, hacia, sobre, entre",
        "card": "carta, cartas, carta de vagón, cartas de vagón",
        "deck": "mazo, del mazo, baraja, a ciegas",
        "station": "estación, una estación",
        "red": "rojo, roja, rojos, rojas",
        "blue": "azul, azules",
        "green": "verde, verdes",
        "yellow": "amarillo, amarilla, amarillos, amarillas",
        "black": "negro, negra, negros, negras",
        "white": "blanco, blanca, blancos, blancas",
        "orange": "naranja, naranjas",
        "purple": "morado, morada, morados, moradas, violeta, lila, rosa, púrpura",
        "loco": "loco, locomotora, locomotoras, comodín",
        "yes": "sí, si, sip, claro, sí claro, vale, dale, de acuerdo, me apunto, por mí sí, por mí vale, por "
        "supuesto, desde luego, sin problema, ningún problema, con gusto, con mucho gusto, encantado, encantada, "
        "estoy de acuerdo, acepto, perfecto, genial, cuenta conmigo, contad conmigo, me parece bien, buena idea, está "
        "bien, por mí bien, participo, juego con gusto, cómo no, hecho, me va bien, me viene bien, por mí perfecto",
        "no": "no, nop, no gracias, mejor no, no puedo, esta vez no, hoy no, paso esta vez, no me apunto, lo siento "
        "no, no lo siento, no puedo lo siento, ahora no, rechazo, por desgracia no, mejor que no, casi mejor no, "
        "prefiero que no, prefiero no, mejor no gracias",
        "yes always": "sí siempre, siempre sí",
        "help": "ayuda, ayúdame",
        "stop": "stop, parar, para ya, basta, alto, baja, darme de baja",
        "stop all mail": "no más correos, no más emails, basta de correos, basta de emails, parar los correos, parar "
        "todos los correos",
        "send mail again": "enviar correos de nuevo, correos de nuevo",
        "resign": "abandonar, abandono, me rindo, me retiro, rendirme, abandono la partida, abandonar la partida, "
        "dejo la partida, me retiro de la partida",
        "pause": "pausa, pausar, una pausa, hacer una pausa, podemos hacer una pausa?, hacemos una pausa?, poned en "
        "pausa, poner en pausa, pon en pausa, ponemos en pausa, poned la partida en pausa, poner la partida en pausa, "
        "pon la partida en pausa, ponemos la partida en pausa, pausar la partida, pausemos, pausemos la partida",
        "go on": "seguir, continuar, sigamos, sigamos jugando, continuemos, seguimos, reanudar",
        "return": "he vuelto, ya he vuelto, vuelvo, ya estoy aquí",
        "stand-in": "suplente",
        "nudge": "recordar, recuérdales",
        "take back": "deshacer, deshacer mi jugada, deshacer la jugada, deshago mi jugada",
        "withdraw": "retiro mi propuesta, retirar mi propuesta, retirar la propuesta",
        "play again": "jugar otra vez, revancha, otra partida",
        "moves": "mis jugadas, todas las jugadas",
        "status": "estado, situación",
        "away": "vacaciones, de vacaciones, estoy de vacaciones, en vacaciones, ausente, estoy ausente, fuera, estoy "
        "fuera",
        BEING: "estoy, estaré, me voy, me iré, voy a estar, desde hoy, a partir de hoy",
        "until": "hasta, hasta el, hasta el día",
        "not": "ni, nunca, jamás, tampoco, ninguno, ninguna, nada",
        "or": "o, u, o bien, si no, sino",
        "but": "pero, aunque, sin embargo",
        "wait": "espera, esperad, esperar, espere, momento, un momento, momentito, un segundo, segundito, un minuto, "
        "dos minutos, ups, error, corrección, olvida, olvídalo, ignora, perdón no, me equivoqué, me he equivocado",
        "maybe": "quizá, quizás, tal vez, probablemente, creo, pienso, supongo, dudo, hm, hmm, no sé, más tarde, "
        "mañana, puede que, a lo mejor, todavía, aún, ya veremos",
        "if": "cuando, a menos que, salvo que, siempre que, en caso, antes de, antes, después de, en cuanto, "
        "mientras, con tal de, a no ser",
        "rather": "mejor, en vez de, en lugar de, más bien, prefiero",
        "should": "debo, debería, puedo, harías, correcto, posible, cuál, qué, que",
    },
    cities={
        "athina": "Atenas",
        "bruxelles": "Bruselas",
        "bucuresti": "Bucarest",
        "constantinople": "Constantinopla, Estambul",
        "edinburgh": "Edimburgo",
        "frankfurt": "Fráncfort",
        "kobenhavn": "Copenhague",
        "london": "Londres",
        "marseille": "Marsella",
        "moskva": "Moscú",
        "munchen": "Múnich",
        "petrograd": "San Petersburgo, Petrogrado",
        "smyrna": "Esmirna",
        "stockholm": "Estocolmo",
        "venezia": "Venecia",
        "warszawa": "Varsovia",
        "wien": "Viena",
        "new york": "Nueva York",
        "new orleans": "Nueva Orleans",
        "saint louis": "San Luis",
        "sevastopol": "Sebastopol",
    },
)
