"""What a game tells the rest of the package: its ``GameSpec``.  Nobody above the games looks past it.

A game is for two sides and zero-sum.  Its position is one record of ``state``, its printed matter and options one
record of tables, its scratch one record of ``work``.  Compiled functions take ``(states, i, tables, works, ...)``:
arrays of records, the index of a game, and further numbers.
"""

import dataclasses
import functools
import os
import pathlib
import types
import typing
from collections.abc import Callable, Mapping
from types import ModuleType

import numpy as np

from ctv_env.core.actions import ActionLayout
from ctv_env.core.chance import Weights
from ctv_env.core.datafile import one_of
from ctv_env.core.drawing import Drawing
from ctv_env.core.observation import Layout

if typing.TYPE_CHECKING:
    from ctv_env.core.analysis import Analysis
    from ctv_env.core.search import Search
    from ctv_env.core.ui import Scene, UiSpec

FIRST, SECOND, CHANCE, NOBODY = range(4)
"""Who is to move, as ``to_move`` of a state says it; NOBODY once the game is over.  A winner is FIRST, SECOND or, at a
draw, NOBODY."""

NO_NODE = 0
"""Number of no node: the game is between two decisions."""

CHANCE_NAME = "chance"

REQUIRED_STATE = ("rng", "node", "turn", "to_move", "winner")
"""Fields that every state has; ``rng`` is the first, the random stream of the game (``dice.py``)."""

REQUIRED_WORK = ("rng", "n_event", "event", "mask")
"""Fields that every scratch record has: the stream of the policies, the number of events of the last step and the
events themselves, one row each, and the mask of the present node, at least as long as there are actions."""


OptionValue = str | bool | os.PathLike[str] | None
"""Value of a keyword of ``new_game``: an option of the rules or ``data_dir``, a folder, None for the game's own."""


class SpecError(TypeError):
    """A game's spec lacks something; the message names it."""


@dataclasses.dataclass(frozen=True)
class Option:
    """A choice of the rules that is made before a game.

    Attributes:
        name: keyword of ``new_game`` and the environments.
        values: what it can be: texts, or False and True.
        default: one of them.
        meaning: one line for those who know the rules.
        offer: one line for those who do not, on the start page; empty if it is not offered there.
        shared_luck: of an option that only says where chance comes from, the value with which two players of the same
            seed share their luck even after their moves differ; else empty.
    """

    name: str
    values: tuple[str, ...] | tuple[bool, bool]
    default: str | bool
    meaning: str
    offer: str = ""
    shared_luck: str = ""

    def check(self, value: object) -> None:
        """Raise a ValueError that lists the right values unless ``value`` is one."""
        if not any(type(value) is type(right) and value == right for right in self.values):
            allowed = ", ".join(map(repr, self.values))
            raise ValueError(f"option {self.name} cannot be {value!r}; allowed are {allowed}")


class Tables(typing.Protocol):
    """One scenario under one set of options, loaded; it is shared and never changed.

    Attributes:
        record: (1,) records: the map, the charts and the options, as compiled code reads them.
        scenario: name of the scenario.
        options: value of every option.
        actions: the action space.
        observations: the arrays of each kind of observation; in memory they lie one behind the other.
        data_hash: hash of the data files, in hex.
        data_dir: folder of the data if it is not the package's own, else None.
    """

    @property
    def record(self) -> np.ndarray: ...

    @property
    def scenario(self) -> str: ...

    @property
    def options(self) -> Mapping[str, str | bool]: ...

    @property
    def actions(self) -> ActionLayout: ...

    @property
    def observations(self) -> Mapping[str, tuple[Layout, ...]]: ...

    @property
    def data_hash(self) -> str: ...

    @property
    def data_dir(self) -> str | None: ...

    def __hash__(self) -> int: ...

    __dataclass_fields__: typing.ClassVar[dict[str, dataclasses.Field]]  # it is a dataclass


TablesT = typing.TypeVar("TablesT", bound=Tables)
"""A game's own class of tables, which its own functions take."""


@dataclasses.dataclass(frozen=True)
class Score(typing.Generic[TablesT]):
    """What a game counts, from the first side's point of view.

    Attributes:
        key: its name in infos, records and as a kind of reward, such as ``"gold"``.
        label: how a number is followed in a sentence, such as ``"gold ahead for azure"``.
        short: the same where there is little room, such as ``"gold"``.
        even: (tables) -> the score with which neither side is ahead; margins are counted from it.
        scale: (tables) -> the score that counts as 1 in the reward named ``key``.
    """

    key: str
    label: str
    short: str
    even: Callable[[TablesT], int]
    scale: Callable[[TablesT], int]


