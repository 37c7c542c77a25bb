"""What the firefight tells the page: the map, the counters a seat may see, and the figures of an attack before the dice."""

from .face import desk, map_data, unit_data, units, when

__all__ = ["desk", "map_data", "unit_data", "units", "when"]
