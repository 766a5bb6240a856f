"""Gymnasium environment in which the learner plays one side; the opponent and the dice play in between."""

import pathlib
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.envs.registration import EnvSpec

from ctv_env.core.action_numbers import whole_number
from ctv_env.core.batch import ACT, BEGIN, OBSERVE, REPORT, START
from ctv_env.core.game import Game, IllegalActionError, checked_seed
from ctv_env.core.spec import spec_of
from ctv_env.core.terms import NOBODY, Tables
from ctv_env.core.view import View
from ctv_env.envs.batch import DRAWN_SIDE, BatchGames, pick
from ctv_env.envs.checks import by_one_thread, step_by_one_thread
from ctv_env.envs.keywords import check_keywords, with_paths_as_text
from ctv_env.envs.opponents import NamedAgents, Player, policy_seed, tuned_by_side
from ctv_env.envs.own_reward import RewardFunction
from ctv_env.envs.referee import ILLEGAL_ACTION, ILLEGAL_PENALTY, LOSS, PATIENCE, STUBBORN
from ctv_env.envs.rendering import RENDER_FPS, RENDER_MODES, Renderer
from ctv_env.envs.spaces import Observation, mask_space

RESET_OPTIONS = ("scenario", "side", "opponent")
"""Options of ``reset`` besides the rules options."""
_VIEWS = (
    *("_mask", "_action", "_observed", "_outcome", "_node", "_turn", "_learner"),
    *("_sides", "_nodes", "_score", "_agents"),
)
_OUTCOME = ["done", "reward", "part_score", "part_result", "part_potential", "final_winner"]
"""Fields of the episode that each step reads, in the order in which it unpacks them."""


