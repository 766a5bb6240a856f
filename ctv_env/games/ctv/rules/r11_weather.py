"""Chapter 11: weather.  The effects of rain on movement are in ``r08_costs``, on air units in ``r09_bombardment``."""

from ctv_env.core.jit import jit
from ctv_env.games.ctv.model.codes import WEATHER
from ctv_env.games.ctv.model.events import EV, emit


@jit
def judge_weather(s, t, w, die):
    """Rain on a 6 or more, +1 after a Rain turn (rules 11.1, 11.2, 11.3; ruling R-46)."""
    drm = int(t.rain_drm) if s.weather == WEATHER.RAIN else 0
    s.weather = WEATHER.RAIN if die + drm >= t.rain_from else WEATHER.FAIR
    emit(w, EV.WEATHER_DIE, die, drm, int(s.weather))
