"""Positions on the page."""

from ctv_env.games.arriba.loading.load import ArribaTables
from ctv_env.games.arriba.model.codes import MOROCCO

WIDTH, HEIGHT = 1480.0, 1340.0
RADIUS = 28.0
"""Radius of an area's disc."""
_SCALE, _LEFT, _TOP = 1.5, 20.0, 80.0
_MOROCCO_AT = (620.0, 1215.0)
_MOVED = {  # areas drawn away from their capitals, which are close together
    **{"bilbao": (-20, -8), "san_sebastian": (22, -16), "vitoria": (-16, 16), "pamplona": (26, 4), "logrono": (16, 20)},
    **{"palencia": (12, -14), "valladolid": (-10, 10), "zamora": (0, -10), "salamanca": (0, 16)},
    **{"madrid": (-10, 8), "guadalajara": (12, -10), "castellon": (10, -10), "cadiz": (-10, 6)},
}
LOG_TOP = 1270.0


def centre(tables: ArribaTables, a: int) -> tuple[float, float]:
    """Return the centre of an area, or of Morocco, on the page."""
    if a == MOROCCO:
        return _MOROCCO_AT
    x, y = on_page(tables.places.area_at[a])
    right, down = _MOVED.get(tables.places.areas[a], (0, 0))
    return x + right, y + down


def on_page(at: tuple[int, int]) -> tuple[float, float]:
    """Return a point of the data (``map.yaml``) on the page."""
    return _LEFT + _SCALE * at[0], _TOP + _SCALE * at[1]
