"""The door of the house: what the floors above may know of this game."""

from ctv_env.core.drawing import Drawing
from ctv_env.core.game import Rules
from ctv_env.core.scene import Scene
from ctv_env.games.ctv.drawing import terminal
from ctv_env.games.ctv.engine import entries
from ctv_env.games.ctv.loading.load import load_tables
from ctv_env.games.ctv.model import actions
from ctv_env.games.ctv.model.codes import N_ACTIONS, NOBODY, OVER, SIDE_NAMES, Node
from ctv_env.games.ctv.model.state import STATE, WORK
from ctv_env.games.ctv.observation import rows as observe
from ctv_env.games.ctv.observation import visible_events as reports
from ctv_env.games.ctv.observation.layout import OBSERVATIONS
from ctv_env.games.ctv.policies import POLICIES
from ctv_env.games.ctv.serialization import position
from ctv_env.games.ctv.text import log as chronicle
from ctv_env.games.ctv.text import notation
from ctv_env.games.ctv.text.text_map import text_map

RULES_VERSION = "2"


def _decider(record) -> str | None:
    """Name of the side to move, ``"chance"``, or None at the end."""
    return None if record["node"] == OVER else SIDE_NAMES[int(record["to_move"])]


def _winner(record) -> str | None:
    return None if record["winner"] == NOBODY else SIDE_NAMES[int(record["winner"])]


def _draw(*args, **more) -> Drawing:
    """See ``drawing.picture.draw``, which is loaded with the first picture."""
    from ctv_env.games.ctv.drawing.picture import draw

    return draw(*args, **more)


def _scene(*args) -> Scene:
    """See ``drawing.scene.scene``."""
    from ctv_env.games.ctv.drawing.scene import scene

    return scene(*args)


def _advise(*args) -> int:
    """See ``policies.choose.advise``; policies are compiled when one is first asked: a third of what there is."""
    from ctv_env.games.ctv.policies.choose import advise

    return advise(*args)


RULES = Rules(
    name="ctv",
    version=RULES_VERSION,
    sides=SIDE_NAMES[:2],
    state=STATE,
    work=WORK,
    n_actions=N_ACTIONS,
    action_hash=actions.layout_hash,
    load=load_tables,
    start=entries.start,
    step=entries.step,
    roll=entries.roll,
    mask=entries.mask,
    reason=entries.reason,
    vp=entries.vp,
    node_name=tuple(node.name for node in Node).__getitem__,
    decider=_decider,
    winner=_winner,
    decode=notation.decode,
    encode=notation.encode,
    describe=notation.describe,
    explain=notation.explain,
    to_dict=position.to_dict,
    from_dict=position.from_dict,
    words=chronicle.words,
    open_events=reports.open_events,
    text=text_map,
    observations=OBSERVATIONS,
    observe=observe.observe,
    determinize=entries.determinize,
    draw=_draw,
    coloured=terminal.coloured,
    scene=_scene,
    policies=POLICIES,
    advise=_advise,
)
