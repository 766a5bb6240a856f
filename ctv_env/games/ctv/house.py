"""The door of the house: what the floors above may know of this game."""

from ctv_env.core.drawing import Drawing
from ctv_env.core.game import Rules
from ctv_env.core.scene import Scene
from ctv_env.games.ctv import actions, chronicle, engine, notation, observe, position, reports
from ctv_env.games.ctv.codes import N_ACTIONS, NOBODY, OVER, SIDE_NAMES, Node
from ctv_env.games.ctv.drawing import terminal
from ctv_env.games.ctv.load import load_tables
from ctv_env.games.ctv.observing.layout import OBSERVATIONS
from ctv_env.games.ctv.policies import POLICIES
from ctv_env.games.ctv.state import STATE, WORK
from ctv_env.games.ctv.text_map import text_map

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
    start=engine.start,
    step=engine.step,
    roll=engine.roll,
    mask=engine.mask,
    reason=engine.reason,
    vp=engine.vp,
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
    determinize=engine.determinize,
    draw=_draw,
    coloured=terminal.coloured,
    scene=_scene,
    policies=POLICIES,
    advise=_advise,
)
