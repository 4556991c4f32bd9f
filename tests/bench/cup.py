"""`make bench ARGS=cup`: a knockout of forty and a Swiss cup of twenty-four at tables of three, played by random
players, some of whom vanish, leave or are suspended.

It fails unless every round ends on time, the games' rows decide who goes on and who wins, and everyone is notified once
of every round.
"""

import os
from time import perf_counter

import django


def main() -> None:
    """Play both cups, and print the results."""
    os.environ["OFFER_EXAMPLES"] = "true"  # the smallest board is an example
    django.setup()
    from engine.verify import verify
    from games.models import Cup, CupGame
    from games.table import store
    from tests.competitions.simulated_cup import CupPlan, CupSimulation

    for plan in (
        CupPlan(players=40, kind=Cup.Kind.KNOCKOUT, seats=2, advancing=1),
        CupPlan(players=24, kind=Cup.Kind.SWISS, seats=3, rounds=5, seed=2),
    ):
        begun = perf_counter()
        print(f"{plan.kind.label}: {plan.players} players, {plan.seats} at a table", flush=True)
        simulation = CupSimulation(plan)
        for told in simulation.rounds():
            print(told, flush=True)
        games = CupGame.objects.filter(round__cup=simulation.cup, game__isnull=False).order_by("pk")
        for game in games.values_list("game", flat=True)[::5]:
            verify(store.export(store.read(str(game))))
        print(
            f"won by {', '.join(simulation.check_winner())}, as the games say; told {simulation.check_heard()} times, "
            f"nobody twice; pairs that have met again: {simulation.met_again()}; {len(games)} games, every fifth log "
            f"verified; {perf_counter() - begun:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