@dataclasses.dataclass(frozen=True)
class Advice:
    """What a person is told about a kind of decision.

    Attributes:
        title: the choice in a few words.
        meaning: what it is about and what follows, for one who has not read the rules.
        done: what it means to take the idle action here; empty where one cannot.
    """

    title: str
    meaning: str
    done: str = ""


@dataclasses.dataclass(frozen=True)
class NodeKind:
    """A kind of decision; its number is its place among ``GameSpec.nodes``.

    Attributes:
        name: such as ``"MOVE_TO"``.
        chance: whether chance decides.
        advice: for people; None for nodes at which nobody decides.
        awaited: whether a person wants to see the outcome coming, and lets chance decide himself.
        secret: whether the other side decides next at a node of the same kind, without knowing what was decided here.
    """

    name: str
    chance: bool = False
    advice: Advice | None = None
    awaited: bool = False
    secret: bool = False


@dataclasses.dataclass(frozen=True)
class Scenario:
    """A set-up of a game.

    Attributes:
        name: such as ``"campaign"``.
        title: for people.
    """

    name: str
    title: str


Record = typing.Any
"""A record as compiled code sees it: fields are attributes."""


class RuleHooks(typing.Protocol):
    """The module of a game from which its compiled entries are built (``entries.py``).

    Functions are compiled and take the state, tables and scratch record: ``s``, ``t``, ``w``.
    """

    STATE: np.dtype
    WORK: np.dtype
    TABLES: np.dtype

    def begin(self, s: Record, t: Record, w: Record) -> None:
        """Begin a game in ``s``, zeroed but for ``rng``; play on to the first node and leave its mask in ``w``."""

    def take_step(self, s: Record, t: Record, w: Record, action: int) -> None:
        """Apply a legal action or an outcome of chance; play on to the next node and leave its mask in ``w``."""

    def draw_outcome(self, s: Record, t: Record) -> int:
        """An outcome of the present chance node, by the game's own stream; it is not applied."""

    def fill_mask(self, s: Record, t: Record, w: Record) -> int:
        """Fill ``w.mask`` for the present node; returns the number of legal actions or outcomes."""

    def why_not(self, s: Record, t: Record, w: Record, action: int) -> int:
        """Code of the reason against ``action`` at the present node, 0 if it is legal."""

    def score(self, s: Record, t: Record) -> int:
        """The score of the first side now."""

    def redraw(self, s: Record, t: Record, w: Record, side: int) -> None:
        """Change ``s`` into a position that ``side`` cannot tell from it, drawn with ``w.rng``."""


class Hooks(RuleHooks, typing.Protocol):
    """The module of a game from which the compiled driver of many games is built (``driver.py``, ``playout.py``)."""

    N_NOTES: int

    def choose(self, s: Record, t: Record, w: Record, policy: int) -> int:
        """What the compiled policy of that index does at the present decision, the mask of which is in ``w``."""

    def score_scale(self, t: Record) -> int:
        """``Score.scale``."""

    def potential(self, s: Record, t: Record, w: Record) -> float:
        """How well the first side stands, -1 to 1, for reward shaping; 0 once the game is over."""

    def fill_row(self, s: Record, t: Record, w: Record, side: int, kind: int, row: int, has_static: int) -> None:
        """Write what ``side`` sees at the address ``row``, uint8: the arrays of that kind of observation.

        The mask of the node is in ``w`` and stays there.  With ``has_static`` not 0, what the tables alone tell is
        there already.
        """

    def renew_row(self, s: Record, t: Record, w: Record, side: int, kind: int, row: int, before: int) -> bool:
        """The same where the row holds what ``side`` saw at the node ``before``, one step ago, if that is cheaper.

        Returns False, with nothing written, where it is not.
        """

    def recall(self, w: Record, notes: np.ndarray) -> None:
        """Take over into ``w`` what ``keep`` has noted of this game, int32 (N_NOTES,), zeros at first."""

    def keep(self, w: Record, notes: np.ndarray) -> None:
        """Note what a later step of this game wants to find in ``w``."""


