"""The interface of a game to the rest of the package: its ``GameSpec``.  Other packages use nothing else of a game.

A game has two sides and is zero-sum.  Its position is a record of ``state``, its printed components and options are a
record of tables, its working memory is a record of ``scratch``.  Compiled functions take ``(states, i, tables, scratch,
...)``: arrays of records, the index of a game, and further numbers.
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
    from ctv_env.core.editor.editor import Editor
    from ctv_env.core.search import Search
    from ctv_env.core.tuning import Tuning
    from ctv_env.core.ui import Scene, UiSpec

FIRST, SECOND, CHANCE, NOBODY = range(4)
"""Values of ``to_move``; NOBODY once the game is over.  A winner is FIRST, SECOND or, for a draw, NOBODY."""

NO_NODE = 0
"""Node number used while the engine is between two decisions."""

CHANCE_NAME = "chance"

REQUIRED_STATE = ("rng", "node", "turn", "to_move", "winner")
"""Fields that every state has; the first is ``rng``, the random stream of the game (``dice.py``)."""

REQUIRED_SCRATCH = ("rng", "n_event", "event", "mask")
"""Fields that every scratch record has: the random stream of the policies, the number of events of the last step, the
events themselves, one row each, and the mask of the current node, with at least as many entries as actions."""


OptionValue = str | bool | os.PathLike[str] | None
"""Value of a keyword of ``new_game``: a rules option, or the folder ``data_dir``, None for the game's own data."""


class SpecError(TypeError):
    """A game's spec is incomplete or inconsistent; the message names the fault."""


@dataclasses.dataclass(frozen=True)
class Option:
    """A rules option, chosen before a game.

    Attributes:
        name: keyword of ``new_game`` and the environments.
        values: the allowed values: strings, or False and True.
        default: one of ``values``.
        meaning: one line for readers who know the rules.
        offer: one line for the start page, for readers who do not; empty if it is not offered there.
        common_random_numbers: for an option that selects the source of randomness, the value with which two games with
            the same seed have the same outcomes for the same events, even after their moves differ; else empty.
    """

    name: str
    values: tuple[str, ...] | tuple[bool, bool]
    default: str | bool
    meaning: str
    offer: str = ""
    common_random_numbers: str = ""

    def check(self, value: object) -> None:
        """Raise a ValueError that lists the allowed values unless ``value`` is one of them."""
        if not any(type(value) is type(right) and value == right for right in self.values):
            allowed = ", ".join(map(repr, self.values))
            raise ValueError(f"option {self.name} cannot be {value!r}; allowed are {allowed}")


class Tables(typing.Protocol):
    """A loaded scenario with a set of options, shared and immutable.

    Attributes:
        record: (1,) records: the map, the charts and the options, in the form that compiled code reads.
        scenario: name of the scenario.
        options: value of every option.
        actions: the action space.
        observations: the arrays of each kind of observation, contiguous in memory.
        data_hash: hash of the data files, in hex.
        data_dir: folder of custom data, None for the package's own.
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

    __dataclass_fields__: typing.ClassVar[dict[str, dataclasses.Field]]  # must be a dataclass


TablesT = typing.TypeVar("TablesT", bound=Tables)
"""The tables class of a game, which its functions take."""


@dataclasses.dataclass(frozen=True)
class Score(typing.Generic[TablesT]):
    """The score of a game, from the first side's point of view.

    Attributes:
        key: its name in infos, records and as a kind of reward, such as ``"gold"``.
        label: words that follow the number in a sentence, such as ``"gold ahead for azure"``.
        short: a short form of ``label``, such as ``"gold"``.
        even: (tables) -> the score at which neither side is ahead; margins are measured from it.
        scale: (tables) -> the score that counts as 1 in the reward named ``key``.
    """

    key: str
    label: str
    short: str
    even: Callable[[TablesT], int]
    scale: Callable[[TablesT], int]


@dataclasses.dataclass(frozen=True)
class Advice:
    """Explanation of a kind of decision for people.

    Attributes:
        title: the choice in a few words.
        meaning: what the decision is about and what follows from it, for someone who has not read the rules.
        done: the effect of the idle action here; empty where it is never legal.
    """

    title: str
    meaning: str
    done: str = ""


@dataclasses.dataclass(frozen=True)
class NodeKind:
    """A kind of decision; its number is its index in ``GameSpec.nodes``.

    Attributes:
        name: name such as ``"MOVE_TO"``.
        chance: whether chance decides.
        advice: explanation for people; None for nodes at which no side decides.
        awaited: whether the outcome is worth watching, so that people trigger it themselves.
        secret: whether the other side decides next at a node of the same kind, without knowing this decision.
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
        name: name such as ``"campaign"``.
        title: name shown to people.
    """

    name: str
    title: str


Record = typing.Any
"""A record in compiled code, where fields are attributes."""


class RuleHooks(typing.Protocol):
    """The module of a game from which its compiled entry points are built (``entries.py``).

    Functions are compiled and take the state, tables and scratch record: ``s``, ``t``, ``w``.
    """

    STATE: np.dtype
    SCRATCH: np.dtype
    TABLES: np.dtype

    def begin(self, s: Record, t: Record, w: Record) -> None:
        """Begin a game in ``s``, zeroed except ``rng``; play on to the first node and leave its mask in ``w``."""

    def take_step(self, s: Record, t: Record, w: Record, action: int) -> None:
        """Apply a legal action or a chance outcome; play on to the next node and leave its mask in ``w``."""

    def draw_outcome(self, s: Record, t: Record) -> int:
        """Return an outcome for the current chance node from the game's own stream, without applying it."""

    def fill_mask(self, s: Record, t: Record, w: Record) -> int:
        """Fill ``w.mask`` for the current node; return the number of legal actions or outcomes."""

    def why_not(self, s: Record, t: Record, w: Record, action: int) -> int:
        """Return the code of the reason why ``action`` is illegal at the current node, 0 if it is legal."""

    def score(self, s: Record, t: Record) -> int:
        """Return the current score of the first side."""

    def redraw(self, s: Record, t: Record, w: Record, side: int) -> None:
        """Replace ``s`` by a position that ``side`` cannot distinguish from it, drawn with ``w.rng``."""


