"""One game, decision by decision, between any two agents; an agent that forfeits has lost it."""

from collections.abc import Sequence

from ctv_env.agents.base import Agent, ForfeitError, play
from ctv_env.agents.evaluation.records import GameRecord, Setting, blank_ends, note_end, record_of
from ctv_env.core.game import Game
from ctv_env.core.replay.recording import recorded


class Watch:
    """Observes a game: counts decisions, and stores the position at the end of each turn."""

    def __init__(self, game: Game):
        self._game, self._turn = game, game.turn
        self.decisions = dict.fromkeys(game.spec.sides, 0)
        (self.ends,) = blank_ends(game.spec, game.tables, 1)

    def __call__(self, side: str) -> None:
        """Handle a step of ``side``, or of chance."""
        if side in self.decisions:
            self.decisions[side] += 1
        if self._game.turn != self._turn or self._game.to_move is None:
            note_end(self._game.record, self._turn, self.ends)
            self._turn = self._game.turn


def play_single(
    agents: dict[str, Agent], seed: int, setting: Setting, names: Sequence[str] | None = None
) -> GameRecord:
    """Play the game of ``seed``.

    Args:
        agents: by side name.
        seed: of the game.
        setting: where to play.
        names: of the agents in the name of the game's record; by default their own.
    """
    players = {side: agent.name for side, agent in agents.items()}
    game = Game.new(setting.spec, setting.scenario, seed, **setting.options)
    game = recorded(game, setting.replay_file(names or list(players.values()), seed), players, seed)
    watch = Watch(game)
    try:
        play(game, agents, seed, watch)
    except ForfeitError as error:
        game.close()
        return record_of(game, watch.decisions.values(), watch.ends, str(error), error.side)
    return record_of(game, watch.decisions.values(), watch.ends)
