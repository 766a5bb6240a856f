"""The interface of a game to the rest of the package: its ``GameSpec``.  Other packages use nothing else of a game.

``terms.py`` has the words in which it is written.
"""

import dataclasses
import functools
import importlib
import pathlib
import types
import typing
from collections.abc import Callable, Mapping
from types import ModuleType

import numpy as np

from ctv_env.core import plain_hooks, registry
from ctv_env.core.analysis import Analysis
from ctv_env.core.chance import Weights
from ctv_env.core.consult import adviser, observer
from ctv_env.core.editor.editor import Editor
from ctv_env.core.entries import entries
from ctv_env.core.hooks import check_hooks, gather_hooks
from ctv_env.core.jit import records
from ctv_env.core.nodes import NodeDeclaration
from ctv_env.core.rooms import members_of, room
from ctv_env.core.search import Search
from ctv_env.core.tables import Loader
from ctv_env.core.terms import (
    CHANCE_NAME,
    NOBODY,
    REQUIRED_SCRATCH,
    REQUIRED_STATE,
    Entry,
    Hooks,
    Language,
    NoAnalysisError,
    NodeKind,
    NoSearchError,
    Option,
    Pictures,
    RuleHooks,
    Scenario,
    Score,
    SpecError,
    Tables,
    TablesT,
)
from ctv_env.core.tuning import Tuning
from ctv_env.core.ui import UiSpec


def _hides_nothing(tables: Tables) -> bool:
    return False


class _HasSearch(typing.Protocol):
    SEARCH: Search


class _HasEditor(typing.Protocol):
    EDITOR: Editor


@dataclasses.dataclass(frozen=True)
class GameSpec(typing.Generic[TablesT]):
    """The definition of a game.

    What a game needs only for some purposes is in rooms of its package, which are found by their names (``rooms.py``):
    ``drawing`` and ``guide``, which every game has; ``analysis``, ``guide.editor`` and ``policies.search``, which it
    may have.

    Attributes:
        name: name such as ``"ctv"``; stored in saved games, records and checkpoints.
        title: name shown to people.
        version: version of the rules, raised when play changes.
        package: the game's package, such as ``ctv_env.games.ctv``, with its rooms; records store a hash of its sources.
        sides: names of the first and the second side.
        score: the score.
        nodes: kinds of decision by number; number 0 is reserved.
        loader: its options, scenarios and data.
        rules: the ``RuleHooks``.
        hook_rooms: modules of the package that have the ``Hooks`` which ``rules`` lack, as ``observation.rows``; what
            none of them has is taken from ``plain_hooks.py``.
        max_steps: (tables) -> upper bounds on the number of decisions and of chance outcomes in a game.
        to_dict: (tables, record) -> the position as JSON-serialisable data.
        from_dict: (data) -> tables and (1,) states; ValueError for an inconsistent position.
        language: text functions.
        policies: names of the compiled policies, weakest first; they use only what their side sees.
        hides: (tables) -> whether a side has information that the other lacks, apart from simultaneous choices.
        tuning: the constants of a compiled policy that can be tuned, None if the game offers none.
    """

    name: str
    title: str
    version: str
    package: str
    sides: tuple[str, str]
    score: Score[TablesT]
    nodes: tuple[NodeKind, ...]
    loader: Loader[TablesT]
    rules: ModuleType
    hook_rooms: tuple[str, ...]
    max_steps: Callable[[TablesT], tuple[int, int]]
    to_dict: Callable[[TablesT, np.void], dict]
    from_dict: Callable[[dict], tuple[TablesT, np.ndarray]]
    language: Language[TablesT]
    policies: tuple[str, ...]
    hides: Callable[[TablesT], bool] = _hides_nothing
    tuning: Tuning | None = None

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

    def __reduce__(self) -> tuple[Callable[[str | None], "GameSpec"], tuple[str]]:
        """Copy and pickle by reference: there is one spec of a game per process."""
        return spec_of, (reference_of(self),)

    def hooks(self) -> ModuleType:
        """Return the ``Hooks``, always the same; imported with the first batch."""
        rooms = (importlib.import_module(f"{self.package}.{name}") for name in self.hook_rooms)
        return gather_hooks(self.name, Hooks, self.rules, *rooms, plain_hooks)

    @functools.cached_property
    def engine(self) -> types.SimpleNamespace:
        """The compiled entry points (``entries.py``)."""
        return entries(self.rules)

    @functools.cached_property
    def observe(self) -> Callable[..., dict[str, np.ndarray]]:
        """(states, i, tables, scratch, side, kind, dtype) -> arrays by name."""
        return observer(self.hooks)

    @functools.cached_property
    def advise(self) -> Entry:
        """(states, i, tables, scratch, index of a policy) -> its action."""
        return adviser(self.hooks)

    @property
    def n_outcomes(self) -> int:
        """Upper bound, exclusive, on the outcomes of chance."""
        return self.rules.N_OUTCOMES

    def chance(self, tables: TablesT, record: np.void) -> Weights:
        """Return the weights of the outcomes of the current chance node."""
        states, weights = records(1, self.state), np.zeros(self.n_outcomes, np.int64)
        states[0] = record
        self.engine.weigh(states, 0, tables.record, weights)
        return tuple((outcome, weight) for outcome, weight in enumerate(weights.tolist()) if weight)

    @property
    def state(self) -> np.dtype:
        """Dtype of a position."""
        return self.rules.STATE

    @property
    def scratch(self) -> np.dtype:
        """Dtype of the scratch record."""
        return self.rules.SCRATCH

    @property
    def options(self) -> tuple[Option, ...]:
        """The rules options."""
        return self.loader.options

    def scenarios(self, data_dir: str | pathlib.Path | None = None) -> tuple[Scenario, ...]:
        """See ``Loader.scenarios``; the first is the default."""
        return self.loader.scenarios(data_dir)

    def load(self, scenario: str | None = None, data_dir: typing.Any = None, **options: typing.Any) -> TablesT:
        """See ``Loader.load``.

        Raises:
            SpecError: the tables of the game lack a member of ``Tables``, or have too many or too few actions.
        """
        tables = self.loader.load(scenario, data_dir, **options)
        for member in members_of(Tables):
            if not hasattr(tables, member):
                raise SpecError(f"the tables of {self.name} have no {member!r}")
        n, room = tables.actions.n, self.scratch["mask"].shape[0]
        if n > room:
            raise SpecError(f"the mask in the scratch of {self.name} has {room} entries, too few for {n} actions")
        if n < self.n_outcomes:
            last = self.n_outcomes - 1
            raise SpecError(f"the outcomes of chance in {self.name} go up to {last}, too many for {n} actions")
        return tables

    def pictures(self) -> Pictures[TablesT]:
        """The drawing functions, imported with the first picture."""
        return self._required("drawing", Pictures)

    def ui(self) -> UiSpec[TablesT]:
        """The interface for pages and terminals on which people play."""
        return self._required("guide", UiSpec)

    def analysis(self) -> Analysis[TablesT] | None:
        """The interface for reports, None if the game offers none."""
        return self._room("analysis", Analysis)

    def search(self) -> Search | None:
        """The interface for search agents: ``SEARCH`` in ``policies.search``; None if the game offers none."""
        found = self._room("policies.search", _HasSearch)
        return found and found.SEARCH

    def editor(self) -> Editor[TablesT] | None:
        """The interface for the editor: ``EDITOR`` in ``guide.editor``; None if the game offers none."""
        found = self._room("guide.editor", _HasEditor)
        return found and found.EDITOR

    def _room(self, name: str, protocol: type) -> typing.Any:
        return room(self.package, name, protocol)

    def _required(self, name: str, protocol: type) -> typing.Any:
        found = self._room(name, protocol)
        if found is None:
            raise SpecError(f"{self.name} needs a module {self.package}.{name} (see {protocol.__name__})")
        return found

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