class Entry(typing.Protocol):
    """A compiled function of one game in an array."""

    def __call__(self, states: np.ndarray, i: int, tables: np.ndarray, works: np.ndarray, *numbers: int) -> int: ...


@dataclasses.dataclass(frozen=True)
class Language(typing.Generic[TablesT]):
    """The game in words.

    Attributes:
        decode: (tables, action) -> name of the segment and of what it names there, None where it names nothing.
        encode: (tables, segment, name) -> action; ValueError with what there is.
        describe: (tables, record, action) -> what the action does here, in a player's words.
        explain: (tables, record, reason, action) -> the sentence of a reason code, with its rule.
        log: (tables, events) -> lines, of any number of steps; events are rows as in the scratch record.
        visible_events: (tables, events, side) -> those events that the side with that index may read.
        text: (tables, states, i, side) -> the position in plain text, as the side with that index sees it.
        coloured: (text) -> the same with the colours of a terminal.
    """

    decode: Callable[[TablesT, int], tuple[str, str | None]]
    encode: Callable[[TablesT, str, str | None], int]
    describe: Callable[[TablesT, np.void, int], str]
    explain: Callable[[TablesT, np.void, int, int], str]
    log: Callable[[TablesT, np.ndarray], list[str]]
    visible_events: Callable[[TablesT, np.ndarray, int], np.ndarray]
    text: Callable[[TablesT, np.ndarray, int, int], str]
    coloured: Callable[[str], str]


@dataclasses.dataclass(frozen=True)
class Pictures:
    """The game in pictures.

    Attributes:
        draw: (tables, states, i, works, mask, events, side, layers, policy, value, before) -> ``Drawing``; ``side`` is
            a name, None for one who sees all; arrows show what has moved since the record ``before``.
        scene: (tables, states, i, events, number of the last step's events, side) -> ``Scene``.
        layers: names of what can be drawn over the map.
    """

    draw: Callable[..., Drawing]
    scene: "Callable[..., Scene]"
    layers: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class GameSpec(typing.Generic[TablesT]):
    """All that a game tells of itself.

    Attributes:
        name: such as ``"ctv"``; saves, records and checkpoints carry it.
        title: for people.
        version: of the rules: raised when play changes.
        package: the game's package, ``ctv_env.games.ctv``: its sources are what a record depends on.
        sides: names of the first and the second side.
        score: what is counted.
        nodes: kinds of decision, by their number; 0 is none.
        options: of the rules.
        scenarios: (data folder or None) -> the scenarios, the first is the default.
        load: (scenario, data folder or None, **options) -> tables.
        rules: the module with ``RuleHooks``.
        hooks: () -> the module with ``Hooks``; loaded with the first batch.
        chance: (tables, record) -> weights of the outcomes of the chance node that is due.
        n_outcomes: (tables) -> a number above every outcome of chance; the number of actions will do.
        max_steps: (tables) -> a bound on the decisions, and one on the outcomes of chance, of a game.
        hides: (tables) -> whether one side has secrets from the other.
        observe: (states, i, tables, works, side, kind, dtype) -> arrays by name.
        to_dict: (tables, record) -> a position as JSON-able data.
        from_dict: that data -> tables and (1,) states; ValueError for one that cannot be.
        language: words.
        pictures: () -> pictures; loaded with the first one.
        policies: names of the compiled policies, the weakest first.
        advise: (states, i, tables, works, index of a policy) -> its action; policies keep to what their side may see.
        ui: () -> what a page or a terminal needs to let a person choose.
        search: () -> what searching agents need, None if the game offers none.
        analysis: () -> what reports tell of games besides results, None if there is nothing.
    """

    name: str
    title: str
    version: str
    package: str
    sides: tuple[str, str]
    score: Score[TablesT]
    nodes: tuple[NodeKind, ...]
    options: tuple[Option, ...]
    scenarios: Callable[[str | pathlib.Path | None], tuple[Scenario, ...]]
    load: Callable[..., TablesT]
    rules: ModuleType
    hooks: Callable[[], ModuleType]
    chance: Callable[[TablesT, np.void], Weights]
    n_outcomes: Callable[[TablesT], int]
    max_steps: Callable[[TablesT], tuple[int, int]]
    hides: Callable[[TablesT], bool]
    observe: Callable[..., dict[str, np.ndarray]]
    to_dict: Callable[[TablesT, np.void], dict]
    from_dict: Callable[[dict], tuple[TablesT, np.ndarray]]
    language: Language[TablesT]
    pictures: Callable[[], Pictures]
    policies: tuple[str, ...]
    advise: Entry
    ui: "Callable[[], UiSpec[TablesT]]"
    search: "Callable[[], Search | None]"
    analysis: "Callable[[], Analysis[TablesT] | None]"

    def __post_init__(self) -> None:
        check_hooks(self.rules, RuleHooks, self.name)
        for what, dtype, fields in (("state", self.state, REQUIRED_STATE), ("work", self.work, REQUIRED_WORK)):
            for field in fields:
                if field not in (dtype.names or ()):
                    raise SpecError(f"the {what} record of {self.name} has no field {field!r}")
        first, *_ = self.state.names or ("",)
        if first != "rng":
            raise SpecError(f"the first field of the state record of {self.name} is rng, not {first!r}")
        if len(set(self.sides)) != 2:
            raise SpecError(f"{self.name} needs two sides of different names, not {self.sides}")
        names = [node.name for node in self.nodes]
        if len(set(names)) < len(names):
            raise SpecError(f"{self.name} has two nodes of one name among {', '.join(names)}")
        object.__setattr__(self, "load", _checked_load(self.load, self.name))

    def __reduce__(self) -> tuple[Callable[[str | None], "GameSpec"], tuple[str]]:
        """Copied and pickled by reference: a process has one spec of a game."""
        from ctv_env.games import reference_of, spec_of

        return spec_of, (reference_of(self),)

    @functools.cached_property
    def engine(self) -> types.SimpleNamespace:
        """The compiled entries (``entries.py``)."""
        from ctv_env.core.entries import entries

        return entries(self.rules)

    @property
    def state(self) -> np.dtype:
        """Type of a position."""
        return self.rules.STATE

    @property
    def work(self) -> np.dtype:
        """Type of the scratch record."""
        return self.rules.WORK

    @property
    def shared_luck(self) -> dict[str, str]:
        """Options for games that are compared pair by pair (``Option.shared_luck``)."""
        return {option.name: option.shared_luck for option in self.options if option.shared_luck}

    def node_name(self, number: int) -> str:
        """Name of the node of that number."""
        return self.nodes[number].name

    def decider(self, record: np.void) -> str | None:
        """Name of the side to move, ``"chance"``, or None once the game is over."""
        to_move = int(record["to_move"])
        return None if to_move == NOBODY else (*self.sides, CHANCE_NAME)[to_move]

    def side_name(self, index: int) -> str | None:
        """Name of the side of that index, None for NOBODY."""
        return None if index == NOBODY else self.sides[index]

    def winner(self, record: np.void) -> str | None:
        """Name of the winner; None while the game goes on and at a draw."""
        return self.side_name(int(record["winner"]))


