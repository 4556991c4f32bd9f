"""Computing the geometry of a board from its facts; run by hand when a board is new or has changed.

    python -m games.presentation.pictures.workshop.layout usa old_west lagoon

1. `projection` puts the cities on paper, by Albers' conic projection.
2. `places` moves them until every route has room for its spaces, and no city is in another route's way.
3. `bends` chooses a curve for each route, so that no two routes overlap.
4. `labels` chooses a place for each name. Steps 3 and 4 are repeated, each with the other's result.
5. `land` draws the base map around the cities' new places.
6. `written` stores everything as JSON in `pictures/boards`, which is committed; `pictures.geometry` reads it.

It needs numpy and shapely, which nothing else does: they come with the development requirements. All units are those
of the board's own picture, x to the right, y down.
"""
