"""`make bench ARGS=league`: a league of sixty random bots over three seasons, with players who vanish.

It fails unless every season ends as announced, everyone gets the promised games, as many go up as down, and computing
the ratings again from the games gives the same.
"""

import os
from time import perf_counter

import django


def main() -> None:
    """Play the seasons, and print the results."""
    os.environ["OFFER_EXAMPLES"] = "true"  # the smallest board is an example
    django.setup()
    from engine.verify import verify
    from games.models import LeagueGame
    from games.table import store
    from tests.competitions.simulated import Plan, Simulation

    begun = perf_counter()
    simulation = Simulation(Plan())
    for told in simulation.seasons():
        print(told, flush=True)
    ratings = simulation.ratings_reproduce()
    games = LeagueGame.objects.filter(game__isnull=False).order_by("pk").values_list("game", flat=True)
    for game in games[::10]:
        verify(store.export(store.read(str(game))))
    print(
        f"{len(games)} games, {simulation.bots.made} players, {len(simulation.bots.vanished)} vanished or suspended; "
        f"{ratings} ratings derived anew, all the same; every tenth log verified; {perf_counter() - begun:.0f} s"
    )


if __name__ == "__main__":
    main()
