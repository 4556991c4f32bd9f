"""Type aliases for numpy arrays."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Points: TypeAlias = NDArray[np.float64]
"""Rows of x and y, or a single pair."""
Shapes: TypeAlias = NDArray[np.object_]
"""Geometries of shapely's."""
