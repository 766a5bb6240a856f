"""Positions as JSON-serialisable data: the fields of the state by name, checked when they are read."""

from ctv_env.core.dice import FACES
from ctv_env.core.fields import Names, in_small_letters
from ctv_env.core.positions import Positions
from ctv_env.games.arriba.loading.load import ArribaTables, load
from ctv_env.games.arriba.model.codes import FLAGS, N_BGS, N_LIFTS, SIDE_NAMES, Doctrine, Kind, Power, Verb
from ctv_env.games.arriba.model.state import STATE_FIELDS
from ctv_env.games.arriba.serialization.checks import check, derive
from ctv_env.games.arriba.text.names import AP_TYPES, CLASSES, FACTIONS

NAME = "arriba"
_DICE = range(1, FACES + 1)


def names(tables: ArribaTables) -> Names:
    """Return the names by which positions are written; a random event has the faces of its dice."""
    return Names(
        {
            "side": SIDE_NAMES[:2],
            "hand": ("hand", "part"),
            "asset": AP_TYPES,
            "lift": [Verb(Verb.AIR_LIFT + k).name.lower() for k in range(N_LIFTS)],
            "doctrine": list(in_small_letters(Doctrine)),
            "power": list(Power.__members__),
            "faction": FACTIONS,
            "event": [f"{tens}{ones}" for tens in _DICE for ones in _DICE],
            "kind": list(in_small_letters(Kind)),
            "counter": CLASSES[::FLAGS],
            "region": tables.places.regions,
            "area": tables.places.areas[:-1],
            "place": tables.places.areas,
            "battlegroup": ("city", *map(str, range(1, N_BGS))),
            "class": CLASSES,
        }
    )


POSITIONS = Positions(NAME, STATE_FIELDS, load, names, check, derive)
to_dict, from_dict = POSITIONS.to_dict, POSITIONS.from_dict
