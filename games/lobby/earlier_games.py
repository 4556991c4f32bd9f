"""The number of a game among those of the same people, which tells tables without a name apart."""

from django.db.models import Exists, OuterRef

from games.models import Departure, Game, Player, Seat


def count(game: Game) -> int:
    """Return how many games by these rules and without a name have begun with these people, and nobody else, before.

    Stand-ins are not told apart. A practice table, or one with a name, has none before it. Of a public game only public
    ones count: strangers read its number, and private games are nobody else's business.
    """
    if game.name or game.practice:
        return 0
    people = list(Player.objects.filter(seats__game=game).exclude(kind=Player.Kind.HOUSE).values_list("pk", flat=True))
    begun = Game.objects.filter(name="", practice=False, started_at__isnull=False).exclude(pk=game.pk)
    begun = begun.filter(ruleset=game.ruleset, seats_wanted=game.seats_wanted)
    begun = begun.filter(public=True) if game.public else begun
    for person in people:
        sat, departures = Seat.objects.filter(player=person), Departure.objects.filter(player=person)
        begun = begun.filter(pk__in=sat.values("game").union(departures.values("game")))
    others = Seat.objects.filter(game=OuterRef("pk")).exclude(player__in=people).exclude(player__kind=Player.Kind.HOUSE)
    gone = Departure.objects.filter(game=OuterRef("pk")).exclude(player__in=people)
    return begun.exclude(Exists(others)).exclude(Exists(gone)).count()