def check_options(options: tuple[Option, ...], given: Mapping[str, str | bool]) -> dict[str, str | bool]:
    """The value of each of ``options``, those not ``given`` at their defaults; ValueError for an unknown name."""
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"no option {name!r}; {one_of(name, known)}")
        known[name].check(value)
    return {name: given.get(name, option.default) for name, option in known.items()}


def _checked_load(load: Callable[..., TablesT], game: str) -> Callable[..., TablesT]:
    """``load`` whose tables have all of ``Tables``; else a SpecError names what they lack."""
    wanted = [name for name in (*Tables.__annotations__, *vars(Tables)) if not name.startswith("_")]

    @functools.wraps(load)
    def checked(*args: OptionValue, **options: OptionValue) -> TablesT:
        tables = load(*args, **options)
        for name in wanted:
            if not hasattr(tables, name):
                raise SpecError(f"the tables of {game} have no {name!r}")
        return tables

    return checked


def check_hooks(hooks: ModuleType, protocol: type, game: str) -> ModuleType:
    """``hooks`` if it has all of ``protocol`` (``RuleHooks``, ``Hooks``); else a SpecError that names what it lacks."""
    parts = (RuleHooks,) if protocol is RuleHooks else (RuleHooks, Hooks)
    for wanted in (name for part in parts for name in (*part.__annotations__, *vars(part))):
        if not wanted.startswith("_") and not hasattr(hooks, wanted):
            raise SpecError(f"{hooks.__name__}, the hooks of {game}, lacks {wanted!r}")
    return hooks
