"""Random positions for property tests: pieces of both sides in any possible state."""

from hypothesis import strategies as st
from naive.board import CITY_SOURCES, EDGE_SOURCES, OBJECTIVES, SIDES, TERRAIN, TURNS, within
from naive.counters import COUNTERS, STACKING, Counter
from naive.stacking import single

STAGES = {
    "nationalist": {"MOVE": "NAT_MOVEMENT", "TARGET": "NAT_COMBAT"},
    "republican": {"MOVE": "REP_MOVEMENT", "TARGET": "REP_COMBAT", "BASQUE_DIE": "BASQUE"},
}
DSG = ("none", "none", "none", "DSG", "DSG1", "DSG2")
FIELDS = sorted(TERRAIN) + sorted({*OBJECTIVES, *CITY_SOURCES, *EDGE_SOURCES["republican"]}) * 8
LITTLE_MP = (0, 0.5, 1, 2)  # what a piece may have left, whatever its allowance
CORKS = ("Cel", "Ar")
OPTIONS = ("air_combat", "dsg_reduction", "rivers", "fog")

_GROUND = sorted(name for name, counter in COUNTERS.items() if counter.is_ground)
_COLUMNS = sorted(name for name, counter in COUNTERS.items() if counter.kind == "supply_column")
_AIR = sorted(name for name, counter in COUNTERS.items() if counter.kind == "air")
_TRENCHES = sorted(name for name, counter in COUNTERS.items() if counter.kind == "trench")


@st.composite
def _state(draw, counter: Counter, moves: bool, fights: bool) -> dict:
    """A state of a piece on the map whose side moves or fights; at DSG2 and out of supply it would be lost (9.5.1)."""
    rarely = st.sampled_from((True, False, False, False))
    state: dict = {"mp": draw(st.sampled_from(LITTLE_MP))} if moves and draw(rarely) else {}
    if moves and draw(rarely):
        state["began_zoc"] = draw(st.booleans())
    if not counter.is_ground:
        return state | {"moved": draw(rarely)}
    dsg = draw(st.sampled_from(DSG))
    state |= {"steps": draw(st.integers(1, len(counter.defence))), "dsg": dsg}
    state["supplied"] = not draw(rarely) or dsg == "DSG2"
    if counter.is_hq:
        return state | {"used": draw(rarely)}
    return state | ({"attacked": draw(rarely)} if fights else {})


def _fits(counter: Counter, here: list[Counter], code: str) -> bool:
    """Return whether the piece may share a hex with those (5, 5.1.1)."""
    sp = sum(other.sp for other in (*here, counter))
    alone = not single(counter) or all(single(other) != single(counter) for other in here)
    return sp < 2 * STACKING[TERRAIN[code]] and alone and all(other.side == counter.side for other in here)


@st.composite
def _pieces(draw, ground: list[str], side: str, node: str) -> dict:
    """Pieces in those hexes; pieces that do not fit stay off the map."""
    names = draw(st.lists(st.sampled_from(_GROUND), min_size=6, max_size=24, unique=True))
    names += draw(st.lists(st.sampled_from(_COLUMNS), max_size=4, unique=True))
    there: dict[str, list[Counter]] = {}
    pieces: dict[str, dict] = {}
    for name in names:
        code, counter = draw(st.sampled_from(ground)), COUNTERS[name]
        here = there.setdefault(code, [])
        if _fits(counter, here, code):
            here.append(counter)
            acts = counter.side == side
            pieces[name] = {"at": code} | draw(_state(counter, acts and node == "MOVE", acts and node == "TARGET"))
    for name, code in zip(_TRENCHES, draw(st.lists(st.sampled_from(ground), max_size=3, unique=True)), strict=False):
        pieces[name] = {"at": code}
    return pieces | {name: {"at": "air_ready"} for name in draw(st.sets(st.sampled_from(_AIR)))}


def _cut_off(pieces: dict) -> None:
    """A Nationalist on the western road exit: only Santander can feed the Republicans (6.2)."""
    exits = EDGE_SOURCES["republican"] - {entry["at"] for entry in pieces.values()}
    pieces.update({name: {"at": code} for name, code in zip(CORKS, exits, strict=False) if name not in pieces})


@st.composite
def positions(draw) -> dict:
    """A position for ``Game.from_dict``: somebody is to move or to attack, in a corner of the map full of pieces."""
    ground = sorted(within(draw(st.sampled_from(FIELDS)), draw(st.integers(1, 3))) & set(TERRAIN))
    side, node = draw(st.sampled_from([(side, node) for side in SIDES for node in (*STAGES[side], "TARGET")]))
    pieces = draw(_pieces(ground, side, node))
    if draw(st.booleans()):
        _cut_off(pieces)
    held = {entry["at"] for name, entry in pieces.items() if COUNTERS[name].is_ground}
    free = sorted({*ground, *CITY_SOURCES} - held)
    mine = draw(st.sets(st.sampled_from(free))) if free else set()
    options = {name: draw(st.booleans()) for name in OPTIONS}
    return {
        "options": options | {"edition": draw(st.sampled_from(("en", "it"))), "play_forced": False},
        "stage": STAGES[side][node],
        "node": node,
        "turn": draw(st.integers(1, TURNS)),
        "weather": draw(st.sampled_from(("fair", "rain"))),
        "morale": draw(st.integers(0, 5)),
        "factory": draw(st.booleans()),
        "control": {"nationalist": sorted(mine), "republican": sorted(set(free) - mine)},
        "pieces": pieces,
    }