class SingleSideEnv(gymnasium.Env):
    """One side of a game, ``gymnasium.make(id, side=...)``; for the IDs see ``ctv_env.games.environments``.

    Actions are ``Discrete``, the segments of the game's action space; every ``info`` has the legal ones as
    ``info["action_mask"]``, int8 and never empty: at the end of a game it contains the idle action alone.  A game ends
    by the rules (``terminated``), or is ``truncated`` after 1,000 illegal actions in a row, since a policy that ignores
    the mask may go on for ever; ``info["truncation"]`` says so.  Gymnasium cuts games off at ``max_episode_steps``,
    refused actions included: for each ID a bound that no game reaches by the rules.

    Observations: ``obs`` chooses the arrays, a dictionary of them or one array; ``docs/environments`` describes each
    channel.

    Rewards, each from the learner's view and for everything since its last decision:

    - the name of the game's score, such as ``"gold"``: its change, as a share of the amount that the game counts as 1,
      and
      the result at the end;
    - ``"win"``: the result at the end, 1 or -1, or 0 for a draw; 0 before;
    - ``"shaped"``: ``"win"`` plus the change of a potential in [-1, 1] that is 0 at the end.  It telescopes: at
      discount 1 the shaping of a whole game adds up to minus the potential at the learner's first decision,
      whatever it does, so the optimal policy is unchanged.

    ``info["reward_components"]`` has the parts at every step; the potential is computed for ``"shaped"`` and for a
    function only.  At the
    end the info also has ``winner`` (None for a draw or a truncation), the score under its name, ``is_success`` and
    ``decisions``.

    Args:
        scenario: name of a scenario; None for the game's first.
        side: one of the game's sides, None for the first, or ``"random"``, drawn for each game.
        opponent: the name of an agent, as every command takes it: one of the game's compiled policies, None for the
            strongest; a search; a checkpoint; ``module:Class`` or ``path/file.py:Class`` of one's own.  Or an object
            with ``act(observation, mask, info) -> action``.  It gets the observation of its own side, in the same form
            or, if it has an attribute ``observation``, of that kind in float32 (None for none); an int8 mask; and
            ``side``, ``node``, ``turn`` and ``view``, all that its side may know (``ctv_env.core.view.View``).  Its
            method ``reset(seed)``, if any, is called before each game.
        obs: one of the game's kinds of observation, None for the first, ``"vector"`` for the first that is a single
            vector.
        dtype: ``"float32"`` or ``"uint8"``.
        reward: the name of the game's score, or None for it, ``"win"`` or ``"shaped"``; or a function of the
            components, a dictionary of float64 (1,), that returns the reward; with (k,) it pays k games of a
            ``VectorEnv``.
        illegal_action: how to handle an illegal action.  ``"penalize"``: the position stays, the reward is -0.01, and
            after 1,000 in a row the game is truncated;
            ``"raise"``: an ``IllegalActionError``, and the position stays; ``"terminate"``: the game ends with reward
            -1, as lost; ``"random"``: a random legal action is played instead.  ``info["illegal_action"]`` holds the
            reason.
        mask_in_obs: whether the observation is a dictionary that also has the mask, as ``action_mask``.
        render_mode: None, or the form in which ``render`` shows what the learner sees: ``"rgb_array"``, uint8 (720,
            960, 3); ``"svg"``, an SVG document as text; ``"ansi"``, a text map; ``"human"``, a window updated at every
            step.  Pixels and the window need the extra ``render``.
        record: folder in which to record every game, for replay with ``ctv replay``; None for none.
        game: name of the game (``core.spec.spec_of``); None for the first.
        options: rules options of the game, and ``data_dir``.

    Raises:
        ValueError: an unknown keyword, name or value; the message lists the valid ones.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}  # noqa: RUF012
    in_use = False
    _spec: EnvSpec | None = None

    def __init__(
        self,
        scenario: str | None = None,
        side: str | None = None,
        opponent: str | pathlib.Path | Player | None = None,
        obs: str | None = None,
        dtype: str = "float32",
        reward: str | RewardFunction | None = None,
        illegal_action: str = "penalize",
        mask_in_obs: bool = False,
        render_mode: str | None = None,
        record: str | pathlib.Path | None = None,
        game: str | None = None,
        **options: Any,
    ):
        if render_mode is not None:
            pick("render_mode", render_mode, self.metadata["render_modes"])
        pick("illegal_action", illegal_action, ILLEGAL_ACTION)
        spec = spec_of(game)
        check_keywords(options, spec, SingleSideEnv)
        side, reward = side or spec.sides[0], reward or spec.score.key
        self.games = BatchGames(1, scenario, side, None, obs, dtype, reward, game=game, record=record, **options)
        self.render_mode = render_mode
        self._renderer: Renderer | None = None
        if render_mode:
            self.metadata = dict(self.metadata)  # whose rate the user may change
            self._renderer = Renderer(render_mode, spec.title, self.metadata)
        self.illegal_action = illegal_action
        self.observation_space = self._space(mask_in_obs)
        self.action_space = self.games.action_space
        self._mask_in_obs = mask_in_obs
        self._look_at_games()
        self._agents = NamedAgents(self.games.name)
        self._defaults = {"scenario": scenario, "side": side, "opponent": opponent} | options
        self._set_up(dict(self._defaults))
        self._playing = False
        self._opponent_failed = False
        self._in_a_row = 0  # refused actions
        self._dice_of: np.random.Generator | None = None  # of whose dice the games are; None before the first

    # -- an episode --------------------------------------------------------------------------------------------

    @by_one_thread
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game.

        Args:
            seed: a whole number from 0 up that fully determines dice, drawn sides and compiled opponents of this game
                and, until another seed is given, of the games after it; ``new_game`` begins other games with it.
            options: ``scenario``, ``side``, ``opponent`` or rules options for this game, overriding those chosen at
                construction.

        Raises:
            ValueError: a wrong seed, or an unknown option or value.
            RuntimeError: another thread is using the environment.
        """
        seed = None if seed is None else checked_seed(seed)
        given = dict(options or {})
        for name in given:
            pick("a reset option", name, (*RESET_OPTIONS, *(option.name for option in self.games.spec.options)))
        self._set_up({**self._defaults, **given})
        super().reset(seed=seed)
        if seed is None and self.np_random is not self._dice_of:  # the first game, or a generator of the user's
            seed = int(self.np_random.integers(2**63))
        self.games.seed([seed])
        self._opponent_failed = False
        self._drive(START, BEGIN)
        self._dice_of = self.np_random
        self._playing = True
        self._in_a_row = 0
        if self._renderer is not None:
            self._renderer.forget()
        self._renew_window()
        return self._observation(), self._info()

    @step_by_one_thread
    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play one decision of the learner; see the class for rewards, infos and illegal actions.

        Args:
            action: a whole number, in any form (``core.action_numbers``).

        Raises:
            gymnasium.error.ResetNeeded: no game is in play, or its opponent raised an error or chose an illegal action.
            TypeError: ``action`` is not a whole number.
            IllegalActionError: it is not legal, and ``illegal_action`` is ``"raise"``.
            RuntimeError: another thread is using the environment.
        """
        if not self._playing:
            why = "the opponent has failed" if self._opponent_failed else "no game is in play"
            raise gymnasium.error.ResetNeeded(f"{why}: call reset() first")
        number = whole_number(action)
        refused = None
        if not (0 <= number < len(self._mask) and self._mask[number]):
            if self.illegal_action != "random":
                return self._refuse(number)
            refused = self.game.explain_illegal(number)
            number = int(self.np_random.choice(np.flatnonzero(self._mask)))
        self._in_a_row = 0
        self._action[0] = number
        self._drive(ACT, REPORT)
        done, reward, score, result, potential, winner = self._outcome.item(0)
        ended = done == 1
        self._playing = not ended
        info = self._info()
        info["reward_components"] = self._parts(score, result, potential)
        if refused is not None:
            info["illegal_action"] = refused
        if ended:
            info |= self._final_info(winner)
        self._renew_window()
        return self._observation(), reward, ended, False, info

    def _drive(self, first: int, last: int) -> None:
        """Run the tasks ``first`` and ``last``, with the decisions of an external opponent in between."""
        if not self._players:
            self.games.run(first | last)
            return
        self.games.run(first)
        self._playing, self._opponent_failed = False, True  # if it raises, the position is one where it is to move
        state, episode = self.games.batch.states[0], self.games.episodes[0]
        other = self._sides[1 - int(episode["learner"])]
        player = self._players[other]
        if first == START and hasattr(player, "reset"):
            player.reset(policy_seed(episode))
        while state["to_move"] == 1 - episode["learner"]:
            self.games.run(OBSERVE)
            action = self._advice(player, other)
            self.games.set_actions(np.array([whole_number(action)]))
            self.games.run(ACT)
        self._opponent_failed = False
        self.games.run(last)

    def _advice(self, player: Player, side: str) -> Any:
        """Return the opponent's action as ``side``; its attribute ``observation`` determines what it sees."""
        view = View(self.games.game(0), side)
        if hasattr(player, "observation"):
            kind = player.observation
            seen = view.observation(kind, "float32") if kind else None
        else:
            seen = self._observation()
        situation = {"side": side, "view": view, "node": view.node, "turn": view.turn}
        return player.act(seen, self._mask.copy(), situation)

    def _refuse(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Handle an illegal action according to ``illegal_action``."""
        sentence = self.game.explain_illegal(action)
        if self.illegal_action == "raise":
            raise IllegalActionError(f"action {action} is illegal: {sentence}")
        self._in_a_row += 1
        lost, cut = self.illegal_action == "terminate", self._in_a_row >= PATIENCE
        self._playing = not (lost or cut)
        winner = 1 - int(self.games.episodes["learner"][0]) if lost else NOBODY
        if not self._playing:
            self.games.end_early(np.ones(1, bool), winner)
        reward = LOSS if lost else ILLEGAL_PENALTY
        info = self._info() | {"illegal_action": sentence}
        info["reward_components"] = self._parts(0.0, LOSS if lost else 0.0, 0.0)
        if not self._playing:
            info |= self._final_info(winner)
        if cut:
            info["truncation"] = STUBBORN
        return self._observation(), reward, lost, cut, info

    # -- settings ----------------------------------------------------------------------------------------------

    def _set_up(self, chosen: Mapping[str, Any]) -> None:
        """Set up the next game; if ``chosen`` is refused, the game in play goes on as it was."""
        spec, side = self.games.spec, chosen["side"]
        tables = spec.load(**{name: value for name, value in chosen.items() if name not in ("side", "opponent")})
        pick("side", side, (*spec.sides, DRAWN_SIDE))
        opponent = spec.policies[-1] if chosen["opponent"] is None else chosen["opponent"]
        players = self._outside(opponent, tables, side)
        self.games.set_tables(tables)  # the last that may raise
        self.games.set_side(side)
        self.opponent, self._players = opponent, players
        if not self._players:
            self.games.set_opponent(self.opponent)
        elif (tuned := tuned_by_side(self._players, spec.sides)) and self.games.set_tuned_opponent(tuned, slice(None)):
            self._players = {}
        else:
            self.games.leave_opponents_outside()

    def _outside(self, opponent: Any, tables: Tables, side: str) -> dict[str, Player]:
        """Return the external opponent by its side, or by both sides if ``side`` is drawn; empty if it is compiled."""
        spec = self.games.spec
        if opponent in spec.policies:
            return {}
        if isinstance(opponent, str | pathlib.Path):
            return {other: self._agents.agent(str(opponent), tables, other) for other in spec.sides if other != side}
        if not callable(getattr(opponent, "act", None)):
            wanted = "the name of an agent or an object with act(observation, mask, info)"
            raise ValueError(f"opponent is {wanted}, not {opponent!r}")
        return dict.fromkeys(spec.sides, opponent)

    # -- views -------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """A copy of the game in play, for descriptions, explanations, saves and search; ResetNeeded before a reset."""
        self._check_begun()
        return self.games.game(0)

    @property
    def side(self) -> str:
        """The learner's side in this game."""
        return self._sides[self._learner.item(0)]

    @property
    def spec(self) -> EnvSpec | None:
        """Gymnasium's spec, which sets it; ``to_json`` can write it even if a folder was a ``Path``."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        self._spec = with_paths_as_text(spec)

    def action_masks(self) -> np.ndarray:
        """Return bool (n_actions,): the same as ``info["action_mask"]``."""
        return self._mask.astype(bool)

    def render(self) -> np.ndarray | str | None:
        """Render the learner's view; see ``render_mode``.

        Raises:
            gymnasium.error.ResetNeeded: no game has begun.
            MissingExtraError: pixels or a window are requested and the extra ``render`` is not installed.
        """
        if self._renderer is None:
            gymnasium.logger.warn("render() needs a render_mode: choose one when making the environment")
            return None
        self._check_begun()
        return self._renderer.render(self.games)

    def _check_begun(self) -> None:
        if self._dice_of is None:
            raise gymnasium.error.ResetNeeded("no game has begun: call reset() first")

    def _renew_window(self) -> None:
        """Update the window, if there is one."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Close the window, end the record of a game in play, and close an opponent by name."""
        if self._renderer is not None:
            self._renderer.close()
        self.games.close()
        self._agents.close()

    def __getstate__(self) -> dict[str, Any]:
        """Give the copy views of its own games."""
        return {name: value for name, value in vars(self).items() if name not in _VIEWS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._agents = NamedAgents(self.games.name)
        self._look_at_games()

    def _look_at_games(self) -> None:
        """Create views of what the learner sees and may do, which each step overwrites."""
        self._mask, self._action = self.games.masks[0], self.games.batch.actions
        states, episodes = self.games.batch.states, self.games.episodes
        self._outcome = episodes[_OUTCOME]
        self._node, self._turn, self._learner = states["node"], states["turn"], episodes["learner"]
        spec = self.games.spec
        self._sides, self._score = spec.sides, spec.score.key
        self._nodes = tuple(node.name for node in spec.nodes)
        arrays = self.games.observation()
        if self._mask_in_obs:
            arrays = arrays if isinstance(arrays, dict) else {self.games.obs: arrays}
            arrays["action_mask"] = self.games.masks
        self._observed = {name: array[0] for name, array in arrays.items()} if isinstance(arrays, dict) else arrays[0]

    def _space(self, mask_in_obs: bool) -> gymnasium.Space:
        space = self.games.observation_space
        if not mask_in_obs:
            return space
        boxes = dict(space.spaces) if isinstance(space, gymnasium.spaces.Dict) else {self.games.obs: space}
        return gymnasium.spaces.Dict(boxes | {"action_mask": mask_space(self.games.tables.actions.n)})

    def _observation(self) -> Observation:
        if not isinstance(self._observed, dict):
            return self._observed.copy()
        seen = {}
        for name, array in self._observed.items():  # at this size a comprehension would take a sixth longer
            seen[name] = array.copy()
        return seen

    def _info(self) -> dict[str, Any]:
        """Return what every info says about the position."""
        return {
            "action_mask": self._mask.copy(),
            "side": self._sides[self._learner.item(0)],
            "node": self._nodes[self._node.item(0)],
            "turn": self._turn.item(0),
        }

    def _parts(self, score: float, result: float, potential: float) -> dict[str, float]:
        """Return ``info["reward_components"]``."""
        return {self._score: score, "result": result, "potential": potential}

    def _final_info(self, winner: int) -> dict[str, Any]:
        """Return the additional entries of the info at the end of a game."""
        episode = self.games.episodes[0]
        return {
            "winner": self.games.spec.side_name(winner),
            self._score: int(episode["score"]),
            "is_success": winner == int(episode["learner"]),
            "decisions": int(episode["length"]),
        }
