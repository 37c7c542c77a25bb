"""What Purple Heart Draw tells the page: the map, what stands on it, the steps, the shop, redeployment, the
records.

Every position given here holds what one seat knows. A place for a unit whose kind may not be known is never
looked into:
of the enemy only units that lie open are named.
"""

from grognard.web.game_views import Page

from .fight_view import by_order, check_orders
from .game_view import desk, map_data, unit_data, units, when

PAGE = Page(desk="desks/phd/desk.js", presentation="games/purple-heart-draw.js")

__all__ = ["PAGE", "by_order", "check_orders", "desk", "map_data", "unit_data", "units", "when"]
