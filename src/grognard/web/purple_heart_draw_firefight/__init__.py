"""What the firefight tells the page: the map, the counters a seat may see, and the figures of an attack
before the dice.
"""

from grognard.web.game_views import Page

from .game_view import PAGES, desk, map_data, unit_data, units, when
from .standing import by_order, check_orders

PAGE = Page(desk="desks/firefight/desk.js", presentation="games/purple-heart-draw-firefight.js")

__all__ = ["PAGE", "PAGES", "by_order", "check_orders", "desk", "map_data", "unit_data", "units", "when"]