class Hooks(RuleHooks, typing.Protocol):
    """The module of a game from which the compiled driver of many games is built (``driver.py``, ``playout.py``)."""

    CACHE_SIZE: int

    def choose(self, s: Record, t: Record, w: Record, policy: int) -> int:
        """Return the action of the compiled policy with that index at the current decision, whose mask is in ``w``.

        If the game has constants to tune, ``policy`` may be the code of a variant (``core.tuning.code_of``).
        """

    def score_scale(self, t: Record) -> int:
        """Return ``Score.scale``."""

    def potential(self, s: Record, t: Record, w: Record) -> float:
        """Return an estimate of the first side's prospects, -1 to 1, for reward shaping; 0 once the game is over."""

    def fill_row(self, s: Record, t: Record, w: Record, side: int, kind: int, row: int, has_static: int) -> None:
        """Write the observation of ``side``, the uint8 arrays of that kind, at the address ``row``.

        The mask of the node is in ``w`` and must stay there.  If ``has_static`` is not 0, the row already holds the
        static channels.
        """

    def renew_row(self, s: Record, t: Record, w: Record, side: int, kind: int, row: int, before: int) -> bool:
        """Update a row that holds the observation of ``side`` at the node ``before``, one step ago.

        Return False, with nothing written, if a full rewrite is needed or cheaper.
        """

    def recall(self, w: Record, cache: np.ndarray) -> None:
        """Restore into ``w`` what ``keep`` saved for this game, int32 (CACHE_SIZE,), initially zeros."""

    def keep(self, w: Record, cache: np.ndarray) -> None:
        """Save what a later step of this game needs in ``w``."""


class Entry(typing.Protocol):
    """A compiled function that acts on one game of an array."""

    def __call__(self, states: np.ndarray, i: int, tables: np.ndarray, scratch: np.ndarray, *numbers: int) -> int: ...