def node_kinds(nodes: Mapping[int, NodeDeclaration]) -> tuple[NodeKind, ...]:
    """Return ``GameSpec.nodes`` of a table of nodes; number 0, at which nothing is decided, is ``NONE``."""
    return tuple(nodes[code].kind if code in nodes else NodeKind("NONE") for code in range(max(nodes) + 1))


def analysis_of(spec: GameSpec) -> Analysis:
    """Return the analysis functions of a game.

    Raises:
        NoAnalysisError: the game provides none.
    """
    analysis = spec.analysis()
    if analysis is None:
        raise NoAnalysisError(f"the game {spec.name} has no landmarks, losses, variants and battles to report on")
    return analysis


def search_of(spec: GameSpec) -> Search:
    """Return the search functions of a game.

    Raises:
        NoSearchError: the game provides none.
    """
    search = spec.search()
    if search is None:
        raise NoSearchError(f"the game {spec.name} offers nothing to search agents")
    return search


def spec_of(game: str | None = None) -> GameSpec:
    """Return the spec of a game: one of ``ctv_env.games.GAMES``, by default the first, or ``"module:ATTRIBUTE"``.

    Raises:
        ValueError: no such game.
    """
    if not game or ":" not in game:
        return known_spec(game or None)
    try:
        spec = _spec_at(game)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"no game {game!r}: {error}") from error
    if not isinstance(spec, GameSpec):
        raise ValueError(f"no game {game!r}: it is {type(spec).__name__}, not a GameSpec")
    registry.enter(spec.name, game)
    return spec


def known_spec(name: str | None) -> GameSpec:
    """Return the spec of a game by the name stored in saved games, records and checkpoints, None for the default.

    Names in stored data never cause a module to be imported.

    Raises:
        ValueError: no such game, or a game defined elsewhere that has not been loaded by ``spec_of`` yet.
    """
    return _spec_at(registry.place_of(name))


def _spec_at(place: str) -> GameSpec:
    module, _, attribute = place.partition(":")
    return getattr(importlib.import_module(module), attribute)


def reference_of(spec: GameSpec) -> str:
    """Return the name that ``spec_of`` accepts for this game in any process."""
    return registry.reference_of(spec.name)
