"""Everything that a side may see, to compare positions that it must not be able to distinguish (5.2)."""

from ctv_env.core.game import Game
from ctv_env.games.ctv.text.text_map import text_map

SIDES = ("nationalist", "republican")


def all_arrays(game: Game, side: str) -> tuple[bytes, ...]:
    """Return every array of every kind of observation."""
    kinds = (game.observation(side, kind) for kind in game.tables.observations)
    return tuple(array.tobytes() for seen in kinds for array in (seen.values() if isinstance(seen, dict) else [seen]))


def knowledge(game: Game, side: str, step: int = 1) -> tuple:
    """Return everything that ``side`` may see; refusals of every ``step``-th action only, since they take long."""
    arrays = all_arrays(game, side)
    mask, words = game.action_mask().tobytes() if game.to_move == side else b"", []
    if game.to_move == side:
        actions = range(0, len(game.action_mask()), step)
        words = [game.describe(a) for a in game.legal_actions()] + [game.explain_illegal(a) for a in actions]
    text = text_map(game.tables, game._states, 0, SIDES.index(side))
    return arrays, mask, words, text, game.score(), game.node, game.turn, game.to_move