@dataclasses.dataclass(frozen=True)
class Language(typing.Generic[TablesT]):
    """The text functions of a game.

    Attributes:
        decode: (tables, action) -> name of the segment and name of the thing within it, None if it has no name.
        encode: (tables, segment, name) -> action; the ValueError lists the valid names.
        describe: (tables, record, action) -> what the action does here, in a player's words.
        explain: (tables, record, reason, action) -> the sentence for a reason code, with its rule.
        log: (tables, events) -> log lines, for any number of steps; events are rows as in the scratch record.
        visible_events: (tables, events, side) -> the events that the side with that index may read.
        text: (tables, states, i, side) -> the position in plain text, as the side with that index sees it.
        coloured: (text) -> the same with terminal colours.
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
    """The drawing functions of a game.

    Attributes:
        draw: (tables, states, i, scratch, mask, events, side, layers, policy, value, before) -> ``Drawing``;
            ``side`` is a name, None to see everything; arrows show what has moved since the record ``before``.
        scene: (tables, states, i, events, number of the last step's events, side) -> ``Scene``.
        layers: names of the layers that can be drawn over the map.
    """

    draw: Callable[..., Drawing]
    scene: "Callable[..., Scene]"
    layers: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class GameSpec(typing.Generic[TablesT]):
    """The definition of a game.

    Attributes:
        name: name such as ``"ctv"``; stored in saved games, records and checkpoints.
        title: name shown to people.
        version: version of the rules, raised when play changes.
        package: the game's package, such as ``ctv_env.games.ctv``; records store a hash of its sources.
        sides: names of the first and the second side.
        score: the score.
        nodes: kinds of decision by number; number 0 is reserved.
        options: rules options.
        scenarios: (data folder or None) -> the scenarios, the first is the default.
        load: (scenario, data folder or None, **options) -> tables.
        rules: the module with ``RuleHooks``.
        hooks: () -> the module with ``Hooks``; imported with the first batch.
        chance: (tables, record) -> weights of the outcomes of the current chance node.
        n_outcomes: (tables) -> an upper bound, exclusive, on chance outcomes, such as the number of actions.
        max_steps: (tables) -> upper bounds on the number of decisions and of chance outcomes in a game.
        hides: (tables) -> whether a side has information that the other lacks.
        observe: (states, i, tables, scratch, side, kind, dtype) -> arrays by name.
        to_dict: (tables, record) -> the position as JSON-serialisable data.
        from_dict: (data) -> tables and (1,) states; ValueError for an inconsistent position.
        language: text functions.
        pictures: () -> drawing functions; imported with the first picture.
        policies: names of the compiled policies, weakest first.
        advise: (states, i, tables, scratch, index of a policy) -> its action; policies use only what their side sees.
        ui: () -> the interface for pages and terminals on which people play.
        search: () -> the interface for search agents, None if the game offers none.
        analysis: () -> the interface for reports, None if the game offers none.
        editor: () -> the interface for the editor of maps and scenarios, None if the game has no data files.
        tuning: the constants of a compiled policy that can be tuned, None if the game offers none.
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
    editor: "Callable[[], Editor[TablesT] | None]"
    tuning: "Tuning | None" = None

    def __post_init__(self) -> None:
        check_hooks(self.rules, RuleHooks, self.name)
        for what, dtype, fields in (("state", self.state, REQUIRED_STATE), ("scratch", self.scratch, REQUIRED_SCRATCH)):
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
        """Copy and pickle by reference: there is one spec of a game per process."""
        from ctv_env.games import reference_of, spec_of

        return spec_of, (reference_of(self),)

    @functools.cached_property
    def engine(self) -> types.SimpleNamespace:
        """The compiled entry points (``entries.py``)."""
        from ctv_env.core.entries import entries

        return entries(self.rules)

    @property
    def state(self) -> np.dtype:
        """Dtype of a position."""
        return self.rules.STATE

    @property
    def scratch(self) -> np.dtype:
        """Dtype of the scratch record."""
        return self.rules.SCRATCH

    @property
    def common_random_numbers(self) -> dict[str, str]:
        """Options for paired comparisons of games (``Option.common_random_numbers``)."""
        return {option.name: option.common_random_numbers for option in self.options if option.common_random_numbers}

    def node_name(self, number: int) -> str:
        """Return the name of the node with that number."""
        return self.nodes[number].name

    def decider(self, record: np.void) -> str | None:
        """Return the name of the side to move, ``"chance"``, or None once the game is over."""
        to_move = int(record["to_move"])
        return None if to_move == NOBODY else (*self.sides, CHANCE_NAME)[to_move]

    def side_name(self, index: int) -> str | None:
        """Return the name of the side with that index, None for NOBODY."""
        return None if index == NOBODY else self.sides[index]

    def winner(self, record: np.void) -> str | None:
        """Return the name of the winner, None while the game goes on and for a draw."""
        return self.side_name(int(record["winner"]))


def check_options(options: tuple[Option, ...], given: Mapping[str, str | bool]) -> dict[str, str | bool]:
    """Return the value of each of ``options``, by default its default; ValueError for an unknown name."""
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"no option {name!r}; {one_of(name, known)}")
        known[name].check(value)
    return {name: given.get(name, option.default) for name, option in known.items()}


def _checked_load(load: Callable[..., TablesT], game: str) -> Callable[..., TablesT]:
    """Wrap ``load`` to raise a SpecError if its tables lack a member of ``Tables``."""
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
    """Return ``hooks``; SpecError if it lacks a member of ``protocol`` (``RuleHooks`` or ``Hooks``)."""
    parts = (RuleHooks,) if protocol is RuleHooks else (RuleHooks, Hooks)
    for wanted in (name for part in parts for name in (*part.__annotations__, *vars(part))):
        if not wanted.startswith("_") and not hasattr(hooks, wanted):
            raise SpecError(f"{hooks.__name__}, the hooks of {game}, lacks {wanted!r}")
    return hooks
